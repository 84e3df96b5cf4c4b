/**
 * What a client tells of its work: spans of searches, scrapes and their stages, and metrics. Neither queries nor texts nor
 * addresses of pages are in them.
 *
 * The shapes are those of `@opentelemetry/api` 1, of any version, which is not needed: what it made is given.
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
 * What identifies a span of OpenTelemetry.
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

/** Seconds, and nanoseconds of the second. */
type Time = [number, number]

/**
 * A span of OpenTelemetry: what is used of it.
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
 * A tracer of OpenTelemetry: what is used of it, as `trace.getTracer("my-service")` gives it.
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

/** A counter that is asked for its value. */
interface OtelObservable {
  addCallback(callback: (result: OtelResult) => void): void
  removeCallback(callback: (result: OtelResult) => void): void
}

interface OtelResult {
  observe(value: number, attributes: Record<string, string>): void
}

/**
 * A meter of OpenTelemetry: what is used of it, as `metrics.getMeter("my-service")` gives it.
 *
 * @category models
 * @since 0.2.0
 */
export interface OtelMeter {
  createObservableCounter(name: string, options?: { description?: string }): OtelObservable
  createObservableGauge(name: string, options?: { description?: string }): OtelObservable
}

/**
 * A tracer and a meter of OpenTelemetry, a layer of Effect with a tracer, or `false` for nothing at all.
 *
 * **Details**
 *
 * By default traces, metrics and logs are sent to `OTEL_EXPORTER_OTLP_ENDPOINT`, when it is set, as OTLP in JSON, under
 * the name of `OTEL_SERVICE_NAME`; `close()` sends what waits. Spans of OpenTelemetry belong to the span that is active
 * where a call is made.
 *
 * **Example** (A tracer in the shape of OpenTelemetry)
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
