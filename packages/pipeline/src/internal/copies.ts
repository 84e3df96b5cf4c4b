/** Detects copies among results: pages with equal or nearly equal text, on any host. */
import * as Fnv from "@dunlin/text/Fnv"

/** Shorter texts, such as error pages and consent dialogs, do not identify a page. */
const MIN_WORDS_OF_COPY = 60

/** A shingle is a sequence of words, and the unit of comparison (Broder 1997). */
const WORDS_PER_SHINGLE = 3

/** The shingles with the lowest hashes, which are a random sample of the text. */
const MAX_SHINGLES = 400

/** Minimum share of equal shingles. With the same title, one word in a hundred may differ, for example in a date. */
const MIN_SHARE_OF_COPY = 0.95

const MAX_UNITS_OF_TEXT = 200_000

const word = /[\p{L}\p{N}]+/gu

const hashOf = (text: string): number => {
  let hash = Fnv.OFFSET
  for (let at = 0; at < text.length; at++) hash = Fnv.step(hash, text.charCodeAt(at))
  return hash >>> 0
}

const sketchOf = (text: string | undefined): Uint32Array | undefined => {
  const words = text?.slice(0, MAX_UNITS_OF_TEXT).toLowerCase().match(word) ?? []
  if (words.length < MIN_WORDS_OF_COPY) return undefined
  const hashes = new Set<number>()
  for (let at = 0; at + WORDS_PER_SHINGLE <= words.length; at++) {
    hashes.add(hashOf(words.slice(at, at + WORDS_PER_SHINGLE).join(" ")))
  }
  return Uint32Array.from(hashes).sort().subarray(0, MAX_SHINGLES)
}

const likeness = (left: Uint32Array, right: Uint32Array): number => {
  let both = 0
  let all = 0
  const most = Math.max(left.length, right.length)
  for (let at = 0, other = 0; all < most && (at < left.length || other < right.length); all++) {
    const one = left[at] ?? Infinity
    const two = right[other] ?? Infinity
    if (one === two) both++
    if (one <= two) at++
    if (two <= one) other++
  }
  return all === 0 ? 0 : both / all
}

export interface Read {
  readonly title: string
  readonly text: string | undefined
}

/**
 * Returns, for each page, the index of the first earlier page that it copies. If titles differ, texts must be equal,
 * because two records of a list may differ in one number.
 */
export const copiesIn = (pages: ReadonlyArray<Read>): ReadonlyArray<number | undefined> => {
  const sketches = pages.map(({ text }) => sketchOf(text))
  const originals: Array<number> = []
  return sketches.map((sketch, at) => {
    if (sketch === undefined) return undefined
    const found = originals.find((original) => {
      const isTitled = pages[original]!.title.toLowerCase() === pages[at]!.title.toLowerCase()
      return likeness(sketches[original]!, sketch) >= (isTitled ? MIN_SHARE_OF_COPY : 1)
    })
    if (found === undefined) originals.push(at)
    return found
  })
}

export interface Copy {
  readonly url: string
  readonly of: string
}

const MAX_NAMED = 5

export const saidOf = (copies: ReadonlyArray<Copy>, isNamed: boolean): ReadonlyArray<string> => {
  if (copies.length === 0) return []
  const lead = copies.length === 1
    ? "1 result has the same text as another one and was omitted"
    : `${copies.length} results have the same text as another one and were omitted`
  if (!isNamed) return [`${lead}.`]
  const named = copies.slice(0, MAX_NAMED).map((copy) => `${copy.url} (as ${copy.of})`).join(", ")
  return [`${lead}: ${named}${copies.length > MAX_NAMED ? ` and ${copies.length - MAX_NAMED} more` : ""}.`]
}
