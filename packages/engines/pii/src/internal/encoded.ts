/**
 * Finds names and email addresses in base64, as in identifiers, newsletter URLs and headers.
 *
 * @since 0.2.0
 */
import { isDigit, isLowerLetter, isUpperLetter } from "@dunlin/text/CodeUnit"
import * as Unit from "@dunlin/text/Unit"
import { classes, TOKEN } from "@dunlin/text/UnitClass"
import { unitAt } from "./around.ts"
import { FAMILY, FAMILY_AMBIGUOUS, GIVEN, GIVEN_AMBIGUOUS, listedWord } from "./lexicon.ts"
import { hasMark } from "./marks.ts"
import { tlds } from "./places.ts"
import { type Scan } from "./scan.ts"

const MAX_CHARACTERS_OF_ENCODED = 88
/** Minimum characters of an encoded value: ten bytes. The scan lists only longer tokens. */
const MIN_CHARACTERS_OF_ENCODED = 14
const PADS = "=="
const BITS_PER_BASE64_CHARACTER = 6
const BITS_PER_BYTE = 8
const BYTE_MASK = 0xff
const SMALL_AT = 26
const DIGITS_AT = 52

/** Returns the value of a base64 character. `-` and `_` never start encoded text. */
const valueOf = (unit: number): number =>
  isUpperLetter(unit)
    ? unit - Unit.UPPER_A
    : isLowerLetter(unit)
    ? unit - Unit.LOWER_A + SMALL_AT
    : isDigit(unit)
    ? unit - Unit.ZERO + DIGITS_AT
    : -1

const isText = (byte: number): boolean =>
  byte >= Unit.BEYOND_ASCII || isUpperLetter(byte) || isLowerLetter(byte) || isDigit(byte) ||
  byte === Unit.SPACE || byte === Unit.POINT || byte === Unit.HYPHEN || byte === Unit.APOSTROPHE ||
  byte === Unit.AT_SIGN || byte === Unit.UNDERSCORE || byte === Unit.PLUS

const decoder = new TextDecoder("utf-8")
const bytes = new Uint8Array(MAX_CHARACTERS_OF_ENCODED)

/** Decodes a value; an empty text unless it may be a name or address. The first byte excludes most values. */
const decode = (text: string, start: number, end: number): string => {
  if (end - start > MAX_CHARACTERS_OF_ENCODED || end - start < MIN_CHARACTERS_OF_ENCODED) return ""
  let bits = 0
  let value = 0
  let length = 0
  for (let i = start; i < end; i++) {
    const next = valueOf(text.charCodeAt(i))
    if (next < 0) return ""
    value = value << BITS_PER_BASE64_CHARACTER | next
    bits += BITS_PER_BASE64_CHARACTER
    if (bits < BITS_PER_BYTE) continue
    bits -= BITS_PER_BYTE
    const byte = value >> bits & BYTE_MASK
    if (!isText(byte)) return ""
    bytes[length++] = byte
  }
  return decoder.decode(bytes.subarray(0, length))
}

export type Encoded = ReadonlyArray<{ readonly decoded: string; readonly start: number; readonly end: number }>

export const encoded = (scan: Scan): Encoded => {
  const { text, tokens } = scan
  const found: Array<Encoded[number]> = []
  for (let i = 0; i < tokens.length; i += 2) {
    const start = tokens.at[i]!
    let end = tokens.at[i + 1]!
    const decoded = decode(text, start, end)
    if (decoded === "") continue
    while (end < tokens.at[i + 1]! + 2 && unitAt(text, end) === Unit.EQUALS) end++
    found.push({ decoded, start, end })
  }
  if (!hasMark(scan, "=")) return found
  const table = classes()
  for (let at = text.indexOf(PADS); at >= 0; at = text.indexOf(PADS, at + PADS.length)) {
    const start = at - MIN_CHARACTERS_OF_ENCODED
    if (start < 0 || (table[unitAt(text, start - 1)]! & TOKEN) !== 0) continue
    const decoded = decode(text, start, at)
    if (decoded !== "") found.push({ decoded, start, end: at + PADS.length })
  }
  return found
}

const name = /^\p{Lu}[\p{L}'’-]{1,24}(?: \p{Lu}\.?| \p{L}{2,4}){0,2} \p{Lu}[\p{L}'’-]{1,24}$/u

export const encodedNames = (values: Encoded, visit: (start: number, end: number) => void): void => {
  for (const { decoded, end, start } of values) {
    if (!name.test(decoded)) continue
    const words = decoded.toLowerCase().split(/[ -]/).map(listedWord)
    const isNamed = (words[0]! & (GIVEN | GIVEN_AMBIGUOUS)) !== 0 ||
      (words[words.length - 1]! & (FAMILY | FAMILY_AMBIGUOUS)) !== 0
    if (isNamed) visit(start, end)
  }
}

const address = /^[\w.+'-]{1,64}@(?:[\w-]{1,63}\.)+([A-Za-z]{2,24})$/

export const encodedEmails = (values: Encoded, visit: (start: number, end: number) => void): void => {
  for (const { decoded, end, start } of values) {
    const top = address.exec(decoded)?.[1]
    if (top !== undefined && tlds().has(top.toLowerCase())) visit(start, end)
  }
}

/** URL fragment in which Cloudflare hides an email address from crawlers. A script shows the address to readers. */
const HIDDEN = "email-protection#"
const HEX_DIGITS = 2
const HEX = 16
const hexadecimal = /[0-9a-f]{14,510}/iy

/** Decodes a hidden address, whose bytes are XORed with the first byte. */
const unhidden = (digits: string): string => {
  const key = Number.parseInt(digits.slice(0, HEX_DIGITS), HEX)
  let decoded = ""
  for (let at = HEX_DIGITS; at + 1 < digits.length; at += HEX_DIGITS) {
    decoded += String.fromCharCode(Number.parseInt(digits.slice(at, at + HEX_DIGITS), HEX) ^ key)
  }
  return decoded
}

export const hiddenEmails = (text: string, visit: (start: number, end: number) => void): void => {
  for (let at = text.indexOf(HIDDEN); at >= 0; at = text.indexOf(HIDDEN, at + 1)) {
    const start = at + HIDDEN.length
    hexadecimal.lastIndex = start
    const digits = hexadecimal.exec(text)?.[0]
    if (digits !== undefined && address.test(unhidden(digits))) visit(start, start + digits.length)
  }
}
