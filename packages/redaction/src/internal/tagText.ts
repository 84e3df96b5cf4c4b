/**
 * The ways in which a text may write a tag with a number, so that nothing of a page is taken for one of ours.
 *
 * @since 0.2.0
 */
import { entities } from "@dunlin/pii/Entity"
import type { Entity } from "../Span.ts"

/** A sign as itself, in a reference of HTML or escaped for an address, both any few times over. */
const sign = (signs: string, names: string, decimal: number): string => {
  const hex = decimal.toString(16)
  return `(?:[${signs}]|&(?:(?:amp|#0{0,6}38|#x0{0,6}26);){0,8}(?:${names}|#0{0,6}${decimal}|#x0{0,6}${hex});?|%(?:25){0,8}${hex})`
}

/** A letter or a digit as itself, of full width or in a reference of HTML by its number. */
const reference = (sign: string): string => {
  const code = sign.charCodeAt(0)
  return `&#(?:0{0,6}${code}|x0{0,6}${code.toString(16)});`
}

/** The letters of a name, with signs between them that nobody sees; matched in any case. */
const wide = (name: string): string =>
  [...name].map((letter) =>
    `(?:[${letter}${fullWidth(letter)}]|${reference(letter)}|${reference(letter.toLowerCase())})`
  ).join("\\p{Cf}{0,4}")

/** What a letter of ASCII is called that is as wide as an ideograph lies so far behind it. */
const FULL_WIDTH = 0xfee0
const fullWidth = (letter: string): string => String.fromCharCode(letter.charCodeAt(0) + FULL_WIDTH)

const open = sign("<＜﹤‹〈⟨", "lt", "<".charCodeAt(0))
const close = sign(">＞﹥›〉⟩", "gt", ">".charCodeAt(0))
const underscore = sign("_＿", "lowbar|underbar", "_".charCodeAt(0))
const name = `(${entities.map(wide).join("|")})`
/** No finding gets a number of so many digits. */
const digit = `(?:[\\d０-９]|${[..."0123456789"].map(reference).join("|")})`
const number = `(${digit}(?:\\p{Cf}{0,4}${digit}){0,8})(?!${digit})`
/** Blanks, signs that nobody sees, escapes. */
const gap = "(?:[^\\S\\r\\n]|\\p{Cf}|\\\\){0,8}"
/** The same, lines, marks and tags of HTML. */
const wideGap = "(?:[^\\p{L}\\p{N}_＿<&%]|</?[a-z]{1,10}>){0,8}"

/** The number of a spelling, which a tag may have behind its own. */
const spelling = `(?:${gap}${underscore}${gap}${number.replace("(", "(?:")})?`

/** A tag in its brackets: its entity and its number. */
export const bracketed = new RegExp(
  `${open}${gap}${name}${gap}${underscore}${gap}${number}${spelling}${gap}${close}`,
  "giu"
)

/** The name of an entity and a number, whatever is around. */
export const bare = new RegExp(`(?<![\\p{L}\\p{N}])${name}${wideGap}${underscore}${wideGap}${number}`, "giu")

const whole = new RegExp(`^(?:\\\\*${bracketed.source}|${bare.source})$`, "iu")

/** Whether a value is written like a tag. */
export const isOne = (value: string): boolean => whole.test(value)

/** Letters and digits as themselves. */
const plain = (written: string): string =>
  written.replace(
    /&#(?:x([\da-f]+)|(\d+));/gi,
    (_, hex?: string, decimal?: string) =>
      String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
  )
    .replace(/\p{Cf}+/gu, "").normalize("NFKC")

/** The entity of a name in any letters. */
export const entityOf = (written: string): Entity => plain(written).toUpperCase() as Entity

/** The number of digits in any width. */
export const numberOf = (digits: string): number => Number(plain(digits))
