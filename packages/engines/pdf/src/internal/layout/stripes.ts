/** Filled boxes that are cells of a table. */
import type { Box } from "../page/geometry.ts"
import type { Line } from "./line.ts"
import { EM_TO_MIDDLE_OF_LETTERS, OVERHANG, SAME_EDGE_POINTS } from "./measures.ts"

/** Minimum height of an uncoloured row, relative to the coloured rows around it. */
const LOWEST_STRIPE = 0.7
/** Maximum height of an uncoloured row, relative to the coloured rows around it. */
const HIGHEST_STRIPE = 1.5

/** Maximum distance in points between a cell and a paragraph's shade within it: the margin of a cell. */
const LARGEST_MARGIN = 10

/** Adjacent boxes of equal height. */
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

/** Uncoloured rows between striped rows, with the height and columns of their neighbours. */
export const betweenStripes = (boxes: ReadonlyArray<Box>): Array<Box> => {
  const stripes = stripesOf(boxes)
  return stripes.slice(1).flatMap((below, k) => {
    const above = stripes[k]!
    const from = above[0]!.y1
    const to = below[0]!.y0
    const height = Math.max(from - above[0]!.y0, below[0]!.y1 - to)
    const edges = (stripe: ReadonlyArray<Box>) =>
      [
        stripe.reduce((least, box) => Math.min(least, box.x0), Infinity),
        stripe.reduce((last, box) => Math.max(last, box.x1), -Infinity)
      ] as const
    const [a, b] = [edges(above), edges(below)]
    const isRow = to - from > height * LOWEST_STRIPE && to - from < height * HIGHEST_STRIPE &&
      Math.abs(a[0] - b[0]) < 2 &&
      Math.abs(a[1] - b[1]) < 2
    const model = above.length < below.length ? below : above
    return isRow ? model.map((box) => ({ ...box, y0: from, y1: to })) : []
  })
}

/** Whether the cells of a row outside the stripe hold text, and each line is within the edges of one cell. */
const isRowOf = (cells: ReadonlyArray<Box>, lines: ReadonlyArray<Line>): boolean => {
  const members = lines.filter((line) => {
    const middle = line.y - line.size * EM_TO_MIDDLE_OF_LETTERS
    return middle > cells[0]!.y0 && middle < cells[0]!.y1 &&
      cells.some((cell) => line.x0 < cell.x1 && line.x1 > cell.x0)
  })
  const filled = new Set(
    members.map((line) => cells.findIndex((cell) => line.x0 > cell.x0 - OVERHANG && line.x1 < cell.x1 + OVERHANG))
  )
  return filled.size > 1 && !filled.has(-1)
}

/** Uncoloured rows above the first and below the last stripe, if stripes are drawn by cell. */
export const beyondStripes = (boxes: ReadonlyArray<Box>, lines: ReadonlyArray<Line>): Array<Box> => {
  const stripes = stripesOf(boxes).filter((stripe) => stripe.length > 1)
  const isAbove = (upper: Box, lower: Box) =>
    Math.abs(upper.x0 - lower.x0) < 2 && upper.y1 < lower.y0 + 1 &&
    lower.y0 - upper.y1 < (lower.y1 - lower.y0) * HIGHEST_STRIPE
  const rows: Array<Box> = []
  const add = (stripe: ReadonlyArray<Box>, step: number) => {
    // Every other row is striped, and the header may be above.
    for (let k = 1; k <= 2; k++) {
      const shift = step * k * (stripe[0]!.y1 - stripe[0]!.y0)
      const row = stripe.map((box) => ({ ...box, y0: box.y0 + shift, y1: box.y1 + shift }))
      if (!isRowOf(row, lines)) return
      rows.push(...row)
    }
  }
  for (const stripe of stripes) {
    const [first] = stripe
    const others = stripes.filter((other) => other !== stripe)
    const hasAbove = others.some(([other]) => isAbove(other!, first!))
    const hasBelow = others.some(([other]) => isAbove(first!, other!))
    if (!hasAbove && hasBelow) add(stripe, -1)
    if (hasAbove && !hasBelow) add(stripe, 1)
  }
  return rows
}

/** Whether a box is inside another one, with equal margins at both sides and at most the same height. */
const isShadeIn = (box: Box, cell: Box): boolean => {
  const margin = box.x0 - cell.x0
  return margin > SAME_EDGE_POINTS && margin < LARGEST_MARGIN && Math.abs(cell.x1 - box.x1 - margin) < 1 &&
    box.y0 > cell.y0 - 1 && box.y1 < cell.y1 + 1
}

/** The boxes that may be cells. Word processors draw a cell's shade, and then that of each line. */
export const cellsOf = (boxes: ReadonlyArray<Box>): ReadonlyArray<Box> => {
  let cell: Box | undefined
  return boxes.filter((box) => {
    if (cell !== undefined && isShadeIn(box, cell)) return false
    cell = box
    return true
  })
}
