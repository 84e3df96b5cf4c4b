/**
 * Selects, with a model, the passages that answer a question, for answers with a token limit (`Budget.pack`). The
 * model receives numbered passages and returns numbers, so the selected text is always the page's own.
 *
 * @since 0.2.0
 */
import type * as LanguageModel from "effect/ai/LanguageModel"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"

/**
 * The selection of a filter.
 *
 * @category models
 * @since 0.2.0
 */
export interface Choice {
  /** The indexes of the needed passages, most useful first; absent if there is no selection. */
  readonly kept?: ReadonlyArray<number> | undefined
  readonly warning?: string | undefined
}

/**
 * Selects passages. It never fails. If there is no selection, the ranking without a model is used.
 *
 * @category models
 * @since 0.2.0
 */
export type Filter = (question: string, passages: ReadonlyArray<string>) => Effect.Effect<Choice>

/**
 * The passage filter of this context. By default none exists.
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
  /** The timeout of the model's response, including retries. @default "20 seconds" */
  readonly timeout?: Duration.Input | undefined
  /** The maximum number of concurrent model requests. @default 4 */
  readonly concurrency?: number | undefined
}

/** `pack` stages send fewer tokens. */
const INPUT_TOKENS = 24_000
/** One call, and one retry for a busy endpoint. */
const CALLS_PER_PROMPT = 2

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

const numbered = (passages: ReadonlyArray<string>): string =>
  passages.map((passage, at) => `[${at + 1}] ${passage.replace(/\s+/g, " ").trim()}`).join("\n\n")

const choiceIn = (reply: unknown, passages: number): ReadonlyArray<number> | undefined => {
  const paragraphs = typeof reply === "object" && reply !== null && "paragraphs" in reply ? reply.paragraphs : undefined
  if (!Array.isArray(paragraphs)) return undefined
  return [...new Set(paragraphs)].filter((number) => Number.isInteger(number) && number >= 1 && number <= passages)
    .map((number) => number - 1)
}

/**
 * Builds a filter that calls a language model once per answer.
 *
 * @category layers
 * @since 0.2.0
 */
export const layer = (options: Options = {}): Layer.Layer<never, never, LanguageModel.LanguageModel> =>
  Layer.effect(
    PassageFilter,
    Effect.gen(function*() {
      const [{ LanguageModel }, { make }, { parseJson }] = yield* Effect.promise(() =>
        Promise.all([
          import("effect/ai/LanguageModel"),
          import("../internal/model/ask.ts"),
          import("../internal/model/parseJson.ts")
        ])
      )
      const model = yield* LanguageModel
      const timeout = options.timeout ?? "20 seconds"
      const begin = yield* make(model, {
        inputTokens: INPUT_TOKENS,
        outputTokens: 1000,
        timeout,
        concurrency: options.concurrency ?? 4,
        calls: CALLS_PER_PROMPT,
        pageTokens: CALLS_PER_PROMPT * INPUT_TOKENS
      })
      const filter: Filter = Effect.fnUntraced(function*(question, passages) {
        const { ask } = yield* begin(timeout)
        const reply = yield* ask({ instruction: instruction(question), markdown: numbered(passages), form })
        if (Result.isFailure(reply)) return { warning: `The passages were chosen without a model: ${reply.failure}.` }
        const chosen = choiceIn(parseJson(reply.success.text), passages.length)
        return chosen === undefined
          ? { warning: "The passages were chosen without a model: its response contains no list of passages." }
          : { kept: chosen }
      })
      return filter
    })
  )
