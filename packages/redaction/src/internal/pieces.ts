/**
 * Splits a span at Markdown markup.
 *
 * @since 0.1.0
 */
import { entities, kinds } from "@dunlin/pii/Entity"
import * as Unit from "@dunlin/text/Unit"
import { classes, DIGIT, LETTER } from "@dunlin/text/UnitClass"
import type { Span } from "../Span.ts"

export interface Piece {
  readonly start: number
  readonly end: number
  readonly drop: boolean
}

const tags = `<(?:${entities.join("|")})>`
/** Lines, cells, code, links and tags split an identifier. */
const hard = new RegExp(String.raw`\r?\n[ \t>]*|\||` + "`" + String.raw`|\]\(|${tags}`, "g")
/** Emphasis and brackets also split words. */
const soft = new RegExp(String.raw`\r?\n[ \t>]*|\||` + "`" + String.raw`|\]\(|\*\*|__|\[|\]|${tags}`, "g")
const content = /[\p{L}\p{N}]/u
const blockStart = /^(?:[-+*#>=~|]|\d{1,9}[.)]|```)/

const trimmed = (text: string, start: number, end: number): readonly [number, number] => {
  let from = start
  let to = end
  while (from < to && text.charCodeAt(from) <= Unit.SPACE) from++
  while (to > from && text.charCodeAt(to - 1) <= Unit.SPACE) to--
  return [from, to]
}

/**
 * The opening bracket is outside of the span, so the closing one belongs to the surrounding markup. Returns -1 if
 * there is none.
 */
const stray = (text: string, start: number, end: number): number => {
  let depth = 0
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    if (code === Unit.OPEN_PARENTHESIS) depth++
    else if (code === Unit.CLOSE_PARENTHESIS && --depth < 0) return i
  }
  return -1
}

/**
 * 1 for characters that a span of one piece cannot contain: white space except spaces, Markdown markup and brackets.
 */
const structure = new Uint8Array(128)
for (const sign of "\t\n\v\f\r|`*_[]()<>") structure[sign.charCodeAt(0)] = 1

/** The span starts with a letter, a digit or a `+` and a digit, and contains no markup. */
export const isWhole = (text: string, start: number, end: number): boolean => {
  const first = text.charCodeAt(start) === Unit.PLUS && start + 1 < end ? start + 1 : start
  if ((classes()[text.charCodeAt(first)]! & (LETTER | DIGIT)) === 0 || text.charCodeAt(end - 1) <= Unit.SPACE) {
    return false
  }
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i)
    if (unit < Unit.BEYOND_ASCII && structure[unit] === 1) return false
  }
  return true
}

/**
 * If a span covers several whole lines, the later lines are `drop` pieces together with the line break before them,
 * because one tag stands for the whole block.
 */
export const linePieces = (text: string, span: Span): Array<Piece> => {
  if (isWhole(text, span.start, span.end)) return [{ start: span.start, end: span.end, drop: false }]
  const pieces: Array<Piece> = []
  const add = (start: number, end: number, drop: boolean) => {
    const [from, to] = trimmed(text, start, end)
    if (to <= from || !content.test(text.slice(from, to))) return false
    const bracket = stray(text, from, to)
    if (bracket >= 0) {
      const head = bracket > from && content.test(text.slice(from, bracket))
      if (head) pieces.push({ start: from, end: bracket, drop })
      const [rest] = trimmed(text, bracket + 1, to)
      if (rest < to && content.test(text.slice(rest, to))) pieces.push({ start: rest, end: to, drop: drop || head })
      return true
    }
    pieces.push({ start: from, end: to, drop })
    return true
  }
  const mark = kinds[span.entity].isToken ? hard : soft
  mark.lastIndex = span.start
  let from = span.start
  let standing = false
  let match: RegExpExecArray | null
  while (from < span.end && (match = mark.exec(text)) !== null && match.index < span.end) {
    standing = add(from, match.index, standing) || standing
    from = match.index + match[0].length
    const code = match[0].charCodeAt(0)
    if (code === Unit.BAR) standing = false
    else if (code === Unit.LINE_FEED || code === Unit.CARRIAGE_RETURN) {
      // Whole lines after the first are dropped with the line break before them.
      let end = from
      if (standing) {
        while (end < span.end) {
          const stop = text.indexOf("\n", end)
          const line = text.slice(end, stop < 0 ? text.length : stop)
          const lineEnd = end + line.trimEnd().length
          if (
            lineEnd > span.end || line.trim() === "" || line.includes("|") || line.includes("`") ||
            blockStart.test(line.trimStart())
          ) break
          const dropFrom = end === from ? match.index : pieces[pieces.length - 1]!.end
          pieces.push({ start: dropFrom, end: lineEnd, drop: true })
          if (stop < 0 || stop + 1 >= span.end) {
            end = span.end
            break
          }
          end = stop + 1
          while (end < span.end && (text[end] === " " || text[end] === ">" || text[end] === "\t")) end++
        }
      }
      if (end > from) {
        from = end
        mark.lastIndex = end
      }
      standing = false
    }
  }
  if (from < span.end) add(from, span.end, standing)
  return pieces
}
