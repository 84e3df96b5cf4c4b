/**
 * Normalizes forms that hide addresses and numbers: full-width digits, no-break spaces, zero-width characters,
 * escapes, entities and mathematical letters. It keeps the original positions.
 *
 * @since 0.1.0
 */
import * as Ascending from "@dunlin/text/Ascending"
import * as Unit from "@dunlin/text/Unit"
import { UNITS } from "@dunlin/text/UnitClass"

/** A normalized text. `parts` is empty if all positions are unchanged. */
export interface Plain {
  readonly text: string
  /**
   * Three numbers per part: start in the normalized text, start in the original, and length in the original. The
   * length is 0 for an unchanged part, because its units keep their distances.
   */
  readonly parts: ReadonlyArray<number>
}

const PART = 3

const partAt = (parts: ReadonlyArray<number>, position: number): number =>
  Math.max(0, Ascending.countWhile(parts.length / PART, (part) => parts[part * PART]! <= position) - 1) * PART

export const originalStart = ({ parts }: Plain, position: number): number => {
  const part = partAt(parts, position)
  return parts[part + 2] === 0 ? parts[part + 1]! + position - parts[part]! : parts[part + 1]!
}

export const originalEnd = ({ parts }: Plain, position: number): number => {
  const part = partAt(parts, position - 1)
  return parts[part + 2] === 0 ? parts[part + 1]! + position - parts[part]! : parts[part + 1]! + parts[part + 2]!
}

