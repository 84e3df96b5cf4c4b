/** Joins the lines of a row whose cells are centred from top to bottom, so that they share no baseline. */
import { type Row, toRow } from "./grid.ts"
import { isWrapped, type Line } from "./line.ts"
import { LARGER_TO_BODY_SIZE_RATIO, MOST, SAME_EDGE_POINTS, TEXT_LEAD, WIDER } from "./measures.ts"

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
const MAX_LINES_OF_RUN = 400

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
    const [least, most] = [Math.min(row.size, before?.size ?? 0), Math.max(row.size, before?.size ?? 0)]
    const isNext = before !== undefined && row.y - before.y < most * TEXT_LEAD &&
      most < least * LARGER_TO_BODY_SIZE_RATIO
    if (isNext) runs.at(-1)!.push(row)
    else runs.push([row])
  }
  return runs
}

const hasHalfStep = (rows: ReadonlyArray<Row>): boolean =>
  rows.slice(1).some((row, k) => row.y - rows[k]!.y < row.size * MAX_EM_OF_HALF_STEP)

/** The right edges of the text in the columns of a run. Lines of one column start at one edge. */
type Rights = ReadonlyMap<Line, number>

const rightsOf = (run: ReadonlyArray<Row>): Rights => {
  const lines = run.flatMap((row) => row.lines)
  const right = (line: Line) =>
    lines.reduce((most, other) => Math.abs(other.x0 - line.x0) < SAME_EDGE_POINTS ? Math.max(most, other.x1) : most, 0)
  return new Map(lines.map((line) => [line, right(line)]))
}

/** Each line but the first starts with a word that does not fit into the line above. */
const isWrappedText = ({ lines }: Cell, rights: Rights): boolean => {
  const down = [...lines].sort((a, b) => a.y - b.y)
  return down.slice(1).every((line, k) => isWrapped(down[k]!, line, rights.get(line)!))
}

/** Whether the next group starts with a word that fits into the last line of this one. */
const isEnded = (part: ReadonlyArray<Row>, next: ReadonlyArray<Row>, rights: Rights): boolean =>
  part.at(-1)!.lines.some((line) => {
    const below = next[0]!.lines.find((other) => Math.abs(other.x0 - line.x0) < SAME_EDGE_POINTS)
    return below !== undefined && !isWrapped(line, below, rights.get(below)!)
  })

const isGroup = (part: ReadonlyArray<Row>, rights: Rights): boolean =>
  part.length === 1
    ? part[0]!.lines.length > 1
    : centredCells(part) > 0 &&
      (hasHalfStep(part) || cellsOf(part).every((cell) => cell.lines.length === 1 || isWrappedText(cell, rights)))

/**
 * Divides rows without larger steps between them into as few groups as possible. Steps of less than a line, and lines
 * that have room for the next word, show where a group ends. Columns of text have such steps too, but also single lines.
 */
const partsOf = (run: ReadonlyArray<Row>): ReadonlyArray<ReadonlyArray<Row>> => {
  const single = run.map((row) => [row])
  if (run.reduce((sum, { lines }) => sum + lines.length, 0) > MAX_LINES_OF_RUN) return single
  const rights = rightsOf(run)
  /** The fewest groups of the first rows, and the start of the last one. */
  const best: Array<{ readonly count: number; readonly from: number } | undefined> = [{ count: 0, from: 0 }]
  for (let to = 1; to <= run.length; to++) {
    for (let from = Math.max(0, to - MAX_ROWS_OF_GROUP); from < to; from++) {
      const before = best[from]
      if (before === undefined || before.count + 1 >= (best[to]?.count ?? Infinity)) continue
      if (isGroup(run.slice(from, to), rights)) best[to] = { count: before.count + 1, from }
    }
  }
  const parts: Array<ReadonlyArray<Row>> = []
  for (let to = run.length; to > 0; to = best[to]!.from) {
    if (best[to] === undefined) return single
    parts.unshift(run.slice(best[to]!.from, to))
  }
  const joined = parts.filter((part) => part.length > 1)
  const ended = parts.filter((part, k) => k + 1 < parts.length && isEnded(part, parts[k + 1]!, rights)).length
  return joined.every(hasHalfStep) || ended >= (parts.length - 1) * MOST ? parts : single
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
