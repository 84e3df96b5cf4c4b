/**
 * Removes layout from a text: joins wrapped lines, reduces spaces to one, and removes emphasis marks. Only lines that
 * layout has changed are read again.
 *
 * @since 0.2.0
 */
import * as Ascending from "@dunlin/text/Ascending"
import { isDigit } from "@dunlin/text/CodeUnit"
import * as Lines from "@dunlin/text/Lines"
import * as Unit from "@dunlin/text/Unit"
import { classes, DIGIT, LETTER, SPACE } from "@dunlin/text/UnitClass"
import { unitAt } from "./around.ts"
import { hasMark } from "./marks.ts"
import { within } from "./offsets.ts"
import type { Scan } from "./scan.ts"

/** The text without layout, and the source position of each character. */
export interface Unlaid {
  readonly text: string
  readonly placeOf: (at: number) => number
}

const emphasis = /\S[*_~]{1,3}[ ,-]{1,2}[*_~]{1,3}\S|\d[*_~]{1,3}[ -]|[ -][*_~]{1,3}\d|[\p{L}\d]\*{1,3}[\p{L}\d]/u
const tag = /<\/?(?:br|b|i|u|em|strong|span|mark|small|wbr)\b/y
/** Number of characters after marks that show whether the marks divide a finding. */
const CHARACTERS_BEHIND_MARKS = 8

const layoutKinds = { spaces: 1, marks: 2, tag: 4 }
const layoutUnits = new Uint8Array(Unit.BEYOND_ASCII)
layoutUnits[Unit.SPACE] = layoutKinds.spaces
layoutUnits[Unit.LESS] = layoutKinds.tag
for (const mark of "*_~") layoutUnits[mark.charCodeAt(0)] = layoutKinds.marks

/** Returns whether marks may be emphasis. The marks of names such as `api_key` are not. */
const mayBeEmphasis = (text: string, start: number, end: number): boolean => {
  const before = unitAt(text, start - 1)
  const behind = unitAt(text, end)
  if (behind === Unit.SPACE || behind === Unit.COMMA || behind === Unit.HYPHEN) return true
  if (before === Unit.SPACE || before === Unit.HYPHEN) return isDigit(behind)
  for (let at = start; at < end; at++) if (text.charCodeAt(at) === Unit.ASTERISK) return true
  return false
}

const hasLayoutMark = (line: string): boolean => {
  for (let at = 0; at < line.length; at++) {
    const unit = line.charCodeAt(at)
    if (unit < Unit.BEYOND_ASCII && layoutUnits[unit]! > layoutKinds.spaces) return true
  }
  return false
}

/** Marks after which a space does not separate words. */
const setsApart = new Set(Array.from("|#>.:-", (sign) => sign.charCodeAt(0)))

/** Returns whether a line has something that may divide a finding: repeated spaces, marks around a word, or tags. */
const dividesLine = (text: string, start: number, end: number): boolean => {
  const table = classes()
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    const kind = unit < Unit.BEYOND_ASCII ? layoutUnits[unit]! : 0
    if (kind === 0) continue
    if (kind === layoutKinds.tag) {
      tag.lastIndex = at
      if (tag.test(text)) return true
      continue
    }
    const from = at
    while (at + 1 < end && layoutUnits[text.charCodeAt(at + 1)] === kind) at++
    if (kind === layoutKinds.marks) {
      if (
        mayBeEmphasis(text, from, at + 1) &&
        emphasis.test(text.slice(Math.max(start, from - 1), Math.min(end, at + CHARACTERS_BEHIND_MARKS)))
      ) return true
    } else if (at > from && from > start && at + 1 < end) {
      const before = text.charCodeAt(from - 1)
      const behind = text.charCodeAt(at + 1)
      if (
        behind !== Unit.BAR && ((table[before]! | table[behind]!) & SPACE) === 0 && !setsApart.has(before)
      ) return true
    }
  }
  return false
}

const isBlankUnit = (unit: number): boolean => unit === Unit.SPACE || unit === Unit.TAB

const openers = new Set(Array.from("(+*_\"'“‘„«<", (sign) => sign.charCodeAt(0)))

/**
 * Returns whether two lines are joined: a word precedes the line end, and a word that cannot be a table cell follows.
 */
const joinsLines = (text: string, lineEnd: number): boolean => {
  let before = lineEnd - 1
  if (unitAt(text, before) === Unit.CARRIAGE_RETURN) before--
  while (isBlankUnit(unitAt(text, before))) before--
  const last = unitAt(text, before)
  const table = classes()
  if (last === Unit.BAR || (table[last]! & SPACE) !== 0) return false
  // Marks of quotations and comments are skipped.
  let at = lineEnd + 1
  for (;;) {
    const unit = unitAt(text, at)
    if (isBlankUnit(unit) || unit === Unit.GREATER || unit === Unit.HASH) at++
    else if (unit === Unit.SLASH && unitAt(text, at + 1) === Unit.SLASH) at += 2
    else return (table[unit]! & (LETTER | DIGIT)) !== 0 || openers.has(unit)
  }
}

