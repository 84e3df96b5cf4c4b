/**
 * Redacts personal data and secrets in a text and leaves everything else unchanged. A pipeline withholds a page if
 * redaction fails. `layer` is the heuristic engine, which has no requirements.
 *
 * @since 0.1.0
 */
import type { Thresholds } from "@dunlin/pii/Detect"
import { union } from "@dunlin/pii/Union"
import type { RedactPiiOptions } from "@dunlin/schema/RedactPii"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { perEntity } from "./internal/kinds.ts"
import { repeating } from "./internal/repeated.ts"
import { replacing } from "./internal/replacing.ts"
import * as Threads from "./internal/threads.ts"
import { widening } from "./internal/widen.ts"
import { FINDING, inTurns, LOOK, merging, Pace, type Work } from "./internal/work.ts"
import * as PiiModel from "./PiiModel.ts"
import { RedactionError, Unsettled } from "./RedactionError.ts"
import type { Segment } from "./Replacement.ts"
import type { Entity, Span } from "./Span.ts"

/**
 * A redacted text and its findings.
 *
 * @category models
 * @since 0.1.0
 */
export interface Redaction {
  readonly text: string
  /** The findings in order, with offsets in the original text. */
  readonly spans: ReadonlyArray<Span>
  readonly counts: Record<Entity, number>
  /** Sentences for the response's `warning`. */
  readonly warnings: ReadonlyArray<string>
}

/**
 * The result of an engine: findings, and warnings for the caller.
 *
 * @category models
 * @since 0.1.0
 */
export interface Detection {
  readonly spans: ReadonlyArray<Span>
  readonly warnings: ReadonlyArray<string>
}

/**
 * **Example** (Find and redact)
 *
 * ```ts
 * import { Redactor } from "@dunlin/redaction"
 * import { Effect } from "effect"
 *
 * const program = Effect.gen(function*() {
 *   const redactor = yield* Redactor.Redactor
 *   const options = { mode: "fast", entities: ["EMAIL"], replaceStyle: "mask" } as const
 *   const { counts, text }: Redactor.Redaction = yield* redactor.redact("Write to ann@example.com.", options)
 *   return `${text} ${counts.EMAIL}`
 * })
 * console.log(await Effect.runPromise(Effect.provide(program, Redactor.layer))) // Write to ***************. 1
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Redactor extends Context.Service<Redactor, {
  /** Replaces the findings of `detect`. After a failure the text must not be passed on. */
  readonly redact: (text: string, options: RedactPiiOptions) => Effect.Effect<Redaction, RedactionError>

  /** Finds personal data without replacing it. Findings are in order and do not overlap. */
  readonly detect: (text: string, options: RedactPiiOptions) => Effect.Effect<ReadonlyArray<Span>, RedactionError>
}>()("@dunlin/redaction/Redactor") {}

/** A web page needs one or two passes. */
const MAX_PASSES = 12

const count = (spans: ReadonlyArray<Span>): Record<Entity, number> => {
  const counts = perEntity(() => 0)
  for (const span of spans) counts[span.entity]++
  return counts
}

function* backToOriginal(found: ReadonlyArray<Span>, segments: ReadonlyArray<Segment>): Work<ReadonlyArray<Span>> {
  const pace = new Pace()
  const spans: Array<Span> = []
  let next = 0
  for (const span of found) {
    if (pace.spend(FINDING)) yield
    while (next < segments.length && segments[next]!.outEnd < span.start) {
      next++
      if (pace.spend(LOOK)) yield
    }
    let from = span.start
    let i = next
    const emit = (to: number) => {
      const before = segments[i - 1]
      const shift = before === undefined ? 0 : before.end - before.outEnd
      if (to > from) spans.push({ ...span, start: from + shift, end: to + shift })
    }
    for (; i < segments.length && segments[i]!.outStart < span.end; i++) {
      emit(Math.min(segments[i]!.outStart, span.end))
      from = Math.max(from, segments[i]!.outEnd)
    }
    emit(span.end)
  }
  return spans
}

