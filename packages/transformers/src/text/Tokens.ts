/**
 * How many tokens a text is, for those who pay by tokens or have room for so many.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * Counts the tokens of a text.
 *
 * @category models
 * @since 0.1.0
 */
export type Counter = (text: string) => number

// A tokenizer needs time that grows with the square of a run without borders; none in a text that is read is so long.
const longestRun = 128
const runs = new RegExp(`\\S{${longestRun + 1},}|\\s{${longestRun + 1},}`, "g")

/** Counts long runs piece by piece, which can only make the count larger. */
const inPieces = (count: Counter): Counter => (text) => {
  let sum = 0
  let from = 0
  for (const { 0: run, index } of text.matchAll(runs)) {
    sum += index === from ? 0 : count(text.slice(from, index))
    for (let at = 0; at < run.length; at += longestRun) sum += count(run.slice(at, at + longestRun))
    from = index + run.length
  }
  return from === text.length ? sum : sum + count(text.slice(from))
}

/**
 * The tokens of `o200k_base`, the encoding of GPT-4o and later models of OpenAI. What a page writes like a special
 * token, `<|endoftext|>`, counts as the text it is. Its table is loaded when it is asked for the first time.
 *
 * Other models count otherwise: `Budget` keeps a part of every budget back for that.
 *
 * @category constructors
 * @since 0.1.0
 */
export const o200k: Effect.Effect<Counter> = Effect.promise(() => loading ??= load())

let loading: Promise<Counter> | undefined

const load = async (): Promise<Counter> => {
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base")
  const options = { disallowedSpecial: new Set<string>() }
  return inPieces((text) => countTokens(text, options))
}

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
