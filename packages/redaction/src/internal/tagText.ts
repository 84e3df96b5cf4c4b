/**
 * Recognises every spelling of a numbered tag in a text, so that text of a page is never confused with a tag.
 *
 * @since 0.2.0
 */
import { entities } from "@dunlin/pii/Entity"
import type { Entity } from "../Span.ts"

/** Returns a pattern for a character: as it is, as an HTML reference, or percent-encoded, possibly several times. */
const sign = (signs: string, names: string, decimal: number): string => {
  const hex = decimal.toString(16)
  return `(?:[${signs}]|&(?:(?:amp|#0{0,6}38|#x0{0,6}26);){0,8}(?:${names}|#0{0,6}${decimal}|#x0{0,6}${hex});?|%(?:25){0,8}${hex})`
}

/** Returns a pattern for a letter or digit: as it is, in full width, or as a numeric HTML reference. */
const reference = (sign: string): string => {
  const code = sign.charCodeAt(0)
  return `&#(?:0{0,6}${code}|x0{0,6}${code.toString(16)});`
}

/** Returns a pattern for the letters of a name in any case, with invisible characters between them. */
const wide = (name: string): string =>
  [...name].map((letter) =>
    `(?:[${letter}${fullWidth(letter)}]|${reference(letter)}|${reference(letter.toLowerCase())})`
  ).join("\\p{Cf}{0,4}")

/** Distance from an ASCII character to its full-width form. */
const FULL_WIDTH = 0xfee0
const fullWidth = (letter: string): string => String.fromCharCode(letter.charCodeAt(0) + FULL_WIDTH)

const open = sign("<＜﹤‹〈⟨", "lt", "<".charCodeAt(0))
const close = sign(">＞﹥›〉⟩", "gt", ">".charCodeAt(0))
const underscore = sign("_＿", "lowbar|underbar", "_".charCodeAt(0))
const name = `(${entities.map(wide).join("|")})`
/** Pattern of a digit in any form. */
const digit = `(?:[\\d０-９]|${[..."0123456789"].map(reference).join("|")})`
/** Pattern of a number with up to nine digits. No finding has a larger number. */
const number = `(${digit}(?:\\p{Cf}{0,4}${digit}){0,8})(?!${digit})`
/** Pattern of spaces, invisible characters and escapes. */
const gap = "(?:[^\\S\\r\\n]|\\p{Cf}|\\\\){0,8}"
/** Pattern of spaces, invisible characters, line ends, punctuation and HTML tags. */
const wideGap = "(?:[^\\p{L}\\p{N}_＿<&%]|</?[a-z]{1,10}>){0,8}"

/** Pattern of the second number of a tag, which counts the spellings. */
const spelling = `(?:${gap}${underscore}${gap}${number.replace("(", "(?:")})?`

/** Matches a tag in brackets: its entity and its number. */
export const bracketed = new RegExp(
  `${open}${gap}${name}${gap}${underscore}${gap}${number}${spelling}${gap}${close}`,
  "giu"
)

/** Matches an entity name and a number, in any context. */
export const bare = new RegExp(`(?<![\\p{L}\\p{N}])${name}${wideGap}${underscore}${wideGap}${number}`, "giu")

const whole = new RegExp(`^(?:\\\\*${bracketed.source}|${bare.source})$`, "iu")

/** Returns whether a value looks like a tag. */
export const isOne = (value: string): boolean => whole.test(value)

/** Converts letters and digits to their normal form. */
const plain = (written: string): string =>
  written.replace(
    /&#(?:x([\da-f]+)|(\d+));/gi,
    (_, hex?: string, decimal?: string) =>
      String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
  )
    .replace(/\p{Cf}+/gu, "").normalize("NFKC")

/** Returns the entity of a name that is written in any script. */
export const entityOf = (written: string): Entity => plain(written).toUpperCase() as Entity

/** Returns the number that digits in any width represent. */
export const numberOf = (digits: string): number => Number(plain(digits))
