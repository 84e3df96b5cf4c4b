/** Sets V8 options that limit the memory of a server or crawl and make the next start fast. */
import * as NodeModule from "node:module"
import { PerformanceObserver } from "node:perf_hooks"
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/** If a machine has much memory, V8 allows 100 % and more, and half the heap of a crawl was then garbage. */
const GROWTH_IN_PERCENT = 30

/**
 * The objects of all loaded modules survive, so the young generation would grow, and V8 rarely shrinks it in an idle
 * server.
 */
export const keepSmall = (): void => {
  setFlagsFromString("--semi-space-growth-factor=1")
  setFlagsFromString(`--heap-growing-percent=${GROWTH_IN_PERCENT}`)
}

/** Under load, the default of Node 24 is eight times as much. */
const largestNursery = 16 * 2 ** 20

const nurserySize = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? 0

let isGrowing = false

/** Runs after each collection. Under load, a larger young generation reduces CPU time. */
export const letNurseryGrow = (): void => {
  if (isGrowing) return
  isGrowing = true
  const bound = () => setFlagsFromString(`--semi-space-growth-factor=${nurserySize() >= largestNursery ? 1 : 2}`)
  new PerformanceObserver(bound).observe({ entryTypes: ["gc"] })
  bound()
}

const MAX_UTILIZATION_OF_QUIET_SECOND = 0.05

/** A collection of this kind returns memory to the system. Other kinds do not. */
const collect = (): void => {
  setFlagsFromString("--expose-gc")
  const gc: (options: { readonly type: "major"; readonly flavor: "last-resort" }) => void = runInNewContext("gc")
  gc({ type: "major", flavor: "last-resort" })
}

/** Collects garbage in the first quiet seconds after everything is loaded, so that requests rarely wait for it. */
export const settle = (): void => {
  letNurseryGrow()
  let before = performance.eventLoopUtilization()
  // The second collection drops the compiled code that only the start needed, the next two return its pages.
  let left = 4
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization >= MAX_UTILIZATION_OF_QUIET_SECOND) return
    left -= 1
    if (left === 0) clearInterval(timer)
    // Node would write the compile cache at exit, which a killed server never reaches.
    NodeModule.flushCompileCache?.()
    collect()
  }, 1000).unref()
}
