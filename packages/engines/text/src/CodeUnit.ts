/**
 * Classifies UTF-16 code units, for scanners that read each character once without creating strings.
 *
 * @since 0.1.0
 */
import { CASE_BIT, LAST_ASCII, LOWER_A, LOWER_F, LOWER_Z, NINE, UPPER_A, UPPER_F, UPPER_Z, ZERO } from "./Unit.ts"

const WORTH_OF_A = 10
const SURROGATE_MASK = 0xfc00
const HIGH_SURROGATE = 0xd800
const LOW_SURROGATE = 0xdc00

/**
 * Returns whether a unit is one of `0` to `9`.
 *
 * @category predicates
 * @since 0.1.0
 */
export const isDigit = (unit: number): boolean => unit >= ZERO && unit <= NINE

/**
 * Returns whether a unit is one of `a` to `z`.
 *
 * @category predicates
 * @since 0.1.0
 */
export const isLowerLetter = (unit: number): boolean => unit >= LOWER_A && unit <= LOWER_Z

/**
 * Returns whether a unit is one of `A` to `Z`.
 *
 * @category predicates
 * @since 0.1.0
 */
export const isUpperLetter = (unit: number): boolean => unit >= UPPER_A && unit <= UPPER_Z

/**
 * Returns whether a unit is an ASCII letter.
 *
 * @category predicates
 * @since 0.1.0
 */
export const isLetter = (unit: number): boolean => isLowerLetter(unit) || isUpperLetter(unit)

/**
 * Returns whether a unit is the first half of a surrogate pair.
 *
 * @category predicates
 * @since 0.1.0
 */
export const isHighSurrogate = (unit: number): boolean => (unit & SURROGATE_MASK) === HIGH_SURROGATE

/**
 * Returns whether a unit is the second half of a surrogate pair.
 *
 * @category predicates
 * @since 0.1.0
 */
export const isLowSurrogate = (unit: number): boolean => (unit & SURROGATE_MASK) === LOW_SURROGATE

/**
 * Converts `A` to `Z` to lower case. Other units are returned unchanged.
 *
 * @category conversions
 * @since 0.1.0
 */
export const lower = (unit: number): number => isUpperLetter(unit) ? unit | CASE_BIT : unit

/**
 * Returns the value of a hexadecimal digit, from 0 to 15; `-1` for any other unit.
 *
 * @category conversions
 * @since 0.1.0
 */
export const hexValue = (unit: number): number => {
  if (isDigit(unit)) return unit - ZERO
  if (unit >= UPPER_A && unit <= UPPER_F) return unit - UPPER_A + WORTH_OF_A
  return unit >= LOWER_A && unit <= LOWER_F ? unit - LOWER_A + WORTH_OF_A : -1
}

/**
 * Returns whether every character of a text is ASCII.
 *
 * @category texts
 * @since 0.1.0
 */
export const isAscii = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > LAST_ASCII) return false
  return true
}

/**
 * Returns the index, or the previous one if the index would split a surrogate pair. Then `text.slice(0,
 * wholeUntil(text, at))` contains only whole characters.
 *
 * @category texts
 * @since 0.1.0
 */
export const wholeUntil = (text: string, at: number): number =>
  at > 0 && isHighSurrogate(text.charCodeAt(at - 1)) ? at - 1 : at
