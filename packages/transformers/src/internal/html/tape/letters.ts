/**
 * Kinds of letters as Unicode has them; those of most pages are told without a pattern, which is long to compile.
 *
 * @since 0.1.0
 */

const letter = /^\p{L}/u
const lower = /^\p{Ll}/u
const number = /^\p{N}/u

/** Whether a code point is a letter. */
export const isLetter = (c: number): boolean =>
  c < 128
    ? (c >= 97 && c <= 122) || (c >= 65 && c <= 90)
    : c < 0x250
    ? (c >= 192 && c !== 215 && c !== 247) || c === 170 || c === 181 || c === 186
    : letter.test(String.fromCodePoint(c))

/** Whether a code point is a small letter. */
export const isLower = (c: number): boolean =>
  c < 128
    ? c >= 97 && c <= 122
    : c < 256
    ? (c >= 223 && c !== 247) || c === 181
    : lower.test(String.fromCodePoint(c))

/** Whether a code point is a digit or another number. */
export const isNumber = (c: number): boolean =>
  c < 128
    ? c >= 48 && c <= 57
    : c < 0x250
    ? c === 178 || c === 179 || c === 185 || (c >= 188 && c <= 190)
    : number.test(String.fromCodePoint(c))

/** The first code point of a text; -1 for none. */
export const firstPoint = (s: string): number => s.codePointAt(0) ?? -1

/** The last code point of a text before an index; -1 for none. */
export const pointBefore = (s: string, at: number): number => {
  if (at <= 0) return -1
  const c = s.charCodeAt(at - 1)
  if (at === 1 || c < 0xdc00 || c > 0xdfff) return c
  const whole = s.codePointAt(at - 2)!
  return whole > 0xffff ? whole : c
}

/** Whether a text begins with so many letters. */
export const beginsWithLetters = (s: string, count: number): boolean => {
  let at = 0
  for (let k = 0; k < count; k++) {
    const c = s.codePointAt(at) ?? -1
    if (!isLetter(c)) return false
    at += c > 0xffff ? 2 : 1
  }
  return true
}

/** Whether a text ends with so many letters. */
export const endsWithLetters = (s: string, count: number): boolean => {
  let at = s.length
  for (let k = 0; k < count; k++) {
    const c = pointBefore(s, at)
    if (!isLetter(c)) return false
    at -= c > 0xffff ? 2 : 1
  }
  return true
}
