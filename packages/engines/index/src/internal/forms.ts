/** Distinguishes inflected forms of a word from derived words in long texts, too. */
import { humps, isInside, MAX_WORD_LETTERS } from "./tokens.ts"

/**
 * Maximum letters of an ending, for example `ions` of "connections". Stemmers remove more letters from derived words,
 * so that "atomically" and "Atom" become one term.
 */
export const MAX_LETTERS_OF_ENDING = 5

export type TermsOf = (word: string) => ReadonlyArray<string>

/**
 * Returns a test whether a text may contain a word with a common term that differs only in its ending. All forms
 * start with the same letters, so the engine's string search finds candidates, and each is checked once.
 */
export const finder = (word: string, termsOf: TermsOf): (text: string) => boolean => {
  const wanted = word.toLowerCase()
  const terms = new Set(termsOf(wanted))
  const isForm = (written: string): boolean => {
    const other = written.toLowerCase()
    let same = 0
    while (same < other.length && other[same] === wanted[same]) same++
    return Math.max(other.length, wanted.length) - same <= MAX_LETTERS_OF_ENDING &&
      termsOf(other).some((term) => terms.has(term))
  }
  const beginning = new RegExp(wanted.slice(0, Math.max(1, wanted.length - MAX_LETTERS_OF_ENDING)), "gi")
  return (text) => {
    beginning.lastIndex = 0
    for (let match = beginning.exec(text); match !== null; match = beginning.exec(text)) {
      let start = match.index
      while (start > 0 && isInside(text.charCodeAt(start - 1))) start--
      let end = beginning.lastIndex
      while (end < text.length && isInside(text.charCodeAt(end))) end++
      const found = text.slice(start, Math.min(end, start + MAX_WORD_LETTERS))
      if (isForm(found) || humps(found).some(isForm)) return true
      beginning.lastIndex = end
    }
    return false
  }
}
