/** Finds rows and columns without rules in a ruled table: lines in its areas that are separate entries. */
import { cluster } from "../page/geometry.ts"
import { type Area, last } from "./areas.ts"
import { number } from "./grid.ts"
import type { Piece } from "./line.ts"
import {
  FEW,
  HARDLY_ANY,
  MAX_EM_OF_SPACE_IN_PHRASE,
  MOST,
  NEARLY_ALL,
  SAME_EDGE_POINTS,
  SAME_ROW_POINTS
} from "./measures.ts"

const MIN_LINES_OF_BANDS = 3
const MIN_LINES_OF_NUMBER_BANDS = 2

/** Maximum share of lines that start in lower case in cells of entries. With more, the cells hold wrapped text. */
const MAX_WRAPPED_SHARE = 0.1

/** Minimum columns of entries. Two columns may be a term and its definition. */
const MIN_ENTRY_COLUMNS = 3

/**
 * Returns the entries of a framed table. The frame must be as wide as the table. A row with only one column belongs
 * to the entry above it.
 */
export const entriesOf = (area: Area, edges: ReadonlyArray<number>): Array<Array<Array<Piece>>> | undefined => {
  const columns = edges.length - 1
  if (area.columnSpan !== columns || area.rowSpan > 1 || columns < 2) return undefined
  const lines = cluster(area.pieces.map((piece) => piece.row), SAME_ROW_POINTS)
  if (columns < MIN_ENTRY_COLUMNS && lines.length > 1) return undefined
  const rows = lines.map(() => Array.from({ length: columns }, (): Array<Piece> => []))
  let crossed = 0
  let before: { readonly piece: Piece; readonly row: number; readonly column: number } | undefined
  for (const piece of [...area.pieces].sort((a, b) => a.row - b.row || a.x0 - b.x0)) {
    const row = nearest(lines, piece.row)
    // A phrase that extends over the edge of its column is not split.
    const runsOn = before !== undefined && before.row === row &&
      piece.x0 - before.piece.x1 < piece.size * MAX_EM_OF_SPACE_IN_PHRASE &&
      (before.piece.x1 > edges[before.column + 1]! || !number.test(piece.text) ||
        piece.spaced && !number.test(before.piece.text))
    const column = runsOn
      ? before!.column
      : Math.min(columns - 1, Math.max(0, last(edges, (edge) => edge <= piece.x0 + 1)))
    if (piece.x0 < edges[column + 1]! - SAME_EDGE_POINTS && piece.x1 > edges[column + 1]! + SAME_EDGE_POINTS) crossed++
    rows[row]![column]!.push(piece)
    before = { piece, row, column }
  }
  const filled = rows.map((row) => row.filter((pieces) => pieces.length > 0).length)
  if (
    crossed > lines.length * HARDLY_ANY || filled.filter((count) => count > 1).length < lines.length * FEW
  ) {
    return undefined
  }
  // The first row is a header if it has a name for each column; otherwise it may be a title.
  if (area.row === 0 && filled.some((count) => count < columns)) return undefined
  const entries: Array<Array<Array<Piece>>> = []
  rows.forEach((row, k) => {
    if (filled[k]! > 1 || entries.length === 0) entries.push(row)
    else row.forEach((pieces, column) => entries.at(-1)![column]!.push(...pieces))
  })
  return entries
}

const nearest = (values: ReadonlyArray<number>, value: number): number =>
  values.reduce((best, other, k) => Math.abs(other - value) < Math.abs(values[best]! - value) ? k : best, 0)

const linesOf = (area: Area): ReadonlyArray<{ readonly y: number; readonly text: string }> =>
  cluster(area.pieces.map((piece) => piece.row), SAME_ROW_POINTS).map((y) => ({
    y,
    text: [...area.pieces].filter((piece) => Math.abs(piece.row - y) < SAME_EDGE_POINTS)
      .sort((a, b) => a.x0 - b.x0).map(({ text }) => text).join(" ")
  }))

const areEntries = (cells: ReadonlyArray<ReturnType<typeof linesOf>>, longest: number): boolean => {
  const following = cells.flatMap((lines) => lines.slice(1))
  if (following.filter(({ text }) => /^\p{Ll}/u.test(text)).length > following.length * MAX_WRAPPED_SHARE) return false
  const filled = cells.filter((lines) => lines.length >= longest * MOST)
  const ofNumbers = cells.filter((lines) =>
    lines.filter(({ text }) => number.test(text)).length >= lines.length * NEARLY_ALL
  )
  // If all other columns have numbers, each name is a row, even if many of its cells are empty.
  return ofNumbers.length >= cells.length - 1 || filled.length >= 2 && ofNumbers.length >= cells.length * FEW
}

/**
 * Returns the rows of an area; `undefined` unless the lines of its cells are aligned. Nearly all cells must have each
 * line, or the cells that are not empty must be entries.
 */
export const bands = (
  areas: ReadonlyArray<Area>
): Array<{ readonly from: number; readonly to: number }> | undefined => {
  const cells = areas.filter((area) => area.pieces.length > 0).map(linesOf)
  if (cells.length < 2) return undefined
  const reference = cells.reduce((most, lines) => lines.length > most.length ? lines : most)
  if (reference.length < MIN_LINES_OF_NUMBER_BANDS) return undefined
  const isAt = ({ y }: { readonly y: number }) => reference.some((other) => Math.abs(y - other.y) < SAME_EDGE_POINTS)
  const within = cells.filter((lines) => lines.every(isAt))
  const equal = within.filter((lines) => lines.length === reference.length).length
  const areEqual = equal >= Math.max(2, cells.length * NEARLY_ALL)
  const areMany = reference.length >= MIN_LINES_OF_BANDS
  const areWithin = within.length >= cells.length * NEARLY_ALL && (areMany || areEqual)
  if (!(areEqual && areMany) && !(areWithin && areEntries(cells, reference.length))) return undefined
  return reference.map(({ y }, k) => ({
    from: k === 0 ? -Infinity : (reference[k - 1]!.y + y) / 2,
    to: k + 1 === reference.length ? Infinity : (y + reference[k + 1]!.y) / 2
  }))
}
