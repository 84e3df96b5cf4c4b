/**
 * Classifies letters by Unicode. Most letters are classified without a pattern, because patterns are slow to compile.
 *
 * @since 0.1.0
 */
import * as Character from "./characters.ts"

const letter = /^\p{L}/u
const lower = /^\p{Ll}/u
const number = /^\p{N}/u

export const isLetter = (c: number): boolean =>
  c < Character.BEYOND_ASCII
    ? (c >= Character.LOWER_A && c <= Character.LOWER_Z) || (c >= Character.UPPER_A && c <= Character.UPPER_Z)
    : c < Character.BEYOND_LATIN_EXTENDED_B
    ? (c >= Character.LATIN_A_GRAVE && c !== Character.TIMES && c !== Character.DIVISION) ||
      c === Character.FEMININE_ORDINAL || c === Character.MICRO || c === Character.MASCULINE_ORDINAL
    : letter.test(String.fromCodePoint(c))

export const isLower = (c: number): boolean =>
  c < Character.BEYOND_ASCII
    ? c >= Character.LOWER_A && c <= Character.LOWER_Z
    : c < Character.BEYOND_LATIN_1
    ? (c >= Character.SHARP_S && c !== Character.DIVISION) || c === Character.MICRO
    : lower.test(String.fromCodePoint(c))

export const isNumber = (c: number): boolean =>
  c < Character.BEYOND_ASCII
    ? c >= Character.ZERO && c <= Character.NINE
    : c < Character.BEYOND_LATIN_EXTENDED_B
    ? c === Character.SUPERSCRIPT_TWO || c === Character.SUPERSCRIPT_THREE || c === Character.SUPERSCRIPT_ONE ||
      (c >= Character.ONE_QUARTER && c <= Character.THREE_QUARTERS)
    : number.test(String.fromCodePoint(c))

export const firstPoint = (s: string): number => s.codePointAt(0) ?? -1

export const pointBefore = (s: string, at: number): number => {
  if (at <= 0) return -1
  const c = s.charCodeAt(at - 1)
  if (at === 1 || c < Character.FIRST_LOW_SURROGATE || c > Character.LAST_LOW_SURROGATE) return c
  const whole = s.codePointAt(at - 2)!
  return whole > Character.LAST_OF_ONE_UNIT ? whole : c
}

export const beginsWithLetters = (s: string, count: number): boolean => {
  let at = 0
  for (let k = 0; k < count; k++) {
    const c = s.codePointAt(at) ?? -1
    if (!isLetter(c)) return false
    at += c > Character.LAST_OF_ONE_UNIT ? 2 : 1
  }
  return true
}

export const endsWithLetters = (s: string, count: number): boolean => {
  let at = s.length
  for (let k = 0; k < count; k++) {
    const c = pointBefore(s, at)
    if (!isLetter(c)) return false
    at -= c > Character.LAST_OF_ONE_UNIT ? 2 : 1
  }
  return true
}
