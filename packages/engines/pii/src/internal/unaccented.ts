/**
 * Removes the marks on Latin letters.
 *
 * @since 0.2.0
 */

const LATIN_END = 0x250
const COMBINING_START = 0x300
const COMBINING_END = 0x370

const plain = Uint16Array.from(
  { length: LATIN_END },
  (_, unit) => String.fromCharCode(unit).normalize("NFD").charCodeAt(0)
)

export const isLatin = (unit: number): boolean => unit < LATIN_END || isMark(unit)

export const isMark = (unit: number): boolean => unit >= COMBINING_START && unit < COMBINING_END

export const unaccented = (unit: number): number => unit < LATIN_END ? plain[unit]! : unit
