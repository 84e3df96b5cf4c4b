/** Measures resources of the process, with metric names that Node dashboards use. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type { monitorEventLoopDelay } from "node:perf_hooks"

const gauge = (name: string, description: string) => Metric.gauge(name, { description })
const counter = (name: string, description: string) => Metric.counter(name, { description, incremental: true })

const resident = gauge("process_resident_memory_bytes", "Resident memory of the process")
const heapUsed = gauge("nodejs_heap_size_used_bytes", "Used part of the JavaScript heap")
const heapTotal = gauge("nodejs_heap_size_total_bytes", "Size of the JavaScript heap")
const external = gauge("nodejs_external_memory_bytes", "Memory of buffers and other objects outside the heap")
const cpu = counter("process_cpu_seconds_total", "Processor time of the process, user and system")
const started = gauge("process_start_time_seconds", "When the process started, in seconds since 1970")
const openFiles = gauge("process_open_fds", "Open file descriptors; absent where the system does not list them")
const maxFiles = gauge("process_max_fds", "Maximum number of open file descriptors")
const lagMean = gauge("nodejs_eventloop_lag_mean_seconds", "Mean event loop delay since the last scrape")
const lagP99 = gauge("nodejs_eventloop_lag_p99_seconds", "99th percentile of the event loop delay")
const lagMax = gauge("nodejs_eventloop_lag_max_seconds", "Maximum event loop delay")
const busy = gauge(
  "nodejs_eventloop_utilization_ratio",
  "Event loop utilization since the last scrape"
)
const collections = Metric.histogram("nodejs_gc_duration_seconds", {
  description: "Garbage collection pauses, by kind",
  boundaries: Metric.exponentialBoundaries({ start: 0.001, factor: 4, count: 7 })
})
const build = gauge("dunlin_build_info", "Always 1; the labels are the versions of the program and Node")

/** Milliseconds between two measurements of Node's event loop monitor. */
const RESOLUTION_MS = 10
const NANOSECONDS = 1e9
const MICROSECONDS = 1e6

const KINDS: Readonly<Record<number, string>> = {
  1: "scavenge",
  2: "minor",
  4: "major",
  8: "incremental",
  16: "weakcb"
}

interface Watch {
  readonly loop: ReturnType<typeof monitorEventLoopDelay>
  readonly pauses: Array<{ readonly kind: string; readonly seconds: number }>
  utilization: ReturnType<typeof performance.eventLoopUtilization>
  cpu: number
}

const MAX_PAUSES = 10_000

let watch: Watch | undefined

/** Measuring starts at the first read of the metrics, so that unmonitored processes have no overhead. */
const begun = (): Watch => {
  if (watch !== undefined) return watch
  const hooks = process.getBuiltinModule("node:perf_hooks")
  const loop = hooks.monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  loop.enable()
  const pauses: Array<{ readonly kind: string; readonly seconds: number }> = []
  new hooks.PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // `kind` is missing in Node's types.
      const { detail } = entry as { readonly detail?: { readonly kind?: number } }
      const { duration } = entry
      const kind = KINDS[detail?.kind ?? 0] ?? "other"
      if (pauses.length < MAX_PAUSES) pauses.push({ kind, seconds: duration / 1000 })
    }
  }).observe({ entryTypes: ["gc"] })
  return watch = { loop, pauses, utilization: performance.eventLoopUtilization(), cpu: 0 }
}

/** The measured delay includes the monitor's own interval. */
const lagOf = (nanoseconds: number): number =>
  Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1000) : 0

const countOf = (folder: string): number | undefined => {
  try {
    return process.getBuiltinModule("node:fs").readdirSync(folder).length
  } catch {
    return undefined
  }
}

const limitOfFiles = (): number | undefined => {
  try {
    const limits = process.getBuiltinModule("node:fs").readFileSync("/proc/self/limits", "utf8")
    const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined
  }
}

export const measureProcess = Effect.contextWith((context: Context.Context<never>) =>
  Effect.sync(() => {
    const { cpu: before, loop, pauses, utilization } = begun()
    const set = (metric: Metric.Gauge<number>, value: number | undefined) => {
      if (value !== undefined) metric.updateUnsafe(value, context)
    }
    const memory = process.memoryUsage()
    set(resident, memory.rss)
    set(heapUsed, memory.heapUsed)
    set(heapTotal, memory.heapTotal)
    set(external, memory.external)
    const { system, user } = process.cpuUsage()
    const used = (system + user) / MICROSECONDS
    cpu.updateUnsafe(used - before, context)
    set(started, Math.round(Date.now() / 1000 - process.uptime()))
    set(openFiles, countOf("/proc/self/fd"))
    set(maxFiles, limitOfFiles())
    set(lagMean, lagOf(loop.mean))
    set(lagP99, lagOf(loop.percentile(99)))
    set(lagMax, lagOf(loop.max))
    loop.reset()
    const now = performance.eventLoopUtilization()
    set(busy, performance.eventLoopUtilization(now, utilization).utilization)
    watch = { ...begun(), utilization: now, cpu: used }
    for (const { kind, seconds } of pauses.splice(0)) {
      Metric.withAttributes(collections, { kind }).updateUnsafe(seconds, context)
    }
    Metric.withAttributes(build, { node: process.versions.node, version: VERSION }).updateUnsafe(1, context)
  })
)

const VERSION = "0.1.0"
