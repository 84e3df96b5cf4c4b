/** Defines the metrics of parts. Labels have few values, to limit the number of time series. */
import * as Metric from "effect/Metric"
import type { Condition } from "../Fault.ts"

/** From a millisecond to about a minute, tripling. */
const DURATION_BUCKETS = 11

const up = Metric.gauge("dunlin_part_up", {
  description: "1 while a component works, 0 while it is unavailable, by part and name"
})

const failures = Metric.counter("dunlin_part_failures_total", {
  description: "Reported failures of components, by part, name, use and condition",
  incremental: true
})

const silenced = Metric.counter("dunlin_part_skipped_total", {
  description: "Operations that were not tried, because the component was unavailable",
  incremental: true
})

const duration = Metric.histogram("dunlin_part_operation_seconds", {
  description: "Duration of store, engine and model operations in seconds, by part, name, use and outcome",
  boundaries: Metric.exponentialBoundaries({ start: 0.001, factor: 3, count: DURATION_BUCKETS })
})

const once = <K, A>(make: (key: K) => A) => {
  const known = new Map<K, A>()
  return (key: K): A => {
    const found = known.get(key)
    if (found !== undefined) return found
    const made = make(key)
    known.set(key, made)
    return made
  }
}

interface Which {
  readonly part: string
  readonly name?: string | undefined
}

type Context = Parameters<Metric.Gauge<number>["updateUnsafe"]>[1]

const labelsOf = ({ name = "", part }: Which) => ({ part, name })

export const ofPart = (which: Which, context: Context) => {
  const gauge = Metric.withAttributes(up, labelsOf(which))
  return (isUp: boolean): void => gauge.updateUnsafe(isUp ? 1 : 0, context)
}

export const ofUse = (which: Which & { readonly use?: string | undefined }, context: Context) => {
  const labels = { ...labelsOf(which), use: which.use ?? which.part }
  const failuresOf = once((condition: Condition) => Metric.withAttributes(failures, { ...labels, condition }))
  const durations = once((outcome: Condition | "ok") => Metric.withAttributes(duration, { ...labels, outcome }))
  const skipped = Metric.withAttributes(silenced, labels)
  return {
    failed: (condition: Condition): void => failuresOf(condition).updateUnsafe(1, context),
    skipped: (): void => skipped.updateUnsafe(1, context),
    ended: (milliseconds: number, condition: Condition | undefined): void =>
      durations(condition ?? "ok").updateUnsafe(milliseconds / 1000, context)
  }
}
