/**
 * What kind of character a UTF-16 unit is, as bits of one table lookup.
 *
 * @since 0.1.0
 */

/** A letter or a combining mark. */
export const LETTER = 1
/** An upper- or title-case letter. */
export const UPPER = 2
/** An ASCII digit. */
export const DIGIT = 4
/** A unit of the Han, kana or hangul scripts. */
export const CJK = 8
/** Part of an opaque token: ASCII letter, digit, `_` or `-`. */
export const TOKEN = 16
/** White space. */
export const SPACE = 32
/** May open a link: `:` of `://` and `]` of `](`. */
export const LINK = 64

const build = (): Uint8Array => {
  const table = new Uint8Array(65536)
  const units = new Uint16Array(65536)
  for (let i = 1; i < 65536; i++) units[i] = i
  units.fill(0, 0xd800, 0xe000)
  const all = new TextDecoder("utf-16le", { ignoreBOM: true }).decode(units)
  for (const { 0: run, index } of all.matchAll(/[\p{L}\p{M}]+/gu)) table.fill(LETTER, index, index + run.length)
  for (const { index } of all.matchAll(/[\p{Lu}\p{Lt}]/gu)) table[index]! |= UPPER
  for (const { index } of all.matchAll(/\s/g)) table[index]! |= SPACE
  for (let i = 0x3400; i <= 0xd7a3; i++) if (i <= 0x9fff || i >= 0xac00) table[i] = LETTER | CJK
  for (let i = 0x3040; i <= 0x30ff; i++) table[i]! |= CJK
  for (let i = 48; i <= 57; i++) table[i] = DIGIT | TOKEN
  for (let i = 65; i <= 90; i++) table[i]! |= TOKEN
  for (let i = 97; i <= 122; i++) table[i]! |= TOKEN
  table[95]! |= TOKEN
  table[45]! |= TOKEN
  table[58]! |= LINK
  table[93]! |= LINK
  return table
}

let table: Uint8Array | undefined

/** The table, built at first use. */
export const classes = (): Uint8Array => table ??= build()
