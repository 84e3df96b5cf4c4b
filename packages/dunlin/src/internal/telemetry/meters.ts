/** Exports Effect metrics as observable OpenTelemetry instruments. */
import * as Context from "effect/Context"
import * as Metric from "effect/Metric"
import type { OtelMeter } from "../../Telemetry.ts"

type Registry = Context.Service.Shape<typeof Metric.MetricRegistry>

interface Observed {
  readonly value: number
  readonly attributes: Record<string, string>
}

export const instruments: ReadonlyArray<readonly [name: string, metric: string, field: "count" | "sum"]> = [
  ["dunlin_stage_duration_seconds_count", "dunlin_stage_duration_seconds", "count"],
  ["dunlin_stage_duration_seconds_sum", "dunlin_stage_duration_seconds", "sum"],
  ["dunlin_cache_events_total", "dunlin_cache_events_total", "count"],
  ["dunlin_threat_decisions_total", "dunlin_threat_decisions_total", "count"],
  ["dunlin_threat_classifier_failures_total", "dunlin_threat_classifier_failures_total", "count"]
]

const read = (registry: Registry, id: string, field: "count" | "sum"): ReadonlyArray<Observed> =>
  Metric.snapshotUnsafe(Context.make(Metric.MetricRegistry, registry)).flatMap((series) => {
    if (series.id !== id || !Object.hasOwn(series.state, field)) return []
    const value = Object.entries(series.state).find(([name]) => name === field)?.[1]
    return [{ value: Number(value), attributes: { ...series.attributes } as Record<string, string> }]
  })

export const observe = (meter: OtelMeter, registry: Registry): () => void => {
  const ends = instruments.map(([name, metric, field]) => {
    const instrument = meter.createObservableCounter(name)
    const observeAll = (result: { observe(value: number, attributes: Record<string, string>): void }) => {
      for (const { attributes, value } of read(registry, metric, field)) result.observe(value, attributes)
    }
    instrument.addCallback(observeAll)
    return () => instrument.removeCallback(observeAll)
  })
  return () => ends.forEach((end) => end())
}
