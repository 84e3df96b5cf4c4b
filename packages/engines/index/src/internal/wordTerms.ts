/** Finds the terms of a word: its stems, those of its parts, or pairs of characters in scripts without spaces. */
import { fold } from "./fold.ts"
import * as Language from "./language.ts"
import * as Tokens from "./tokens.ts"

/** Scripts without spaces, of which pairs of characters are indexed. Hangul is included because of its particles. */
const paired = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\u30fc"
/** Scripts without spaces whose words the platform segments. */
const segmented = "\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}"
const unspacedRun = new RegExp(`[${paired}]+|[${segmented}\\p{M}]+`, "gu")
const isUnspaced = new RegExp(`[${paired}${segmented}]`, "u")
const isSegmented = new RegExp(`[${segmented}]`, "u")

let segmenter: Intl.Segmenter | undefined
/** Loads the dictionaries of these scripts, which takes more time than the rest of the module. */
const wordsWithoutSpaces = (): Intl.Segmenter => segmenter ??= new Intl.Segmenter("th", { granularity: "word" })

const notAscii = /[^\x00-\x7f]/

export const hasUnspaced = (text: string): boolean => notAscii.test(text) && isUnspaced.test(text)

/**
 * Returns pairs of characters: `東京大学` becomes `東京 京大 大学 学`. Every character starts one term, so that a single
 * character matches as a prefix.
 */
const pairs = (run: string): ReadonlyArray<string> => {
  const letters = Array.from(run)
  return letters.map((letter, at) => letter + (letters[at + 1] ?? ""))
}

/** Visits the terms of the parts without spaces, and the plain words. */
export const unspacedTerms = (
  word: string,
  visit: (term: string) => void,
  plain: (word: string) => void
): void => {
  let from = 0
  const rest = (until: number) => {
    if (until > from) plain(word.slice(from, until))
  }
  for (const match of word.matchAll(unspacedRun)) {
    rest(match.index)
    from = match.index + match[0].length
    if (isSegmented.test(match[0])) {
      for (const { isWordLike, segment } of wordsWithoutSpaces().segment(match[0])) {
        if (isWordLike === true) visit(fold(segment))
      }
    } else {
      for (const term of pairs(fold(match[0]))) visit(term)
    }
  }
  rest(word.length)
}

/** Returns the terms of a word: its stem, and those of its parts if it is in camel case. */
export const termsOf = (word: string, language: string): ReadonlyArray<string> => {
  if (hasUnspaced(word)) {
    const out: Array<string> = []
    unspacedTerms(word, (term) => out.push(term), (plain) => out.push(...termsOf(plain, language)))
    return out
  }
  const stems = Language.words(language)
  const whole = stems.of(word.toLowerCase())
  const parts = Tokens.humps(word)
  return parts.length === 0 ? whole : [...whole, ...parts.flatMap((part) => stems.of(part.toLowerCase()))]
}