const marks =
  /(?<![*_~\\])[*~]{1,3}(?=[\p{L}\p{N}(+"'“‘„«])|(?<=[\p{L}\p{N}.,;:!?)"'”’»])[*~]{1,3}(?![*_~])|(?<![\p{L}\p{N}_*~\\])_{1,3}(?=[\p{L}\p{N}(+"'“‘„«])|(?<=[\p{L}\p{N}.,;:!?)"'”’»])_{1,3}(?![\p{L}\p{N}_*~])|[ \t]*<br[^<>\n]{0,40}>[ \t]*|<\/?(?:b|i|u|em|strong|span|mark|small|wbr)\b[^<>\n]{0,120}>/giu

const lineBreak = /^[ \t]*<br/i

const MAX_PARAGRAPH = 200_000

interface Piece {
  readonly start: number
  readonly end: number
}

const marksOfLayout = ["*", "_", "~", "<"]

/** Returns the paragraphs of a text without fenced code, where line ends are significant. */
const paragraphs = (scan: Scan): ReadonlyArray<Piece> => {
  const { code, text } = scan
  const mayDivideLine = marksOfLayout.some((mark) => hasMark(scan, mark)) || text.includes("  ")
  if (!mayDivideLine && !text.includes("\n")) return none
  const out: Array<Piece> = []
  let start = -1
  let isDivided = false
  const close = (end: number) => {
    if (start >= 0 && (isDivided || mayDivideLine && dividesLine(text, start, end))) out.push({ start, end })
    start = -1
    isDivided = false
  }
  for (let at = 0; at < text.length;) {
    const stop = text.indexOf("\n", at)
    const end = stop < 0 ? text.length : stop
    const isBlank = isBlankLine(text, at, end) || within(code, at)
    if (isBlank) close(at)
    else if (start < 0) start = at
    else isDivided ||= joinsLines(text, at - 1)
    if (!isBlank && end - start > MAX_PARAGRAPH) close(end)
    at = end + 1
  }
  close(text.length)
  return out
}

const none: ReadonlyArray<Piece> = []

const isBlankLine = (text: string, start: number, end: number): boolean => {
  for (let at = start; at < end; at++) if (text.charCodeAt(at) > Unit.SPACE) return false
  return true
}

export class Writer implements Unlaid {
  text = ""
  private readonly starts: Array<number> = []
  private readonly pieces: Array<(at: number) => number> = []

  add(text: string, placeOf: (at: number) => number): void {
    if (text === "") return
    this.starts.push(this.text.length)
    this.pieces.push(placeOf)
    this.text += text
  }

  placeOf(at: number): number {
    const { pieces, starts } = this
    const piece = Ascending.countWhile(starts.length, (index) => starts[index]! <= at) - 1
    return pieces[piece]!(at - starts[piece]!)
  }
}

export const unlaid = (scan: Scan): Unlaid | undefined => {
  const pieces = paragraphs(scan)
  if (pieces.length === 0) return undefined
  const starts: Array<number> = []
  let source = ""
  for (const { end, start } of pieces) {
    starts.push(source.length)
    source += scan.text.slice(start, end) + "\n\n"
  }
  const reading = Lines.logical(source, { foldSpaces: true })
  const hasMarks = marksOfLayout.some((mark) => hasMark(scan, mark))
  const out = new Writer()
  let piece = 0
  let block = -1
  for (const line of reading.lines) {
    if (line.kind === "code" || line.kind === "rule") continue
    while (piece + 1 < starts.length && starts[piece + 1]! <= line.start) piece++
    const shift = pieces[piece]!.start - starts[piece]!
    const placeOf = (at: number) => reading.sourceOf(line.words + at) + shift
    const words = reading.text.slice(line.words, line.to)
    const found = hasMarks && hasLayoutMark(words) ? [...words.matchAll(marks)] : []
    if (found.length === 0 && source.startsWith(words, reading.sourceOf(line.words))) continue
    if (out.text !== "") out.add(line.block === block ? "\n" : "\n\n", () => placeOf(0))
    block = line.block
    let read = 0
    for (const { 0: mark, index } of found) {
      const from = read
      out.add(words.slice(from, index), (at) => placeOf(from + at))
      if (lineBreak.test(mark)) out.add(" ", () => placeOf(index))
      read = index + mark.length
    }
    out.add(words.slice(read), (at) => placeOf(read + at))
  }
  return out.text === "" ? undefined : out
}

const REACH_OF_NUMBER = 80

/**
 * Matches a line whose number may continue on the next line: a sentence breaks off inside it, or its rows have groups
 * of four digits. Rows of other numbers are tables.
 */
const breaksOff = /\p{L}[^\n]{0,24} [+(]?\d[\d ()./-]{0,40}$|^(?:\d{4} ){0,2}\d{4}$/u

export interface OverLines {
  readonly reading: Unlaid
  readonly joints: ReadonlyArray<number>
}

/** Returns a text in which numbers continue over line ends; `undefined` if no line end divides two groups of digits. */
export const numbersOverLines = ({ digits, text }: Scan): OverLines | undefined => {
  if (digits.length === 0) return undefined
  let out: Writer | undefined
  const joints: Array<number> = []
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    let index = unitAt(text, at - 1) === Unit.CARRIAGE_RETURN ? at - 1 : at
    while (isBlankUnit(unitAt(text, index - 1))) index--
    const before = unitAt(text, index - 1)
    if (!isDigit(before) && before !== Unit.CLOSE_PARENTHESIS) continue
    let next = at + 1
    while (isBlankUnit(unitAt(text, next)) || unitAt(text, next) === Unit.GREATER) next++
    const behind = unitAt(text, next)
    if (!isDigit(behind) && behind !== Unit.OPEN_PARENTHESIS) continue
    const start = Math.max(text.lastIndexOf("\n", index - 1) + 1, index - REACH_OF_NUMBER)
    if (!breaksOff.test(text.slice(start, index))) continue
    const stop = text.indexOf("\n", next)
    const end = Math.min(stop < 0 ? text.length : stop, next + REACH_OF_NUMBER)
    out ??= new Writer()
    if (out.text !== "") out.add("\n\n", () => start)
    out.add(text.slice(start, index), (place) => start + place)
    joints.push(index)
    out.add(" ", () => index)
    out.add(text.slice(next, end), (place) => next + place)
  }
  return out === undefined ? undefined : { reading: out, joints }
}
