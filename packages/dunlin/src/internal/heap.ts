/** What V8 is told so that a server and a crawl are small, idle or not, and the next one starts fast. */
import * as NodeModule from "node:module"
import { PerformanceObserver } from "node:perf_hooks"
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/**
 * Percent of what survived a collection that the heap may grow by until the next one. On a machine with much memory V8
 * lets it double and more: of a crawl, half of the heap was waste.
 */
const GROWTH_IN_PERCENT = 30

/**
 * While modules are loaded all of it survives: a nursery, where objects begin, that grew for them would stay, empty, in
 * an idle server, because V8 rarely takes it back.
 */
export const keepSmall = (): void => {
  setFlagsFromString("--semi-space-growth-factor=1")
  setFlagsFromString(`--heap-growing-percent=${GROWTH_IN_PERCENT}`)
}

/** Bytes, of both halves. Left alone, V8 takes eight times as much where there is work. */
const largestNursery = 16 * 2 ** 20

const nurserySize = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? 0

let isGrowing = false

/** From here on it grows as the work asks for, looked at after each collection: a crawl needs less processor time so. */
export const letNurseryGrow = (): void => {
  if (isGrowing) return
  isGrowing = true
  const bound = () => setFlagsFromString(`--semi-space-growth-factor=${nurserySize() >= largestNursery ? 1 : 2}`)
  new PerformanceObserver(bound).observe({ entryTypes: ["gc"] })
  bound()
}

/** Share of a second in which the event loop may be busy, for the second to count as quiet. */
const quiet = 0.05

/** Gives back what loading left behind, with the one collection that also returns the pages to the system. */
const collect = (): void => {
  setFlagsFromString("--expose-gc")
  const gc: (options: { readonly type: "major"; readonly flavor: "last-resort" }) => void = runInNewContext("gc")
  gc({ type: "major", flavor: "last-resort" })
}

/**
 * Says that everything is loaded. In the first quiet second, so that no request waits, what was compiled is written for
 * the next start, and what loading left behind is collected.
 */
export const settle = (): void => {
  letNurseryGrow()
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization >= quiet) return
    clearInterval(timer)
    // Otherwise it is written at the end, which a server that is killed never sees.
    NodeModule.flushCompileCache?.()
    collect()
  }, 1000).unref()
}
