/**
 * Finds headers, footers, page numbers and margin numbers. They are printed on a page, but are not part of the text.
 */
import { CANDIDATES } from "../layout/bounds.ts"
import { normalise } from "../layout/elements.ts"
import type { Frame } from "../layout/frame.ts"
import type { Line } from "../layout/line.ts"
import {
  FEW,
  LARGE_TO_BODY_SIZE_RATIO,
  LARGER_TO_BODY_SIZE_RATIO,
  NEXT_LINE,
  SAME_EDGE_POINTS,
  SAME_ROW_EM,
  SAME_ROW_POINTS,
  SAME_SIZE_POINTS,
  TEXT_LEAD
} from "../layout/measures.ts"
import { add, median } from "../page/geometry.ts"
import { browserPrint } from "./browserPrint.ts"
import type { Omitted } from "./ledger.ts"
import { marginNumbers } from "./marginNumbers.ts"

const OUTER_SHARE = 0.11
/** Share of the page height in which the two outermost rows may be headers or footers. */
const OUTER_ROW_SHARE = 0.25

/** Two consecutive lines at the edge of a page may be running text if both are longer than this number of letters. */
const FOLLOWING_LETTERS = 40
const MAX_LINES_OF_PAGE_HEAD = 3

const HEAD_LETTERS = 120

const PLACES = 60
/** Minimum number of numbers in a row that is a table header. */
const HEAD_NUMBERS = 3

const MIN_PAGES_OF_RUNNING_HEAD = 3
const ENOUGH_PAGES = 8

const HALF_OF_PAGES = 0.5

const EDGE_OF_TWO = 0.08
const TOLD_EDGE = 0.17

const pageNumber = /^(?:page\s+)?[-–]?\s*\d{1,4}\s*[-–]?(?:\s*(?:of|\/)\s*\d+)?$/i

const outerLines = (frame: Frame, lines: ReadonlyArray<Line>): ReadonlyMap<Line, number> => {
  const sorted = [...lines].sort((a, b) => a.y - b.y)
  const prose = proseOf(sorted)
  const outer = new Map<Line, number>()
  let row = 0
  for (let k = 0; k < sorted.length; k++) {
    const line = sorted[k]!
    if (k > 0 && line.y - sorted[k - 1]!.y > line.size * SAME_ROW_EM) row++
    const part = line.y / frame.height
    if (part < OUTER_SHARE || row < 2 && part < OUTER_ROW_SHARE) outer.set(line, row)
    else if (row >= 2) break
  }
  row = 0
  for (let k = sorted.length - 1; k >= 0; k--) {
    const line = sorted[k]!
    if (k < sorted.length - 1 && sorted[k + 1]!.y - line.y > line.size * SAME_ROW_EM) row++
    const part = 1 - line.y / frame.height
    if (part < OUTER_SHARE || row < 2 && part < OUTER_ROW_SHARE) outer.set(line, row)
    else if (row >= 2) break
  }
  for (const line of prose) outer.delete(line)
  return outer
}

const follow = (line: Line, next: Line | undefined): boolean =>
  next !== undefined && Math.min(line.text.length, next.text.length) > FOLLOWING_LETTERS &&
  Math.abs(next.x0 - line.x0) < SAME_EDGE_POINTS &&
  Math.abs(next.size - line.size) < SAME_SIZE_POINTS && Math.abs(next.y - line.y) < line.size * NEXT_LINE

/** Returns the lines of running text at the edge of a page: more lines than a header, which has at most three. */
const proseOf = (sorted: ReadonlyArray<Line>): ReadonlySet<Line> => {
  const prose = new Set<Line>()
  for (let from = 0; from < sorted.length;) {
    let to = from + 1
    while (to < sorted.length && follow(sorted[to - 1]!, sorted[to])) to++
    if (to - from > MAX_LINES_OF_PAGE_HEAD) { for (const line of sorted.slice(from, to)) prose.add(line) }
    from = to
  }
  return prose
}

const MAX_NUMBERS_OF_RUNNING_HEAD = 3

const MAX_ROMAN_LETTERS = 8

const romanDigits = new Map([["i", 1], ["v", 5], ["x", 10], ["l", 50], ["c", 100]])

const valueOf = (text: string): number | undefined => {
  if (/^\d/.test(text)) return text.length > 4 ? undefined : Number(text)
  if (text.length > MAX_ROMAN_LETTERS) return undefined
  const digits = [...text.toLowerCase()].map((digit) => romanDigits.get(digit)!)
  return digits.reduce((sum, digit, k) => sum + (digit < (digits[k + 1] ?? 0) ? -digit : digit), 0)
}

