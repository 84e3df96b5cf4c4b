/**
 * Answers a question that needs several searches: plans questions, searches each within a budget, notes claims with the
 * words that say so, and writes a report of them. A model plans, notes and writes; every quotation is looked for on its
 * page, and what does not stand there is dropped and counted.
 *
 * It stops when the model has its answer, when searches bring nothing new, or when searches, tokens or time are used up.
 *
 * @since 0.1.0
 */
import type { Answerer } from "@dunlin/pipeline/Answerer"
import type * as Caller from "@dunlin/pipeline/Caller"
import type * as SearchRequest from "@dunlin/schema/SearchRequest"
import type * as LanguageModel from "effect/ai/LanguageModel"
import type * as Cause from "effect/Cause"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { Claim } from "./internal/research/notes.ts"

export type { Claim } from "./internal/research/notes.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /** Most searches. @default 8 */
  readonly maxSearches?: number | undefined
  /** Most tokens of passages that the model reads. @default 30000 */
  readonly maxTokens?: number | undefined
  /** How long it may take. @default "5 minutes" */
  readonly timeout?: Duration.Input | undefined
  /** Fields of each search beside its query. */
  readonly search?: Omit<SearchRequest.SearchRequestInput, "query"> | undefined
  /** @default Caller.local */
  readonly caller?: Caller.Caller | undefined
  /** Where an earlier run of the same question stopped, as its last `Noted` event tells. */
  readonly state?: State | undefined
}

/**
 * Everything a run knows: plain data that can be stored, and given to a later run to go on.
 *
 * @category models
 * @since 0.1.0
 */
export interface State {
  readonly question: string
  /** What is still to be searched for. */
  readonly open: ReadonlyArray<string>
  /** What was searched for. */
  readonly asked: ReadonlyArray<string>
  readonly claims: ReadonlyArray<Claim>
  /** Claims whose quotation does not stand on any of their pages. */
  readonly dropped: number
  /** Tokens of passages that the model was shown. */
  readonly tokens: number
  readonly credits: number
  /** Searches in a row that brought nothing new. */
  readonly idle: number
  readonly warnings: ReadonlyArray<string>
}

/**
 * @category models
 * @since 0.1.0
 */
export interface Report {
  readonly question: string
  /** Markdown; numbers in brackets are those of `claims`, which stand at its end. */
  readonly text: string
  readonly claims: ReadonlyArray<Claim>
  /** Claims and paragraphs that were left out because a quotation stood nowhere. */
  readonly dropped: number
  readonly stopped: Stop
  readonly searches: number
  readonly tokens: number
  readonly creditsUsed: number
  readonly warnings: ReadonlyArray<string>
}

/**
 * Why no more was searched for.
 *
 * @category models
 * @since 0.1.0
 */
export type Stop = "answered" | "nothing left to ask" | "nothing new" | "searches" | "tokens" | "time"

/**
 * @category models
 * @since 0.1.0
 */
export type ResearchEvent =
  | { readonly _tag: "Planned"; readonly questions: ReadonlyArray<string> }
  | { readonly _tag: "Searching"; readonly question: string }
  | { readonly _tag: "Noted"; readonly claims: number; readonly dropped: number; readonly state: State }
  | { readonly _tag: "Warning"; readonly message: string }
  | { readonly _tag: "Done"; readonly report: Report }

const StoredClaim = Schema.Struct({
  statement: Schema.String,
  quote: Schema.String,
  url: Schema.String,
  title: Schema.String,
  date: Schema.optionalKey(Schema.String),
  start: Schema.Int,
  end: Schema.Int
})

const StoredState = Schema.Struct({
  question: Schema.String,
  open: Schema.Array(Schema.String),
  asked: Schema.Array(Schema.String),
  claims: Schema.Array(StoredClaim),
  dropped: Schema.Int,
  tokens: Schema.Int,
  credits: Schema.Finite,
  idle: Schema.Int,
  warnings: Schema.Array(Schema.String)
})

/**
 * A state that was stored as JSON; undefined when the text is none.
 *
 * @category decoding
 * @since 0.1.0
 */
export const stateOf = (json: string): State | undefined =>
  Option.getOrUndefined(Schema.decodeUnknownOption(Schema.fromJsonString(StoredState))(json))

type Tell = (event: ResearchEvent) => Effect.Effect<void>

/**
 * Researches a question. Needs a model: any endpoint that speaks the OpenAI protocol, by `OpenAiCompatible`.
 *
 * @category running
 * @since 0.1.0
 */
export const run = Effect.fn("Research.run")(function*(
  question: string,
  options: Options & { readonly onEvent?: Tell | undefined } = {}
): Effect.fn.Return<Report, never, Answerer | LanguageModel.LanguageModel> {
  // what asks the model is loaded by the first run
  const research = yield* Effect.promise(() => import("./internal/research/rounds.ts"))
  return yield* research.run(question, options, options.onEvent ?? (() => Effect.void))
})

/**
 * The same run as events; the last one is `Done`.
 *
 * @category running
 * @since 0.1.0
 */
export const stream = (
  question: string,
  options: Options = {}
): Stream.Stream<ResearchEvent, never, Answerer | LanguageModel.LanguageModel> =>
  Stream.callback<ResearchEvent, never, Answerer | LanguageModel.LanguageModel>((queue) =>
    run(question, { ...options, onEvent: (event) => Effect.asVoid(Queue.offer(queue, event)) }).pipe(
      Effect.matchCauseEffect({
        onSuccess: () => Queue.end(queue),
        onFailure: (cause) => Queue.failCause(queue, cause as Cause.Cause<never>)
      })
    )
  )
