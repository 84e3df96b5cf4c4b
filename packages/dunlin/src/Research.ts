/**
 * Answers a question that needs several searches. A model plans queries and writes a report from claims with
 * quotations. Claims whose quotation is not on its page are dropped and counted. A run stops when the model has its
 * answer, when searches find nothing new, or at a limit.
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
  /** Maximum number of searches. @default 8 */
  readonly maxSearches?: number | undefined
  /** Maximum number of tokens of passages that the model reads. @default 30000 */
  readonly maxTokens?: number | undefined
  /** Timeout of the run. @default "5 minutes" */
  readonly timeout?: Duration.Input | undefined
  /** Fields of each search, except its query. */
  readonly search?: Omit<SearchRequest.SearchRequestInput, "query"> | undefined
  /** @default Caller.local */
  readonly caller?: Caller.Caller | undefined
  /** The state of an earlier run of the same question, from its last `Noted` event. */
  readonly state?: State | undefined
}

/**
 * The complete state of a run as plain data. Store it, and pass it to a later run to resume.
 *
 * @category models
 * @since 0.1.0
 */
export interface State {
  readonly question: string
  readonly open: ReadonlyArray<string>
  readonly asked: ReadonlyArray<string>
  readonly claims: ReadonlyArray<Claim>
  /** Number of claims whose quotation is not on its page. */
  readonly dropped: number
  /** Tokens of passages shown to the model. */
  readonly tokens: number
  readonly credits: number
  /** Consecutive searches that found nothing new. */
  readonly idle: number
  readonly warnings: ReadonlyArray<string>
}

/**
 * @category models
 * @since 0.1.0
 */
export interface Report {
  readonly question: string
  /** Markdown of the report. Numbers in brackets refer to `claims`, which are listed at the end. */
  readonly text: string
  readonly claims: ReadonlyArray<Claim>
  /** Number of claims and paragraphs that were dropped because their quotation is not on the page. */
  readonly dropped: number
  readonly stopped: Stop
  readonly searches: number
  readonly tokens: number
  readonly creditsUsed: number
  readonly warnings: ReadonlyArray<string>
}

/**
 * Why the run stopped searching.
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
 * Parses a state that was stored as JSON. Returns `undefined` if the text is not a state.
 *
 * @category decoding
 * @since 0.1.0
 */
export const stateOf = (json: string): State | undefined =>
  Option.getOrUndefined(Schema.decodeUnknownOption(Schema.fromJsonString(StoredState))(json))

type Emit = (event: ResearchEvent) => Effect.Effect<void>

/**
 * Researches a question. Requires a model: any OpenAI-compatible endpoint works through `OpenAiCompatible`.
 *
 * @category running
 * @since 0.1.0
 */
export const run = Effect.fn("Research.run")(function*(
  question: string,
  options: Options & { readonly onEvent?: Emit | undefined } = {}
): Effect.fn.Return<Report, never, Answerer | LanguageModel.LanguageModel> {
  const research = yield* Effect.promise(() => import("./internal/research/rounds.ts"))
  return yield* research.run(question, options, options.onEvent ?? (() => Effect.void))
})

/**
 * Runs the research and returns events. The last event is `Done`.
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
