/** How well a title answers a query that names it: whoever types a title wants that page. */
import { fold } from "./fold.ts"
import type { Concept } from "./plan.ts"
import { stopWords } from "./stopWords.ts"
import { eachWord } from "./tokens.ts"

/** A stop word counts this much of a word. */
const stopShare = 0.25
/** A part of a title (`Streams | Node.js`) counts this much of the whole. */
const partShare = 0.93
/** Words in another order than in the title. */
const disorderShare = 0.9

/** A word of the query with what may stand for it, each with its likeness up to 1. */
export interface Wanted {
  readonly word: string
  readonly alike: ReadonlyMap<string, number>
}

const wordsOf = (text: string): ReadonlyArray<string> => {
  const out: Array<string> = []
  eachWord(text, (start, end) => {
    out.push(fold(text.slice(start, end)))
  })
  return out
}

const weightOf = (word: string): number => (stopWords.has(word) ? stopShare : 1)

/** The words of a query as titles are compared with them; two words that were written as one are two. */
export const wanted = (
  query: string,
  near: ReadonlyMap<string, ReadonlyMap<string, number>>,
  corrected: ReadonlyMap<string, string>
): ReadonlyArray<Wanted> =>
  wordsOf(query).flatMap((word) => {
    const halves = corrected.get(word)?.split(" ") ?? []
    return (halves.length > 1 ? halves : [word]).map((each) => ({ word: each, alike: near.get(each) ?? new Map() }))
  })

const compare = (
  words: ReadonlyArray<string>,
  query: ReadonlyArray<Wanted>,
  stem: (word: string) => string
): number => {
  let matched = 0
  let total = 0
  let queryMatched = 0
  let queryTotal = 0
  const used = new Set<number>()
  let last = -1
  let ordered = true
  const stems = words.map(stem)
  for (const { alike, word } of query) {
    const weight = weightOf(word)
    queryTotal += weight
    let best = 0
    let where = -1
    const own = stem(word)
    for (let at = 0; at < words.length; at++) {
      if (used.has(at)) continue
      const likeness = words[at] === word ? 1 : stems[at] === own ? 0.97 : alike.get(words[at]!) ?? 0
      if (likeness > best) {
        best = likeness
        where = at
      }
    }
    if (where < 0) continue
    used.add(where)
    if (where < last) ordered = false
    last = where
    queryMatched += weight * best
    matched += weightOf(words[where]!) * best
  }
  for (const word of words) total += weightOf(word)
  if (total === 0 || queryTotal === 0) return 0
  return (queryMatched / queryTotal) ** 2 * (matched / total) * (ordered ? 1 : disorderShare)
}

const separators = /\s+[|–—·•:-]\s+|:\s+/

/** From 0 to 1: 1 when title and query are the same words in the same order. */
export const likeness = (title: string, query: ReadonlyArray<Wanted>, stem: (word: string) => string): number => {
  if (query.length === 0) return 0
  const whole = compare(wordsOf(title), query, stem)
  if (whole >= partShare || !separators.test(title)) return whole
  return Math.max(whole, ...title.split(separators).map((part) => partShare * compare(wordsOf(part), query, stem)))
}

/** What a query says as a title: its words, without operators. */
export const textOf = (concepts: ReadonlyArray<Concept>): string => concepts.map(({ typed }) => typed).join(" ")
