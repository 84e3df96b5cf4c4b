/**
 * The strip between two columns of running text that stand so close that no gap of a single row shows it: lines end at
 * its left, lines begin at its right, and no word stands across it for many rows.
 */
import type { ColumnEdge } from "./gutters.ts"

type Piece = { readonly x0: number; readonly x1: number }

type Row = { readonly y: number; readonly size: number; readonly pieces: ReadonlyArray<Piece> }

/** Lines that end or begin at a strip, at least. */
const least = 6

const count = (values: ReadonlyArray<number>): Array<readonly [x: number, count: number]> => {
  const counts = new Map<number, number>()
  for (const value of values) {
    const at = Math.round(value)
    for (const key of [at - 1, at, at + 1]) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count >= least).sort((a, b) => b[1] - a[1]).slice(0, 40)
}

/** Where text of some length ends and where text begins, row by row. */
const edgesOf = (rows: ReadonlyArray<Row>) => {
  const starts: Array<number> = []
  const ends: Array<number> = []
  for (const { pieces, size } of rows) {
    let from = pieces[0]!.x0
    pieces.forEach((piece, k) => {
      const gap = k === 0 ? Infinity : piece.x0 - pieces[k - 1]!.x1
      if (gap > size * 0.3) starts.push(piece.x0)
      if (gap > size * 1.6) from = piece.x0
      const next = pieces[k + 1]
      if ((next === undefined || next.x0 - piece.x1 > size * 0.3) && piece.x1 - from > size * 8) ends.push(piece.x1)
    })
  }
  return { starts, ends }
}

/** The stretches of rows through which the strip is free, with enough lines on either side. */
const stretches = (rows: ReadonlyArray<Row>, lo: number, hi: number): Array<ColumnEdge> => {
  const found: Array<ColumnEdge> = []
  let open: { from: number; to: number; ends: number; starts: number } | undefined
  const close = () => {
    if (open !== undefined && open.ends >= least && open.starts >= least) {
      found.push({ at: hi - 1, from: open.from, to: open.to, free: 0 })
    }
    open = undefined
  }
  for (const row of rows) {
    if (row.pieces.some((piece) => piece.x0 < hi - 1.5 && piece.x1 > lo + 1.5)) {
      close()
      continue
    }
    open ??= { from: row.y - row.size, to: row.y, ends: 0, starts: 0 }
    open.to = row.y + row.size * 0.3
    for (const piece of row.pieces) {
      if (Math.abs(piece.x1 - lo) < 1.5) open.ends++
      if (Math.abs(piece.x0 - hi) < 1.5) open.starts++
    }
  }
  close()
  return found
}

/** Rows and their pieces are in order. */
export const rivers = (rows: ReadonlyArray<Row>): Array<ColumnEdge> => {
  if (rows.length < least * 2 || rows.length > 3000) return []
  const edges = edgesOf(rows)
  const starts = count(edges.starts)
  const ends = count(edges.ends)
  const found: Array<ColumnEdge> = []
  for (const [hi] of starts) {
    for (const [lo] of ends) {
      if (hi - lo < 5 || hi - lo > 20 || found.some((rule) => Math.abs(rule.at - hi) < 6)) continue
      found.push(...stretches(rows, lo, hi))
    }
  }
  return found
}
