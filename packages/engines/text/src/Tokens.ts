/**
 * Counts the tokens of a text, for language models that are paid by tokens or have a limit of tokens.
 *
 * @since 0.2.0
 */

import { load as ranks } from "./internal/ranks.ts"

/**
 * Counts the tokens of a text.
 *
 * @category models
 * @since 0.2.0
 */
export type Counter = (text: string) => number

// A tokenizer takes quadratic time for a sequence without word boundaries. Ordinary texts have no sequence of this
// length.
const MAX_RUN_CHARACTERS = 128
const runs = new RegExp(`\\S{${MAX_RUN_CHARACTERS + 1},}|\\s{${MAX_RUN_CHARACTERS + 1},}`, "g")

/** Returns a counter that counts in pieces, which can only increase the count. */
const inPieces = (count: Counter): Counter => (text) => {
  let sum = 0
  let from = 0
  for (const { 0: run, index } of text.matchAll(runs)) {
    sum += index === from ? 0 : count(text.slice(from, index))
    for (let at = 0; at < run.length; at += MAX_RUN_CHARACTERS) sum += count(run.slice(at, at + MAX_RUN_CHARACTERS))
    from = index + run.length
  }
  return from === text.length ? sum : sum + count(text.slice(from))
}

/**
 * Returns a counter for the tokens of `o200k_base`, the encoding of GPT-4o and later OpenAI models. Text that looks
 * like a special token, `<|endoftext|>`, counts as ordinary text. The first call loads the encoding's table, a file of
 * 2.7 MB; a bundle needs this package installed next to it.
 *
 * Other models count differently, so `Budget` reserves a part of every budget.
 *
 * @category constructors
 * @since 0.2.0
 */
export const o200k = (): Promise<Counter> => loading ??= load()

let loading: Promise<Counter> | undefined

const load = async (): Promise<Counter> => {
  const { countTokens } = await ranks()
  const options = { disallowedSpecial: new Set<string>() }
  return inPieces((text) => countTokens(text, options))
}
