/** Builds a table from rows. Continuous gaps separate its columns, and its content must look like cells. */
import { median } from "../page/geometry.ts"
import type { Rule } from "../page/page.ts"
import { MAX_NEIGHBOURS, MAX_TABLE_COLUMNS } from "./bounds.ts"
import { areCounted, partCounted } from "./counted.ts"
import {
  bullet,
  cellsOf,
  type GridCell,
  headRows,
  isAligned,
  isProse,
  mergeRows,
  number,
  ownedColumns,
  type Row,
  spreadHeads
} from "./grid.ts"
import type { Line, Piece } from "./line.ts"
import { FEW, MOST, NEARLY_ALL, OVERHANG } from "./measures.ts"
import { type Cell, cellText, fusedOf, indexOf, isMostlyRtl, mirror, type Table } from "./table.ts"
import { columnsOf } from "./tableColumns.ts"

export interface Evidence {
  readonly rules: ReadonlyArray<Rule>
  readonly bounded: boolean
}

/** Maximum points from the first or last baseline of a table to a rule that belongs to it. */
const RULE_REACH = 20

const MIN_POINTS_OF_HEAD_RULE = 12

/** Minimum letters of the usual cell in a table of sentences. */
const LONG_CELL = 34
/** Maximum letters of the usual cell in a table of names or values. */
const SHORT_CELL = 24

const MIN_FILLED_SHARE = 0.42
const MAX_SHARE_OF_LONE_CELL_ROWS = 0.45

/** Share of rows with a leading bullet above which the rows are a list. */
const BULLET_SHARE = 0.4

interface Grid {
  readonly columns: number
  readonly cells: ReadonlyArray<ReturnType<typeof cellsOf>>
  readonly groups: ReadonlyArray<ReadonlyArray<number>>
  readonly rules: number
  readonly counted: boolean
}

const rulesOf = (rows: ReadonlyArray<Row>, x0: number, x1: number, rules: ReadonlyArray<Rule>) => {
  const near = rules.filter((rule) => rule.at > rows[0]!.y - RULE_REACH && rule.at < rows.at(-1)!.y + RULE_REACH)
  return {
    inside: near.filter((rule) => rule.to - rule.from > (x1 - x0) * MOST).map((rule) => rule.at),
    partial: near.filter((rule) =>
      rule.from > x0 - OVERHANG && rule.to < x1 + OVERHANG && rule.to - rule.from > MIN_POINTS_OF_HEAD_RULE
    ).map((rule) => rule.at)
  }
}

const lengthsOf = ({ cells, columns }: Grid): Array<number> =>
  Array.from({ length: columns }, (_, column) =>
    median(
      cells.flatMap((row) =>
        row.filter((cell) => cell.column === column && cell.columnSpan === 1)
          .map(({ pieces }) => pieces.reduce((sum, piece) => sum + piece.text.length + 1, 0))
      )
    ))

const isNamed = ({ cells: [head, ...others], columns }: Grid): boolean =>
  columns > 2 && head!.length === columns && head!.every(({ torn }) => !torn) &&
  others.every((row) => row.every(({ columnSpan, torn }) => columnSpan === 1 && !torn))

/**
 * Returns whether most cells are filled, and few rows have only one filled cell. If each column has a name, most
 * cells may be empty, as in a table of counts by month.
 */
const isFilled = (grid: Grid): boolean => {
  const { cells, columns, groups } = grid
  let filled = 0
  let lone = 0
  for (const group of groups) {
    const seen = new Set<number>()
    for (const k of group) {
      for (const cell of cells[k]!) for (let c = 0; c < cell.columnSpan; c++) seen.add(cell.column + c)
    }
    filled += seen.size
    if (seen.size < 2) lone++
  }
  return groups.length >= 2 && lone <= groups.length * MAX_SHARE_OF_LONE_CELL_ROWS &&
    (filled / (groups.length * columns) > MIN_FILLED_SHARE || isNamed(grid))
}

const isTorn = ({ cells }: Grid): boolean => {
  const torn = cells.filter((row) => row.some((cell) => cell.torn)).length
  return torn > Math.max(2, cells.length * MOST)
}

const isAlone = ({ pieces }: GridCell): boolean => pieces.length === 1

const isSign = ({ pieces }: GridCell): boolean => !/[\p{L}\d]/u.test(pieces[0]!.text)

const isList = ({ cells, columns, groups }: Grid): boolean => {
  const isOne = columns === 2 ? isAlone : isSign
  const bullets = new Uint32Array(columns)
  for (const row of cells) {
    for (const cell of row) if (bullet.test(cell.pieces[0]!.text) && isOne(cell)) bullets[cell.column]!++
  }
  const isMarked = (count: number): boolean => count > groups.length * BULLET_SHARE
  return isMarked(bullets[0]!) && (columns === 2 || bullets.subarray(1).some(isMarked))
}

const numericShare = ({ cells }: Grid): number => {
  const all = cells.flat()
  return all.filter((cell) => number.test(cell.pieces.map((piece) => piece.text).join(""))).length / all.length
}

