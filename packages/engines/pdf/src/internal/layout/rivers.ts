/**
 * Finds the narrow gutter between two columns of running text, which no gap of a single row reveals. Lines end at its
 * left and start at its right, and no word crosses it for many rows.
 */
import { MAX_LINES_OF_LAYOUT, MAX_NEIGHBOURS } from "./bounds.ts"
import type { ColumnEdge } from "./gutters.ts"
import { COLUMN_GAP, EM_TO_DESCENT, MAX_EM_OF_SPACE_IN_PHRASE, OVERHANG } from "./measures.ts"

interface Piece {
  readonly x0: number
  readonly x1: number
}

interface Row {
  readonly y: number
  readonly size: number
  readonly pieces: ReadonlyArray<Piece>
}

const MIN_LINES_AT_STRIP = 6

const TEXT_WIDTH = 8

const MAX_POINTS_OVER_STRIP = 1.5

const MIN_POINTS_OF_STRIP = 5
const MAX_POINTS_OF_STRIP = 20

const count = (values: ReadonlyArray<number>): Array<readonly [x: number, count: number]> => {
  const counts = new Map<number, number>()
  for (const value of values) {
    const at = Math.round(value)
    for (let key = at - 1; key <= at + 1; key++) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count >= MIN_LINES_AT_STRIP).sort((a, b) => b[1] - a[1]).slice(
    0,
    MAX_NEIGHBOURS
  )
}

const edgesOf = (rows: ReadonlyArray<Row>) => {
  const starts: Array<number> = []
  const ends: Array<number> = []
  for (const { pieces, size } of rows) {
    let from = pieces[0]!.x0
    for (let k = 0; k < pieces.length; k++) {
      const piece = pieces[k]!
      const gap = k === 0 ? Infinity : piece.x0 - pieces[k - 1]!.x1
      if (gap > size * MAX_EM_OF_SPACE_IN_PHRASE) starts.push(piece.x0)
      if (gap > size * COLUMN_GAP) from = piece.x0
      const next = pieces[k + 1]
      if (
        (next === undefined || next.x0 - piece.x1 > size * MAX_EM_OF_SPACE_IN_PHRASE) &&
        piece.x1 - from > size * TEXT_WIDTH
      ) {
        ends.push(piece.x1)
      }
    }
  }
  return { starts, ends }
}

const isCrossed = ({ pieces }: Row, lo: number, hi: number): boolean => {
  for (const piece of pieces) {
    if (piece.x0 < hi - MAX_POINTS_OVER_STRIP && piece.x1 > lo + MAX_POINTS_OVER_STRIP) return true
  }
  return false
}

const stretches = (rows: ReadonlyArray<Row>, lo: number, hi: number): Array<ColumnEdge> => {
  const found: Array<ColumnEdge> = []
  let open: { from: number; to: number; ends: number; starts: number } | undefined
  const close = () => {
    if (open !== undefined && open.ends >= MIN_LINES_AT_STRIP && open.starts >= MIN_LINES_AT_STRIP) {
      found.push({ at: hi - 1, from: open.from, to: open.to, free: 0 })
    }
    open = undefined
  }
  for (const row of rows) {
    if (isCrossed(row, lo, hi)) {
      close()
      continue
    }
    open ??= { from: row.y - row.size, to: row.y, ends: 0, starts: 0 }
    open.to = row.y + row.size * EM_TO_DESCENT
    for (const piece of row.pieces) {
      if (Math.abs(piece.x1 - lo) < MAX_POINTS_OVER_STRIP) open.ends++
      if (Math.abs(piece.x0 - hi) < MAX_POINTS_OVER_STRIP) open.starts++
    }
  }
  close()
  return found
}

export const rivers = (rows: ReadonlyArray<Row>): Array<ColumnEdge> => {
  if (rows.length < MIN_LINES_AT_STRIP * 2 || rows.length > MAX_LINES_OF_LAYOUT) return []
  const edges = edgesOf(rows)
  const starts = count(edges.starts)
  const ends = count(edges.ends)
  const found: Array<ColumnEdge> = []
  for (const [hi] of starts) {
    for (const [lo] of ends) {
      if (
        hi - lo < MIN_POINTS_OF_STRIP || hi - lo > MAX_POINTS_OF_STRIP ||
        found.some((rule) => Math.abs(rule.at - hi) < OVERHANG)
      ) continue
      found.push(...stretches(rows, lo, hi))
    }
  }
  return found
}
