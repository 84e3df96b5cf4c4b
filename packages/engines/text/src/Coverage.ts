/**
 * Finds the words of a query that do not occur in some texts, so that a search for absent words can report them.
 *
 * @since 0.2.0
 */
import * as Letters from "./internal/letters.ts"
import { functionWords, starters } from "./internal/lines/words.ts"
import * as Stem from "./Stem.ts"

const questionWords = new Set(
  ("how what which who whom whose why when where does did doing done many much get gets getting got make makes use uses using "
    + "find finds want wants need needs help please tell show explain give mean means work works way ways thing things best "
    + "handle handles handled happen happens occur occurs "
    + "good better difference between example examples like vs versus possible there about wie warum wozu wann wo wer welche "
    + "welcher welches comment pourquoi quand quel quelle cómo qué cuándo dónde cuál come perché").split(" ")
)

const MAX_QUERY_CHARACTERS = 2000
const MIN_SHARED_SHARE = 0.75
const MIN_SHARED_LETTERS = 4
const MIN_SUBJECT_CHARACTERS = 2
/** Maximum letters of an inflection's ending. Short words allow fewer, because their prefixes are ambiguous. */
const MAX_ENDING_LETTERS = 4
const MAX_ENDING_LETTERS_OF_SHORT = 3
const MAX_LETTERS_OF_SHORT = 5
const MIN_LETTERS_OF_PART = 5

/** Matches questions that texts answer with a number: "how long does ... last". */
const measure = /\bhow (?:long|often|far|big|large|soon)\b|(?<=\bhow long\b.{0,200})\b(?:lasts?|takes?)\b/gi

const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const fold = (text: string): string => text.toLowerCase().normalize("NFKD").replace(/\p{M}+/gu, "")

/**
 * Returns whether a word is part of a query's subject, unlike "how", "work" and "the".
 *
 * @category predicates
 * @since 0.2.0
 */
export const isSubject = (typed: string): boolean => {
  const small = typed.toLowerCase()
  return small.length >= MIN_SUBJECT_CHARACTERS && !unspaced.test(small) && !functionWords.has(small) &&
    !starters.has(small) && !questionWords.has(small)
}

const subjects = (query: string): ReadonlyArray<string> => {
  const seen = new Set<string>()
  return (query.slice(0, MAX_QUERY_CHARACTERS).replace(measure, " ").match(word) ?? []).filter((each) => {
    const small = each.toLowerCase()
    if (seen.has(small)) return false
    seen.add(small)
    return isSubject(each)
  })
}

/** Matches a name that texts also write as two words: `python3` and `Python 3`. */
const numbered = /^(\p{L}+)(\d{1,5})$/u

const finder = (typed: string): (text: string) => boolean => {
  const small = fold(typed)
  const [, name, number] = numbered.exec(small) ?? []
  if (name !== undefined) {
    const whole = new RegExp(`(?<![\\p{L}\\p{N}])${name}[ _-]?${number}(?!\\d)`, "u")
    return (text) => whole.test(text)
  }
  const stem = /^[a-z]+$/.test(small) ? Stem.stem(small).replace(/i$/, "") : small
  const shared = /^\p{N}/u.test(small)
    ? small
    : small.slice(0, Math.max(MIN_SHARED_LETTERS, Math.min(stem.length, Math.ceil(small.length * MIN_SHARED_SHARE))))
  const ending = /^\p{N}/u.test(small)
    ? 0
    : small.length <= MAX_LETTERS_OF_SHORT
    ? MAX_ENDING_LETTERS_OF_SHORT
    : MAX_ENDING_LETTERS
  return (text) => {
    if (small.length >= MIN_LETTERS_OF_PART && text.includes(small)) return true
    for (let at = text.indexOf(shared); at >= 0; at = text.indexOf(shared, at + 1)) {
      if (at > 0 && Letters.isWordUnit(text.charCodeAt(at - 1))) continue
      let end = at + shared.length
      while (end - at <= small.length + ending && Letters.isWordUnit(text.charCodeAt(end))) end++
      if (end - at <= small.length + ending) return true
    }
    return false
  }
}