const hasBoldHead = ({ cells, columns }: Grid): boolean =>
  cells[0]!.length === columns &&
  cells.every((row, k) => row.every((cell) => cell.pieces.every((piece) => piece.font.bold) === (k === 0)))

const hasCells = (grid: Grid, { bounded }: Evidence): boolean => {
  const { columns, rules } = grid
  const lengths = lengthsOf(grid)
  const long = lengths.filter((length) => length > LONG_CELL).length
  if (bounded) return columns > 2 || long < 2
  if (grid.counted) return true
  if (columns > 2) return long <= columns - 2 || rules >= 2
  return long === 0 &&
    (rules >= 2 || hasBoldHead(grid) || numericShare(grid) > FEW ||
      lengths.every((length) => length < SHORT_CELL))
}

const isTable = (grid: Grid, lines: ReadonlyArray<Line>, evidence: Evidence): boolean => {
  if (!isFilled(grid) || isTorn(grid) || isList(grid)) return false
  // A code listing may have words in columns, but no numbers, unlike a typewritten table.
  const isListing = lines.filter((line) => line.mono).length > lines.length * NEARLY_ALL &&
    (grid.columns < 3 || numericShare(grid) <= FEW)
  if (!evidence.bounded && (isListing || !isAligned(grid.cells, grid.columns))) return false
  return hasCells(grid, evidence)
}

const empty = (row: number, column: number): Cell => ({ row, column, rowSpan: 1, columnSpan: 1, text: "" })

const single = (found: ReturnType<typeof cellsOf>, row: number, columns: number): Array<Cell> => {
  const taken = new Set<number>()
  const cells = found.map((cell): Cell => {
    for (let c = 0; c < cell.columnSpan; c++) taken.add(cell.column + c)
    return { row, column: cell.column, rowSpan: 1, columnSpan: cell.columnSpan, text: cellText(cell.pieces) }
  })
  for (let c = 0; c < columns; c++) if (!taken.has(c)) cells.push(empty(row, c))
  return cells
}

const joined = (found: ReadonlyArray<ReturnType<typeof cellsOf>>, row: number, columns: number): Array<Cell> => {
  const parts = Array.from({ length: columns }, (): Array<Piece> => [])
  for (const cells of found) for (const cell of cells) parts[cell.column]!.push(...cell.pieces)
  return parts.map((pieces, column) => ({ ...empty(row, column), text: cellText(pieces) }))
}

export const build = (all: ReadonlyArray<Row>, evidence: Evidence): Table | undefined => {
  const rows = partCounted(all)
  const lines = rows.flatMap((row) => row.lines)
  const x0 = lines.reduce((least, line) => Math.min(least, line.x0), Infinity)
  const x1 = lines.reduce((most, line) => Math.max(most, line.x1), -Infinity)
  const columns = ownedColumns(rows, columnsOf(rows, x0, x1))
  const counted = areCounted(rows)
  if (columns.length < 2 || columns.length > MAX_TABLE_COLUMNS || !counted && isProse(rows, columns)) return undefined
  const heads = headRows(rows)
  const found = rows.map((row, k) => cellsOf(row, columns, k < heads))
  spreadHeads(found, columns.length)
  const { inside, partial } = rulesOf(rows, x0, x1, evidence.rules)
  const groups = mergeRows(rows, found, columns.length, inside, partial)
  const grid = { cells: found, columns: columns.length, groups, rules: inside.length, counted }
  if (!isTable(grid, lines, evidence)) return undefined
  const cells = groups.flatMap((group, row) =>
    group.length === 1
      ? single(found[group[0]!]!, row, columns.length)
      : joined(group.map((k) => found[k]!), row, columns.length)
  )
  const used = new Set(lines)
  if (isMostlyRtl(lines)) mirror(cells, columns.length)
  return {
    x0,
    x1,
    y0: Math.min(...rows[0]!.lines.map((line) => line.y0)),
    y1: Math.max(...rows.at(-1)!.lines.map((line) => line.y1)),
    rows: groups.length,
    columns: columns.length,
    cells,
    used,
    index: indexOf(used),
    ruled: false
  }
}

/** Builds one table, or two if fewer of their cells have several numbers. Such cells show that columns were merged. */
export const buildParted = (rows: ReadonlyArray<Row>, evidence: Evidence): ReadonlyArray<Table> => {
  const whole = build(rows, evidence)
  if (whole === undefined) return []
  let best: ReadonlyArray<Table> = [whole]
  let fused = fusedOf(best)
  if (fused === 0) return best
  const places = rows.flatMap(({ lines }, k) => k > 1 && lines.length !== rows[k - 1]!.lines.length ? [k] : [])
  for (const k of places.slice(0, MAX_NEIGHBOURS)) {
    const above = build(rows.slice(0, k), evidence)
    const below = above === undefined ? undefined : build(rows.slice(k), evidence)
    if (above === undefined || below === undefined || fusedOf([above, below]) >= fused) continue
    best = [above, below]
    fused = fusedOf(best)
  }
  return best
}