/**
 * Builds a redactor from an engine. `settle` checks the output repeatedly until there are no more findings, so that
 * redacting twice changes nothing. It must be cheap, so an engine with a model omits the model there.
 *
 * **Example** (A custom engine)
 *
 * ```ts
 * import { Redactor } from "@dunlin/redaction"
 * import { Effect } from "effect"
 *
 * const ticket = /\bT-\d{6}\b/g
 * const redactor = Redactor.make({
 *   name: "tickets",
 *   detect: (text): Effect.Effect<Redactor.Detection> =>
 *     Effect.succeed({
 *       spans: [...text.matchAll(ticket)].map(({ 0: found, index }) => ({
 *         start: index,
 *         end: index + found.length,
 *         entity: "SECRET",
 *         score: 1,
 *         reason: "ticket"
 *       })),
 *       warnings: []
 *     })
 * })
 * const options = { mode: "fast", entities: ["SECRET"], replaceStyle: "tag" } as const
 * console.log((await Effect.runPromise(redactor.redact("See T-123456.", options))).text) // See <SECRET>.
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (options: {
  readonly name: string
  readonly detect: (text: string, options: RedactPiiOptions) => Effect.Effect<Detection, RedactionError>
  readonly settle?:
    | ((text: string, options: RedactPiiOptions) => Effect.Effect<ReadonlyArray<Span>, RedactionError>)
    | undefined
}): Redactor["Service"] =>
  Redactor.of({
    detect: Effect.fn("Redactor.detect")(function*(text, request) {
      yield* Effect.annotateCurrentSpan({ engine: options.name, mode: request.mode })
      return (yield* options.detect(text, request)).spans
    }),
    redact: Effect.fn("Redactor.redact")(function*(text, request) {
      yield* Effect.annotateCurrentSpan({ engine: options.name, mode: request.mode })
      const detection = yield* options.detect(text, request)
      let spans = detection.spans
      const { replaceStyle } = request
      let replaced = yield* inTurns(replacing(text, spans, replaceStyle))
      // An unchanged text was already checked.
      for (let pass = 0; options.settle !== undefined && replaced.text !== text; pass++) {
        const found = yield* options.settle(replaced.text, request)
        const more = yield* inTurns(widening(replaced.text, found, pass))
        if ((yield* inTurns(replacing(replaced.text, more, replaceStyle))).text === replaced.text) break
        if (pass === MAX_PASSES) {
          return yield* new RedactionError({ engine: options.name, reason: new Unsettled() })
        }
        spans = yield* inTurns(merging(spans, yield* inTurns(backToOriginal(more, replaced.segments))))
        replaced = yield* inTurns(replacing(text, spans, replaceStyle))
      }
      return { text: replaced.text, spans, counts: count(spans), warnings: detection.warnings }
    })
  })

/**
 * The findings and their reasons, without any word of the text. It is for logs and audits.
 *
 * @category models
 * @since 0.1.0
 */
export interface Report {
  readonly counts: Record<Entity, number>
  /** The number of findings per rule or label, by `entity/reason`. */
  readonly reasons: Record<string, number>
  /** The number of findings per entity that repeat another finding. */
  readonly repeated: Record<Entity, number>
  readonly warnings: ReadonlyArray<string>
}

/**
 * Returns the report of a redaction.
 *
 * **Example** (Log a redaction without text)
 *
 * ```ts
 * import { Redactor } from "@dunlin/redaction"
 * import { Effect } from "effect"
 *
 * const options = { mode: "fast", entities: ["EMAIL"], replaceStyle: "tag" } as const
 * const redaction = await Effect.runPromise(Redactor.heuristic.redact("ann@example.com and bob@example.com", options))
 * const { reasons }: Redactor.Report = Redactor.report(redaction)
 * console.log(reasons) // { 'EMAIL/shape': 2 }
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const report = (redaction: Redaction): Report => {
  const reasons = new Map<string, number>()
  const repeated = perEntity(() => 0)
  for (const { entity, reason } of redaction.spans) {
    if (reason === "repeated") repeated[entity]++
    const key = `${entity}/${reason}`
    reasons.set(key, (reasons.get(key) ?? 0) + 1)
  }
  return { counts: redaction.counts, reasons: Object.fromEntries(reasons), repeated, warnings: redaction.warnings }
}

/**
 * Options of the heuristic engine.
 *
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * The ISO 3166 country whose national phone numbers are recognised without a prefix.
   *
   * @default "US"
   */
  readonly country?: string | undefined
  /**
   * Whether to redact every value after a password label, including examples in documentation.
   *
   * @default false
   */
  readonly strict?: boolean | undefined
  /**
   * The minimum score per entity. `explain` of `@dunlin/pii` shows the score of each finding.
   *
   * @default 0 for each entity
   */
  readonly thresholds?: Thresholds | undefined
}

