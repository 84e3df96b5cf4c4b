/**
 * Recognises every spelling of a numbered tag in a text, so that text of a page is never confused with a tag.
 *
 * @since 0.2.0
 */
import { entities } from "@dunlin/pii/Entity"
import type { Entity } from "../Span.ts"

/** A sign as it is, as an HTML reference, or percent-encoded, possibly several times. */
const sign = (signs: string, names: string, decimal: number): string => {
  const hex = decimal.toString(16)
  return `(?:[${signs}]|&(?:(?:amp|#0{0,6}38|#x0{0,6}26);){0,8}(?:${names}|#0{0,6}${decimal}|#x0{0,6}${hex});?|%(?:25){0,8}${hex})`
}

const reference = (sign: string): string => {
  const code = sign.charCodeAt(0)
  return `&#(?:0{0,6}${code}|x0{0,6}${code.toString(16)});`
}

/** In any case, with invisible characters between the letters. */
const wide = (name: string): string =>
  [...name].map((letter) =>
    `(?:[${letter}${fullWidth(letter)}]|${reference(letter)}|${reference(letter.toLowerCase())})`
  ).join("\\p{Cf}{0,4}")

const FULL_WIDTH = 0xfee0
const fullWidth = (letter: string): string => String.fromCharCode(letter.charCodeAt(0) + FULL_WIDTH)

interface Patterns {
  readonly bare: RegExp
  readonly bracketed: RegExp
  readonly whole: RegExp
}

const compile = (): Patterns => {
  const open = sign("<＜﹤‹〈⟨", "lt", "<".charCodeAt(0))
  const close = sign(">＞﹥›〉⟩", "gt", ">".charCodeAt(0))
  const underscore = sign("_＿", "lowbar|underbar", "_".charCodeAt(0))
  const name = `(${entities.map(wide).join("|")})`
  const digit = `(?:[\\d０-９]|${[..."0123456789"].map(reference).join("|")})`
  // No finding has a larger number.
  const number = `(${digit}(?:\\p{Cf}{0,4}${digit}){0,8})(?!${digit})`
  // spaces, invisible characters and escapes
  const gap = "(?:[^\\S\\r\\n]|\\p{Cf}|\\\\){0,8}"
  // spaces, invisible characters, line ends, punctuation and HTML tags
  const wideGap = "(?:[^\\p{L}\\p{N}_＿<&%]|</?[a-z]{1,10}>){0,8}"
  // The second number of a tag counts the spellings.
  const spelling = `(?:${gap}${underscore}${gap}${number.replace("(", "(?:")})?`
  const bracketed = `${open}${gap}${name}${gap}${underscore}${gap}${number}${spelling}${gap}${close}`
  const bare = `(?<![\\p{L}\\p{N}])${name}${wideGap}${underscore}${wideGap}${number}`
  return {
    bare: new RegExp(bare, "giu"),
    bracketed: new RegExp(bracketed, "giu"),
    whole: new RegExp(`^(?:\\\\*${bracketed}|${bare})$`, "iu")
  }
}

let compiled: Patterns | undefined
/** Compiled by first need: a search without redaction needs no pattern. */
const patterns = (): Patterns => compiled ??= compile()

export const allBracketed = (text: string): ReadonlyArray<RegExpExecArray> => [...text.matchAll(patterns().bracketed)]

export const allBare = (text: string): ReadonlyArray<RegExpExecArray> => [...text.matchAll(patterns().bare)]

export const isOne = (value: string): boolean => patterns().whole.test(value)

const plain = (written: string): string =>
  written.replace(
    /&#(?:x([\da-f]+)|(\d+));/gi,
    (_, hex?: string, decimal?: string) =>
      String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
  )
    .replace(/\p{Cf}+/gu, "").normalize("NFKC")

export const entityOf = (written: string): Entity => plain(written).toUpperCase() as Entity

export const numberOf = (digits: string): number => Number(plain(digits))
