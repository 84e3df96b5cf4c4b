import type { Row } from "./grid.ts"
import type { Piece } from "./line.ts"
import { NEARLY_ALL } from "./measures.ts"

const MIN_COUNTED_ROWS = 4

const MIN_CLOSE_ROWS = 3

const MAX_POINTS_BETWEEN_EDGES = 0.6

const MAX_POINTS_TO_NAMES = 3

const isNumber = (text: string | undefined): boolean => text !== undefined && /^\d{1,4}$/.test(text)

export const areCounted = (rows: ReadonlyArray<Row>): boolean => {
  if (rows.length < MIN_COUNTED_ROWS || rows.some((row) => row.lines.length < 2)) return false
  const numbers = rows.map(({ lines: [first] }) => isNumber(first!.text) ? Number(first!.text) : NaN)
  const steps = numbers.filter((number, k) => k > 0 && number === numbers[k - 1]! + 1).length
  return steps >= (rows.length - 1) * NEARLY_ALL
}

const partedAt = (row: Row, index: number): Row => {
  const start = row.lines[0]!.pieces[index]!
  const spans = row.spans.flatMap((span) => {
    const at = span.pieces.indexOf(start)
    if (at < 0) return [span]
    if (at === 0) return [{ ...span, starts: true }]
    return [
      { ...stretchOf(span.pieces.slice(0, at)), starts: span.starts },
      { ...stretchOf(span.pieces.slice(at)), starts: true }
    ]
  })
  return { ...row, spans }
}

const stretchOf = (pieces: ReadonlyArray<Piece>) => ({
  x0: pieces[0]!.x0,
  x1: Math.max(...pieces.map((piece) => piece.x1)),
  pieces: [...pieces],
  letters: pieces.reduce((sum, piece) => sum + piece.text.length, 0)
})

/**
 * Separates row numbers from names with only a space between them. The numbers share an edge, and the names start at
 * one position.
 */
export const partCounted = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const isClose = ({ lines }: Row) =>
    lines.length > 1 && isNumber(lines[0]!.pieces[0]!.text) && lines[0]!.pieces.length > 1
  const counted = rows.filter(isClose)
  if (counted.length < MIN_CLOSE_ROWS) return rows
  const firsts = counted.map((row) => row.lines[0]!.pieces[0]!)
  const starts = counted.map((row) => row.lines[0]!.pieces[1]!.x0)
  const areEqual = (values: ReadonlyArray<number>) =>
    Math.max(...values) - Math.min(...values) < MAX_POINTS_BETWEEN_EDGES
  const areSteps = firsts.every(({ text }, k) => k === 0 || Number(text) === Number(firsts[k - 1]!.text) + 1)
  const shareEdge = areEqual(firsts.map((piece) => piece.x0)) || areEqual(firsts.map((piece) => piece.x1))
  if (!areSteps || !shareEdge || !areEqual(starts)) return rows
  return rows.map((row) => {
    if (isClose(row)) return partedAt(row, 1)
    const { pieces } = row.lines[0]!
    const header = pieces.findIndex((piece) => Math.abs(piece.x0 - starts[0]!) < MAX_POINTS_TO_NAMES)
    return header < 1 ? row : partedAt(row, header)
  })
}
