/** Finds the positions of a query's words in a displayed text. */
import { termOf, termsOf, unspaced } from "./sentences.ts"

export interface Match {
  readonly start: number
  readonly end: number
}

const words = /[\p{L}\p{N}\p{M}]+/gu
const notAscii = /[^\u0000-\u007f]/
/** Matches the URL of a link, which readers do not see. */
const address = /\]\([^()\s]{0,2000}\)/g

const ASCII_CHARACTERS = 128

/** The lower-case code of each ASCII letter and digit; 0 for other characters. */
const LOWER_CASE_CODES = Uint8Array.from({ length: ASCII_CHARACTERS }, (_, code) => {
  const character = String.fromCharCode(code)
  return /[a-z0-9]/i.test(character) ? character.toLowerCase().charCodeAt(0) : 0
})

/**
 * Returns the first letters of terms, as a set, because a typed array for all characters would cost more than most
 * texts.
 */
const startsOf = (terms: ReadonlySet<string>): ReadonlySet<number> => {
  const starts = new Set<number>()
  for (const term of terms) starts.add(term.charCodeAt(0))
  return starts
}

type Add = (start: number, end: number) => void

/**
 * Adds the terms of an ASCII text. A stem has the first letter of its word, so only words with the first letter of a
 * term are stemmed.
 */
const addAscii = (text: string, terms: ReadonlySet<string>, starts: ReadonlySet<number>, add: Add): void => {
  for (let at = 0; at < text.length; at++) {
    const first = LOWER_CASE_CODES[text.charCodeAt(at)]!
    if (first === 0) continue
    const start = at
    do at++
    while (at < text.length && LOWER_CASE_CODES[text.charCodeAt(at)] !== 0)
    if (!starts.has(first)) continue
    const term = termOf(text.slice(start, at).toLowerCase())
    if (term !== undefined && terms.has(term)) add(start, at)
  }
}

const addAny = (text: string, terms: ReadonlySet<string>, add: Add): void => {
  const has = (word: string) => termsOf(word).some((term) => terms.has(term))
  for (const { 0: word, index } of text.matchAll(words)) {
    if (!unspaced.test(word)) {
      if (has(word)) add(index, index + word.length)
      continue
    }
    // Scripts without spaces are matched by pairs of letters.
    const letters = [...word]
    if (letters.length === 1 && has(word)) add(index, index + word.length)
    let at = index
    for (let k = 0; k + 1 < letters.length; k++) {
      const pair = letters[k]! + letters[k + 1]!
      if (has(pair)) add(at, at + pair.length)
      at += letters[k]!.length
    }
  }
}

export const matcherOf = (query: string): (text: string) => ReadonlyArray<Match> => {
  const terms = new Set(termsOf(query))
  const starts = startsOf(terms)
  return (text) => {
    const out: Array<{ start: number; end: number }> = []
    if (terms.size === 0) return out
    const add = (start: number, end: number) => {
      const last = out.at(-1)
      if (last !== undefined && start < last.end) last.end = end
      else out.push({ start, end })
    }
    const read = text.includes("](") ? text.replace(address, (found) => " ".repeat(found.length)) : text
    if (notAscii.test(read)) addAny(read, terms, add)
    else addAscii(read, terms, starts, add)
    return out
  }
}
