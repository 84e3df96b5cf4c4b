/** Finds footnotes: text at the foot of a page after a mark that also occurs raised in the page's text. */
import { CANDIDATES, MAX_NEIGHBOURS } from "../layout/bounds.ts"
import type { Frame } from "../layout/frame.ts"
import { inline } from "../layout/inline.ts"
import type { Line, Piece } from "../layout/line.ts"
import { textOf } from "../layout/lines.ts"
import { NEXT_LINE, sizeOfMost, SMALLER_TO_BODY_SIZE_RATIO } from "../layout/measures.ts"
import { overlap } from "../page/geometry.ts"

export interface Note {
  readonly label: string
  readonly markdown: string
}

export type Label = (mark: string, page: number) => string

const symbols = "*∗†‡§¶‖"
const mark = /^(?:\d{1,3}|[*∗†‡§¶‖]{1,3})$/u
const marks = /^(?:\d{1,3}(?:,\d{1,3})*|[*∗†‡§¶‖]{1,3})$/u

/** Matches text before a raised number that is a power or part of a unit, not the mark of a note. */
const base = /^(?:\d[\d.,]*|\p{L}|[cdkmn]m|ft|yd|mi|kg|sec)$/iu

const word = /[\p{L}\p{M}]{2,}|[.,;:!?)"”’\]»。，、）」]$/u

/**
 * Returns a function that labels notes. The label of a symbol includes the page, and so does the label of a number
 * that restarts on another page.
 */
export const labels = (): Label => {
  const owners = new Map<string, number>()
  return (mark, page) => {
    if (!/\d/.test(mark)) return page + [...mark].map((sign) => "aabcdef"[symbols.indexOf(sign)]).join("")
    const owner = owners.get(mark) ?? page
    owners.set(mark, owner)
    return owner === page ? mark : `${mark}-${page}`
  }
}

export const raised = (lines: ReadonlyArray<Line>): Map<Piece, Line> => {
  const found = new Map<Piece, Line>()
  for (const line of lines) {
    for (let k = 1; k < line.pieces.length; k++) {
      const piece = line.pieces[k]!
      if (piece.script !== "sup" || !marks.test(piece.text)) continue
      const { font, text: host } = line.pieces[k - 1]!
      if (font.math || /symbol/i.test(font.name)) continue
      if (word.test(host) && !base.test(host) || /^(?:1[5-9]|20)\d\d$/.test(host)) found.set(piece, line)
    }
  }
  return found
}

const MARK_RATIO = 0.8

const TEXT_REACH = 2.5
const TEXT_BELOW = 0.6

const RULE_FARTHEST = 3.5

const MIN_POINTS_OF_NOTE_RULE = 30
const MAX_NOTE_RULE_SHARE_OF_PAGE = 0.6

/** Share of the page height below which a text may be the page number. */
const PAGE_NUMBER_SHARE_OF_PAGE = 0.9

interface Start {
  readonly mark: string
  readonly line: Line
  readonly lone: Line | undefined
  readonly text: Line
  /** Whether the mark is neither raised nor smaller, so that it may be an ordinary number. */
  readonly plain: boolean
}

const without = (line: Line): Line => {
  const pieces = line.pieces.slice(1)
  return { ...line, pieces, text: textOf(pieces, line), x0: pieces[0]!.x0 }
}

const startsOf = (sorted: ReadonlyArray<Line>): Array<Start> => {
  const starts: Array<Start> = []
  for (let k = 0; k < sorted.length && starts.length < CANDIDATES; k++) {
    const line = sorted[k]!
    const first = line.pieces[0]!
    if (!mark.test(first.text)) continue
    if (line.pieces.length > 1) {
      const plain = first.script !== "sup" && first.size >= line.size * MARK_RATIO
      starts.push({ mark: first.text, line, lone: undefined, text: without(line), plain })
      continue
    }
    const text = sorted.slice(Math.max(0, k - MAX_NEIGHBOURS), k + MAX_NEIGHBOURS).find((other) =>
      other.x0 > line.x1 - 1 && other.x0 - line.x1 < other.size * TEXT_REACH && other.y - line.y > -1 &&
      other.y - line.y < other.size * TEXT_BELOW
    )
    if (text !== undefined) starts.push({ mark: first.text, line: text, lone: line, text, plain: false })
  }
  return starts.filter(({ text }) => /\p{L}{2}/u.test(text.text))
}

