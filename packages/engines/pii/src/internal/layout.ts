/**
 * Reads a text without its layout: a wrapped paragraph is one line, spaces are single, marks of emphasis are absent.
 * Only lines that layout changes are in the reading, so a text without such lines costs one walk.
 *
 * @since 0.2.0
 */
import * as Lines from "@dunlin/text/Lines"
import { type Scan, within } from "./scan.ts"

/** The reading, and where each of its characters is in the text it was made from. */
export interface Unlaid {
  readonly text: string
  /** The place in the source of each character. */
  readonly places: ReadonlyArray<number>
}

/** Layout that may divide a finding: a line end, spaces in a row, marks around each word, a tag of HTML. */
const divides =
  /[^\s|][ \t]*\\?\r?\n(?:[ \t]*(?:>|\/\/|#|\*))*[ \t]*[\p{L}\d(+*_"'“‘„«<]|[^\s|#>.:-] {2,}[^\s|]|\S[*_~]{1,3}[ ,-]{1,2}[*_~]{1,3}\S|\d[*_~]{1,3}[ -]|[ -][*_~]{1,3}\d|[\p{L}\d]\*{1,3}[\p{L}\d]|<\/?(?:br|b|i|u|em|strong|span|mark|small|wbr)\b/u

/** Marks inside a line, and what a reader sees in their place. */
const marks =
  /(?<![*_~\\])[*~]{1,3}(?=[\p{L}\p{N}(+"'“‘„«])|(?<=[\p{L}\p{N}.,;:!?)"'”’»])[*~]{1,3}(?![*_~])|(?<![\p{L}\p{N}_*~\\])_{1,3}(?=[\p{L}\p{N}(+"'“‘„«])|(?<=[\p{L}\p{N}.,;:!?)"'”’»])_{1,3}(?![\p{L}\p{N}_*~])|[ \t]*<br[^<>\n]{0,40}>[ \t]*|<\/?(?:b|i|u|em|strong|span|mark|small|wbr)\b[^<>\n]{0,120}>/giu

const lineBreak = /^[ \t]*<br/i

/** Characters of the longest paragraph that is read as one. */
const MAX_PARAGRAPH = 200_000

interface Piece {
  readonly start: number
  readonly end: number
}

/** The paragraphs that have layout which may divide a finding. Fenced code has none: its line ends mean something. */
const paragraphs = ({ code, text }: Scan): ReadonlyArray<Piece> => {
  const out: Array<Piece> = []
  let start = -1
  const close = (end: number) => {
    if (start >= 0 && divides.test(text.slice(start, end))) out.push({ start, end })
    start = -1
  }
  for (let at = 0; at < text.length;) {
    const stop = text.indexOf("\n", at)
    const end = stop < 0 ? text.length : stop
    const isBlank = isBlankLine(text, at, end) || within(code, at)
    if (isBlank) close(at)
    else if (start < 0) start = at
    if (!isBlank && end - start > MAX_PARAGRAPH) close(end)
    at = end + 1
  }
  close(text.length)
  return out
}

const isBlankLine = (text: string, start: number, end: number): boolean => {
  for (let at = start; at < end; at++) if (text.charCodeAt(at) > 0x20) return false
  return true
}

/** A reading that is being written. */
class Writer implements Unlaid {
  text = ""
  readonly places: Array<number> = []

  /** Adds a text whose characters are at the given places of the source. */
  add(text: string, placeOf: (at: number) => number): void {
    for (let at = 0; at < text.length; at++) this.places.push(placeOf(at))
    this.text += text
  }
}

/** The text of its paragraphs without their layout, or nothing where layout changes no line. */
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
  const out = new Writer()
  let piece = 0
  let block = -1
  for (const line of reading.lines) {
    if (line.kind === "code" || line.kind === "rule") continue
    while (piece + 1 < starts.length && starts[piece + 1]! <= line.start) piece++
    const shift = pieces[piece]!.start - starts[piece]!
    const placeOf = (at: number) => reading.sourceOf(line.words + at) + shift
    const words = reading.text.slice(line.words, line.to)
    const found = [...words.matchAll(marks)]
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

/** Characters of a line that are read on each side of a line end inside a number. */
const REACH_OF_NUMBER = 80

/** A line end between two groups of digits. */
const insideNumber = /(?<=[\d)])[ \t]*\r?\n[ \t>]*(?=[\d(])/g

/** Sentences that break off inside a number, and rows of groups of four: a row of other numbers is a table. */
const breaksOff = /\p{L}[^\n]{0,24} [+(]?\d[\d ()./-]{0,40}$|^(?:\d{4} ){0,2}\d{4}$/u

/** The lines around each line end inside a number, each pair as one line, and where those line ends are. */
export const numbersOverLines = ({ text }: Scan): Unlaid & { readonly joints: ReadonlyArray<number> } => {
  const out = new Writer()
  const joints: Array<number> = []
  for (const { 0: gap, index } of text.matchAll(insideNumber)) {
    const start = Math.max(text.lastIndexOf("\n", index - 1) + 1, index - REACH_OF_NUMBER)
    if (!breaksOff.test(text.slice(start, index))) continue
    const next = index + gap.length
    const stop = text.indexOf("\n", next)
    const end = Math.min(stop < 0 ? text.length : stop, next + REACH_OF_NUMBER)
    if (out.text !== "") out.add("\n\n", () => start)
    out.add(text.slice(start, index), (at) => start + at)
    joints.push(index)
    out.add(" ", () => index)
    out.add(text.slice(next, end), (at) => next + at)
  }
  return Object.assign(out, { joints })
}