/**
 * The warning if redaction requests a model but none is configured.
 *
 * **Example** (No model is configured)
 *
 * ```ts
 * import { Redactor } from "@dunlin/redaction"
 * import { Effect } from "effect"
 *
 * const options = { mode: "accurate", entities: ["EMAIL"], replaceStyle: "tag" } as const
 * const { warnings } = await Effect.runPromise(Redactor.heuristic.redact("ann@example.com", options))
 * console.log(warnings[0] === Redactor.noModelWarning) // true
 * ```
 *
 * @category constants
 * @since 0.1.0
 */
export const noModelWarning = "redactPII: no model is configured, so the heuristic engine was used"

/** Loaded with the first redaction, because word lists and phone metadata are large. */
const engine = Effect.runSync(Effect.cached(Effect.promise(() => import("./Heuristics.ts"))))

/** Takes at most 0.1 s. A larger text is processed in a thread. */
const MAX_SYNCHRONOUS_CHARACTERS = 32_768

type Find = (text: string, request: RedactPiiOptions) => Effect.Effect<ReadonlyArray<Span>, RedactionError>

const finder = (options: Options, inThread?: Threads.Detect): Find => (text, request) => {
  const settings = {
    entities: request.entities,
    recall: request.mode === "aggressive",
    country: options.country,
    strict: options.strict,
    thresholds: options.thresholds
  }
  return inThread !== undefined && text.length > MAX_SYNCHRONOUS_CHARACTERS
    ? inThread({ text, options: settings })
    : Effect.map(engine, ({ detect }) => detect(text, settings))
}

const heuristics = (options: Options) => Effect.map(Threads.make, (inThread) => finder(options, inThread))

const byHeuristics = (find: Find): Redactor["Service"] =>
  make({
    name: "heuristic",
    detect: (text, request) =>
      Effect.map(find(text, request), (spans) => ({
        spans,
        warnings: request.mode === "fast" ? [] : [noModelWarning]
      })),
    settle: find
  })

/**
 * The heuristic engine as a value, without a layer. It is for short texts, which need no thread.
 *
 * **Example** (Without a layer)
 *
 * ```ts
 * import { Redactor } from "@dunlin/redaction"
 * import { Effect } from "effect"
 *
 * const options = { mode: "fast", entities: ["FINANCIAL"], replaceStyle: "tag" } as const
 * const spans = await Effect.runPromise(Redactor.heuristic.detect("Card 4111 1111 1111 1111", options))
 * console.log(spans.map(({ end, entity, start }) => [entity, start, end])) // [ [ 'FINANCIAL', 5, 24 ] ]
 * ```
 *
 * @category services
 * @since 0.2.0
 */
export const heuristic: Redactor["Service"] = byHeuristics(finder({}))

/**
 * Returns the heuristic engine with options. Large texts are processed in threads, which stop with the layer. It uses
 * no model: `accurate` runs the engine at its precise setting and adds a warning.
 *
 * **Example** (German phone numbers)
 *
 * ```ts
 * import { Redactor } from "@dunlin/redaction"
 * import { Effect } from "effect"
 *
 * const country: Redactor.Options = { country: "DE" }
 * const options = { mode: "fast", entities: ["PHONE"], replaceStyle: "tag" } as const
 * const program = Redactor.Redactor.use((_) => _.redact("Tel. 030 901820", options))
 * console.log((await Effect.runPromise(Effect.provide(program, Redactor.layerHeuristic(country)))).text) // Tel. <PHONE>
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerHeuristic = (options: Options = {}): Layer.Layer<Redactor> =>
  Layer.effect(Redactor, Effect.map(heuristics(options), byHeuristics))

/**
 * Options of an engine with a model.
 *
 * @category options
 * @since 0.1.0
 */