const keysOf = (frame: Frame, line: Line, place: number): Array<string> => {
  const keys = [`${line.text}|${place}`]
  if (line.text.length >= HEAD_LETTERS) return keys
  const numbers = [...line.text.matchAll(/\d+|\b(?:[ivxlc]+|[IVXLC]+)\b/g)]
  const counting = numbers.filter(([text]) => valueOf(text) !== undefined)
  const key = (chosen: (k: number) => boolean, step: number): string => {
    let out = ""
    let end = 0
    counting.forEach((number, k) => {
      if (!chosen(k)) return
      out += `${line.text.slice(end, number.index)}#${valueOf(number[0])! - frame.number * step}#`
      end = number.index + number[0].length
    })
    return `${out}${line.text.slice(end)}|${place}`
  }
  const few = counting.slice(0, MAX_NUMBERS_OF_RUNNING_HEAD)
  if (counting.length === 0) return keys
  for (let set = 1; set < 2 ** few.length; set++) keys.push(key((k) => (set & 2 ** k) !== 0, 1))
  for (let k = few.length; k < counting.length; k++) keys.push(key((other) => other === k, 1))
  keys.push(key(() => true, 2))
  // A header may have a chapter title next to its page number.
  const [alone] = numbers
  if (numbers.length === 1 && /^\d{1,4}(?=\s)|\s\d{1,4}$/.test(line.text)) {
    keys.push(`${Number(alone![0]) - frame.number}|${place}`)
  }
  return keys
}

/** Returns whether a line shares its row with others. Such lines may be cells of a table at the end of the page. */
const isAmongOthers = (line: Line, rows: ReadonlyMap<Line, number>, height: number): boolean => {
  for (const [other, row] of rows) {
    const distance = Math.abs(other.y - line.y)
    if (other === line || distance > height * OUTER_ROW_SHARE) continue
    if (distance < SAME_ROW_POINTS || row < rows.get(line)! && pageNumber.test(other.text)) return true
  }
  return false
}

/**
 * Whether a number may be the rest of the line above it. A producer breaks a date or an amount that is wider than its
 * cell, so that its last digit may be the last line of a page.
 */
const isBroken = (number: Line, lines: ReadonlyArray<Line>): boolean =>
  lines.some((line) => {
    const step = (number.y - line.y) / number.size
    return step > SAME_ROW_EM && step < TEXT_LEAD && Math.abs(line.size - number.size) < SAME_SIZE_POINTS &&
      line.pieces.some((piece) =>
        /^\P{L}*\d\P{L}*$/u.test(piece.text) && piece.text.length > number.text.length && isAligned(piece, number)
      )
  })

const ROW_STEP_EM = 2.5

/** Maximum letters of a cell. A longer text is running text. */
const CELL_LETTERS = 40

const ALIGNED_CELLS = 2

/** A header has a left, a middle and a right part. A row of a table has more. */
const CELLS_OF_ROW = 4

const toldNumber = /\bpage\s+\d|^\d{1,4}\s*(?:of|\/)\s*\d{1,4}$/i

interface Edges {
  readonly x0: number
  readonly x1: number
}

const isAligned = (cell: Edges, other: Edges): boolean =>
  Math.abs(cell.x0 - other.x0) < SAME_EDGE_POINTS || Math.abs(cell.x1 - other.x1) < SAME_EDGE_POINTS

const continues = (row: ReadonlyArray<Line>, next: ReadonlyArray<Line>): boolean => {
  const least = Math.min(row.length, next.length)
  if (least < ALIGNED_CELLS || next[0]!.y - row[0]!.y > ROW_STEP_EM * row[0]!.size) return false
  if ([...row, ...next].some((line) => toldNumber.test(line.text))) return false
  const aligned = row.filter((cell) =>
    cell.text.length <= CELL_LETTERS &&
    next.some((other) => other.text.length <= CELL_LETTERS && isAligned(cell, other))
  ).length
  return aligned >= ALIGNED_CELLS && 2 * aligned >= least
}

interface Rows {
  readonly lines: ReadonlyArray<Line>
  /** Whether the table continues further inside the page, where no headers and footers are. */
  readonly isContinued: boolean
}

