/**
 * How many tokens a text is, for those who pay by tokens or have room for so many.
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
 * The tokens of `o200k_base`, the encoding of GPT-4o and later models of OpenAI. What a page writes like a special
 * token, `<|endoftext|>`, counts as the text it is. The first run loads the table of the encoding.
 *
 * Other models count otherwise: `Budget` keeps a part of every budget back for that.
 *
 * @category constructors
 * @since 0.1.0
 */
export const o200k: Effect.Effect<Counter> = Effect.promise(Tokens.o200k)

/**
 * Who counts tokens in this context. Whoever runs a model with another tokenizer puts its counter here.
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
