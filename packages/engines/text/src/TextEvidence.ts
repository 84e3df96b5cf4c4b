/**
 * Compares texts without case, accents and compatibility forms, and finds words between their boundaries.
 *
 * @since 0.2.0
 */
import * as CodeUnit from "./CodeUnit.ts"

const marks = /\p{M}+/gu
const spaces = /\s+/g
const apostrophes = /[\u2018\u2019\u02bc]/g
const wordCharacter = /[\p{L}\p{N}_]/u
// matches scripts that have no spaces between words, or have particles after words (Hangul)
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Hangul}]/u
const separators = /[^\p{L}\p{N}]+/gu

/**
 * Returns a text for comparison: in lower case, without diacritics, and with equal compatibility forms and white space.
 */
export const fold = (text: string): string =>
  text.normalize("NFKD").replace(marks, "").replace(apostrophes, "'").toLowerCase().replace(spaces, " ")

/** Returns only the letters and digits of a text, in words separated by one space. */
export const foldWords = (text: string): string => fold(text).replace(separators, " ").trim()

/** Returns whether folded text contains a folded word or phrase that starts and ends at a word boundary. */
export const containsWord = (text: string, value: string): boolean => find(text, value, true)

/** Returns whether folded text contains a word with a folded prefix. */
export const containsBeginning = (text: string, value: string): boolean => find(text, value, false)

const find = (text: string, value: string, whole: boolean): boolean => {
  if (value === "") return false
  let from = 0
  while (true) {
    const at = text.indexOf(value, from)
    if (at < 0) return false
    if (isBoundary(text, at) && (!whole || isBoundary(text, at + value.length))) return true
    from = at + 1
    // Jumps to the next possible start, because repeated letters would make the search quadratic.
    while (from < text.length && !isBoundary(text, from)) from++
  }
}

const isBoundary = (text: string, at: number): boolean => {
  if (at === 0 || at === text.length) return true
  const left = String.fromCodePoint(text.codePointAt(isInsidePair(text, at - 1) ? at - 2 : at - 1)!)
  const right = String.fromCodePoint(text.codePointAt(at)!)
  return !wordCharacter.test(left) || !wordCharacter.test(right) || unspaced.test(left) || unspaced.test(right)
}

/** Returns whether an offset is inside a surrogate pair. Page text may contain unpaired halves. */
const isInsidePair = (text: string, at: number): boolean =>
  CodeUnit.isLowSurrogate(text.charCodeAt(at)) && CodeUnit.wholeUntil(text, at) < at
