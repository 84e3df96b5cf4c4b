/**
 * Keeps replaced lines what they were: a paragraph, not an HTML block, a rule or a list.
 *
 * @since 0.1.0
 */
import type { Replaced, Segment } from "../Replacement.ts"

const container = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/
/** A tag with a number is none of HTML, because of its `_`. */
const tagAlone = /^<[A-Z]+>[ \t]*\r?$/
const starsAlone = /^\*[* \t]*\r?$/
const listLike = /^(?:[*+-]|\d{1,9}[.)])(?:[ \t]|\r?$)|^#{1,6}(?:[ \t]|\r?$)|^>|^(?:=+|-+|~{3,}|`{3,})[ \t]*\r?$/

/**
 * Whether the text from `at`, the first replaced column of a line, would start another kind of block.
 */
const startsBlock = (line: string): boolean => tagAlone.test(line) || starsAlone.test(line) || listLike.test(line)

/** Whether what stands before a replacement may be the marks of a container or stars, by its last sign. */
const mayLead = (out: string, lineStart: number, end: number): boolean => {
  let at = end - 1
  while (at >= lineStart && (out.charCodeAt(at) === 32 || out.charCodeAt(at) === 9)) at--
  return at < lineStart || ">-+*.)".includes(out[at]!)
}

/**
 * Puts a `\` before the first replacement of a line where the line would otherwise change its kind.
 */
export const escapeLines = (out: string, segments: ReadonlyArray<Segment>): Replaced => {
  let lineStart = 0
  let nextBreak = out.indexOf("\n")
  let fresh = true
  let shift = 0
  let position = 0
  let result = ""
  const moved: Array<Segment> = []
  for (const segment of segments) {
    while (nextBreak >= 0 && nextBreak < segment.outStart) {
      lineStart = nextBreak + 1
      nextBreak = out.indexOf("\n", lineStart)
      fresh = true
    }
    let escape = 0
    // only the first replacement of a line can stand where a block begins
    if (fresh && segment.outStart - lineStart <= 64 && mayLead(out, lineStart, segment.outStart)) {
      const before = out.slice(lineStart, segment.outStart)
      const rest = out.slice(segment.outStart, nextBreak < 0 ? out.length : nextBreak)
      const lead = before.slice(container.exec(before)![0].length)
      // `**Ada**` under a mask is a line of stars
      if (lead === "" ? startsBlock(rest) : /^[* \t]+$/.test(lead) && starsAlone.test(lead + rest)) escape = 1
    }
    fresh = false
    if (escape === 1) {
      result += out.slice(position, segment.outStart) + "\\"
      position = segment.outStart
    }
    moved.push({
      start: segment.start,
      end: segment.end,
      outStart: segment.outStart + shift,
      outEnd: segment.outEnd + shift + escape
    })
    shift += escape
  }
  return { text: result + out.slice(position), segments: moved }
}
