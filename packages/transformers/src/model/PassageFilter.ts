/**
 * A model that says which passages answer a question, for whoever packs them into a budget (`Budget.pack`).
 *
 * It is shown passages and answers with their numbers, so what is kept of it is still the page, word for word: a model
 * that lies, or a page that speaks to it, can at most choose badly.
 *
 * @since 0.2.0
 */
import * as LanguageModel from "effect/ai/LanguageModel"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"

/**
 * What a filter says.
 *
 * @category models
 * @since 0.2.0
 */
export interface Choice {
  /** Places of the passages that are needed, the most useful first; absent when no choice could be had. */
  readonly kept?: ReadonlyArray<number> | undefined
  /** Why there is no choice. */
  readonly warning?: string | undefined
}

/**
 * Chooses passages. Never fails: what cannot be chosen is left to the ranking without a model.
 *
 * @category models
 * @since 0.2.0
 */
export type Filter = (question: string, passages: ReadonlyArray<string>) => Effect.Effect<Choice>

/**
 * The filter of whoever packs passages; none by default.
 *
 * @category references
 * @since 0.2.0
 */
export const PassageFilter: Context.Reference<Filter | undefined> = Context.Reference(
  "@dunlin/transformers/PassageFilter",
  { defaultValue: (): Filter | undefined => undefined }
)

/**
 * @category options
 * @since 0.2.0
 */
export interface Options {
  /** Time for the answer of the model, repeated tries included. @default "20 seconds" */
  readonly timeout?: Duration.Input | undefined
  /** Answers that are waited for at the same time. @default 4 */
  readonly concurrency?: number | undefined
}

/** Tokens of passages that are shown at once; `pack` stages show fewer. */
const inputTokens = 24_000
/** A call, and another when the endpoint was busy. */
const calls = 2

const instruction = (question: string): string =>
  "Each paragraph of the text begins with its number in brackets. Choose the paragraphs that somebody needs who has to " +
  `answer this question: ${JSON.stringify(question)}. Leave out what says nothing towards an answer and what repeats ` +
  "another one. Answer with JSON: {\"paragraphs\":[2,5]}, the most useful number first; an empty list when none helps."

const form = {
  type: "schema",
  schema: {
    type: "object",
    additionalProperties: false,
    required: ["paragraphs"],
    properties: { paragraphs: { type: "array", items: { type: "integer" } } }
  }
} as const

/** Numbers begin at 1, as people count. */
const numbered = (passages: ReadonlyArray<string>): string =>
  passages.map((passage, at) => `[${at + 1}] ${passage.replace(/\s+/g, " ").trim()}`).join("\n\n")

const choiceIn = (reply: unknown, passages: number): ReadonlyArray<number> | undefined => {
  const said = typeof reply === "object" && reply !== null && "paragraphs" in reply ? reply.paragraphs : undefined
  if (!Array.isArray(said)) return undefined
  return [...new Set(said)].filter((number) => Number.isInteger(number) && number >= 1 && number <= passages)
    .map((number) => number - 1)
}

/**
 * A filter that asks a language model once for each answer.
 *
 * @category layers
 * @since 0.2.0
 */
export const layer = (options: Options = {}): Layer.Layer<never, never, LanguageModel.LanguageModel> =>
  Layer.effect(
    PassageFilter,
    Effect.gen(function*() {
      const model = yield* LanguageModel.LanguageModel
      const [{ make }, { parseJson }] = yield* Effect.promise(() =>
        Promise.all([import("../internal/model/ask.ts"), import("../internal/model/parseJson.ts")])
      )
      const timeout = options.timeout ?? "20 seconds"
      const begin = yield* make(model, {
        inputTokens,
        outputTokens: 1000,
        timeout,
        concurrency: options.concurrency ?? 4,
        calls,
        pageTokens: calls * inputTokens
      })
      const filter: Filter = Effect.fnUntraced(function*(question, passages) {
        const { ask } = yield* begin(timeout)
        const reply = yield* ask({ instruction: instruction(question), markdown: numbered(passages), form })
        if (Result.isFailure(reply)) return { warning: `The passages were chosen without a model: ${reply.failure}.` }
        const kept = choiceIn(parseJson(reply.success.text), passages.length)
        return kept === undefined
          ? { warning: "The passages were chosen without a model: its answer has no list of them." }
          : { kept }
      })
      return filter
    })
  )
