/** Joins the lines of a row whose cells are centred from top to bottom, so that they share no baseline. */
import { type Row, toRow } from "./grid.ts"
import type { Line } from "./line.ts"
import { TEXT_LEAD, WIDER } from "./measures.ts"

/** Rounding of producers moves the middle of a cell by less. */
const MAX_POINTS_BETWEEN_MIDDLES = 1.2

/** Baselines of two lines of one text are further apart. */
const MAX_EM_OF_HALF_STEP = 0.9

/** One or two rows may be centred by chance. */
const MIN_ROWS_OF_PAIRS = 3

/** Two columns may also be the two sides of a formula, so that only more rows show a table. */
const FEW_CELLS = 2

/** Limits the comparisons. Cells of real tables have fewer lines. */
const MAX_ROWS_OF_GROUP = 24

interface Cell {
  x0: number
  x1: number
  readonly lines: Array<Line>
}

/** Returns the cells of rows. Lines of one cell overlap from left to right. */
const cellsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<Cell> => {
  const lines = rows.flatMap((row) => row.lines).sort((a, b) => a.x0 - b.x0)
  const cells: Array<Cell> = []
  for (const line of lines) {
    const last = cells.at(-1)
    if (last !== undefined && line.x0 < last.x1) {
      last.lines.push(line)
      last.x1 = Math.max(last.x1, line.x1)
    } else cells.push({ x0: line.x0, x1: line.x1, lines: [line] })
  }
  return cells
}

/** The lines of the cell are below each other, at the distance of one text. */
const isText = ({ lines }: Cell): boolean => {
  const down = [...lines].sort((a, b) => a.y - b.y)
  return down.slice(1).every((line, k) => {
    const step = line.y - down[k]!.y
    return step > line.size * MAX_EM_OF_HALF_STEP && step < line.size * TEXT_LEAD
  })
}

const middleOf = ({ lines }: Cell): number =>
  (Math.min(...lines.map(({ y }) => y)) + Math.max(...lines.map(({ y }) => y))) / 2

/** Returns the number of cells if all have the same middle, and their numbers of lines differ; otherwise 0. */
const centredCells = (rows: ReadonlyArray<Row>): number => {
  const cells = cellsOf(rows)
  const counts = cells.map(({ lines }) => lines.length)
  if (cells.length < 2 || Math.min(...counts) === Math.max(...counts) || !cells.every(isText)) return 0
  const middles = cells.map(middleOf)
  return Math.max(...middles) - Math.min(...middles) < MAX_POINTS_BETWEEN_MIDDLES ? cells.length : 0
}

/** Returns runs of rows at the distance of lines of one text, or less. */
const runsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<ReadonlyArray<Row>> => {
  const runs: Array<Array<Row>> = []
  for (const row of rows) {
    const before = runs.at(-1)?.at(-1)
    if (before !== undefined && row.y - before.y < Math.max(row.size, before.size) * TEXT_LEAD) runs.at(-1)!.push(row)
    else runs.push([row])
  }
  return runs
}

const hasHalfStep = (rows: ReadonlyArray<Row>): boolean =>
  rows.slice(1).some((row, k) => row.y - rows[k]!.y < row.size * MAX_EM_OF_HALF_STEP)

/**
 * Divides rows without larger steps between them. Only a step of less than a line shows which rows are one. Columns of
 * text have such steps too, but also single lines.
 */
const partsOf = (run: ReadonlyArray<Row>): ReadonlyArray<ReadonlyArray<Row>> => {
  const parts: Array<ReadonlyArray<Row>> = []
  for (let from = 0; from < run.length;) {
    let length = 1
    for (let to = from + 2; to <= Math.min(run.length, from + MAX_ROWS_OF_GROUP); to++) {
      const part = run.slice(from, to)
      if (!hasHalfStep(part) || centredCells(part) === 0) continue
      length = part.length
      break
    }
    parts.push(run.slice(from, from + length))
    from += length
  }
  return parts.every((part) => part.length > 1 || part[0]!.lines.length > 1) ? parts : run.map((row) => [row])
}

const isApart = (runs: ReadonlyArray<ReadonlyArray<Row>>, k: number): boolean => {
  const run = runs[k]!
  const widest = Math.max(...run.slice(1).map((row, at) => row.y - run[at]!.y))
  const before = runs[k - 1]?.at(-1)
  const after = runs[k + 1]?.[0]
  return (before === undefined || run[0]!.y - before.y > widest * WIDER) &&
    (after === undefined || after.y - run.at(-1)!.y > widest * WIDER)
}

export const joinMiddles = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const runs = runsOf(rows)
  const groups = runs.flatMap((run, k) =>
    run.length > 1 && run.length <= MAX_ROWS_OF_GROUP && isApart(runs, k) && centredCells(run) > 0
      ? [run]
      : partsOf(run)
  )
  const counts = groups.map((group) => group.length > 1 ? centredCells(group) : 0)
  const pairs = counts.filter((count) => count > 0 && count <= FEW_CELLS).length
  const least = pairs >= MIN_ROWS_OF_PAIRS ? 1 : FEW_CELLS + 1
  return groups.flatMap((group, k) => {
    if (counts[k]! < least) return group
    const [top, bottom] = [group[0]!.y, group.at(-1)!.y]
    return [toRow(group.flatMap((row) => row.lines), (top + bottom) / 2, top, bottom)]
  })
}
