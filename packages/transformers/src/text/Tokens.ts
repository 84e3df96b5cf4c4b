/**
 * Counts the tokens of a text, for callers with token costs or limits.
 *
 * @since 0.1.0
 */
import * as Tokens from "@dunlin/text/Tokens"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * Counts the tokens of a text.
 *
 * @category models
 * @since 0.1.0
 */
export type Counter = Tokens.Counter

/**
 * Counts tokens of `o200k_base`, the encoding of GPT-4o and later OpenAI models. Text that looks like a special token,
 * `<|endoftext|>`, counts as ordinary text. The first use loads the encoding's table.
 *
 * Other models count differently, so `Budget` reserves a share of every limit.
 *
 * @category constructors
 * @since 0.1.0
 */
export const o200k: Effect.Effect<Counter> = Effect.promise(Tokens.o200k)

/**
 * The token counter of this context. Provide another one for a model with another tokenizer.
 *
 * @category references
 * @since 0.1.0
 */
export const Tokenizer = Context.Reference<Effect.Effect<Counter>>("@dunlin/transformers/Tokenizer", {
  defaultValue: () => o200k
})

/**
 * The counter of this context.
 *
 * @category accessors
 * @since 0.1.0
 */
export const counter: Effect.Effect<Counter> = Effect.flatMap(Tokenizer, (load) => load)
