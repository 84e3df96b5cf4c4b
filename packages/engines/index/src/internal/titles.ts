/** Measures how well a title matches a query. A query that equals a title refers to that page. */
import type { Concept } from "./concepts.ts"
import { fold } from "./fold.ts"
import { stopWords } from "./stopWords.ts"
import { eachWord } from "./tokens.ts"

const STOP_SHARE = 0.25
/** Similarity of a part of a title, for example of `Streams | Node.js`, relative to the whole title. */
const PART_SHARE = 0.93
/** Similarity if the words are in another order than in the title. */
const DISORDER_SHARE = 0.9

/** The words of a query that titles should have. `alike` has alternatives, each with a similarity of at most 1. */
export interface Wanted {
  readonly word: string
  readonly alike: ReadonlyMap<string, number>
}

export const wordsOf = (text: string): ReadonlyArray<string> => {
  const out: Array<string> = []
  eachWord(text, (start, end) => {
    out.push(fold(text.slice(start, end)))
  })
  return out
}

const weightOf = (word: string): number => (stopWords.has(word) ? STOP_SHARE : 1)

/** Returns the wanted words of a query. A joined word counts as two. */
export const wanted = (
  query: string,
  near: ReadonlyMap<string, ReadonlyMap<string, number>>,
  corrected: ReadonlyMap<string, string>
): ReadonlyArray<Wanted> =>
  wordsOf(query).flatMap((word) => {
    const halves = corrected.get(word)?.split(" ") ?? []
    return (halves.length > 1 ? halves : [word]).map((each) => ({ word: each, alike: near.get(each) ?? new Map() }))
  })

interface Words {
  readonly words: ReadonlyArray<string>
  readonly stems: ReadonlyArray<string>
  readonly weight: number
}

/** The words of a whole title, followed by those of each part if it has several. */
export type Title = ReadonlyArray<Words>

interface Stemmed extends Wanted {
  readonly stem: string
  readonly weight: number
}

export const stemmed = (
  query: ReadonlyArray<Wanted>,
  stem: (word: string) => string
): ReadonlyArray<Stemmed> => query.map((each) => ({ ...each, stem: stem(each.word), weight: weightOf(each.word) }))

const likenessOf = (word: string, stem: string, { alike, stem: own, word: typed }: Stemmed): number =>
  word === typed ? 1 : stem === own ? 0.97 : alike.size === 0 ? 0 : alike.get(word) ?? 0

/** Number of words of a title that are marked in the bits of one number. Few titles have more. */
const BITS_PER_MASK = 32

const compare = ({ stems, weight, words }: Words, query: ReadonlyArray<Stemmed>): number => {
  let matched = 0
  let queryMatched = 0
  let queryTotal = 0
  let used = 0
  let usedBehind: Set<number> | undefined
  let last = -1
  let ordered = true
  for (const wanted of query) {
    queryTotal += wanted.weight
    let best = 0
    let where = -1
    for (let at = 0; at < words.length; at++) {
      const likeness = likenessOf(words[at]!, stems[at]!, wanted)
      if (likeness > best && (at < BITS_PER_MASK ? (used & (1 << at)) === 0 : usedBehind?.has(at) !== true)) {
        best = likeness
        where = at
      }
    }
    if (where < 0) continue
    if (where < BITS_PER_MASK) used |= 1 << where
    else (usedBehind ??= new Set()).add(where)
    if (where < last) ordered = false
    last = where
    queryMatched += wanted.weight * best
    matched += weightOf(words[where]!) * best
  }
  if (weight === 0 || queryTotal === 0) return 0
  return (queryMatched / queryTotal) ** 2 * (matched / weight) * (ordered ? 1 : DISORDER_SHARE)
}

const separators = /\s+[|–—·•:-]\s+|:\s+/

const partsOf = (title: string): ReadonlyArray<string> =>
  separators.test(title) ? [title, ...title.split(separators)] : [title]

const mark = "="
const MIN_TITLE_WORDS = 2
const MAX_TITLE_WORDS = 9
const MAX_UNITS_OF_TITLE = 120
const MAX_TITLE_PARTS = 4

const termOf = (words: ReadonlyArray<string>): string | undefined => {
  if (words.length < MIN_TITLE_WORDS || words.length > MAX_TITLE_WORDS) return undefined
  const term = mark + words.join(" ")
  return term.length > MAX_UNITS_OF_TITLE ? undefined : term
}

/**
 * Returns one term for each part of a title, which stands for the whole part. With it, a query finds a title of stop
 * words only, such as `What is it for`.
 */
export const wholes = (title: string): ReadonlySet<string> =>
  new Set(partsOf(title).slice(0, MAX_TITLE_PARTS).flatMap((part) => termOf(wordsOf(part)) ?? []))

/** Returns the term for a whole title; `undefined` for a query of a single word or of too many words. */
export const whole = (query: string): string | undefined => termOf(wordsOf(query))

/** Returns the term for the start of a title. The last word may be incomplete. */
export const beginning = (words: ReadonlyArray<string>): string => mark + words.join(" ")

/** Returns which part of a title starts with words: 0 for the whole title, -1 for none. */
export const beginsWith = (title: string, words: string): number =>
  partsOf(title).findIndex((part) => wordsOf(part).join(" ").startsWith(words))

export const read = (title: string, stem: (word: string) => string): Title =>
  partsOf(title).map((text) => {
    const words = wordsOf(text)
    return { words, stems: words.map(stem), weight: words.reduce((sum, word) => sum + weightOf(word), 0) }
  })

/** Returns how similar a title is to a query: 1 if both have the same words in the same order. */
export const likeness = (title: Title, query: ReadonlyArray<Stemmed>): number => {
  const whole = title[0]
  if (whole === undefined || query.length === 0) return 0
  let best = compare(whole, query)
  // If the whole title has no match, its parts have none, either.
  if (best === 0 || best >= PART_SHARE) return best
  for (let part = 1; part < title.length; part++) best = Math.max(best, PART_SHARE * compare(title[part]!, query))
  return best
}

export const textOf = (concepts: ReadonlyArray<Concept>): string =>
  concepts.filter(({ isRepeated }) => isRepeated !== true).map(({ typed }) => typed).join(" ")
