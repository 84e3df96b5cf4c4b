/**
 * Escapes replaced lines that would become an HTML block, a rule or a list instead of a paragraph.
 *
 * @since 0.1.0
 */
import { reader } from "@dunlin/text/MarkdownBlocks"
import * as Unit from "@dunlin/text/Unit"
import type { Replaced, Segment } from "../Replacement.ts"
import { atOnce, FINDING, Joined, Pace, type Work } from "./work.ts"

const container = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/
/**
 * A tag such as `<PERSON>` alone on its line would be an HTML block. `<PERSON_1>` would not, because tag names have
 * no `_`.
 */
const tagAlone = /^<[A-Z]+>[ \t]*\r?$/
const starsAlone = /^\*[* \t]*\r?$/
const listLike = /^(?:[*+-]|\d{1,9}[.)])(?:[ \t]|\r?$)|^#{1,6}(?:[ \t]|\r?$)|^>|^(?:=+|-+|~{3,}|`{3,})[ \t]*\r?$/

const startsBlock = (line: string): boolean =>
  line.charCodeAt(0) !== Unit.LESS && (starsAlone.test(line) || listLike.test(line))

const blank = /^[ \t>]*\r?$/
const item = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/
const plainLine = /^(?:[\p{L}"'(“‘«„]|<[A-Z]+>)[^|]*$/u

const lineAt = (text: string, start: number): string => {
  const stop = text.indexOf("\n", start)
  return text.slice(start, stop < 0 ? text.length : stop)
}

/**
 * Whether a tag that is alone on its line would turn the next line into HTML. It does not if the block ends with the
 * line, or if the line continues a paragraph.
 */
const swallows = (text: string, lineStart: number, lineEnd: number, lead: string): boolean => {
  const next = lineAt(text, lineEnd + 1)
  if (blank.test(next) || item.test(lead) && item.test(next) && indentOf(next) <= indentOf(lead)) return false
  if (lead !== "" || lineStart === 0) return true
  return !plainLine.test(text.slice(text.lastIndexOf("\n", lineStart - 2) + 1, lineStart - 1))
}

const indentOf = (line: string): number => line.search(/[^ \t]/)

// oxlint-disable-next-line require-yield -- it has nothing to do
function* nowhere(): Work<boolean> {
  return false
}

/**
 * In fenced code, an escaping `\` would be visible. Call it for lines in order, with the columns of inserted `\` per
 * line. An undecidable line does not count as code, because an additional `\` is harmless.
 */
const fences = (
  text: string,
  escapes: ReadonlyMap<number, number>,
  pace: Pace
): (lineStart: number) => Work<boolean> => {
  if (!text.includes("```") && !text.includes("~~~")) return nowhere
  const { isInCode, read } = reader()
  let from = 0
  return function*(lineStart) {
    while (from < lineStart) {
      const stop = text.indexOf("\n", from)
      const line = text.slice(from, text[stop - 1] === "\r" ? stop - 1 : stop)
      const column = (escapes.get(from) ?? Infinity) - from
      const shown = column < line.length ? `${line.slice(0, column)}\\${line.slice(column)}` : line
      // A carriage return alone also ends a Markdown line.
      for (const each of shown.split("\r")) read(each)
      from = stop + 1
      if (pace.spend(FINDING + line.length)) yield
    }
    return isInCode()
  }
}

const leads = new Uint8Array(Unit.BEYOND_ASCII)
for (const sign of "\n>-+*.)") leads[sign.charCodeAt(0)] = 1

export const mayLead = (text: string, from: number, end: number): boolean => {
  let at = end - 1
  while (at >= from && (text.charCodeAt(at) === Unit.SPACE || text.charCodeAt(at) === Unit.TAB)) at--
  if (at < from) return true
  const unit = text.charCodeAt(at)
  return unit < Unit.BEYOND_ASCII && leads[unit] === 1
}

const MAX_LEAD_CHARACTERS = 64

/** Inserts a `\` before a replacement that would turn its line into another kind of block. */
export const escapeLines = (out: string, segments: ReadonlyArray<Segment>): Replaced => atOnce(escaping(out, segments))

export function* escaping(out: string, segments: ReadonlyArray<Segment>, pace: Pace = new Pace()): Work<Replaced> {
  let lineStart = 0
  let nextBreak = out.indexOf("\n")
  let fresh = true
  let shift = 0
  let position = 0
  const result = new Joined()
  const escapes = new Map<number, number>()
  let isInFence: ReturnType<typeof fences> | undefined
  let moved: Array<Segment> | undefined
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i]!
    if (pace.spend(FINDING)) yield
    while (nextBreak >= 0 && nextBreak < segment.outStart) {
      lineStart = nextBreak + 1
      nextBreak = out.indexOf("\n", lineStart)
      fresh = true
      if (pace.spend((nextBreak < 0 ? out.length : nextBreak) - lineStart)) yield
    }
    let escape = 0
    if (fresh && segment.outStart - lineStart <= MAX_LEAD_CHARACTERS && mayLead(out, lineStart, segment.outStart)) {
      const before = out.slice(lineStart, segment.outStart)
      const rest = out.slice(segment.outStart, nextBreak < 0 ? out.length : nextBreak)
      const lead = before === "" ? "" : before.slice(container.exec(before)![0].length)
      // A masked `**Ada**` is a line of stars.
      if (lead !== "") escape = /^[* \t]+$/.test(lead) && starsAlone.test(lead + rest) ? 1 : 0
      else if (
        startsBlock(rest) || nextBreak >= 0 && tagAlone.test(rest) && swallows(out, lineStart, nextBreak, before)
      ) escape = 1
    }
    fresh = false
    if (escape === 1 && (yield* (isInFence ??= fences(out, escapes, pace))(lineStart))) escape = 0
    if (escape === 1) {
      // Most texts need no escape, so segments are copied on the first one.
      moved ??= segments.slice(0, i)
      escapes.set(lineStart, segment.outStart)
      result.add(out.slice(position, segment.outStart))
      result.add("\\")
      position = segment.outStart
    }
    moved?.push({
      start: segment.start,
      end: segment.end,
      outStart: segment.outStart + shift,
      outEnd: segment.outEnd + shift + escape
    })
    shift += escape
  }
  if (moved === undefined) return { text: out, segments }
  result.add(out.slice(position))
  return { text: result.text, segments: moved }
}
