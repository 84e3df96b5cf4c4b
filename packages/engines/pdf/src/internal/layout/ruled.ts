/** Finds tables with drawn cells: horizontal and vertical rules, or filled boxes. */
import { type Box, cluster, median } from "../page/geometry.ts"
import type { Rule } from "../page/page.ts"
import { type Area, areasOf, type Grid, partRows, place } from "./areas.ts"
import { MAX_RULES_OF_LAYOUT, MAX_TABLE_COLUMNS, MAX_TABLE_ROWS } from "./bounds.ts"
import type { Frame } from "./frame.ts"
import { number, toRows } from "./grid.ts"
import type { Line, Piece } from "./line.ts"
import { FEW, LARGE_TO_BODY_SIZE_RATIO, MOST, OVERHANG, SAME_EDGE_POINTS, SAME_ROW_POINTS } from "./measures.ts"
import { type Group, group, joinRules, withRows } from "./rules.ts"
import { betweenStripes, beyondStripes, cellsOf } from "./stripes.ts"
import { type Cell, cellText, indexOf, isMostlyRtl, mirror, type Table } from "./table.ts"
import { columnsOf } from "./tableColumns.ts"
import { bands, entriesOf } from "./unruled.ts"

const FEW_BOXES = 3
const BOX_WIDTH_SHARE = 0.95

/** Maximum number of crossing rules on a page. A page with more is a drawing. */
const MAX_CROSSINGS = 250_000

const FEW_FILLED = 6
const MANY_AREAS = 24

/** Maximum lines in the frame of a cell. A frame with more surrounds running text. */
const FRAMED_LINES = 12

const inside = (box: Box, line: Line): boolean => {
  const middle = (line.y0 + line.y1) / 2
  return line.x0 >= box.x0 - SAME_EDGE_POINTS && line.x1 <= box.x1 + OVERHANG && middle > box.y0 && middle < box.y1
}

interface Rows {
  readonly cells: ReadonlyArray<Omit<Cell, "row"> & { readonly row: number }>
  readonly more: number
}

const rowOf = (starting: ReadonlyArray<Area>, xs: ReadonlyArray<number>): Rows => {
  const cell = (area: Area, row: number, rowSpan: number, pieces: ReadonlyArray<Piece>): Cell => ({
    row,
    column: area.column,
    rowSpan,
    columnSpan: area.columnSpan,
    text: cellText(pieces)
  })
  const entries = starting.length === 1 ? entriesOf(starting[0]!, xs) : undefined
  if (entries !== undefined) {
    const cells = entries.flatMap((entry, row) =>
      entry.map((pieces, column) => ({ row, column, rowSpan: 1, columnSpan: 1, text: cellText(pieces) }))
    )
    return { cells, more: entries.length - 1 }
  }
  const whole = starting.every((area) => area.rowSpan === 1) &&
    starting.reduce((sum, area) => sum + area.columnSpan, 0) === xs.length - 1
  const split = starting.length > 1 && whole ? bands(starting) : undefined
  if (split === undefined) return { cells: starting.map((area) => cell(area, 0, area.rowSpan, area.pieces)), more: 0 }
  const cells = split.flatMap((band, row) =>
    starting.map((area) =>
      cell(area, row, 1, area.pieces.filter((piece) => piece.row >= band.from && piece.row < band.to))
    )
  )
  return { cells, more: split.length - 1 }
}

/** Returns whether enough areas have text. A frame around running text is not a table. */
const isFilled = (areas: ReadonlyArray<Area>, lines: number): boolean => {
  const filled = areas.filter((area) => area.pieces.length > 0).length
  if (filled < 2 || areas.length < 2) return false
  const isSparse = filled < areas.length * FEW && (filled < FEW_FILLED || areas.length > MANY_AREAS)
  return !isSparse && (areas.length > 2 || lines <= FRAMED_LINES)
}

const MIN_ROWS_OF_SINGLE_COLUMN = 3
/** Maximum lines in a row of a list. A row with more is a text box. */
const LISTED_LINES = 2

const hasHeadline = (lines: ReadonlyArray<Line>): boolean => {
  const sizes = lines.map(({ size }) => size)
  return Math.max(...sizes) > Math.min(...sizes) * LARGE_TO_BODY_SIZE_RATIO
}