export type ModelOptions = Options & {
  /**
   * The minimum score of a model's finding for `accurate`.
   *
   * @default 0.5
   */
  readonly threshold?: number | undefined
  /**
   * The minimum score of a model's finding for `aggressive`.
   *
   * @default 0.3
   */
  readonly recallThreshold?: number | undefined
  /**
   * The ISO 639-1 code of the texts' language.
   *
   * @default "en"
   */
  readonly language?: string | undefined
}

/**
 * Returns the engine with a model. `accurate` only uses the model's findings. `aggressive` adds the heuristics at their
 * widest setting and every other mention of a found name or address. `fast` uses no model. If the model fails,
 * redaction fails.
 *
 * **Example** (With a model)
 *
 * ```ts
 * import { PiiModel, Redactor } from "@dunlin/redaction"
 * import { Effect, Layer } from "effect"
 *
 * // in place of `Presidio.layer({ url })`, or one of the other models
 * const model = Layer.succeed(PiiModel.PiiModel, {
 *   name: "names",
 *   detect: (text) => {
 *     const start = text.indexOf("Ada")
 *     return Effect.succeed([{ start, end: start + 3, entity: "PERSON", score: 0.9, reason: "PERSON" }])
 *   }
 * })
 * const believed: Redactor.ModelOptions = { threshold: 0.8 }
 * const options = { mode: "accurate", entities: ["PERSON"], replaceStyle: "tag" } as const
 * const program = Redactor.Redactor.use((_) => _.redact("Hello Ada", options))
 * const redactor = Redactor.layerModel(believed).pipe(Layer.provide(model))
 * console.log((await Effect.runPromise(Effect.provide(program, redactor))).text) // Hello <PERSON>
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerModel = (options: ModelOptions = {}): Layer.Layer<Redactor, never, PiiModel.PiiModel> =>
  Layer.effect(
    Redactor,
    Effect.gen(function*() {
      const model = yield* PiiModel.PiiModel
      const find = yield* heuristics(options)
      return make({
        name: model.name,
        detect: Effect.fnUntraced(function*(text, request) {
          if (request.mode === "fast") return { spans: yield* find(text, request), warnings: [] }
          const found = yield* model.detect(text, {
            entities: request.entities,
            language: options.language ?? "en"
          })
          const least = request.mode === "accurate" ? options.threshold ?? 0.5 : options.recallThreshold ?? 0.3
          const believed = found.filter((span) => span.score >= least)
          if (request.mode === "accurate") return { spans: union(believed), warnings: [] }
          const both = union([...believed, ...(yield* find(text, request))])
          return { spans: union([...both, ...(yield* inTurns(repeating(text, both)))]), warnings: [] }
        }),
        // In mode `accurate`, findings of the model are not checked again.
        settle: (text, request) => request.mode === "accurate" ? Effect.succeed([]) : find(text, request)
      })
    })
  )

/**
 * The heuristic engine with its default options.
 *
 * **Example** (Only heuristics)
 *
 * ```ts
 * import { Redactor } from "@dunlin/redaction"
 * import { Effect } from "effect"
 *
 * const options = { mode: "fast", entities: ["EMAIL"], replaceStyle: "tag" } as const
 * const program = Redactor.Redactor.use((_) => _.redact("To ann@example.com", options))
 * console.log((await Effect.runPromise(Effect.provide(program, Redactor.layer))).text) // To <EMAIL>
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<Redactor> = layerHeuristic()

/**
 * An engine that finds and changes nothing.
 *
 * **Example** (Disable redaction)
 *
 * ```ts
 * import { Redactor } from "@dunlin/redaction"
 * import { Effect } from "effect"
 *
 * const options = { mode: "fast", entities: ["EMAIL"], replaceStyle: "tag" } as const
 * const program = Redactor.Redactor.use((_) => _.redact("ann@example.com", options))
 * console.log((await Effect.runPromise(Effect.provide(program, Redactor.layerNoop))).text) // ann@example.com
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerNoop: Layer.Layer<Redactor> = Layer.succeed(
  Redactor,
  make({ name: "noop", detect: () => Effect.succeed({ spans: [], warnings: [] }) })
)
