/**
 * Classifies letters, marks and digits by UTF-16 unit, because a regular expression with a final `$` would try every
 * position of a line.
 */
import { UNITS } from "../UnitClass.ts"

const UNKNOWN = 0
const IS_WORD = 1

const kinds = new Uint8Array(UNITS)
const word = /[\p{L}\p{M}\p{N}]/u

/** Returns whether a UTF-16 unit belongs to a word. Half of a surrogate pair counts as a letter. */
export const isWordUnit = (unit: number): boolean => {
  let kind = kinds[unit]!
  if (kind === UNKNOWN) {
    kind = unit >= 0xd800 && unit <= 0xdfff || word.test(String.fromCharCode(unit)) ? IS_WORD : 2
    kinds[unit] = kind
  }
  return kind === IS_WORD
}

const isJoint = (unit: number): boolean => unit === 0x27 || unit === 0x2019 || unit === 0x2d

export const unitsOf = (signs: string): Uint8Array => {
  const table = new Uint8Array(UNITS)
  for (const sign of signs) table[sign.charCodeAt(0)] = 1
  return table
}

const MAX_WORD = 64

export const wordBefore = (text: string, end: number): string => {
  let at = end
  while (at > 0 && end - at < MAX_WORD && (isWordUnit(text.charCodeAt(at - 1)) || isJoint(text.charCodeAt(at - 1)))) {
    at--
  }
  return text.slice(at, end)
}

export const wordAt = (text: string, start: number): string => {
  let at = start
  while (
    at < text.length && at - start < MAX_WORD && (isWordUnit(text.charCodeAt(at)) || isJoint(text.charCodeAt(at)))
  ) at++
  return text.slice(start, at)
}

export const nextWord = (text: string, from: number): number => {
  let at = from
  while (at < text.length && !isWordUnit(text.charCodeAt(at))) at++
  return at
}

/** Returns the end of a word. Apostrophes belong to a word, but hyphens separate words. */
export const endOfWord = (text: string, start: number): number => {
  let at = start
  while (
    at < text.length &&
    (isWordUnit(text.charCodeAt(at)) || text.charCodeAt(at) === 0x27 || text.charCodeAt(at) === 0x2019)
  ) at++
  return at
}