/**
 * Returns whether areas are a list: cells in one column, each with one entry. Adjacent entries in a cell show that
 * the table has columns without rules.
 */
const isList = (areas: ReadonlyArray<Area>, lines: ReadonlyArray<Line>): boolean => {
  const heights = areas.map(({ pieces }) => cluster(pieces.map((piece) => piece.row), SAME_ROW_POINTS).length)
  return areas.length >= MIN_ROWS_OF_SINGLE_COLUMN && !hasHeadline(lines) &&
    heights.every((height) => height > 0 && height <= LISTED_LINES) &&
    heights.reduce((sum, height) => sum + height, 0) === lines.length
}

const MIN_POINTS_OF_OPEN_COLUMN = 12
const MIN_POINTS_OF_OPEN_ROW = 8

/** Minimum lines in a column or row that is open at its outer side. With fewer, the rules are only too long. */
const MIN_LINES_IN_OPEN = 2

/**
 * Returns the edge of a table without an outer frame. Most rules across the edge end together beyond the outermost
 * rule.
 */
const openEdge = (ends: ReadonlyArray<number>, isBeyond: (end: number) => boolean): number | undefined => {
  const beyond = ends.filter(isBeyond)
  if (beyond.length < 2 || beyond.length < ends.length * MOST) return undefined
  const end = median(beyond)
  return beyond.filter((other) => Math.abs(other - end) < SAME_EDGE_POINTS).length >= ends.length * MOST
    ? end
    : undefined
}

const withOpen = (
  edges: ReadonlyArray<number>,
  across: ReadonlyArray<Rule>,
  least: number,
  linesBetween: (from: number, to: number) => number
): ReadonlyArray<number> => {
  const [first, last] = [edges[0]!, edges.at(-1)!]
  const before = openEdge(across.map(({ from }) => from), (from) => from < first - least)
  const after = openEdge(across.map(({ to }) => to), (to) => to > last + least)
  return [
    ...before === undefined || linesBetween(before, first) < MIN_LINES_IN_OPEN ? [] : [before],
    ...edges,
    ...after === undefined || linesBetween(last, after) < MIN_LINES_IN_OPEN ? [] : [after]
  ]
}

/** Minimum rows of adjacent numbers that form columns. A single cell may hold a list. */
const MIN_ROWS_OF_COLUMNS = 3

const edgesBetween = (
  from: number,
  to: number,
  lines: ReadonlyArray<Line>,
  ys: ReadonlyArray<number>
): ReadonlyArray<number> => {
  const strip = lines.filter((line) => line.x0 > from - SAME_EDGE_POINTS && line.x1 < to + SAME_EDGE_POINTS)
  const rows = toRows(strip)
  const several = rows.filter((row) => row.lines.length > 1)
  const drawn = new Set(several.map((row) => ys.filter((y) => y < row.y).length))
  if (drawn.size < MIN_ROWS_OF_COLUMNS || several.length < rows.length * MOST) return []
  const behind = several.flatMap((row) => row.lines.slice(1))
  if (behind.filter(({ text }) => number.test(text)).length < behind.length * MOST) return []
  return columnsOf(rows, from, to).slice(1).map((column) => column.from)
}

/**
 * Returns the grid of a table. Without an outer frame, its outer columns and rows end with the rules across them.
 * Columns of numbers need no rules between them.
 */
const gridOf = (
  { horizontal, vertical }: Group,
  lines: ReadonlyArray<Line>
): { readonly grid: Grid; readonly rules: Group } => {
  const ys = cluster(horizontal.map((rule) => rule.at), SAME_ROW_POINTS)
  const xs = cluster(vertical.map((rule) => rule.at), SAME_ROW_POINTS)
  const [y0, y1] = [ys[0]!, ys.at(-1)!]
  const within = lines.filter((line) => line.y > y0 && line.y < y1)
  const wide = withOpen(
    xs,
    horizontal,
    MIN_POINTS_OF_OPEN_COLUMN,
    (from, to) => within.filter((line) => line.x0 > from - SAME_EDGE_POINTS && line.x1 < to + OVERHANG).length
  )
  const [x0, x1] = [wide[0]!, wide.at(-1)!]
  const high = withOpen(
    ys,
    vertical,
    MIN_POINTS_OF_OPEN_ROW,
    (from, to) =>
      lines.filter((line) => line.y > from && line.y < to && line.x0 > x0 - SAME_EDGE_POINTS && line.x1 < x1 + OVERHANG)
        .length
  )
  // In striped rows without column rules, the text determines the columns.
  const isParted = wide.length > 2
  const unruled = isParted ? wide.slice(1).flatMap((to, k) => edgesBetween(wide[k]!, to, within, ys)) : []
  if (unruled.length === 0) return { grid: { xs: wide, ys: high }, rules: { horizontal, vertical } }
  return {
    grid: { xs: [...wide, ...unruled].sort((a, b) => a - b), ys: high },
    rules: { horizontal, vertical: [...vertical, ...unruled.map((at) => ({ at, from: y0, to: y1 }))] }
  }
}

