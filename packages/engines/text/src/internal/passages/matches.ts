/** Positions of a query's words in a displayed text. */
import { termOf, termsOf, unspaced } from "./sentences.ts"

export interface Match {
  readonly start: number
  readonly end: number
}

const words = /[\p{L}\p{N}\p{M}]+/gu
/** Words of ASCII text. This pattern is several times faster. */
const asciiWords = /[a-z0-9]+/gi
const notAscii = /[^\u0000-\u007f]/
/** Link URLs, which readers do not see. */
const address = /\]\([^()\s]{0,2000}\)/g

export const matchesOf = (text: string, terms: ReadonlySet<string>): ReadonlyArray<Match> => {
  const out: Array<{ start: number; end: number }> = []
  if (terms.size === 0) return out
  const has = (word: string) => termsOf(word).some((term) => terms.has(term))
  const add = (start: number, end: number) => {
    const last = out.at(-1)
    if (last !== undefined && start < last.end) last.end = end
    else out.push({ start, end })
  }
  const read = text.includes("](") ? text.replace(address, (found) => " ".repeat(found.length)) : text
  if (!notAscii.test(read)) {
    for (const { 0: word, index } of read.matchAll(asciiWords)) {
      const term = termOf(word.toLowerCase())
      if (term !== undefined && terms.has(term)) add(index, index + word.length)
    }
    return out
  }
  for (const { 0: word, index } of read.matchAll(words)) {
    if (!unspaced.test(word)) {
      if (has(word)) add(index, index + word.length)
      continue
    }
    // Pairs of letters replace words in scripts without spaces.
    const letters = [...word]
    if (letters.length === 1 && has(word)) add(index, index + word.length)
    let at = index
    for (let k = 0; k + 1 < letters.length; k++) {
      const pair = letters[k]! + letters[k + 1]!
      if (has(pair)) add(at, at + pair.length)
      at += letters[k]!.length
    }
  }
  return out
}
