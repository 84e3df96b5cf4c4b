/** Finds the active OpenTelemetry span of the host program. */
import * as Context from "effect/Context"
import * as Tracer from "effect/Tracer"
import type { OtelContext, OtelSpan } from "../../Telemetry.ts"

// Several copies of `@opentelemetry/api` find each other by these global symbols.
const place = Symbol.for("opentelemetry.js.api.1")
export const spanKey = Symbol.for("OpenTelemetry Context Key SPAN")
export const SAMPLED_FLAG = 1

interface Global {
  readonly [place]?: { readonly context?: { readonly active?: () => OtelContext } }
}

const Around = Context.Reference<OtelContext | undefined>("dunlin/telemetry/Around", { defaultValue: () => undefined })

export const aroundOf = (span: Tracer.AnySpan): OtelContext | undefined => Context.get(span.annotations, Around)

const isSpan = (value: unknown): value is OtelSpan =>
  typeof value === "object" && value !== null && "spanContext" in value && typeof value.spanContext === "function"

export const activeSpan = (): Tracer.ExternalSpan | undefined => {
  const context = (globalThis as Global)[place]?.context?.active?.()
  const span = context?.getValue(spanKey)
  if (!isSpan(span)) return undefined
  const { spanId, traceFlags, traceId } = span.spanContext()
  const annotations = Context.make(Around, context) as Context.Context<never>
  return Tracer.externalSpan({ spanId, traceId, sampled: (traceFlags & SAMPLED_FLAG) !== 0, annotations })
}
