import type { Frame } from "../layout/frame.ts"
import type { Line } from "../layout/line.ts"
import { FEW, HARDLY_ANY, NEARLY_ALL, SAME_EDGE_POINTS, SAME_ROW_POINTS } from "../layout/measures.ts"

const SIDE_MARGIN_SHARE_OF_PAGE = 0.15

const MIN_MARGIN_NUMBERS = 12
const MAX_STEP_OF_MARGIN_NUMBERS = 5

const MIN_LETTERS_OF_PROSE = 40
const MAX_LETTERS_OF_CELL = 40

/** Minimum number of other cells in the row of a number that is part of a table. */
const CELLS_BESIDE = 2

const CELL_SHARE = 0.5

/** Minimum share of full lines next to line numbers. Lines of a list end with their entries, so fewer are full. */
const FULL_LINES_SHARE = 0.4

const serialHead = /^(?:no|nos|nr|n[°º]|num|number|item|pos|id|s\.? ?no|sr\.? ?no|sl\.? ?no|rank|#|№|lfd\.? ?nr)\.?:?$/i

const marginNumber = /^[A-Z]?\d{1,3}[A-Z]?$/

const besideOf = (number: Line, own: ReadonlySet<Line>, frame: Frame): ReadonlyArray<Line> =>
  frame.lines.filter((line) => !own.has(line) && Math.abs(line.y - number.y) < SAME_ROW_POINTS)

/**
 * Returns whether numbers are cells of a table: cells share their rows, rules separate them, or their column has a
 * header. A line number shares its row with one line of text.
 */
const areCells = (numbers: ReadonlyArray<Line>, rows: ReadonlyArray<ReadonlyArray<Line>>, frame: Frame): boolean => {
  const several = rows.filter((beside) =>
    beside.length >= CELLS_BESIDE &&
    beside.some((line) => line.text.length <= MAX_LETTERS_OF_CELL && !marginNumber.test(line.text))
  ).length
  const ruled = numbers.filter((number, k) => {
    const next = numbers[k + 1]
    return next !== undefined &&
      frame.horizontal.some(({ at, from, to }) =>
        at > number.y - 1 && at < next.y && from < number.x1 && to > number.x0
      )
  }).length
  const first = numbers[0]!
  const hasHead = frame.lines.some((line) =>
    serialHead.test(line.text) && line.y < first.y && line.x0 < first.x1 + SAME_EDGE_POINTS &&
    line.x1 > first.x0 - SAME_EDGE_POINTS
  )
  return hasHead || Math.max(several, ruled) >= numbers.length * CELL_SHARE
}

/** Returns whether sentences continue from one numbered line to the next. Entries of a list do not. */
const runOn = (rows: ReadonlyArray<ReadonlyArray<Line>>): boolean => {
  const lines = rows.flatMap((beside) => beside.length === 0 ? [] : [beside[0]!])
  if (lines.length === 0) return false
  const left = Math.min(...lines.map((line) => line.x0))
  const right = Math.max(...lines.map((line) => line.x1))
  const full = lines.filter((line) => line.x1 > right - (right - left) * HARDLY_ANY).length
  // Scripts without capitals give no evidence about sentences, so only full lines count.
  const cased = lines.filter((line) => /^\W*[\p{Ll}\p{Lu}]/u.test(line.text))
  const small = cased.filter((line) => /^\W*\p{Ll}/u.test(line.text)).length
  return full >= lines.length * FULL_LINES_SHARE && small >= cased.length * FEW
}

/** Returns the line numbers in the margin, as in court papers and drafts. */
export const marginNumbers = (frame: Frame): ReadonlySet<Line> => {
  const columns: readonly [left: Array<Line>, right: Array<Line>] = [[], []]
  for (const line of frame.lines) {
    if (!marginNumber.test(line.text)) continue
    if (line.x0 <= frame.width * SIDE_MARGIN_SHARE_OF_PAGE) columns[0].push(line)
    else if (line.x1 >= frame.width * (1 - SIDE_MARGIN_SHARE_OF_PAGE)) columns[1].push(line)
  }
  const found = new Set<Line>()
  if (columns.every((column) => column.length < MIN_MARGIN_NUMBERS)) return found
  const prose = frame.lines.filter((line) => line.text.length > MIN_LETTERS_OF_PROSE)
  if (prose.length === 0) return found
  const left = Math.min(...prose.map((line) => line.x0))
  const right = Math.max(...prose.map((line) => line.x1))
  for (const column of columns) {
    if (column.length < MIN_MARGIN_NUMBERS) continue
    // A column of numbers inside the text belongs to a table.
    if (column.some((line) => line.x1 > left && line.x0 < right)) continue
    const values = column.map((line) => Number(line.text.replace(/\D/g, "")))
    const steps = values.filter((value, k) =>
      k > 0 && value - values[k - 1]! >= 1 && value - values[k - 1]! <= MAX_STEP_OF_MARGIN_NUMBERS
    ).length
    if (steps <= column.length * NEARLY_ALL) {
      continue
    }
    const own = new Set(column)
    const rows = column.map((number) =>
      besideOf(number, own, frame)
    )
    if (areCells(column, rows, frame) || !runOn(rows)) continue
    for (const line of column) found.add(line)
  }
  return found
}
