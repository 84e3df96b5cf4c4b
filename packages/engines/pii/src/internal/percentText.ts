/**
 * Decodes percent-encoded texts in URLs: `mailto:a@b.example?subject=Call%20Ann%20Lee`,
 * `data:text/plain,Hello%20Ann`.
 *
 * @since 0.2.0
 */
import * as Unit from "@dunlin/text/Unit"
import type { Span } from "../Span.ts"
import { textBefore, unitAt } from "./around.ts"
import { hasMark } from "./marks.ts"
import { within } from "./offsets.ts"
import type { Scan } from "./scan.ts"

/**
 * Percent-encoded texts, decoded, one after the other in `text`. `starts` and `ends` are the source range of each
 * unit.
 */
export interface Decoded {
  readonly text: string
  readonly starts: ReadonlyArray<number>
  readonly ends: ReadonlyArray<number>
}

const SEPARATOR = "\n\n"

const escape = /[%+]/g

const ending = new Set([..."\"<>`?#&="].map((mark) => mark.charCodeAt(0)))
const leading = new Set([..."?#&="].map((mark) => mark.charCodeAt(0)))

const isEnding = (unit: number): boolean => unit <= Unit.SPACE || ending.has(unit)

/** Matches schemes of URLs that contain the text itself. */
const textScheme = /(?:data|javascript):/i

const blank = /%(?:25)?(?:20|0[9ad]|c2%(?:25)?a0)/i

const byte = /%(?:25)?([0-9a-f]{2})/iy

const firstBytes = [0xf0, 0xe0, 0xc0] as const
const MAX_BYTES_PER_CHARACTER = 4
const FURTHER_BYTES = 0xc0
const HEX = 16

const bytesOf = (first: number): number => {
  const at = firstBytes.findIndex((least) => first >= least)
  return at < 0 ? first < Unit.BEYOND_ASCII ? 1 : 0 : MAX_BYTES_PER_CHARACTER - at
}

const characterAt = (text: string, from: number): readonly [character: string, end: number] | undefined => {
  let encoded = ""
  let bytes = 1
  byte.lastIndex = from
  for (let index = 0; index < bytes; index++) {
    const match = byte.exec(text)
    if (match === null) return undefined
    const value = Number.parseInt(match[1]!, HEX)
    if (index === 0) bytes = bytesOf(value)
    else if (value >= FURTHER_BYTES) return undefined
    encoded += `%${match[1]}`
  }
  if (bytes === 0) return undefined
  const end = byte.lastIndex
  try {
    return [decodeURIComponent(encoded), end]
  } catch {
    return undefined
  }
}

/** Matches a parameter with the names of a page's fonts, which are not text. */
const fonts = /(?:^|\W)family=$/i
const FONTS_LEAD = 8

/** Returns the start of text in a URL; -1 if it has none. A name in a path is part of a page's URL, not text. */
const textStart = (scan: Scan, start: number, end: number): number => {
  const { text, urls } = scan
  const value = text.slice(start, end)
  if (unitAt(text, start - 1) === Unit.EQUALS && fonts.test(textBefore(text, start, FONTS_LEAD))) return -1
  if (!blank.test(value)) {
    // Forms encode a space as a plus, but only in a query.
    return unitAt(text, start - 1) === Unit.EQUALS && within(urls, start) ? start : -1
  }
  if (leading.has(unitAt(text, start - 1))) return start
  const scheme = textScheme.exec(value)
  return scheme === null ? -1 : start + scheme.index + scheme[0].length
}

class Decoding implements Decoded {
  text = ""
  readonly starts: Array<number> = []
  readonly ends: Array<number> = []

  put(characters: string, start: number, end: number): void {
    this.text += characters
    for (let i = 0; i < characters.length; i++) {
      this.starts.push(start)
      this.ends.push(end)
    }
  }

  read(text: string, start: number, end: number): void {
    const isForm = !blank.test(text.slice(start, end))
    let at = start
    while (at < end) {
      const unit = text.charCodeAt(at)
      const character = unit === Unit.PERCENT ? characterAt(text, at) : undefined
      if (character !== undefined && character[1] <= end) {
        this.put(character[0], at, character[1])
        at = character[1]
      } else {
        this.put(isForm && unit === Unit.PLUS ? " " : text[at]!, at, at + 1)
        at++
      }
    }
    this.put(SEPARATOR, end, end)
  }
}

/** Decodes percent-encoded texts; `undefined` if there are none. Takes linear time. */
export const percentTexts = (scan: Scan): Decoded | undefined => {
  if (!hasMark(scan, "%") && !(hasMark(scan, "+") && hasMark(scan, "="))) return undefined
  const { text } = scan
  let decoding: Decoding | undefined
  let reached = 0
  escape.lastIndex = 0
  for (let match = escape.exec(text); match !== null; match = escape.exec(text)) {
    let start = match.index
    while (start > reached && !isEnding(text.charCodeAt(start - 1))) start--
    let end = match.index + 1
    while (end < text.length && !isEnding(text.charCodeAt(end))) end++
    const from = textStart(scan, start, end)
    if (from >= 0) (decoding ??= new Decoding()).read(text, from, end)
    reached = end
    escape.lastIndex = end
  }
  return decoding
}

/** Returns the findings in encoded texts. A finding that extends over two texts is dropped. */
export const encodedSpans = ({ ends, starts, text }: Decoded, found: ReadonlyArray<Span>): ReadonlyArray<Span> =>
  found.filter(({ end, start }) => !text.slice(start, end).includes(SEPARATOR)).map((span) => ({
    ...span,
    start: starts[span.start]!,
    end: ends[span.end - 1]!
  }))
