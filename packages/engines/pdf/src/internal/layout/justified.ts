/** Joins words of justified lines. Their gaps may be as wide as those between cells. */
import { MAX_NEIGHBOURS } from "./bounds.ts"
import type { Line, Piece } from "./line.ts"
import { LARGER_TO_BODY_SIZE_RATIO, NEXT_LINE, SAME_EDGE_POINTS, SAME_SIZE_POINTS } from "./measures.ts"

type MakeLine = (pieces: Array<Piece>, y: number) => Line

const JUSTIFIED = {
  minLettersAbove: 20,
  maxPointsBetweenEdges: 1,
  minEmOfSpace: 0.1,
  maxEmBetweenSpaces: 0.1,
  maxEmOfSpace: 4
}

/** Joins the lines from `from` on if they are in one row, fill the width of a line above, and have equal gaps. */
export const joinJustified = (lines: Array<Line>, from: number, makeLine: MakeLine): void => {
  const row = lines.slice(from)
  if (row.length < 2 || row.length > MAX_NEIGHBOURS) return
  const { size, y } = row[0]!
  for (let above = from - 1; above >= 0 && above > from - MAX_NEIGHBOURS; above--) {
    const line = lines[above]!
    if (y - line.y > size * NEXT_LINE) return
    const start = row.findIndex((other) => Math.abs(other.x0 - line.x0) < JUSTIFIED.maxPointsBetweenEdges)
    const end = row.findIndex((other, k) => k > start && Math.abs(other.x1 - line.x1) < JUSTIFIED.maxPointsBetweenEdges)
    if (
      start < 0 || end < 0 || line.text.length < JUSTIFIED.minLettersAbove ||
      Math.abs(line.size - row[start]!.size) > SAME_SIZE_POINTS
    ) continue
    const pieces = row.slice(start, end + 1).flatMap((other) => other.pieces)
    const gaps = pieces.slice(1).map((piece, k) => piece.x0 - pieces[k]!.x1).filter((gap) =>
      gap > size * JUSTIFIED.minEmOfSpace
    )
    if (
      gaps.some((gap) => Math.abs(gap - gaps[0]!) > size * JUSTIFIED.maxEmBetweenSpaces) ||
      gaps[0]! > size * JUSTIFIED.maxEmOfSpace
    ) continue
    lines.splice(from + start, end + 1 - start, makeLine(pieces, y))
    return
  }
}

const SPREAD_TITLE = { minWords: 3, minEmOfUnequalWords: 0.5 }

/**
 * Returns whether a row is a justified title, whose words have different widths and equal gaps. Columns have equal
 * edges instead.
 */
const isSpread = (row: ReadonlyArray<Line>, body: number): boolean => {
  const { size } = row[0]!
  if (row.length < SPREAD_TITLE.minWords || size <= body * LARGER_TO_BODY_SIZE_RATIO) return false
  if (row.some((line) => Math.abs(line.size - size) > SAME_SIZE_POINTS || !/\p{L}/u.test(line.text))) return false
  const pieces = row.flatMap((line) => line.pieces)
  const gaps = pieces.slice(1).map((piece, k) => piece.x0 - pieces[k]!.x1).filter((gap) =>
    gap > size * JUSTIFIED.minEmOfSpace
  )
  const widths = row.map((line) => line.x1 - line.x0)
  return Math.max(...gaps) - Math.min(...gaps) < size * JUSTIFIED.maxEmBetweenSpaces &&
    Math.max(...gaps) < size * JUSTIFIED.maxEmOfSpace &&
    Math.max(...widths) - Math.min(...widths) > size * SPREAD_TITLE.minEmOfUnequalWords
}

/** Joins the words of justified titles. The last line of such a title is not justified. */
export const joinTitles = (lines: Array<Line>, body: number, makeLine: MakeLine): void => {
  for (let from = 0; from < lines.length; from++) {
    const { size, x0, y } = lines[from]!
    if (size <= body * LARGER_TO_BODY_SIZE_RATIO) continue
    let end = from + 1
    while (end < lines.length && lines[end]!.y === y && lines[end]!.x0 > lines[end - 1]!.x1) end++
    const next = lines[end]
    const isFollowed = next !== undefined && Math.abs(next.size - size) < SAME_SIZE_POINTS && next.y > y &&
      next.y - y < size * NEXT_LINE && Math.abs(next.x0 - x0) < SAME_EDGE_POINTS
    if (isFollowed && isSpread(lines.slice(from, end), body)) {
      lines.splice(from, end - from, makeLine(lines.slice(from, end).flatMap((line) => line.pieces), y))
    }
  }
}
