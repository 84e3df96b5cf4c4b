/**
 * Removes the marks on Latin letters.
 *
 * @since 0.2.0
 */

/** The first character after the block Latin Extended-B. */
const LATIN_END = 0x250
/** The first combining diacritical mark. */
const COMBINING_START = 0x300
/** The first character after the combining diacritical marks. */
const COMBINING_END = 0x370

const plain = Uint16Array.from(
  { length: LATIN_END },
  (_, unit) => String.fromCharCode(unit).normalize("NFD").charCodeAt(0)
)

/** Whether `unaccented` is exact for a character: a Latin letter, an ASCII sign or a combining mark. */
export const isLatin = (unit: number): boolean => unit < LATIN_END || isMark(unit)

/** Whether a unit is a combining mark. */
export const isMark = (unit: number): boolean => unit >= COMBINING_START && unit < COMBINING_END

/** Returns a character without its accent: `e` for `é`. */
export const unaccented = (unit: number): number => unit < LATIN_END ? plain[unit]! : unit