const build = (drawn: Group, lines: ReadonlyArray<Line>, boxed: boolean): Table | undefined => {
  if (drawn.horizontal.length < 2 || drawn.vertical.length < 2) return undefined
  const { grid: { xs, ys }, rules } = gridOf(drawn, lines)
  const rows = ys.length - 1
  const columns = xs.length - 1
  if (rows < 1 || columns < 1 || rows > MAX_TABLE_ROWS || columns > MAX_TABLE_COLUMNS) return undefined
  const box = { x0: xs[0]!, x1: xs.at(-1)!, y0: ys[0]!, y1: ys.at(-1)! }
  const members = lines.filter((line) => inside(box, line))
  if (members.length < 2) return undefined
  const areas = areasOf(rules, { xs, ys })
  place(members, { xs, ys }, areas)
  const all = partRows(areas.all, ys)
  // Stripes below each other may be lines of a code listing.
  if (columns === 1 ? boxed || !isList(all, members) : !isFilled(all, members.length)) return undefined
  const cells: Array<Cell> = []
  let shift = 0
  for (let r = 0; r < rows; r++) {
    const found = rowOf(all.filter((area) => area.row === r), xs)
    for (const cell of found.cells) cells.push({ ...cell, row: cell.row + r + shift })
    shift += found.more
  }
  // A single row of boxes is the header of a table whose other rows have no boxes.
  if (boxed && rows + shift < 2) return undefined
  if (isMostlyRtl(members)) mirror(cells, columns)
  return { ...box, rows: rows + shift, columns, cells, used: new Set(members), index: indexOf(members), ruled: true }
}

export const ruledTables = (frame: Frame): Array<Table> => {
  let horizontal = frame.horizontal
  let vertical = frame.vertical
  const boxes = frame.boxes.length < MAX_RULES_OF_LAYOUT ? cellsOf(frame.boxes) : []
  const boxed = boxes.length > FEW_BOXES
  if (boxed) {
    horizontal = [...horizontal]
    vertical = [...vertical]
    const between = betweenStripes(boxes, frame.lines)
    for (const box of [...boxes, ...between, ...beyondStripes(boxes, between, frame.lines)]) {
      if (box.y1 - box.y0 > frame.height * FEW || box.x1 - box.x0 > frame.width * BOX_WIDTH_SHARE) continue
      horizontal.push({ from: box.x0, to: box.x1, at: box.y0 }, { from: box.x0, to: box.x1, at: box.y1 })
      vertical.push({ from: box.y0, to: box.y1, at: box.x0 }, { from: box.y0, to: box.y1, at: box.x1 })
    }
  }
  if (
    horizontal.length < 2 || vertical.length < 2 ||
    Math.max(horizontal.length, vertical.length) > 2 * MAX_RULES_OF_LAYOUT
  ) {
    return []
  }
  const h = joinRules(horizontal)
  const v = joinRules(vertical)
  if (h.length * v.length > MAX_CROSSINGS) return []
  const tables = withRows(group(h, v)).flatMap((rules) => {
    const table = build(rules, frame.lines, boxed)
    return table === undefined ? [] : [table]
  })
  return tables.filter((table) =>
    !tables.some((other) =>
      other !== table && other.x0 <= table.x0 + 1 && other.x1 >= table.x1 - 1 && other.y0 <= table.y0 + 1 &&
      other.y1 >= table.y1 - 1 && other.cells.length > table.cells.length
    )
  )
}