const isRuledOff = (first: Line, { horizontal, width }: Frame): boolean =>
  horizontal.some((rule) =>
    rule.at < first.y && rule.at > first.y - first.size * RULE_FARTHEST &&
    rule.to - rule.from > MIN_POINTS_OF_NOTE_RULE && rule.to - rule.from < width * MAX_NOTE_RULE_SHARE_OF_PAGE &&
    rule.from < first.x1 && rule.to > first.x0
  )

const isPageNumber = (line: Line): boolean => /^\W*(?:page\s*)?\d{1,4}\W*$/i.test(line.text)

/**
 * Returns the notes at the end of a page; `undefined` if other text follows below them. A figure may follow notes
 * below a rule.
 */
const notesFrom = (
  first: Start,
  starts: ReadonlyMap<Line, Start>,
  below: ReadonlyArray<Line>,
  foot: number,
  ruledOff: boolean
): Array<{ readonly start: Start; readonly lines: Array<Line> }> | undefined => {
  const notes: Array<{ readonly start: Start; readonly lines: Array<Line> }> = []
  let last = first.line
  for (const line of below) {
    if (line.size * SMALLER_TO_BODY_SIZE_RATIO > first.line.size) {
      const isApart = line.y - last.y > line.size * NEXT_LINE
      if (isPageNumber(line) || line.y > foot && isApart) continue
      if (ruledOff && isApart) break
      return undefined
    }
    const start = starts.get(line)
    if (start === undefined && (line.y - last.y > line.size * NEXT_LINE || isPageNumber(line))) break
    if (start !== undefined) notes.push({ start, lines: [start.text] })
    else notes.at(-1)!.lines.push(line)
    last = line
  }
  return notes
}

export const takeNotes = (
  frame: Frame,
  label: Label
): { readonly notes: Array<Note>; readonly lines: ReadonlyArray<Line> } => {
  const { lines } = frame
  const references = raised(lines)
  if (references.size === 0) return { notes: [], lines }
  const wanted = new Set([...references.keys()].flatMap((piece) => piece.text.split(",")))
  const sorted = [...lines].sort((a, b) => a.y - b.y || a.x0 - b.x0)
  const starts = new Map(startsOf(sorted).map((start) => [start.line, start]))
  const body = sizeOfMost(lines)
  const lone = new Set([...starts.values()].map((start) => start.lone))
  const taken = new Map<string, Array<Line>>()
  const used = new Set<Line>()
  for (const first of starts.values()) {
    if (used.has(first.line) || !wanted.has(first.mark)) continue
    const ruledOff = isRuledOff(first.line, frame)
    if ((first.plain || first.line.size > body * SMALLER_TO_BODY_SIZE_RATIO) && !ruledOff) continue
    const below = sorted.filter((line) =>
      line.y > first.line.y - 1 && !lone.has(line) && overlap(line.x0, line.x1, first.line.x0, first.line.x1) > 0
    )
    for (
      const { lines: parts, start }
        of notesFrom(first, starts, below, frame.height * PAGE_NUMBER_SHARE_OF_PAGE, ruledOff) ?? []
    ) {
      if (!wanted.has(start.mark) || taken.has(start.mark)) break
      taken.set(start.mark, parts)
      used.add(start.line)
      if (start.lone !== undefined) used.add(start.lone)
      for (const line of parts) used.add(line)
    }
  }
  if (taken.size === 0) return { notes: [], lines }
  const tied = new Set<string>()
  for (const [piece, line] of references) {
    if (!used.has(line)) tie(piece, taken, (mark) => label(mark, frame.number), tied)
  }
  const notes: Array<Note> = []
  for (const [mark, parts] of taken) {
    if (tied.has(mark)) notes.push({ label: label(mark, frame.number), markdown: inline(parts) })
    else for (const line of parts) used.delete(line)
  }
  return { notes, lines: lines.filter((line) => !used.has(line)) }
}

export const tie = (
  piece: Piece,
  known: { readonly has: (mark: string) => boolean },
  label: (mark: string) => string,
  tied: Set<string>
): void => {
  const names = piece.text.split(",")
  if (!names.every((name) => known.has(name))) return
  piece.reference = names.map((name) => `[^${label(name)}]`).join("")
  for (const name of names) tied.add(name)
}

export const print = ({ label, markdown }: Note): string => `[^${label}]: ${markdown}`
