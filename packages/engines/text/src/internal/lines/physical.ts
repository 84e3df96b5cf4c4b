/** Splits a text into physical lines, and interprets the marks at the start of each. */
import * as CodeUnit from "../../CodeUnit.ts"
import * as Unit from "../../Unit.ts"
import { UNITS } from "../../UnitClass.ts"
import { columnsOf, TAB_STOP, widthOf } from "./columns.ts"
import * as Comments from "./comments.ts"
import { isProse } from "./prose.ts"

export type Kind = "blank" | "text" | "heading" | "item" | "row" | "code" | "html" | "rule"

export interface Physical {
  readonly start: number
  readonly end: number
  readonly at: number
  kind: Kind
  readonly container: string
  mark: number
  level: number
  readonly indent: number
  readonly width: number
  /** Whether the line ends with a hard break: a backslash or two spaces. */
  readonly isBroken: boolean
  /** Number of the code block; -1 outside of code. */
  code: number
}

const MAX_MARK_CHARACTERS = 400

const quotation = /(?:[ \t]{0,3}>[ \t]?)+/y
const fence = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})[ \t]*([^\s`{]*)/
const heading = /^ {0,3}(#{1,6})(?:[ \t]+|$)/
const bullet = /^(?:[-*+•‣◦▪●○■□–—]|o(?= {2,}))(?:[ \t]+|$)(?:\[[ xX]\][ \t]+)?/
const numbered = /^(?:\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{2,5})[.)]|\[\d{1,4}\]|\d{1,3}(?:\.\d{1,3}){1,4}\.)(?:[ \t]+|$)/
const rule = /^(?:([-*_=~+^"#.·])\1{2,}|(?:[-*_][ \t]+){2,}[-*_])$/
const rowRule = /^\+(?:[-=]+\+)+$/
const dotted = /(?:\. ?){5,}[ \t]*[\divxlcIVXLC]{0,6}$/
/**
 * Bits for the first character of a line. Most lines start with a letter, so a check of that character avoids most
 * regular expressions.
 */
const openings = { rule: 1, bullet: 2, number: 4, fence: 8 }
const openingOf = new Uint8Array(UNITS)
const open = (signs: string, kind: number) => {
  for (const sign of signs) openingOf[sign.charCodeAt(0)]! |= kind
}
open("-*_=~+^\"#.·", openings.rule)
open("-*+•‣◦▪●○■□–—o", openings.bullet)
open("([0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", openings.number)
open("`~", openings.fence)

const limits = { charactersOfWidth: 2000, charactersOfNumber: 20 }

const mayBeNumbered = (head: string): boolean => {
  const end = Math.min(head.length, limits.charactersOfNumber)
  for (let at = 1; at < end; at++) {
    const unit = head.charCodeAt(at)
    if (unit === Unit.POINT || unit === Unit.CLOSE_PARENTHESIS || unit === Unit.CLOSE_BRACKET) return true
    if (!CodeUnit.isDigit(unit) && !CodeUnit.isLetter(unit)) return false
  }
  return false
}

const hasDots = (head: string): boolean => head.includes("..") || head.includes(". .")
const tags = /^(?:<\/?[a-zA-Z!][^<>]*>\s*)+$/
const plainFence = /^(?:|te?xt|plain|text\/plain|none|mail|email|md|markdown)$/i

const isBlankUnit = (unit: number): boolean =>
  unit === 0x20 || unit === 0x09 || unit === 0x0d || unit === 0x0c || unit === 0xa0

/** A line. Its width is measured on request, because only paragraphs of several lines need it. */
class PhysicalLine implements Physical {
  readonly start: number
  readonly end: number
  readonly at: number
  kind: Kind
  readonly container: string
  mark = 0
  level = 0
  readonly indent: number
  readonly isBroken: boolean
  code = -1
  private readonly text: string
  private measured = -1
  constructor(text: string, place: Pick<Physical, "start" | "end" | "at" | "container" | "indent" | "isBroken">) {
    this.text = text
    this.start = place.start
    this.end = place.end
    this.at = place.at
    this.kind = place.at === place.end ? "blank" : "text"
    this.container = place.container
    this.indent = place.indent
    this.isBroken = place.isBroken
  }
  get width(): number {
    if (this.measured < 0) {
      const { at, end, indent, text } = this
      this.measured = indent + widthOf(text, at, Math.min(end, at + limits.charactersOfWidth))
    }
    return this.measured
  }
}

const made = (text: string, start: number, to: number, at: number, container: string): Physical => {
  let end = to
  while (end > at && isBlankUnit(text.charCodeAt(end - 1))) end--
  let own = at
  while (own < end && isBlankUnit(text.charCodeAt(own))) own++
  const indent = columnsOf(text, start, own, 0)
  const isBackslash = end > own && text.charCodeAt(end - 1) === 0x5c && text.charCodeAt(end - 2) !== 0x5c
  const isBroken = isBackslash || text.charCodeAt(end) === 0x20 && text.charCodeAt(end + 1) === 0x20 && end + 1 < to
  return new PhysicalLine(text, { start, end, at: own, container, indent, isBroken })
}

const classify = (line: Physical, text: string, isComment: boolean) => {
  if (line.kind === "blank") return
  const head = text.slice(line.at, Math.min(line.end, line.at + MAX_MARK_CHARACTERS))
  const first = head.charCodeAt(0)
  const opening = openingOf[first]!
  if (first === 0x7c) line.kind = "row"
  else if ((opening & openings.rule) !== 0 && line.end - line.at <= MAX_MARK_CHARACTERS && rule.test(head)) {
    line.kind = "rule"
  } else if (isComment && head === "*/") line.kind = "rule"
  else if (
    first === Unit.PLUS && rowRule.test(head) ||
    line.end - line.at <= MAX_MARK_CHARACTERS && hasDots(head) && dotted.test(head)
  ) {
    line.kind = "row"
  } else if (!isComment && first === 0x23 && line.indent < TAB_STOP + line.container.length) {
    const found = heading.exec(head)
    if (found !== null) {
      line.kind = "heading"
      line.level = found[1]!.length
      line.mark = found[0].length
    }
  } else if (!isComment && first === 0x3c && line.end - line.at <= MAX_MARK_CHARACTERS && tags.test(head)) {
    line.kind = "html"
  } else {
    const found = ((opening & openings.bullet) === 0 ? null : bullet.exec(head)) ??
      ((opening & openings.number) !== 0 && mayBeNumbered(head) ? numbered.exec(head) : null)
    if (found !== null && found[0].length < line.end - line.at) {
      line.kind = "item"
      line.mark = found[0].length
    }
  }
}

interface Open {
  readonly mark: string
  readonly container: string
  readonly from: number
  readonly language: string
}

/** Splits a text into lines. Every character that is not white space belongs to a line or to its marks. */
export const physicalOf = (text: string): ReadonlyArray<Physical> => {
  const ends: Array<number> = []
  for (let at = 0; at < text.length;) {
    const found = text.indexOf("\n", at)
    const end = found < 0 ? text.length : found
    ends.push(end)
    at = end + 1
  }
  return scan(text, { ends, from: 0, to: ends.length, isFenced: false })
}

interface Range {
  readonly ends: ReadonlyArray<number>
  readonly from: number
  readonly to: number
  /** Whether the text is inside a fence, where `#` and fences have no meaning. */
  readonly isFenced: boolean
}

const scan = (text: string, { ends, from: firstLine, isFenced, to: lastLine }: Range): ReadonlyArray<Physical> => {
  const lines: Array<Physical> = []
  let open: Open | undefined
  let codes = 0
  let isInComment = false
  let run: Comments.Run | undefined
  let stars: Comments.Run | undefined
  const lastCommentEnd = text.lastIndexOf("*/", ends[lastLine - 1])

  const close = (to: number) => {
    const { container, from, language } = open!
    open = undefined
    const inside = lines.slice(from + 1, to)
    if (
      plainFence.test(language) &&
      isProse(inside.map((line) => text.slice(line.at, Math.min(line.end, line.at + MAX_MARK_CHARACTERS))))
    ) {
      // Quotation and comment marks are also read inside a fence, because archives put mails in fenced blocks.
      if (container === "") {
        const range = { ends, from: firstLine + from + 1, to: firstLine + to, isFenced: true }
        scan(text, range).forEach((line, at) => lines[from + 1 + at] = line)
      } else for (const line of inside) classify(line, text, true)
      lines[from]!.kind = "rule"
      if (to < lines.length) lines[to]!.kind = "rule"
      return
    }
    for (const line of lines.slice(from, to + 1)) {
      line.code = codes
      line.kind = "code"
    }
    codes++
  }

  let start = firstLine === 0 ? 0 : ends[firstLine - 1]! + 1
  for (let number = firstLine; number < lastLine; number++) {
    const end = ends[number]!
    let at = start
    let container = ""
    quotation.lastIndex = start
    const first = firstOf(text, start, end)
    if (first === 0x3e) {
      const found = quotation.exec(text)
      if (found !== null && start + found[0].length <= end) {
        at = start + found[0].length
        container = found[0].replace(/[ \t]/g, "")
      }
    }
    if (open !== undefined && open.container !== container && !(open.container === "" && container !== "")) {
      close(lines.length)
      open = undefined
    }
    if (open !== undefined) {
      // A quotation mark inside code is code.
      const line = open.container === "" ? made(text, start, end, start, "") : made(text, start, end, at, container)
      lines.push(line)
      const head = text.slice(line.at, Math.min(line.end, line.at + MAX_MARK_CHARACTERS))
      if (head.startsWith(open.mark) && head.replaceAll(open.mark[0]!, "").trim() === "") close(lines.length - 1)
      start = end + 1
      continue
    }
    if (run !== undefined && number >= run.until) run = undefined
    if (run === undefined && first !== undefined && !isInComment) {
      run = Comments.runOf({ text, ends, number, limit: lastLine, before: stars })
      if (run?.leader === "*") stars = run
    }
    if (run?.leader !== undefined) {
      at = text.indexOf(run.leader, at) + run.leader.length
      container = run.leader
    } else if (
      isInComment || first === 0x2f && start < lastCommentEnd && text.startsWith("/*", firstAt(text, start, end))
    ) {
      isInComment = true
      const begin = firstAt(text, start, end)
      const mark =
        /^(?:\/\*+[!]?|\*+(?!\/)|)/.exec(text.slice(begin, Math.min(end, begin + MAX_MARK_CHARACTERS)))?.[0] ?? ""
      at = begin + mark.length
      container = "*"
      if (text.slice(begin, end).includes("*/")) isInComment = false
    }
    const line = made(text, start, end, at, container)
    lines.push(line)
    const isComment = run?.leader !== undefined || container === "*"
    const head = text.slice(line.at, Math.min(line.end, line.at + MAX_MARK_CHARACTERS))
    const mark = isComment || isFenced || (openingOf[head.charCodeAt(0)]! & openings.fence) === 0
      ? null
      : fence.exec(head)
    if (mark !== null && line.end - line.at <= MAX_MARK_CHARACTERS) {
      open = { mark: mark[1]!, container, from: lines.length - 1, language: mark[2] ?? "" }
    } else classify(line, text, isComment || isFenced)
    start = end + 1
  }
  // An unclosed fence extends to the end, as in CommonMark.
  if (open !== undefined) close(lines.length)
  return lines
}

const firstAt = (text: string, start: number, end: number): number => {
  let at = start
  while (at < end && isBlankUnit(text.charCodeAt(at))) at++
  return at
}

const firstOf = (text: string, start: number, end: number): number | undefined => {
  const at = firstAt(text, start, end)
  return at < end ? text.charCodeAt(at) : undefined
}
