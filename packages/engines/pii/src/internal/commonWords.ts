/**
 * Lists common words of a language that are names in others. In a paragraph of that language, they need more
 * evidence.
 *
 * @since 0.3.0
 */
import { commonWords as table } from "./commonWordsTable.ts"
import type { Language } from "./languages.ts"
import { unpack } from "./packedWords.ts"

const sets = new Map<Language, ReadonlySet<string>>()

const wordsOf = (language: Language): ReadonlySet<string> | undefined => {
  if (language === "en" || language === "sv") return undefined
  let words = sets.get(language)
  if (words === undefined) sets.set(language, words = new Set(unpack(table[language])))
  return words
}

export const isCommon = (word: string, language: Language | undefined): boolean =>
  language !== undefined && (wordsOf(language)?.has(word.toLowerCase()) ?? false)
