/** Columns of running text on a page, found before tables are: a table has columns too. */
import { median } from "../page/geometry.ts"
import type { Line } from "./line.ts"

type Split = { readonly x: number; readonly from: number; readonly to: number; readonly both: number }

/** The longest stretch of the page through which a vertical strip at x is free and has text on both sides. */
const stretchAt = (sorted: ReadonlyArray<Line>, x: number): Split => {
  let best: Split = { x, from: 0, to: 0, both: 0 }
  let from = -1
  let left = 0
  let right = 0
  let to = 0
  const close = () => {
    const both = Math.min(left, right)
    if (from >= 0 && both > best.both) best = { x, from, to, both }
    from = -1
    left = 0
    right = 0
  }
  for (const line of sorted) {
    if (line.x0 < x - 1 && line.x1 > x + 1) {
      close()
      continue
    }
    if (from < 0) from = line.y0
    to = line.y1
    if (line.x1 <= x + 1) left++
    else right++
  }
  close()
  return best
}

/** Most lines fill the width of their side: running text, not cells. */
const isProse = (lines: ReadonlyArray<Line>): boolean => {
  if (lines.length < 5) return false
  const starts = lines.map((line) => line.x0).sort((a, b) => a - b)
  const ends = lines.map((line) => line.x1).sort((a, b) => a - b)
  const x0 = starts[Math.floor(starts.length * 0.05)]!
  const width = ends[Math.floor(ends.length * 0.95)]! - x0
  let full = 0
  let letters = 0
  // lines side by side are cells
  let beside = 0
  lines.forEach((line, k) => {
    // labels of a figure are many lines, but not much text
    if (line.x1 - line.x0 > width * 0.6) full += line.text.length
    letters += line.text.length
    const next = lines[k + 1]
    if (next !== undefined && Math.abs(next.y - line.y) < line.size * 0.3) beside += line.text.length
  })
  return full > letters * 0.5 && full > 200 && beside < letters * 0.25
}

export type Group = {
  readonly lines: ReadonlyArray<Line>
  /** It stands beside running text and is none itself. */
  readonly box: boolean
}

/** Lines in groups that do not share tables or paragraphs: the columns of a page, and what is above, below and across. */
export const splitColumns = (lines: ReadonlyArray<Line>, depth = 0, box = false): Array<Group> => {
  const whole: Array<Group> = [{ lines, box }]
  if (lines.length < 12 || lines.length > 4000 || depth > 2) return whole
  const sorted = [...lines].sort((a, b) => a.y - b.y)
  let x0 = Infinity
  let x1 = -Infinity
  for (const line of sorted) {
    x0 = Math.min(x0, line.x0)
    x1 = Math.max(x1, line.x1)
  }
  const step = Math.max(2, (x1 - x0) / 200)
  let best: Split = { x: 0, from: 0, to: 0, both: 0 }
  let width = 0
  for (let x = x0 + (x1 - x0) * 0.2; x < x0 + (x1 - x0) * 0.8; x += step) {
    const split = stretchAt(sorted, x)
    if (split.both > best.both) {
      best = split
      width = 1
    } else if (split.both === best.both && split.both > 0 && Math.abs(x - best.x - width * step) < step / 2) {
      width++
    }
  }
  if (best.both < 5) return whole
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

/** Lines further apart than running text has them. */
const isSpaced = (lines: ReadonlyArray<Line>): boolean => {
  const leads: Array<number> = []
  for (let k = 1; k < lines.length; k++) {
    const lead = (lines[k]!.y - lines[k - 1]!.y) / lines[k]!.size
    if (lead > 0.5) leads.push(lead)
  }
  return median(leads) > 1.55
}

/** Cells of a table stand on common baselines; a box beside running text does not. */
const isIndependent = (left: ReadonlyArray<Line>, right: ReadonlyArray<Line>): boolean => {
  const [few, many] = left.length < right.length ? [left, right] : [right, left]
  if (few.length < 6) return false
  const baselines = new Set(
    many.flatMap((line) => [Math.round(line.y), Math.round(line.y + 0.5), Math.round(line.y - 0.5)])
  )
  return few.filter((line) => baselines.has(Math.round(line.y))).length < few.length * 0.5
}

const isProseColumns = (lines: ReadonlyArray<Line>, depth: number): boolean =>
  depth < 2 && splitColumns(lines, depth + 1).length > 1
