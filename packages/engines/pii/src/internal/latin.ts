/**
 * Maps every letter of a text to Latin-1, so that regular expressions match letters and capitals of all scripts with
 * two short classes.
 *
 * @since 0.2.0
 */

import * as Unit from "@dunlin/text/Unit"
import { FIRST_SURROGATE, LAST_SURROGATE, UNITS } from "@dunlin/text/UnitClass"

/** Character class of the letters in `latin` form. */
export const LETTER = "A-Za-zªºÀ-ÖØ-öø-ÿ"
/** Character class of the capitals in `latin` form. */
export const CAPITAL = "A-ZÀ-ÖØ-Þ"

const capital = 0xc0
const SMALL = 0xe0
const caseless = 0xaa
/** MICRO SIGN, the only Latin-1 letter outside of the letter ranges. */
const MICRO = 0xb5
/** Letters that the flag `i` without `u` does not fold. */
const capitalless = "ßÿ"
const SPACE = 0xa0
const LAST_LATIN = 0xff
/** Replacement of everything except letters and white space. */
const OTHER = 0xa4

const build = (): Uint8Array => {
  const table = new Uint8Array(UNITS).fill(OTHER)
  const units = new Uint16Array(UNITS)
  for (let i = 1; i < UNITS; i++) units[i] = i
  units.fill(0, FIRST_SURROGATE, LAST_SURROGATE + 1)
  const all = new TextDecoder("utf-16le", { ignoreBOM: true }).decode(units)
  const put = (shape: RegExp, value: number) => {
    for (const { 0: run, index } of all.matchAll(shape)) table.fill(value, index, index + run.length)
  }
  put(/\p{L}+/gu, caseless)
  put(/\p{Ll}+/gu, SMALL)
  put(/\p{Lu}+/gu, capital)
  put(/\s+/g, SPACE)
  for (let i = 0; i <= LAST_LATIN; i++) if (i < Unit.BEYOND_ASCII || i >= SPACE && i !== MICRO) table[i] = i
  for (const letter of capitalless) table[letter.charCodeAt(0)] = SMALL
  table[Unit.EN_DASH] = Unit.HYPHEN
  table[Unit.RIGHT_QUOTE] = Unit.APOSTROPHE
  return table
}

let table: Uint8Array | undefined

/** Maximum characters of a text whose conversion keeps its memory for the next text. Longer texts are rare. */
const KEPT = 16_384
/** Minimum length of a string for which `TextDecoder` is used, because it is faster than `String.fromCharCode`. */
const FEW = 512

let buffer: Uint8Array | undefined
// No unit is between 128 and 159, where this encoding differs from Latin-1.
const decoder = new TextDecoder("latin1")

/** Matches every character except ASCII, and except Latin-1 characters that map to themselves. */
const changed = /[^\0-\x7f\xa0-\xb4\xb6-\xde\xe0-\xfe]/

/** Returns a text in `latin` form. An ASCII text is returned unchanged. */
export const latin = (text: string): string => {
  if (!changed.test(text)) return text
  table ??= build()
  const { length } = text
  const units = length > KEPT ? new Uint8Array(length) : (buffer ??= new Uint8Array(KEPT)).subarray(0, length)
  for (let i = 0; i < length; i++) units[i] = table[text.charCodeAt(i)]!
  return length < FEW ? String.fromCharCode.apply(undefined, units as unknown as Array<number>) : decoder.decode(units)
}
