/** Finds column edges that are close to the preceding text, so that a single gap does not show them. */
import type { Rule } from "../page/page.ts"
import { MAX_LINES_OF_LAYOUT, MAX_NEIGHBOURS } from "./bounds.ts"
import { COLUMN_GAP, EM_TO_DESCENT, HARDLY_ANY, MIN_EM_OF_SPACE, MOST, OVERHANG, PHRASE_GAP } from "./measures.ts"

interface Piece {
  readonly text: string
  readonly x0: number
  readonly x1: number
  readonly size: number
  readonly font: { readonly mono: boolean }
}

interface Row {
  readonly y: number
  readonly size: number
  readonly pieces: ReadonlyArray<Piece>
}

interface Edge {
  rows: number
  from: number
  to: number
}

export type ColumnEdge = Rule & {
  /** Free width before the edge in nearly all rows. A row with less crosses the edge. */
  readonly free: number
}

const MIN_LINES_AT_GUTTER = 7

const MIN_SHARE_OF_ROWS_WITH_WIDE_GAP = 0.2

const WIDE = 0.5

const SPACE_SHARE = 0.6

const MAX_EM_OF_ITEM_NUMBER = 5
const FREE = 0.12

const MAX_POINTS_TO_GUTTER_EDGE = 2

/** Returns the index of the piece that starts the third last cell; -1 for a row with at most two cells. */
const thirdLastCell = ({ pieces, size }: Row): number => {
  let cells = 0
  for (let k = pieces.length - 1; k > 0; k--) {
    if (pieces[k]!.x0 - pieces[k - 1]!.x1 > size * COLUMN_GAP && ++cells > 2) return k
  }
  return -1
}

/**
 * Finds the edges of columns: positions at which words of many rows start after a gap, and which hardly any row
 * crosses. Rows and their pieces must be sorted.
 */
export const gutters = (rows: ReadonlyArray<Row>): Array<ColumnEdge> => {
  if (rows.length < MIN_LINES_AT_GUTTER || rows.length > MAX_LINES_OF_LAYOUT) return []
  const edges = new Map<number, Edge>()
  for (const row of rows) {
    let start = row.pieces[0]!.x0
    const third = thirdLastCell(row)
    for (let k = 1; k < row.pieces.length; k++) {
      const piece = row.pieces[k]!
      const before = row.pieces[k - 1]!
      const gap = piece.x0 - before.x1
      // A number before a list item is not a column, but a number before the cells of a row is.
      const narrow = before.x1 - start < row.size * MAX_EM_OF_ITEM_NUMBER
      if (gap > row.size * PHRASE_GAP) start = piece.x0
      if (piece.font.mono || gap < row.size * MIN_EM_OF_SPACE || narrow && k >= third) continue
      const at = Math.round(piece.x0)
      for (let key = at - 1; key <= at + 1; key++) {
        const edge = edges.get(key)
        if (edge === undefined) {
          edges.set(key, { rows: 1, from: row.y - row.size, to: row.y + row.size * EM_TO_DESCENT })
        } else {
          edge.rows++
          edge.to = row.y + row.size * EM_TO_DESCENT
        }
      }
    }
  }
  const candidates = [...edges].filter(([, edge]) => edge.rows >= MIN_LINES_AT_GUTTER).sort((a, b) =>
    b[1].rows - a[1].rows
  ).slice(
    0,
    MAX_NEIGHBOURS
  )
  const found: Array<ColumnEdge> = []
  for (const [x, edge] of candidates) {
    if (found.some((rule) => Math.abs(rule.at - x) < OVERHANG)) continue
    let across = 0
    let beside = 0
    let wide = 0
    const gaps: Array<number> = []
    let firstWide = Infinity
    let lastWide = -Infinity
    for (const row of rows) {
      if (row.y < edge.from || row.y > edge.to) continue
      let text = false
      let gap = false
      const { pieces } = row
      for (let k = 0; k < pieces.length; k++) {
        const piece = pieces[k]!
        if (piece.x0 > x + MAX_POINTS_TO_GUTTER_EDGE) break
        if (piece.x0 < x - MAX_POINTS_TO_GUTTER_EDGE) {
          if (piece.x1 > x + 1) text = true
          continue
        }
        const before = pieces[k - 1]
        const free = before === undefined ? Infinity : piece.x0 - before.x1
        if (before !== undefined) gaps.push(free)
        if (free > row.size * FREE) gap = true
        else text = true
        if (before === undefined || free > row.size * WIDE) {
          wide++
          firstWide = Math.min(firstWide, row.y - row.size)
          lastWide = row.y + row.size * EM_TO_DESCENT
        }
      }
      if (text) across++
      else if (gap) beside++
    }
    if (
      beside >= MIN_LINES_AT_GUTTER && across < beside * HARDLY_ANY && wide >= beside * MIN_SHARE_OF_ROWS_WITH_WIDE_GAP
    ) {
      const narrow = gaps.sort((a, b) => a - b)[Math.max(1, Math.floor(gaps.length * HARDLY_ANY))] ?? 0
      // Text lines above and below the table may have a word at the edge by chance.
      const [from, to] = wide >= beside * MOST ? [firstWide, lastWide] : [edge.from, edge.to]
      found.push({ at: x - 1, from, to, free: narrow * SPACE_SHARE })
    }
  }
  return found
}