const tablesOf = (sorted: ReadonlyArray<Line>, outer: ReadonlyMap<Line, number>): ReadonlyArray<Rows> => {
  const rows: Array<Array<Line>> = []
  for (const line of sorted) {
    if (rows.length > 0 && line.y - rows.at(-1)![0]!.y < SAME_ROW_POINTS) rows.at(-1)!.push(line)
    else rows.push([line])
  }
  const tables: Array<Rows> = []
  for (let from = 0; from < rows.length;) {
    let to = from + 1
    while (to < rows.length && continues(rows[to - 1]!, rows[to]!)) to++
    const lines = rows.slice(from, to).flat()
    if ((to - from > 1 || lines.length >= CELLS_OF_ROW) && lines.some((line) => outer.has(line))) {
      tables.push({ lines, isContinued: lines.some((line) => !outer.has(line)) })
    }
    from = to
  }
  return tables
}

interface Outer {
  readonly near: number
  readonly isNumber: boolean
  /** Whether the number may be a year or part of the text next to it. A single page cannot decide this. */
  readonly isDoubtful: boolean
  readonly isLarge: boolean
  readonly outermost: boolean
  readonly keys: ReadonlyArray<string>
  /**
   * Key of the printed number minus the page number. Set only if the printed number may be the wrapped end of a longer
   * number in a line above.
   */
  readonly rest: string | undefined
  /** Printed number minus page number, for a number in an outermost row. */
  readonly offset: string | undefined
}

const ownNumber = (line: Line, frame: Frame): string | undefined => {
  const digits = pageNumber.test(line.text) ? /\d+/.exec(line.text)?.[0] : undefined
  return digits === undefined ? undefined : `#${Number(digits) - frame.number}`
}

const titleKey = (text: string): string =>
  text.length > HEAD_LETTERS
    ? ""
    : normalise(text).replace(
      /^(?:(?:chapter|section|part|appendix|kapitel|chapitre)\s\w+\s|(?:\d+\s)+)|(?:\s\d+)+$/g,
      ""
    )

const MAX_TITLES = 5000
export interface Sheet {
  readonly frame: Frame
  readonly lines: ReadonlyArray<Line>
  readonly gone: ReadonlyMap<Line, Omitted>
  readonly outer: ReadonlyMap<Line, Outer>
  readonly tables: ReadonlyArray<Rows>
}

export interface Furniture {
  readonly see: (frame: Frame, text: ReadonlyArray<Line>) => Sheet
  readonly strip: (sheet: Sheet) => Stripped
}

export interface Stripped {
  readonly body: ReadonlyArray<Line>
  readonly omitted: ReadonlyMap<Line, Omitted>
}

const MAX_LETTERS_OF_TEXT_KEY = 2000

const textKey = (lines: ReadonlyArray<Line>): string =>
  lines.map(({ text }) => pageNumber.test(text) ? "" : text).join("\n").slice(0, MAX_LETTERS_OF_TEXT_KEY)

const goneOf = (frame: Frame, text: ReadonlyArray<Line>): ReadonlyMap<Line, Omitted> => {
  const gone = new Map<Line, Omitted>()
  for (const line of marginNumbers(frame)) gone.set(line, "line-number")
  for (const line of browserPrint(frame, text)) gone.set(line, "browser-print")
  return gone
}

