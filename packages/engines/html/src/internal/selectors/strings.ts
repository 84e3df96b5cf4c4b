/**
 * Searches texts in time linear in the text, for any searched text.
 *
 * @since 0.1.0
 */
import * as Character from "../tape/characters.ts"

/**
 * Maximum characters of a searched text for the built-in search. Its worst case is this many comparisons per
 * character.
 */
const SHORT_NEEDLE = 32

/**
 * Returns, for each prefix of a text, the length of its longest proper prefix that is also its suffix (Knuth, Morris,
 * Pratt).
 */
export const failuresOf = (needle: string): Int32Array => {
  const failures = new Int32Array(needle.length)
  for (let i = 1, k = 0; i < needle.length; i++) {
    while (k > 0 && needle.charCodeAt(i) !== needle.charCodeAt(k)) k = failures[k - 1]!
    if (needle.charCodeAt(i) === needle.charCodeAt(k)) k++
    failures[i] = k
  }
  return failures
}

export const containing = (needle: string): (text: string) => boolean => {
  if (needle.length <= SHORT_NEEDLE) return (text) => text.includes(needle)
  const failures = failuresOf(needle)
  return (text) => {
    for (let i = 0, k = 0; i < text.length; i++) {
      const c = text.charCodeAt(i)
      while (k > 0 && c !== needle.charCodeAt(k)) k = failures[k - 1]!
      if (c === needle.charCodeAt(k)) k++
      if (k === needle.length) return true
    }
    return false
  }
}

const isSpace = (c: number): boolean =>
  c === Character.SPACE || c === Character.TAB || c === Character.LINE_FEED || c === Character.FORM_FEED ||
  c === Character.CARRIAGE_RETURN

export const havingWord = (word: string): (text: string) => boolean => {
  const { length } = word
  if (length === 0 || /[\t\n\f\r ]/.test(word)) return () => false
  return (text) => {
    for (let i = 0; i < text.length;) {
      while (i < text.length && isSpace(text.charCodeAt(i))) i++
      const start = i
      while (i < text.length && !isSpace(text.charCodeAt(i))) i++
      if (i - start === length && text.startsWith(word, start)) return true
    }
    return false
  }
}
