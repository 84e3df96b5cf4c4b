/**
 * Finds personal data in a text with a model. `PiiModel` is the port of every model adapter, which processes one
 * short text. Splitting, merging, validation, retries and timeouts are implemented here.
 *
 * @since 0.1.0
 */
import { isHighSurrogate, isLowSurrogate } from "@dunlin/text/CodeUnit"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { chunks, type Limits as Parts } from "./internal/chunks.ts"
import { InvalidResponse, RedactionError, TimedOut } from "./RedactionError.ts"
import type { Entity, Span } from "./Span.ts"

/**
 * A request to a model.
 *
 * @category models
 * @since 0.1.0
 */
export interface Request {
  readonly entities: ReadonlyArray<Entity>
  /** ISO 639-1 code of the text's language, if known. */
  readonly language: string
}

/**
 * One finding of a model. Offsets are UTF-16 units of the given text; `end` is exclusive.
 *
 * @category models
 * @since 0.1.0
 */
export interface Finding {
  readonly start: number
  readonly end: number
  readonly entity: Entity
  /** The model's confidence, from 0 to 1. */
  readonly score: number
}

/**
 * @category services
 * @since 0.1.0
 */
export class PiiModel extends Context.Service<PiiModel, {
  /** A stable name in lower case, used in spans and errors. */
  readonly name: string

  /**
   * Finds personal data in a text of any length. Findings are in order. Fails rather than return results for only a
   * part of the text.
   */
  readonly detect: (text: string, request: Request) => Effect.Effect<ReadonlyArray<Span>, RedactionError>
}>()("@dunlin/redaction/PiiModel") {}

/**
 * Limits of requests to a model, which adapters pass on.
 *
 * @category options
 * @since 0.1.0
 */
export interface Limits {
  /**
   * The maximum number of UTF-16 units in one request.
   *
   * @default 3000
   */
  readonly maxLength?: number | undefined
  /**
   * The maximum number of tokens in one request, estimated conservatively. Set it for servers that silently truncate
   * longer texts.
   *
   * @default no limit of its own
   */
  readonly maxTokens?: number | undefined
  /**
   * The number of UTF-16 units that consecutive parts share, so that no finding is split.
   *
   * @default 250
   */
  readonly overlap?: number | undefined
  /**
   * Timeout of one request.
   *
   * @default "20 seconds"
   */
  readonly timeout?: Duration.Input | undefined
  /**
   * Number of retries after a temporary failure.
   *
   * @default 2
   */
  readonly retries?: number | undefined
  /**
   * The maximum number of concurrent requests for parts of one text.
   *
   * @default 4
   */
  readonly concurrency?: number | undefined
}

const partsPair = (text: string, at: number): boolean =>
  isLowSurrogate(text.charCodeAt(at)) && isHighSurrogate(text.charCodeAt(at - 1))

const isInside = (text: string, finding: Finding): boolean => {
  const { end, score, start } = finding
  if (!Number.isInteger(start) || !Number.isInteger(end) || start < 0 || end > text.length || start >= end) return false
  if (!(score >= 0 && score <= 1)) return false
  return !partsPair(text, start) && !partsPair(text, end)
}

const join = (spans: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  const out: Array<Span> = []
  const last = new Map<Entity, number>()
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const at = last.get(span.entity)
    const before = at === undefined ? undefined : out[at]
    if (at !== undefined && before !== undefined && span.start < before.end) {
      out[at] = { ...before, end: Math.max(before.end, span.end), score: Math.max(before.score, span.score) }
      continue
    }
    last.set(span.entity, out.length)
    out.push(span)
  }
  return out
}

/**
 * Builds a model from one function. A part with the error `Truncated` is split in half and retried. Any other
 * persistent failure fails the whole text.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  options: Limits & {
    readonly name: string
    /** Never called with a blank text. */
    readonly detect: (text: string, request: Request) => Effect.Effect<ReadonlyArray<Finding>, RedactionError>
  }
): PiiModel["Service"] => {
  const limits: Parts = {
    maxLength: Math.max(64, options.maxLength ?? 3000),
    maxTokens: options.maxTokens === undefined ? undefined : Math.max(16, options.maxTokens)
  }
  const overlap = Math.min(options.overlap ?? 250, limits.maxLength / 2)
  const fail = (reason: RedactionError["reason"]) => new RedactionError({ engine: options.name, reason })

  const once = (text: string, request: Request) =>
    options.detect(text, request).pipe(
      Effect.timeoutOrElse({
        duration: options.timeout ?? "20 seconds",
        orElse: () => Effect.fail(fail(new TimedOut()))
      }),
      Effect.retry({
        while: (error) => error.isRetryable,
        schedule: Schedule.exponential("250 millis").pipe(Schedule.jittered),
        times: options.retries ?? 2
      })
    )

  const part = (text: string, request: Request, depth: number): Effect.Effect<ReadonlyArray<Finding>, RedactionError> =>
    text.trim() === "" ? Effect.succeed([]) : once(text, request).pipe(
      Effect.flatMap((found) =>
        found.every((finding) => isInside(text, finding))
          ? Effect.succeed(found.filter((finding) => request.entities.includes(finding.entity)))
          : Effect.fail(fail(new InvalidResponse({ detail: "an offset or a score is out of range" })))
      ),
      Effect.catch((error) =>
        error.reason._tag === "Truncated" && depth < 5 && text.length > 128
          ? parts(
            text,
            request,
            { maxLength: Math.ceil(text.length * 0.6) },
            Math.min(overlap, text.length / 8),
            depth + 1
          )
          : Effect.fail(error)
      )
    )

  const parts = (text: string, request: Request, limits: Parts, back: number, depth: number) =>
    Effect.forEach(
      chunks(text, limits, back),
      (chunk) =>
        Effect.map(part(text.slice(chunk.start, chunk.end), request, depth), (found) =>
          found.map((finding) => ({
            ...finding,
            start: finding.start + chunk.start,
            end: finding.end + chunk.start
          }))),
      { concurrency: options.concurrency ?? 4 }
    ).pipe(Effect.map((found) => found.flat()))

  return PiiModel.of({
    name: options.name,
    detect: Effect.fn("PiiModel.detect")(function*(text, request) {
      yield* Effect.annotateCurrentSpan({ model: options.name, length: text.length })
      const found = yield* parts(text, request, limits, overlap, 0)
      return join(found.map((finding) => ({ ...finding, reason: "model" })))
    })
  })
}

/**
 * Returns a model that finds a fixed list of strings at every occurrence. For examples and tests.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMemory = (known: ReadonlyArray<readonly [text: string, entity: Entity]>): Layer.Layer<PiiModel> =>
  Layer.succeed(
    PiiModel,
    make({
      name: "memory",
      detect: (text) =>
        Effect.succeed(
          known.filter(([value]) => value !== "").flatMap(([value, entity]) => {
            const found: Array<Finding> = []
            for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
              found.push({ start: at, end: at + value.length, entity, score: 0.9 })
            }
            return found
          })
        )
    })
  )
