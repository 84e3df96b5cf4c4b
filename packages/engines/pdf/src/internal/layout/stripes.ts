/** Finds filled boxes that are cells of a table. */
import { type Box, cluster } from "../page/geometry.ts"
import type { Line } from "./line.ts"
import {
  EM_TO_MIDDLE_OF_LETTERS,
  LARGER_TO_BODY_SIZE_RATIO,
  MOST,
  OVERHANG,
  SAME_EDGE_POINTS,
  SAME_ROW_POINTS,
  TEXT_LEAD
} from "./measures.ts"

/** Minimum height of an uncoloured row, relative to the lower coloured row next to it. */
const MIN_STRIPE_HEIGHT_RATIO = 0.7
/** Maximum height of an uncoloured row, relative to the higher coloured row next to it. */
const MAX_STRIPE_HEIGHT_RATIO = 1.5

/** Minimum height if the neighbours are coloured cell by cell, relative to the lower one. */
const LOWEST_WRAPPED = 0.3
/** Maximum height if the neighbours are coloured cell by cell, relative to the higher one. */
const HIGHEST_WRAPPED = 2.5

/** Maximum distance from a stripe to the nearest baseline of an adjacent row. */
const MAX_LINE_HEIGHTS_TO_STRIPE = 2

const MAX_CELL_MARGIN_POINTS = 10

const stripesOf = (boxes: ReadonlyArray<Box>): Array<Array<Box>> => {
  const stripes = new Map<string, Array<Box>>()
  for (const box of boxes) {
    const key = `${Math.round(box.y0)}|${Math.round(box.y1)}`
    const stripe = stripes.get(key)
    if (stripe === undefined) stripes.set(key, [box])
    else stripe.push(box)
  }
  return [...stripes.values()].sort((a, b) => a[0]!.y0 - b[0]!.y0)
}

const filledIn = (cells: ReadonlyArray<Box>, lines: ReadonlyArray<Line>): number =>
  cells.filter((cell) => lines.some((line) => line.x0 < cell.x1 && line.x1 > cell.x0)).length

/**
 * Returns whether lines fill the cells of one row. A line belongs to one cell, and text outside of the stripe may be
 * in the same row. Two lines that fill most cells are two rows.
 */
const isRowOf = (cells: ReadonlyArray<Box>, lines: ReadonlyArray<Line>): boolean => {
  const members = lines.filter((line) => {
    const middle = line.y - line.size * EM_TO_MIDDLE_OF_LETTERS
    return middle > cells[0]!.y0 && middle < cells[0]!.y1 &&
      cells.some((cell) => line.x0 < cell.x1 && line.x1 > cell.x0)
  })
  const filled = new Set(
    members.map((line) => cells.findIndex((cell) => line.x0 > cell.x0 - OVERHANG && line.x1 < cell.x1 + OVERHANG))
  )
  const isWhole = ({ y }: Line) =>
    filledIn(cells, members.filter((line) => Math.abs(line.y - y) < SAME_ROW_POINTS)) >= cells.length * MOST
  const whole = cluster(members.filter(isWhole).map(({ y }) => y), SAME_ROW_POINTS)
  return filled.size > 1 && !filled.has(-1) && whole.length < 2
}

/** Returns the rows between coloured rows. They have the height and columns of the coloured rows around them. */
export const betweenStripes = (boxes: ReadonlyArray<Box>, lines: ReadonlyArray<Line>): Array<Box> => {
  const stripes = stripesOf(boxes)
  return stripes.slice(1).flatMap((below, k) => {
    const above = stripes[k]!
    const from = above[0]!.y1
    const to = below[0]!.y0
    const heights = [from - above[0]!.y0, below[0]!.y1 - to]
    const edges = (stripe: ReadonlyArray<Box>) =>
      [
        stripe.reduce((least, box) => Math.min(least, box.x0), Infinity),
        stripe.reduce((last, box) => Math.max(last, box.x1), -Infinity)
      ] as const
    const [a, b] = [edges(above), edges(below)]
    if (Math.abs(a[0] - b[0]) >= 2 || Math.abs(a[1] - b[1]) >= 2) return []
    const model = above.length < below.length ? below : above
    const row = model.map((box) => ({ ...box, y0: from, y1: to }))
    const isUsual = to - from > Math.min(...heights) * MIN_STRIPE_HEIGHT_RATIO &&
      to - from < Math.max(...heights) * MAX_STRIPE_HEIGHT_RATIO
    // Cells of the uncoloured row may have more or fewer lines than those of its neighbours.
    const isWrapped = above.length === below.length && above.length > 1 &&
      to - from > Math.min(...heights) * LOWEST_WRAPPED && to - from < Math.max(...heights) * HIGHEST_WRAPPED
    return isUsual || isWrapped && isRowOf(row, lines) ? row : []
  })
}

