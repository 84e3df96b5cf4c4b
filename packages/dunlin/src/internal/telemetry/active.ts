/** The span of OpenTelemetry that is active in the host. */
import * as Context from "effect/Context"
import * as Tracer from "effect/Tracer"
import type { OtelContext, OtelSpan } from "../../Telemetry.ts"

// `@opentelemetry/api` makes its keys and its one place in a process by name, so that copies of it understand each other.
const place = Symbol.for("opentelemetry.js.api.1")
export const spanKey = Symbol.for("OpenTelemetry Context Key SPAN")
/** The flag of a trace that is kept. */
export const isSampled = 1

interface Global {
  readonly [place]?: { readonly context?: { readonly active?: () => OtelContext } }
}

/** The context of OpenTelemetry that a span of the host is in. */
const Around = Context.Reference<OtelContext | undefined>("dunlin/telemetry/Around", { defaultValue: () => undefined })

/** The context that came with a span of the host. */
export const aroundOf = (span: Tracer.AnySpan): OtelContext | undefined => Context.get(span.annotations, Around)

const isSpan = (value: unknown): value is OtelSpan =>
  typeof value === "object" && value !== null && "spanContext" in value && typeof value.spanContext === "function"

/** The span that is active where this is called, as the parent of what is begun there. */
export const activeSpan = (): Tracer.ExternalSpan | undefined => {
  const context = (globalThis as Global)[place]?.context?.active?.()
  const span = context?.getValue(spanKey)
  if (!isSpan(span)) return undefined
  const { spanId, traceFlags, traceId } = span.spanContext()
  const annotations = Context.make(Around, context) as Context.Context<never>
  return Tracer.externalSpan({ spanId, traceId, sampled: (traceFlags & isSampled) !== 0, annotations })
}
