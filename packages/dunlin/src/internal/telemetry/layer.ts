/** Provides the telemetry of a client as a layer. */
import * as Background from "@dunlin/common/Background"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Tracer from "effect/Tracer"
import { SettingsError } from "../../SettingsError.ts"
import type { OtelMeter, OtelTracer, Telemetry } from "../../Telemetry.ts"
import { lazily } from "../lazily.ts"
import { client } from "../settings/client.ts"
import { observe } from "./meters.ts"
import { tracerOver } from "./openTelemetry.ts"

const metered = (meter: OtelMeter) =>
  Layer.effectDiscard(Effect.gen(function*() {
    const registry = yield* Metric.MetricRegistry
    yield* Effect.acquireRelease(Effect.sync(() => observe(meter, registry)), (end) => Effect.sync(end))
  })).pipe(Layer.provideMerge(Layer.sync(Metric.MetricRegistry, () => new Map())))

const endpoint = "OTEL_EXPORTER_OTLP_ENDPOINT"

const variable = (name: string): string | undefined => process.env[name] || undefined

/** Pending data does not keep the process alive. Closing the layer sends it. */
const exported = (baseUrl: string, serviceName: string) =>
  lazily(
    () => import("effect/observability/Otlp"),
    (Otlp) => Otlp.layerJson({ baseUrl, resource: { serviceName }, loggerMergeWithExisting: true })
  ).pipe(
    Layer.provide(client(baseUrl)),
    quietLayer
  )

const quietLayer = <A, E, R>(layer: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
  Layer.fromBuildMemo((memo, scope) => Background.quietly(Layer.buildWithMemoMap(layer, memo, scope)))

export const telemetryLayer = (telemetry: Telemetry | undefined): Layer.Layer<never, unknown> => {
  if (telemetry === false) return Layer.empty
  if (telemetry === undefined) {
    const address = variable(endpoint)
    if (address === undefined) return Layer.empty
    return URL.canParse(address)
      ? exported(address, variable("OTEL_SERVICE_NAME") ?? "dunlin")
      : Layer.effectDiscard(Effect.fail(new SettingsError({ variable: endpoint, why: "is not an http(s) URL" })))
  }
  if (Layer.isLayer(telemetry)) return telemetry as Layer.Layer<never, unknown>
  const { meter, tracer } = telemetry as { readonly tracer?: OtelTracer; readonly meter?: OtelMeter }
  return Layer.mergeAll(
    tracer === undefined ? Layer.empty : Layer.succeed(Tracer.Tracer, tracerOver(tracer)),
    meter === undefined ? Layer.empty : metered(meter)
  )
}
