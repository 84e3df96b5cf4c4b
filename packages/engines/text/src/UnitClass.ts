/**
 * Stores the kind of each UTF-16 unit, as bits in one table.
 *
 * @since 0.1.0
 */

import * as Unit from "./Unit.ts"

export const LETTER = 1
export const UPPER = 2
export const DIGIT = 4
export const CJK = 8
export const TOKEN = 16
export const SPACE = 32
/** Bit for a unit that may open a link: `:` of `://` and `]` of `](`. */
export const LINK = 64

export const UNITS = 0x10000
export const FIRST_SURROGATE = 0xd800
export const LAST_SURROGATE = 0xdfff

const blocks = [
  { first: 0x30, last: 0x39, kinds: DIGIT | TOKEN },
  { first: 0x3400, last: 0x9fff, kinds: LETTER | CJK },
  { first: 0xac00, last: 0xd7a3, kinds: LETTER | CJK },
  { first: 0x3040, last: 0x30ff, kinds: CJK }
]

const build = (): Uint8Array => {
  const table = new Uint8Array(UNITS)
  const units = new Uint16Array(UNITS)
  for (let i = 1; i < UNITS; i++) units[i] = i
  units.fill(0, FIRST_SURROGATE, LAST_SURROGATE + 1)
  const all = new TextDecoder("utf-16le", { ignoreBOM: true }).decode(units)
  for (const { 0: run, index } of all.matchAll(/[\p{L}\p{M}]+/gu)) table.fill(LETTER, index, index + run.length)
  for (const { index } of all.matchAll(/[\p{Lu}\p{Lt}]/gu)) table[index]! |= UPPER
  for (const { index } of all.matchAll(/\s/g)) table[index]! |= SPACE
  for (const { first, kinds, last } of blocks) {
    for (let unit = first; unit <= last; unit++) table[unit]! |= kinds
  }
  for (const { index } of all.slice(0, Unit.BEYOND_ASCII).matchAll(/[A-Za-z_-]/g)) table[index]! |= TOKEN
  table[Unit.COLON]! |= LINK
  table[Unit.CLOSE_BRACKET]! |= LINK
  return table
}

let table: Uint8Array | undefined

/** Returns the table, built at first use. */
export const classes = (): Uint8Array => table ??= build()