/**
 * Returns the words of a query that do not occur in the texts in any inflection. Stop words such as "how" and "the",
 * and scripts without spaces, are not checked.
 *
 * **Example** (Report missing words)
 *
 * ```ts
 * import { Coverage } from "@dunlin/text"
 *
 * const texts = ["array.reverse() reverses an array", "Proxies are configured by a file."]
 * console.log(Coverage.missing("how to configure an nginx reverse proxy", texts)) // [ 'nginx' ]
 * ```
 *
 * @category getters
 * @since 0.2.0
 */
export const missing = (query: string, texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  let left = subjects(query).map((typed) => ({ typed, isIn: finder(typed) }))
  for (const text of texts) {
    if (left.length === 0) break
    const small = text.toLowerCase()
    left = left.filter(({ isIn }) => !isIn(small))
    if (left.length > 0 && /[^\u0000-\u007f]/.test(small)) {
      const folded = fold(text)
      left = left.filter(({ isIn }) => !isIn(folded))
    }
  }
  return left.map(({ typed }) => typed)
}

/** Minimum share of a query's subject words that a passage must lack to be about another subject. */
const MIN_SHARE_OF_MISSING_SUBJECTS = 0.5

/**
 * Returns the missing words, if at least half of a query's subject words are missing from the best passage; otherwise
 * an empty list. The texts then contain the words, but are about another subject.
 *
 * **Example** (Words that no passage contains together)
 *
 * ```ts
 * import { Coverage } from "@dunlin/text"
 *
 * const passages = ["A bucket is passed along a chain.", "Filters are mounted on top."]
 * console.log(Coverage.apart("how to mount an S3 bucket", passages)) // [ 'mount', 'S3' ]
 * ```
 *
 * @category getters
 * @since 0.3.0
 */
export const apart = (query: string, passages: ReadonlyArray<string>): ReadonlyArray<string> => {
  const all = subjects(query)
  const lacking = passages.map((text) => missing(query, [text])).toSorted((x, y) => x.length - y.length)
  const nearest = lacking[0] ?? all
  return nearest.length > 0 && nearest.length >= MIN_SHARE_OF_MISSING_SUBJECTS * all.length ? nearest : []
}

/**
 * Returns whether a query contains a word exactly as typed.
 *
 * @category predicates
 * @since 0.3.0
 */
export const has = (query: string, typed: string): boolean =>
  [...query.slice(0, MAX_QUERY_CHARACTERS).matchAll(word)].some(([found]) => found === typed)

const between =
  /[?;]+\s*|,?\s+(?:and|or|und|oder|et|ou|y|o|e)(?:\s+also)?\s+(?=(?:how|what|which|who|whom|whose|why|when|where|is|are|does|do|can|could|should|must|may|wie|was|welche[rs]?|wer|warum|wann|wo|comment|quel(?:le)?s?|pourquoi|quand|où|cómo|qué|cuál|quién|cuándo|dónde)\s)/giu

/**
 * Returns the parts of a query that contains several questions; otherwise the whole query.
 *
 * **Example** (Two questions in one)
 *
 * ```ts
 * import { Coverage } from "@dunlin/text"
 *
 * console.log(Coverage.parts("How is a pump oiled and what does a valve cost?"))
 * // [ 'How is a pump oiled', 'what does a valve cost' ]
 * ```
 *
 * @category getters
 * @since 0.3.0
 */
export const parts = (query: string): ReadonlyArray<string> => {
  const found = query.slice(0, MAX_QUERY_CHARACTERS).split(between).map((part) => part.trim()).filter((part) =>
    subjects(part).length > 0
  )
  return found.length < 2 ? [query] : found
}

/**
 * Returns the corrected words of a query, each with its replacement in the intended query. Empty if the two queries
 * differ in more than spelling.
 *
 * **Example** (Find the corrected word)
 *
 * ```ts
 * import { Coverage } from "@dunlin/text"
 *
 * console.log(Coverage.corrected("oil a pmup", "oil a pump")) // { pmup: 'pump' }
 * ```
 *
 * @category getters
 * @since 0.3.0
 */
export const corrected = (query: string, meant: string): Readonly<Record<string, string>> => {
  const before = query.slice(0, MAX_QUERY_CHARACTERS).match(word) ?? []
  const after = meant.slice(0, MAX_QUERY_CHARACTERS).match(word) ?? []
  if (before.length !== after.length) return {}
  return Object.fromEntries(
    before.flatMap((typed, at) => fold(typed) === fold(after[at]!) ? [] : [[typed, after[at]!]])
  )
}