/** Returns a row without colour: a line that fills most of the columns, with the lines that continue its cells. */
const rowBeside = (
  stripe: ReadonlyArray<Box>,
  lines: ReadonlyArray<Line>,
  isAbove: boolean
): Array<Box> | undefined => {
  const [{ y0, y1 }] = stripe as [Box]
  const x0 = Math.min(...stripe.map((box) => box.x0)) - OVERHANG
  const x1 = Math.max(...stripe.map((box) => box.x1)) + OVERHANG
  const beside = lines.filter((line) => line.x0 > x0 && line.x1 < x1 && (isAbove ? line.y < y0 : line.y > y1))
    .sort((a, b) => isAbove ? b.y - a.y : a.y - b.y)
  const first = beside[0]
  if (first === undefined || (isAbove ? y0 - first.y : first.y - y1) > first.size * MAX_LINE_HEIGHTS_TO_STRIPE) {
    return undefined
  }
  const part: Array<Line> = []
  let isWhole = false
  for (let k = 0; k < beside.length;) {
    const { size, y } = beside[k]!
    // A larger line is the title of the table.
    if (size > (part.at(-1)?.size ?? size) * LARGER_TO_BODY_SIZE_RATIO) break
    const row = beside.slice(k).filter((line) => Math.abs(line.y - y) < SAME_ROW_POINTS)
    const filled = filledIn(stripe, row)
    const isNext = part.length > 0 && (isWhole && filled >= stripe.length * MOST || filled === 0)
    if (isNext || part.length > 0 && Math.abs(y - part.at(-1)!.y) > size * TEXT_LEAD) break
    isWhole ||= filled >= stripe.length * MOST
    part.push(...row)
    k += row.length
  }
  const last = part.at(-1)!
  const row = stripe.map((box) => isAbove ? { ...box, y0: last.y0 - 1, y1: y0 } : { ...box, y0: y1, y1: last.y1 + 1 })
  return isRowOf(row, lines) ? row : undefined
}

const rowOfHeight = (
  stripe: ReadonlyArray<Box>,
  lines: ReadonlyArray<Line>,
  isAbove: boolean
): Array<Box> | undefined => {
  const shift = (isAbove ? -1 : 1) * (stripe[0]!.y1 - stripe[0]!.y0)
  const row = stripe.map((box) => ({ ...box, y0: box.y0 + shift, y1: box.y1 + shift }))
  return isRowOf(row, lines) ? row : undefined
}

export const beyondStripes = (
  boxes: ReadonlyArray<Box>,
  between: ReadonlyArray<Box>,
  lines: ReadonlyArray<Line>
): Array<Box> => {
  const stripes = stripesOf(boxes).filter((stripe) => stripe.length > 1)
  // Returns whether one row is between two stripes. If several rows are between them, for example because every third
  // row is coloured, the stripes do not show where a row ends.
  const isAbove = ([upper]: ReadonlyArray<Box>, [lower]: ReadonlyArray<Box>) =>
    Math.abs(upper!.x0 - lower!.x0) < 2 && Math.abs(upper!.y1 - lower!.y0) < 1 ||
    between.some((row) =>
      Math.abs(row.x0 - lower!.x0) < 2 && Math.abs(row.y0 - upper!.y1) < 1 && Math.abs(row.y1 - lower!.y0) < 1
    )
  // Overlapping boxes do not show where a row ends, so the other rows get the same height.
  const areApart = stripes.every(([box], k) => k === 0 || stripes[k - 1]![0]!.y1 < box!.y0 + 1)
  const rows: Array<Box> = []
  const add = (stripe: ReadonlyArray<Box>, above: boolean) => {
    let edge: ReadonlyArray<Box> | undefined = stripe
    // If every other row is coloured, the row above the first stripe may be the header.
    for (let k = 1; k <= 2 && edge !== undefined; k++) {
      edge = areApart ? rowBeside(edge, lines, above) : rowOfHeight(edge, lines, above)
      rows.push(...edge ?? [])
    }
  }
  for (const stripe of stripes) {
    const others = stripes.filter((other) => other !== stripe)
    const hasAbove = others.some((other) => isAbove(other, stripe))
    const hasBelow = others.some((other) => isAbove(stripe, other))
    if (!hasAbove && hasBelow) add(stripe, true)
    if (hasAbove && !hasBelow) add(stripe, false)
  }
  return rows
}

/**
 * Returns whether a box is a shade inside a cell: it has equal margins at both sides, and at most the height of the
 * cell.
 */
const isShadeIn = (box: Box, cell: Box): boolean => {
  const margin = box.x0 - cell.x0
  return margin > SAME_EDGE_POINTS && margin < MAX_CELL_MARGIN_POINTS && Math.abs(cell.x1 - box.x1 - margin) < 1 &&
    box.y0 > cell.y0 - 1 && box.y1 < cell.y1 + 1
}

/** Returns boxes without shades inside other boxes. Word processors draw a cell's shade, and then that of each line. */
export const cellsOf = (boxes: ReadonlyArray<Box>): ReadonlyArray<Box> => {
  let cell: Box | undefined
  return boxes.filter((box) => {
    if (cell !== undefined && isShadeIn(box, cell)) return false
    cell = box
    return true
  })
}
