/** Detects wrongly mapped letters. A font or a hidden text layer may map each letter to another one. */
import type { Word } from "../page/page.ts"
import { shareOfFunctionWords } from "./languages.ts"

const MAX_WORDS_COUNTED = 600
const MIN_WORDS_JUDGED = 24
const MIN_LETTERS_OF_WORD = 4

/** Minimum words of a scanned page that is judged, because its words may be an invisible OCR layer. */
const MIN_WORDS_JUDGED_ON_SCAN = 12

/** The most frequent letters of languages in Latin script. */
const frequent = /[eainrost]/g

/**
 * Minimum share of the letters e, a, i, n, r, o, s and t. Text in 16 languages has 0.53 to 0.73, and text with shifted
 * letters 0.11 to 0.47.
 */
const MIN_SHARE_OF_FREQUENT_LETTERS = 0.46

/** Minimum share of function words: 0.25 in normal text, 0.15 with shifted letters. */
const MIN_SHARE_OF_FUNCTION_WORDS = 0.16

/** Matches an ordinary word in Latin script. Abbreviations and codes have another distribution of letters. */
const latin = /^\p{P}*(\p{Lu}?\p{Ll}+)\p{P}*$/u
const isLatin = /^[a-z]+$/

const plainOf = (word: string): string => word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()

/**
 * Returns whether letters are mapped wrongly: the most frequent letters of languages and function words are rare.
 * Words in other scripts than Latin are not judged.
 */
export const isMeaningless = (words: ReadonlyArray<Word>, isOnScan = false): boolean => {
  const plain: Array<string> = []
  let long = 0
  for (const { text } of words) {
    if (plain.length === MAX_WORDS_COUNTED) break
    const word = latin.exec(text)?.[1]
    const letters = word === undefined ? "" : plainOf(word)
    if (!isLatin.test(letters)) continue
    plain.push(letters)
    if (letters.length >= MIN_LETTERS_OF_WORD) long++
  }
  if (long < (isOnScan ? MIN_WORDS_JUDGED_ON_SCAN : MIN_WORDS_JUDGED)) return false
  const all = plain.join("")
  const share = (all.match(frequent)?.length ?? 0) / all.length
  return share < MIN_SHARE_OF_FREQUENT_LETTERS && shareOfFunctionWords(plain) < MIN_SHARE_OF_FUNCTION_WORDS
}