const oneToOne: Record<string, string> = {
  "\u00a0": " ",
  "\u202f": " ",
  "\u2007": " ",
  "\u2009": " ",
  "\u3000": " ",
  "\u20e3": " ",
  "\u2010": "-",
  "\u2011": "-",
  "\u2012": "-",
  "\u2013": "-",
  "\u2212": "-"
}
const sameAll =
  /[\u20e3\u00a0\u202f\u2007\u2009\u2010-\u2013\u2212\uff01-\uff5e\u3000\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g
const shorter =
  /[\ufe00-\ufe0f\u200b-\u200f\u2060\ufeff\u00ad]|\\[-_@.+]|&#|&(?:nbsp|commat|period|quot|amp|lt|gt|apos);|\ud835/i
const shorterAll =
  /[\ufe00-\ufe0f\u200b-\u200f\u2060\ufeff\u00ad]|\\([-_@.+])|&#(?:(\d{2,6})|x([0-9a-f]{2,5}));|&(nbsp|commat|period|quot|amp|lt|gt|apos);|(\ud835[\udc00-\udfff])/gi
const named: Record<string, string> = {
  nbsp: " ",
  commat: "@",
  period: ".",
  quot: "\"",
  amp: "&",
  lt: "<",
  gt: ">",
  apos: "'"
}

const SAME = 1
const SHORTER = 2
const SCRIPT = 4
const ESCAPE = 8
const ENTITY = 16

/** Ranges of characters that may be full-width. A full-width character may also be a `\` or a `&`. */
const marked: ReadonlyArray<readonly [first: number, last: number, kinds: number]> = [
  [0xa0, 0xa0, SAME],
  [0xad, 0xad, SHORTER],
  [0x370, 0x4ff, SCRIPT],
  [0x501, 0x501, SCRIPT],
  [0x660, 0x669, SAME],
  [0x6f0, 0x6f9, SAME],
  [0x966, 0x96f, SAME],
  [0x2007, 0x2007, SAME],
  [0x2009, 0x2009, SAME],
  [0x200b, 0x200f, SHORTER],
  [0x2010, 0x2013, SAME],
  [0x202f, 0x202f, SAME],
  [0x2060, 0x2060, SHORTER],
  [0x20e3, 0x20e3, SAME],
  [0x2212, 0x2212, SAME],
  [0x3000, 0x3000, SAME],
  [0xd835, 0xd835, SHORTER],
  [0xfe00, 0xfe0f, SHORTER],
  [0xfeff, 0xfeff, SHORTER],
  [0xff01, 0xff5e, SAME | SHORTER]
]
const kindOfUnit = new Uint8Array(UNITS)
for (const [first, last, kinds] of marked) kindOfUnit.fill(kinds, first, last + 1)
kindOfUnit[Unit.BACKSLASH] = ESCAPE
kindOfUnit[Unit.AMPERSAND] = ENTITY

const kindsOf = (text: string): number => {
  let kinds = 0
  for (let i = 0; i < text.length; i++) kinds |= kindOfUnit[text.charCodeAt(i)]!
  return kinds
}

const none: ReadonlyArray<number> = []

const ranges = [
  { first: 0xff01, last: 0xff5e, plain: 0x21 },
  { first: 0x660, last: 0x669, plain: 0x30 },
  { first: 0x6f0, last: 0x6f9, plain: 0x30 },
  { first: 0x966, last: 0x96f, plain: 0x30 }
]
const LAST_PLAIN = 0xd7ff

const plainUnit = (unit: string): string => {
  const code = unit.charCodeAt(0)
  for (const { first, last, plain } of ranges) {
    if (code >= first && code <= last) return String.fromCharCode(code - first + plain)
  }
  return oneToOne[unit] ?? unit
}

/**
 * Matches escaped white space before the start of a value, as in strings of programs and logs. In paths, the same
 * characters are not white space.
 */
const escapedSpace = /(?<![\\:A-Z])\\[nrt](?=[A-Z\d(+"\\]|[a-z]{2,20}[:=_]|[\w.+-]{2,40}@|$)/g

const mixed = /[A-Za-z][\u0370-\u04ff\u0501]|[\u0370-\u04ff\u0501][A-Za-z]/
const mixedWord = /[A-Za-z\u0370-\u04ff\u0501]+/g
const lookAlike: Record<string, string> = {}
const alike = (from: string, to: string) => {
  for (let i = 0; i < from.length; i++) lookAlike[from[i]!] = to[i]!
}
alike("АВЕКМНОРСТУХІЅЈаеорсухіѕјһԁ", "ABEKMHOPCTYXISJaeopcyxisjhd")
alike("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοανικρυ", "ABEZHIKMNOPTYXoavikpu")

const unmix = (word: string): string => {
  if (!mixed.test(word)) return word
  let plain = ""
  for (const unit of word) plain += lookAlike[unit] ?? unit
  return plain
}

/** Normalizes a text. A text without changes costs one pass and no copy. */
export const normalise = (original: string): Plain => {
  const kinds = kindsOf(original)
  const apart = (kinds & ESCAPE) === 0 ? original : original.replace(escapedSpace, "  ")
  const unified = (kinds & SAME) === 0 ? apart : apart.replace(sameAll, plainUnit)
  const text = (kinds & SCRIPT) !== 0 && mixed.test(unified) ? unified.replace(mixedWord, unmix) : unified
  if ((kinds & (SHORTER | ESCAPE | ENTITY)) === 0 || !shorter.test(text)) return { text, parts: none }
  const parts: Array<number> = []
  let plain = ""
  let position = 0
  const copy = (to: number) => {
    if (to <= position) return
    parts.push(plain.length, position, 0)
    plain += text.slice(position, to)
  }
  for (const match of text.matchAll(shorterAll)) {
    const whole = match[0]
    let unit = ""
    if (match[1] !== undefined) unit = match[1]
    else if (match[2] !== undefined || match[3] !== undefined) {
      const code = match[2] === undefined ? Number.parseInt(match[3]!, 16) : Number(match[2])
      if (code < Unit.SPACE || code > LAST_PLAIN) continue
      unit = String.fromCharCode(code === Unit.NO_BREAK_SPACE ? Unit.SPACE : code)
    } else if (match[4] !== undefined) unit = named[match[4].toLowerCase()]!
    else if (match[5] !== undefined) {
      unit = match[5].normalize("NFKC")
      if (unit.length !== 1) continue
    }
    copy(match.index)
    position = match.index + whole.length
    if (unit !== "") {
      parts.push(plain.length, match.index, whole.length)
      plain += unit
    }
  }
  if (position === 0) return { text, parts: none }
  copy(text.length)
  return { text: plain, parts }
}
