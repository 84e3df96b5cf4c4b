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
/** Markup that splits an identifier: lines, cells, code, links and tags. */
const hard = new RegExp(String.raw`\r?\n[ \t>]*|\||` + "`" + String.raw`|\]\(|${tags}`, "g")
/** Markup that splits words: the above, emphasis and brackets. */
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
 * Returns the position of a closing bracket without an opening one in the span, or -1. It belongs to the surrounding
 * markup.
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

const structure = new Uint8Array(128)
for (const sign of "\t\n\v\f\r|`*_[]()<>") structure[sign.charCodeAt(0)] = 1

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
 * A span over several whole lines becomes one tag. The later lines are dropped together with the line breaks before
 * them.
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
