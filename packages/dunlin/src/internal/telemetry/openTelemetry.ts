/** Exports Effect spans as OpenTelemetry spans. */
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import type { OtelContext, OtelSpan, OtelSpanContext, OtelTracer } from "../../Telemetry.ts"
import { aroundOf, SAMPLED_FLAG, spanKey } from "./active.ts"

const kinds: Record<Tracer.SpanKind, number> = { internal: 0, server: 1, client: 2, producer: 3, consumer: 4 }
const STATUS_ERROR = 2

const withSpan = (span: OtelSpan, around: OtelContext | undefined): OtelContext => {
  const extended = (values: ReadonlyMap<symbol, unknown>): OtelContext => ({
    getValue: (key) => values.has(key) ? values.get(key) : around?.getValue(key),
    setValue: (key, value) => extended(new Map([...values, [key, value]])),
    deleteValue: (key) => extended(new Map([...values, [key, undefined]]))
  })
  return extended(new Map([[spanKey, span]]))
}

const remote = (context: OtelSpanContext): OtelSpan => ({
  spanContext: () => context,
  setAttribute: () => undefined,
  addEvent: () => undefined,
  setStatus: () => undefined,
  isRecording: () => false,
  end: () => {}
})

const contextOf = (parent: Option.Option<Tracer.AnySpan>): OtelContext | undefined => {
  if (Option.isNone(parent)) return undefined
  if (parent.value instanceof Span) return withSpan(parent.value.inner, parent.value.around)
  const { sampled, spanId, traceId } = parent.value
  return withSpan(remote({ spanId, traceId, traceFlags: sampled ? SAMPLED_FLAG : 0 }), aroundOf(parent.value))
}

const time = (nanoseconds: bigint): [number, number] => [
  Number(nanoseconds / 1_000_000_000n),
  Number(nanoseconds % 1_000_000_000n)
]

const attribute = (value: unknown): string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : String(value)

/** The message of a failure may contain a URL, so it is omitted. */
const nameOf = (cause: Cause.Cause<unknown>): string => {
  if (Cause.hasInterruptsOnly(cause)) return "interrupted"
  const error = Cause.squash(cause)
  const tags: Array<string> = []
  for (let at: unknown = error; typeof at === "object" && at !== null && "_tag" in at && tags.length < 3;) {
    tags.push(String(at._tag))
    at = "reason" in at ? at.reason : undefined
  }
  return tags.length > 0 ? tags.join("/") : error instanceof Error ? error.name : "unknown"
}

const empty: OtelContext = {
  getValue: () => undefined,
  setValue: () => empty,
  deleteValue: () => empty
}

type Options = Parameters<Tracer.Tracer["span"]>[0]

class Span implements Tracer.Span {
  readonly _tag = "Span"
  readonly name: string
  readonly spanId: string
  readonly traceId: string
  readonly parent: Option.Option<Tracer.AnySpan>
  readonly annotations: Context.Context<never>
  readonly links: ReadonlyArray<Tracer.SpanLink>
  readonly sampled: boolean
  readonly kind: Tracer.SpanKind
  readonly attributes = new Map<string, unknown>()
  readonly inner: OtelSpan
  readonly around: OtelContext | undefined
  status: Tracer.SpanStatus

  constructor(tracer: OtelTracer, options: Options) {
    this.name = options.name
    this.parent = options.parent
    this.annotations = options.annotations
    this.links = options.links
    this.kind = options.kind
    this.around = contextOf(options.parent)
    this.status = { _tag: "Started", startTime: options.startTime }
    this.inner = tracer.startSpan(options.name, {
      kind: kinds[options.kind],
      startTime: time(options.startTime),
      root: options.root,
      attributes: {}
    }, this.around ?? empty)
    const { spanId, traceFlags, traceId } = this.inner.spanContext()
    this.spanId = spanId
    this.traceId = traceId
    this.sampled = (traceFlags & SAMPLED_FLAG) !== 0
  }

  attribute(key: string, value: unknown): void {
    this.attributes.set(key, value)
    this.inner.setAttribute(key, attribute(value))
  }

  event(name: string, startTime: bigint, attributes: Record<string, unknown> = {}): void {
    const converted = Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, attribute(value)]))
    this.inner.addEvent(name, converted, time(startTime))
  }

  addLinks(): void {}

  end(endTime: bigint, exit: Exit.Exit<unknown, unknown>): void {
    const { startTime } = this.status
    this.status = { _tag: "Ended", startTime, endTime, exit }
    if (Exit.isFailure(exit)) {
      const name = nameOf(exit.cause)
      this.inner.setAttribute("error.type", name)
      this.inner.setStatus({ code: STATUS_ERROR, message: name })
    }
    this.inner.end(time(endTime))
  }
}

export const tracerOver = (tracer: OtelTracer): Tracer.Tracer =>
  Tracer.make({ span: (options) => new Span(tracer, options) })
