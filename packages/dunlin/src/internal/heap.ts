/** What V8 is told so that an idle server is small, and the next one starts fast. */
import * as NodeModule from "node:module"
import { PerformanceObserver } from "node:perf_hooks"
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/**
 * While modules are loaded all of it survives: a nursery, where objects begin, that grew for them would stay, empty, in
 * an idle server, because V8 rarely takes it back.
 */
export const keepNurserySmall = (): void => setFlagsFromString("--semi-space-growth-factor=1")

/**
 * Bytes, of both halves. Left alone, V8 takes four times as much where there is work: a crawl needs no less processor time
 * with it, and the process is some 20 to 50 megabytes larger (a crawl of 2,000 pages, with and without, in turns).
 */
const largestNursery = 32 * 2 ** 20

const nurserySize = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? 0

/** From here on it grows as the traffic asks for, looked at after each collection. */
const letNurseryGrow = (): void => {
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
