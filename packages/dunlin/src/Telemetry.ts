/**
 * Defines the telemetry of a client: spans of searches, scrapes and their stages, and metrics. They never contain
 * queries, texts or page URLs. The types match `@opentelemetry/api` 1, whose objects the program passes.
 *
 * @since 0.2.0
 */
import type * as Layer from "effect/Layer"

/**
 * A context of OpenTelemetry.
 *
 * @category models
 * @since 0.2.0
 */
export interface OtelContext {
  readonly getValue: (key: symbol) => unknown
  readonly setValue: (key: symbol, value: unknown) => OtelContext
  readonly deleteValue: (key: symbol) => OtelContext
}

/**
 * The identifiers of an OpenTelemetry span.
 *
 * @category models
 * @since 0.2.0
 */
export interface OtelSpanContext {
  readonly traceId: string
  readonly spanId: string
  readonly traceFlags: number
}

type Attribute = string | number | boolean

type Time = [number, number]

/**
 * The members of an OpenTelemetry span that are used.
 *
 * @category models
 * @since 0.2.0
 */
export interface OtelSpan {
  spanContext(): OtelSpanContext
  setAttribute(key: string, value: Attribute): unknown
  addEvent(name: string, attributes: Record<string, Attribute>, time: Time): unknown
  setStatus(status: { readonly code: number; readonly message?: string }): unknown
  isRecording(): boolean
  end(time: Time): void
}

/**
 * The members of an OpenTelemetry tracer that are used. `trace.getTracer("my-service")` returns one.
 *
 * @category models
 * @since 0.2.0
 */
export interface OtelTracer {
  startSpan(
    name: string,
    options: { kind: number; startTime: Time; root: boolean; attributes: Record<string, Attribute> },
    context: any
  ): OtelSpan
}

interface OtelObservable {
  addCallback(callback: (result: OtelResult) => void): void
  removeCallback(callback: (result: OtelResult) => void): void
}

interface OtelResult {
  observe(value: number, attributes: Record<string, string>): void
}

/**
 * The members of an OpenTelemetry meter that are used. `metrics.getMeter("my-service")` returns one.
 *
 * @category models
 * @since 0.2.0
 */
export interface OtelMeter {
  createObservableCounter(name: string, options?: { description?: string }): OtelObservable
  createObservableGauge(name: string, options?: { description?: string }): OtelObservable
}

/**
 * An OpenTelemetry tracer and meter, an Effect layer with a tracer, or `false` to disable telemetry.
 *
 * **Details**
 *
 * By default, traces, metrics and logs are sent as OTLP JSON to `OTEL_EXPORTER_OTLP_ENDPOINT` if it is set, under the
 * name `OTEL_SERVICE_NAME`. `close()` sends the remaining ones. OpenTelemetry spans belong to the span that is active
 * at the call.
 *
 * **Example** (A tracer compatible with OpenTelemetry)
 *
 * ```ts
 * import { createClient, type Telemetry } from "dunlin"
 *
 * // with OpenTelemetry: trace.getTracer("my-service"), and a meter from metrics.getMeter("my-service")
 * const names: Array<string> = []
 * const span: Telemetry.OtelSpan = {
 *   spanContext: () => ({ traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331", traceFlags: 1 }),
 *   setAttribute: () => undefined,
 *   addEvent: () => undefined,
 *   setStatus: () => undefined,
 *   isRecording: () => true,
 *   end: () => undefined
 * }
 * const tracer: Telemetry.OtelTracer = {
 *   startSpan: (name) => {
 *     names.push(name)
 *     return span
 *   }
 * }
 * const client = createClient({ telemetry: { tracer } })
 * await client.search("waders")
 * await client.close()
 * console.log(names.includes("Searcher.search")) // true
 * ```
 *
 * @category options
 * @since 0.2.0
 */
export type Telemetry =
  | { readonly tracer?: OtelTracer | undefined; readonly meter?: OtelMeter | undefined }
  | Layer.Layer<never, unknown>
  | Layer.Layer<any, unknown>
  | false
