/** Finds columns of running text. This runs before the search for tables, because tables have columns too. */
import { median } from "../page/geometry.ts"
import { MAX_LINES_OF_LAYOUT } from "./bounds.ts"
import type { Line } from "./line.ts"
import { FEW, MOST, SAME_ROW_EM, TEXT_LEAD } from "./measures.ts"

const MIN_LINES_OF_PAGE_WITH_COLUMNS = 12
const MAX_DEPTH_OF_COLUMNS = 2

const STRIPLESS_MARGIN_SHARE_OF_PAGE = 0.2
const STRIPS = 200

const MIN_LINES_NEXT_TO_GUTTER = 5

const OUTER_RANK = 0.05

const MIN_PROSE_LETTERS = 200

interface Split {
  readonly x: number
  readonly from: number
  readonly to: number
  readonly both: number
}

interface Ends {
  readonly starts: Float64Array
  readonly stops: Float64Array
}

const stretchAt = (sorted: ReadonlyArray<Line>, ends: Ends, x: number): Split | undefined => {
  const { starts, stops } = ends
  let most = 0
  let first = 0
  let last = 0
  let from = 0
  let left = 0
  let right = 0
  for (let k = 0; k <= starts.length; k++) {
    if (k < starts.length && !(starts[k]! < x - 1 && stops[k]! > x + 1)) {
      if (stops[k]! <= x + 1) left++
      else right++
      continue
    }
    const both = Math.min(left, right)
    if (both > most) {
      most = both
      first = from
      last = k - 1
    }
    from = k + 1
    left = right = 0
  }
  return most === 0 ? undefined : { x, from: sorted[first]!.y0, to: sorted[last]!.y1, both: most }
}

/** Returns whether a line is a number. A column of numbers has full lines, but is not text. */
const isNumber = ({ text }: Line): boolean => /^\P{L}*\d\P{L}*$/u.test(text)

/** Returns whether lines are running text, which has full lines, unlike cells. */
const isProse = (lines: ReadonlyArray<Line>): boolean => {
  if (lines.length < MIN_LINES_NEXT_TO_GUTTER) return false
  const starts = lines.map((line) => line.x0).sort((a, b) => a - b)
  const ends = lines.map((line) => line.x1).sort((a, b) => a - b)
  const x0 = starts[Math.floor(starts.length * OUTER_RANK)]!
  const width = ends[Math.floor(ends.length * (1 - OUTER_RANK))]! - x0
  let full = 0
  let letters = 0
  // Adjacent lines in one row are cells.
  let beside = 0
  lines.forEach((line, k) => {
    // A figure has many labels with little text, so letters are counted, not lines.
    if (line.x1 - line.x0 > width * MOST && !isNumber(line)) full += line.text.length
    letters += line.text.length
    const next = lines[k + 1]
    if (next !== undefined && Math.abs(next.y - line.y) < line.size * SAME_ROW_EM) beside += line.text.length
  })
  return full > letters * MOST && full > MIN_PROSE_LETTERS && beside < letters * FEW
}

export interface Group {
  readonly lines: ReadonlyArray<Line>
  readonly box: boolean
}

/**
 * Splits lines into groups that never share a table or paragraph: the columns of a page, and the text above, below
 * and across them.
 */
export const splitColumns = (lines: ReadonlyArray<Line>, depth = 0, box = false): Array<Group> => {
  const whole: Array<Group> = [{ lines, box }]
  if (
    lines.length < MIN_LINES_OF_PAGE_WITH_COLUMNS || lines.length > MAX_LINES_OF_LAYOUT || depth > MAX_DEPTH_OF_COLUMNS
  ) return whole
  const sorted = [...lines].sort((a, b) => a.y - b.y)
  let x0 = Infinity
  let x1 = -Infinity
  for (const line of sorted) {
    x0 = Math.min(x0, line.x0)
    x1 = Math.max(x1, line.x1)
  }
  const ends: Ends = {
    starts: Float64Array.from(sorted, (line) => line.x0),
    stops: Float64Array.from(sorted, (line) => line.x1)
  }
  const step = (x1 - x0) / STRIPS
  let best: Split = { x: 0, from: 0, to: 0, both: 0 }
  let width = 0
  // Adding a small step to a large number may have no effect, so the loop counts integers.
  for (let k = STRIPS * STRIPLESS_MARGIN_SHARE_OF_PAGE; k < STRIPS * (1 - STRIPLESS_MARGIN_SHARE_OF_PAGE); k++) {
    const x = x0 + k * step
    const split = stretchAt(sorted, ends, x)
    if (split === undefined) continue
    if (split.both > best.both) {
      best = split
      width = 1
    } else if (split.both === best.both && Math.abs(x - best.x - width * step) < step / 2) {
      width++
    }
  }
  if (best.both < MIN_LINES_NEXT_TO_GUTTER) return whole
  const x = best.x + (width - 1) * step / 2
  const left: Array<Line> = []
  const right: Array<Line> = []
  const rest: Array<Line> = []
  for (const line of sorted) {
    const middle = (line.y0 + line.y1) / 2
    if (middle < best.from || middle > best.to || line.x0 < best.x - 1 && line.x1 > best.x + 1) rest.push(line)
    else if (line.x1 <= x + 1) left.push(line)
    else right.push(line)
  }
  const leftProse = isProse(left) || isProseColumns(left, depth)
  const rightProse = isProse(right) || isProseColumns(right, depth)
  if (isSpaced(left) && isSpaced(right) && !isIndependent(left, right)) return whole
  if (!leftProse && !rightProse || leftProse !== rightProse && !isIndependent(left, right)) return whole
  return [
    ...(rest.length > 0 ? splitColumns(rest, depth + 1) : []),
    ...splitColumns(left, depth + 1, !leftProse),
    ...splitColumns(right, depth + 1, !rightProse)
  ]
}

const isSpaced = (lines: ReadonlyArray<Line>): boolean => {
  const leads: Array<number> = []
  for (let k = 1; k < lines.length; k++) {
    const lead = (lines[k]!.y - lines[k - 1]!.y) / lines[k]!.size
    if (lead > SAME_ROW_EM) leads.push(lead)
  }
  return median(leads) > TEXT_LEAD
}

/**
 * Returns whether two columns are independent. Cells of a table share baselines, but a box next to running text does
 * not.
 */
const isIndependent = (left: ReadonlyArray<Line>, right: ReadonlyArray<Line>): boolean => {
  const [few, many] = left.length < right.length ? [left, right] : [right, left]
  if (few.length < MIN_LINES_NEXT_TO_GUTTER) return false
  const baselines = new Set(many.flatMap(({ y }) => [y - 1, y, y + 1].map(Math.round)))
  return few.filter((line) => baselines.has(Math.round(line.y))).length < few.length * MOST
}

const isProseColumns = (lines: ReadonlyArray<Line>, depth: number): boolean =>
  depth < MAX_DEPTH_OF_COLUMNS && splitColumns(lines, depth + 1).length > 1
