/**
 * Names the words of a query that are missing from some texts, so that a search for something absent says so.
 *
 * @since 0.2.0
 */
import * as Letters from "./internal/letters.ts"
import { functionWords, starters } from "./internal/lines/words.ts"
import * as Stem from "./Stem.ts"

/** Words of questions that say nothing about their subject. */
const questionWords = new Set(
  ("how what which who whom whose why when where does did doing done many much get gets getting got make makes use uses using "
    + "find finds want wants need needs help please tell show explain give mean means work works way ways thing things best "
    + "good better difference between example examples like vs versus possible there about wie warum wozu wann wo wer welche "
    + "welcher welches comment pourquoi quand quel quelle cómo qué cuándo dónde cuál come perché").split(" ")
)

/** Characters of a query that are read. */
const MAX_QUERY_CHARACTERS = 2000
/** Letters of a word that its other forms have in common, as a share of it and at least. */
const MIN_SHARED_SHARE = 0.75
const MIN_SHARED_LETTERS = 4
const MIN_SUBJECT_CHARACTERS = 2
/** Letters that an inflected form is longer than its word: fewer for short words, which begin as others do. */
const MAX_ENDING_LETTERS = 4
const MAX_ENDING_LETTERS_OF_SHORT = 3
const MAX_LETTERS_OF_SHORT = 5
/** Letters of a word that can be a part of a compound, at least. */
const MIN_LETTERS_OF_PART = 5

const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const fold = (text: string): string => text.toLowerCase().normalize("NFKD").replace(/\p{M}+/gu, "")

/**
 * Whether a word says what a query is about, unlike "how", "work" and "the".
 *
 * @category predicates
 * @since 0.2.0
 */
export const isSubject = (typed: string): boolean => {
  const small = typed.toLowerCase()
  return small.length >= MIN_SUBJECT_CHARACTERS && !unspaced.test(small) && !functionWords.has(small) &&
    !starters.has(small) && !questionWords.has(small)
}

/** The words of a query that say what it is about, each once, as they are typed. */
const subjects = (query: string): ReadonlyArray<string> => {
  const seen = new Set<string>()
  return (query.slice(0, MAX_QUERY_CHARACTERS).match(word) ?? []).filter((each) => {
    const small = each.toLowerCase()
    if (seen.has(small)) return false
    seen.add(small)
    return isSubject(each)
  })
}

/** Finds a word or an inflected form of it in a text in lower case. */
const finder = (typed: string): (text: string) => boolean => {
  const small = fold(typed)
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
 * The words of a query that the texts lack, in any inflection. Words that say nothing about a subject, such
 * as "how" and "the", and scripts without spaces are not checked.
 *
 * **Example** (Say what was not found)
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
