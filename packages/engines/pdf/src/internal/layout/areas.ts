/** Finds the areas into which rules divide a table, and the words in each. */
import type { Rule } from "../page/page.ts"
import { number } from "./grid.ts"
import type { Line, Piece } from "./line.ts"
import { EM_TO_MIDDLE_OF_LETTERS, FEW, SAME_EDGE_POINTS } from "./measures.ts"
import type { Group } from "./rules.ts"

const WORD_START = 12

export const last = (values: ReadonlyArray<number>, test: (value: number) => boolean): number => {
  for (let k = values.length - 1; k >= 0; k--) if (test(values[k]!)) return k
  return -1
}

export interface Area {
  readonly row: number
  readonly column: number
  columnSpan: number
  rowSpan: number
  readonly pieces: Array<Piece>
}

export interface Grid {
  readonly xs: ReadonlyArray<number>
  readonly ys: ReadonlyArray<number>
}

const drawn = (
  rules: ReadonlyArray<Rule>,
  lines: ReadonlyArray<number>,
  across: ReadonlyArray<number>
): Array<Uint8Array> => {
  const edges = lines.map(() => new Uint8Array(across.length - 1))
  for (const rule of rules) {
    const line = lines.findIndex((at) => Math.abs(at - rule.at) < SAME_EDGE_POINTS)
    if (line < 0) continue
    for (let k = 0; k < across.length - 1; k++) {
      const slack = SAME_EDGE_POINTS + (across[k + 1]! - across[k]!) * FEW
      if (rule.from <= across[k]! + slack && rule.to >= across[k + 1]! - slack) edges[line]![k] = 1
    }
  }
  return edges
}

export interface Areas {
  readonly all: ReadonlyArray<Area>
  readonly owner: ReadonlyArray<ReadonlyArray<Area | undefined>>
}

export const areasOf = (rules: Group, { xs, ys }: Grid): Areas => {
  const [rows, columns] = [ys.length - 1, xs.length - 1]
  const down = drawn(rules.vertical, xs, ys)
  const over = drawn(rules.horizontal, ys, xs)
  const owner = Array.from({ length: rows }, () => Array.from<Area | undefined>({ length: columns }))
  const all: Array<Area> = []
  const isFree = (r: number, c: number, columnSpan: number): boolean => {
    for (let k = c; k < c + columnSpan; k++) if (over[r]![k] === 1 || owner[r]![k] !== undefined) return false
    return true
  }
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      if (owner[r]![c] !== undefined) continue
      let columnSpan = 1
      while (c + columnSpan < columns && down[c + columnSpan]![r] === 0 && owner[r]![c + columnSpan] === undefined) {
        columnSpan++
      }
      let rowSpan = 1
      while (r + rowSpan < rows && isFree(r + rowSpan, c, columnSpan)) rowSpan++
      const area: Area = { row: r, column: c, columnSpan, rowSpan, pieces: [] }
      all.push(area)
      for (let a = r; a < r + rowSpan; a++) for (let b = c; b < c + columnSpan; b++) owner[a]![b] = area
    }
  }
  return { all, owner }
}

export const place = (lines: ReadonlyArray<Line>, { xs, ys }: Grid, { owner }: Areas): void => {
  const at = (edges: ReadonlyArray<number>, value: number) =>
    Math.min(edges.length - 2, Math.max(0, last(edges, (edge) => edge <= value)))
  for (const line of lines) {
    for (const piece of line.pieces) {
      const x = piece.x0 + Math.min((piece.x1 - piece.x0) / 2, WORD_START) + 1
      const y = piece.y - piece.size * EM_TO_MIDDLE_OF_LETTERS
      owner[at(ys, y)]![at(xs, x)]?.pieces.push(piece)
    }
  }
}

const byRow = (area: Area, ys: ReadonlyArray<number>): ReadonlyArray<ReadonlyArray<Piece>> => {
  const rows = Array.from({ length: area.rowSpan }, (): Array<Piece> => [])
  for (const piece of area.pieces) {
    const row = last(ys, (y) => y <= piece.y - piece.size * EM_TO_MIDDLE_OF_LETTERS) - area.row
    rows[Math.min(area.rowSpan - 1, Math.max(0, row))]!.push(piece)
  }
  return rows
}

/**
 * Splits areas that span several grid rows, if rules between the rows exist only in other columns. Each line of the
 * adjacent areas must be in its own row, and the lines of one area must be numbers.
 */
export const partRows = (areas: ReadonlyArray<Area>, ys: ReadonlyArray<number>): ReadonlyArray<Area> => {
  const isLike = (one: Area, other: Area) => one.row === other.row && one.rowSpan === other.rowSpan
  const parted = new Map(areas.filter(({ rowSpan }) => rowSpan > 1).map((area) => [area, byRow(area, ys)]))
  const isFilled = (area: Area) =>
    parted.get(area)!.every((row) => row.length > 0 && Math.abs(row[0]!.row - row.at(-1)!.row) < SAME_EDGE_POINTS)
  const isOfNumbers = (area: Area) => parted.get(area)!.every((row) => row.length === 1 && number.test(row[0]!.text))
  const isParted = (area: Area): boolean => {
    const like = [...parted.keys()].filter((other) => isLike(area, other))
    return like.length > 1 && like.every(isFilled) && like.some(isOfNumbers)
  }
  return areas.flatMap((area) =>
    area.rowSpan > 1 && isParted(area)
      ? parted.get(area)!.map((pieces, k) => ({ ...area, row: area.row + k, rowSpan: 1, pieces: [...pieces] }))
      : [area]
  )
}