export const make = (): Furniture => {
  const counts = new Map<string, number>()
  const titles = new Map<string, number>()
  let pages = 0
  let barePages = 0
  const texts = new Map<string, number>()
  return {
    see: (frame, text) => {
      pages++
      const gone = goneOf(frame, text)
      const lines = gone.size === 0 ? text : text.filter((line) => !gone.has(line))
      const outer = new Map<Line, Outer>()
      const seen = new Set<string>()
      const rows = outerLines(frame, lines)
      const pageNumbers = [...rows.keys()].filter((line) => pageNumber.test(line.text)).slice(0, CANDIDATES)
      const usual = median(lines.map((line) => line.size))
      const large = usual * LARGE_TO_BODY_SIZE_RATIO
      for (const line of lines) {
        if (line.size <= usual && !line.bold || rows.get(line) === 0 || titles.size > MAX_TITLES) continue
        const key = titleKey(line.text)
        if (key.length > 2) titles.set(key, Math.max(line.size, titles.get(key) ?? 0))
      }
      for (const [line, row] of rows) {
        const part = line.y / frame.height
        const place = Math.round(part * PLACES)
        // A large line with different text on each page is a title, even if it contains a number.
        const isTitle = line.size > large && /\p{L}{2}/u.test(line.text)
        const keys = isTitle ? [`${line.text}|${place}`] : keysOf(frame, line, place)
        // Several numbers in one row are a table header, although each of them could be a page number or a year.
        const beside = pageNumbers.filter((other) => Math.abs(other.y - line.y) < SAME_ROW_POINTS)
        const isNumber = pageNumbers.includes(line) && beside.length < HEAD_NUMBERS
        const mate = row > 0 ? undefined : beside[0]
        const offset = mate === undefined ? undefined : ownNumber(mate, frame)
        const rest = isNumber && isBroken(line, lines) ? `rest ${ownNumber(line, frame)}` : undefined
        outer.set(line, {
          near: Math.min(part, 1 - part),
          isNumber,
          isDoubtful: isNumber && (/^\d{4}$/.test(line.text) || isAmongOthers(line, rows, frame.height)),
          isLarge: line.size > large,
          outermost: row === 0,
          keys,
          rest,
          offset
        })
        for (const key of keys) seen.add(key)
        if (offset !== undefined) seen.add(offset)
        if (rest !== undefined) seen.add(rest)
      }
      for (const key of seen) add(counts, key, 1)
      if (lines.length > 0 && outer.size === lines.length) barePages++
      add(texts, textKey(lines), 1)
      return { frame, lines, gone, outer, tables: tablesOf([...lines].sort((a, b) => a.y - b.y), rows) }
    },
    strip: ({ gone, lines, outer, tables }) => {
      if (pages < 2) return { body: lines, omitted: gone }
      // If most pages have the same text, or consist only of outer rows, their repeated text is not a header or
      // footer.
      const sayTheSame = Math.max(barePages, ...texts.values()) > pages * HALF_OF_PAGES
      const least = Math.max(MIN_PAGES_OF_RUNNING_HEAD, Math.min(pages * FEW, ENOUGH_PAGES))
      const edge = pages === 2 ? EDGE_OF_TWO : OUTER_SHARE
      const reasonOf = (line: Line): Omitted | undefined => {
        const at = outer.get(line)
        if (at === undefined) return undefined
        const near = at.near < edge
        // A page number increases with the pages, unlike the last digit of a year.
        if (at.rest !== undefined && counts.get(at.rest)! < 2) return undefined
        const repeated = at.keys.reduce((most, key) => Math.max(most, counts.get(key)!), 0)
        if (near && at.isNumber && (!at.isDoubtful || repeated > 1)) return "page-number"
        if (pages === 2 && at.isNumber && at.near < TOLD_EDGE && at.offset === "#0" && counts.get("#0") === 2) {
          return "page-number"
        }
        if (sayTheSame) return undefined
        // A chapter's title may be the header of its pages.
        const named = titles.get(titleKey(line.text)) ?? 0
        if (
          at.outermost && at.near < TOLD_EDGE &&
          named > line.size * (near ? LARGER_TO_BODY_SIZE_RATIO : LARGE_TO_BODY_SIZE_RATIO)
        ) {
          return "running-head"
        }
        if (
          pages <= MIN_PAGES_OF_RUNNING_HEAD && at.near < EDGE_OF_TWO && at.outermost && !at.isLarge && repeated > 1
        ) {
          return "running-head"
        }
        // A page number in the line, or in the same row, marks a header or footer.
        if (at.offset !== undefined && pages > 2 && counts.get(at.offset)! >= Math.max(2, pages * FEW)) {
          return at.isNumber ? "page-number" : "running-head"
        }
        // Few pages are weak evidence about repeated text further inside, because slides have titles.
        if (pages < MIN_PAGES_OF_RUNNING_HEAD || !near && pages < ENOUGH_PAGES) return undefined
        return repeated < least ? undefined : "running-head"
      }
      const omitted = new Map(gone)
      for (const line of lines) {
        const reason = reasonOf(line)
        if (reason !== undefined) omitted.set(line, reason)
      }
      // The rows of a table are kept or omitted together. A table that continues into the middle of the page is not a
      // header.
      for (const { isContinued, lines } of tables) {
        if (isContinued || lines.some((line) => !omitted.has(line))) { for (const line of lines) omitted.delete(line) }
      }
      return { body: omitted.size === gone.size ? lines : lines.filter((line) => !omitted.has(line)), omitted }
    }
  }
}
