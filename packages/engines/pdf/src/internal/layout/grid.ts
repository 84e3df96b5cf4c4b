/** Arranges lines as rows of a grid. Gaps that continue through the rows separate the columns. */
import { median } from "../page/geometry.ts"
import { isWrapped, type Line, type Piece, sortAcross } from "./line.ts"
import {
  FEW,
  HARDLY_ANY,
  MAX_EM_OF_SPACE_IN_PHRASE,
  MOST,
  NEARLY_ALL,
  SAME_EDGE_POINTS,
  SAME_ROW_EM,
  SAME_ROW_POINTS,
  TEXT_LEAD,
  WIDER
} from "./measures.ts"

/**
 * Minimum number of rows of a table with many rows. A strip between its columns must be almost free of text, and may
 * be narrower.
 */
export const MANY_ROWS = 4

const MIN_PROSE_ROWS = 6
const PROSE_LETTERS = 18

const RULED_LEAD = 2.2

export interface Row {
  readonly y: number
  readonly top: number
  readonly bottom: number
  readonly size: number
  readonly lines: Array<Line>
  readonly pieces: Array<Piece>
  readonly spans: Array<Stretch>
}

export interface Stretch {
  x0: number
  x1: number
  readonly pieces: Array<Piece>
  letters: number
  readonly starts: boolean
}

export interface Column {
  readonly from: number
  readonly to: number
}

export const number = /^[-+(]?[$€£¥]?\s?[\d.,]+\s?[%)]*$/
export const bullet = /^(?:[•●▪■○◦‣⁃∙·►▶➢➤✓✔❖\uf0b7\uf0a7\uf0d8–—*-]|\[?\d{1,3}[.)\]]|[a-z][.)]|\(\w{1,3}\))$/u

export const toRow = (lines: Array<Line>, y: number, top = y, bottom = y): Row => {
  const row: Row = {
    y,
    top,
    bottom,
    size: lines[0]!.size,
    lines: sortAcross(lines),
    pieces: [],
    spans: []
  }
  for (const line of row.lines) {
    const pieces = sortAcross([...line.pieces])
    // Pieces of different lines are in different cells, however close they are.
    let span: Stretch | undefined
    for (const piece of pieces) {
      row.pieces.push(piece)
      if (span !== undefined && piece.x0 - span.x1 <= piece.size * MAX_EM_OF_SPACE_IN_PHRASE) {
        span.x1 = Math.max(span.x1, piece.x1)
        span.pieces.push(piece)
        span.letters += piece.text.length
      } else {
        span = { x0: piece.x0, x1: piece.x1, pieces: [piece], letters: piece.text.length, starts: span === undefined }
        row.spans.push(span)
      }
    }
  }
  sortAcross(row.pieces)
  sortAcross(row.spans)
  return row
}

export const toRows = (lines: ReadonlyArray<Line>): Array<Row> => {
  const rows: Array<Array<Line>> = []
  for (const line of [...lines].sort((a, b) => a.y - b.y)) {
    const first = rows.at(-1)?.[0]
    if (first !== undefined && Math.abs(first.y - line.y) < Math.max(SAME_ROW_POINTS, line.size * SAME_ROW_EM)) {
      rows.at(-1)!.push(line)
    } else rows.push([line])
  }
  return rows.map((row) => toRow(row, row[0]!.y))
}

export const HEAD_ROWS = 3

const NUMBERS_IN_ROW = 2

const isNumeric = (row: Row): boolean => row.pieces.filter((piece) => number.test(piece.text)).length >= NUMBERS_IN_ROW

/**
 * Returns the rows from the first one with numbers, where the header ends. Header cells may be misaligned and span
 * several columns.
 */
export const bodyOf = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const first = rows.findIndex(isNumeric)
  if (first < 1 || first > HEAD_ROWS || rows.length - first < MANY_ROWS) return rows
  const body = rows.slice(first)
  return body.filter(isNumeric).length >= body.length * NEARLY_ALL ? body : rows
}

const columnAt = (columns: ReadonlyArray<Column>, x: number): number => {
  for (let k = columns.length - 1; k > 0; k--) if (columns[k]!.from <= x) return k
  return 0
}

export interface GridCell {
  readonly column: number
  columnSpan: number
  readonly pieces: Array<Piece>
  readonly torn: boolean
}

export const headRows = (rows: ReadonlyArray<Row>): number => rows.length - bodyOf(rows).length

/** Returns the cells of a row. A phrase that crosses a gap between columns spans both columns. */
export const cellsOf = (row: Row, columns: ReadonlyArray<Column>, isHead = false): Array<GridCell> => {
  const cells: Array<GridCell> = []
  const put = (column: number, columnSpan: number, pieces: ReadonlyArray<Piece>, torn = false) => {
    const last = cells.at(-1)
    if (last !== undefined && column < last.column + last.columnSpan) {
      last.pieces.push(...pieces)
      return
    }
    cells.push({ column, columnSpan, pieces: [...pieces], torn })
  }
  for (const [k, span] of row.spans.entries()) {
    const from = columnAt(columns, span.x0 + Math.min(2, (span.x1 - span.x0) / 2))
    const to = columnAt(columns, span.x1 - Math.min(2, (span.x1 - span.x0) / 2))
    if (from === to) {
      put(from, 1, span.pieces)
      continue
    }
    // Words that are close may still belong to separate columns.
    const parts = new Map<number, Array<Piece>>()
    let crosses = false
    for (const piece of span.pieces) {
      const left = columnAt(columns, piece.x0 + 1)
      const right = columnAt(columns, piece.x1 - 1)
      if (left !== right && piece.x1 - piece.x0 > piece.size) crosses = true
      const column = columnAt(columns, (piece.x0 + piece.x1) / 2)
      const part = parts.get(column)
      if (part === undefined) parts.set(column, [piece])
      else part.push(piece)
    }
    // If the next column has its own phrase, the phrase before it only extends over the edge.
    const next = row.spans[k + 1]
    const isPhrase = span.pieces.every((piece) => !/\d/.test(piece.text))
    if (
      isPhrase && next !== undefined &&
      columnAt(columns, next.x0 + Math.min(2, (next.x1 - next.x0) / 2)) === to
    ) {
      put(from, to - from, span.pieces, true)
      continue
    }
    // Misaligned header words are separate cells if there is one word for each column.
    const isOneEach = parts.size === span.pieces.length && parts.size === to - from + 1
    const isAlone = isPhrase && row.spans.length === 1
    // Words with drawn spaces between them are one phrase, such as the name of a total.
    const isWritten = !isHead && !span.pieces[0]!.font.mono && span.pieces.slice(1).every(({ spaced }) => spaced) &&
      span.pieces.some(({ text }) => /\p{L}/u.test(text))
    if (isWritten) put(from, to - from + 1, span.pieces, true)
    else if (!isOneEach && (isHead || crosses || isAlone || parts.size < to - from + 1)) {
      put(from, to - from + 1, span.pieces, true)
    } else for (const [column, pieces] of [...parts].sort((a, b) => a[0] - b[0])) put(column, 1, pieces, true)
  }
  return cells
}

/** Removes columns that no cell uses exclusively. Such columns come from misaligned header cells. */
export const ownedColumns = (rows: ReadonlyArray<Row>, columns: ReadonlyArray<Column>): ReadonlyArray<Column> => {
  if (columns.length <= 2) return columns
  const owned = new Set<number>()
  const pairs = new Uint32Array(columns.length)
  for (const row of rows) {
    for (const { column, columnSpan } of cellsOf(row, columns)) {
      if (columnSpan === 1) owned.add(column)
      if (columnSpan === 2) pairs[column]!++
    }
  }
  const merged: Array<Column> = []
  let from: number | undefined
  columns.forEach((column, k) => {
    const start = from ?? column.from
    from = undefined
    const before = merged.at(-1)
    if (owned.has(k)) merged.push({ from: start, to: column.to })
    else if (before !== undefined && (k + 1 === columns.length || pairs[k - 1]! > pairs[k]!)) {
      merged[merged.length - 1] = { from: before.from, to: column.to }
    } else from = start
  })
  return merged
}

export const isProse = (rows: ReadonlyArray<Row>, columns: ReadonlyArray<Column>): boolean => {
  if (rows.length < MIN_PROSE_ROWS) return false
  let prose = 0
  for (const column of columns) {
    const widths: Array<number> = []
    for (const row of rows) {
      for (const span of row.spans) {
        if (span.x0 >= column.from - 2 && span.x1 <= column.to + 2 && span.letters > PROSE_LETTERS) {
          widths.push(span.x1 - span.x0)
        }
      }
    }
    if (widths.length < rows.length * MOST) continue
    const widest = Math.max(...widths)
    if (widths.filter((width) => width > widest * NEARLY_ALL).length > rows.length * MOST) prose++
  }
  return prose >= 2
}

const mostNear = (values: ReadonlyArray<number>, distance: number): number => {
  const sorted = Float64Array.from(values).sort()
  let most = 0
  let from = 0
  let to = 0
  for (const value of sorted) {
    while (value - sorted[from]! >= distance) from++
    while (to < sorted.length && sorted[to]! - value < distance) to++
    most = Math.max(most, to - from)
  }
  return most
}

/** Returns whether the cells of each column share their left edge, right edge or middle. Labels of a drawing do not. */
export const isAligned = (grid: ReadonlyArray<ReadonlyArray<GridCell>>, columns: number): boolean => {
  let cells = 0
  let aligned = 0
  for (let column = 0; column < columns; column++) {
    const members = grid.flatMap((row) => row.filter((cell) => cell.column === column && cell.columnSpan === 1))
    if (members.length < 2) continue
    const starts = members.map(({ pieces }) => pieces.reduce((least, piece) => Math.min(least, piece.x0), Infinity))
    const ends = members.map(({ pieces }) => pieces.reduce((most, piece) => Math.max(most, piece.x1), -Infinity))
    const middles = starts.map((x0, k) => (x0 + ends[k]!) / 2)
    cells += members.length
    aligned += Math.max(...[starts, ends, middles].map((values) => mostNear(values, SAME_EDGE_POINTS)))
  }
  return aligned >= cells * MOST
}

/**
 * Extends a header cell over its sub-headers, even if its text is short. Text below any other header is its second
 * line.
 */
export const spreadHeads = (grid: ReadonlyArray<Array<GridCell>>, columns: number): void => {
  const [first, second] = grid
  if (first === undefined || second === undefined || grid.length < MANY_ROWS || second[0]?.column === 0) return
  const below = new Map(second.map((cell) => [cell.column, cell]))
  if (second.some((cell) => cell.columnSpan > 1) || first[0]?.column !== 0) return
  const ranges = first.map((cell, k) => ({ cell, to: first[k + 1]?.column ?? columns }))
  const spreads = ranges.filter(({ cell, to }) => {
    for (let column = cell.column; column < to; column++) if (!below.has(column)) return false
    return to - cell.column > 1
  })
  if (spreads.length === 0) return
  for (const { cell, to } of spreads) cell.columnSpan = to - cell.column
  for (const { cell, to } of ranges) {
    const line = to - cell.column === 1 ? below.get(cell.column) : undefined
    if (line === undefined) continue
    cell.pieces.push(...line.pieces)
    second.splice(second.indexOf(line), 1)
  }
}

const divides = (above: ReadonlyArray<GridCell>, row: ReadonlyArray<GridCell>): boolean =>
  above.some((cell) =>
    cell.columnSpan > 1 &&
    row.filter(({ column }) => column >= cell.column && column < cell.column + cell.columnSpan).length ===
      cell.columnSpan
  )

/** Returns whether the first of two columns names the content of the second, because only the first is bold. */
const hasBoldNames = (grid: ReadonlyArray<ReadonlyArray<GridCell>>, columns: number): boolean => {
  const cells = grid.flat().filter((cell) => cell.columnSpan === 1)
  const names = cells.filter((cell) => cell.column === 0)
  return columns === 2 && names.length >= MANY_ROWS &&
    cells.every((cell) => cell.pieces.every((piece) => piece.font.bold) === (cell.column === 0))
}

const MIN_POINTS_BETWEEN_STEPS = 1
const MAX_POINTS_WITHIN_STEPS = 0.5

/**
 * Returns the step between lines of one row; 0 unless every row with fewer cells has either a clearly smaller step or
 * the step of a full row.
 */
const stepWithin = (
  rows: ReadonlyArray<Row>,
  grid: ReadonlyArray<ReadonlyArray<GridCell>>,
  columns: number
): number => {
  const parts: Array<number> = []
  let between = Infinity
  for (let k = 1; k < rows.length; k++) {
    const step = rows[k]!.top - rows[k - 1]!.bottom
    const { length } = grid[k]!
    const isPart = length <= columns / 2 && (length === 1 || length < grid[k - 1]!.length) && !isNumeric(rows[k]!)
    if (isPart) parts.push(step)
    else between = Math.min(between, step)
  }
  const within = parts.filter((step) => step < between - MIN_POINTS_BETWEEN_STEPS)
  const others = parts.filter((step) => step >= between - MIN_POINTS_BETWEEN_STEPS)
  return others.every((step) => step > between - MAX_POINTS_WITHIN_STEPS) ? Math.max(0, ...within) : 0
}

/** The only line of a row starts with a letter in lower case or a number, and continues the name above it. */
const isRestOfName = ({ lines }: Row, { lines: [above] }: Row, right: number): boolean => {
  const [line, ...others] = lines
  return others.length === 0 && /^[\p{Ll}\d(]/u.test(line!.text) && /\p{L}/u.test(above!.text) &&
    Math.abs(line!.x0 - above!.x0) < SAME_EDGE_POINTS && line!.bold === above!.bold && isWrapped(above!, line!, right)
}

export const mergeRows = (
  rows: ReadonlyArray<Row>,
  grid: ReadonlyArray<ReadonlyArray<GridCell>>,
  columns: number,
  rules: ReadonlyArray<number>,
  partial: ReadonlyArray<number>
): Array<Array<number>> => {
  const leads = rows.slice(1).map((row, k) => row.top - rows[k]!.bottom)
  const between = (k: number, from: number) => (y: number) =>
    y > rows[k - 1]!.bottom + from && y < rows[k]!.top - rows[k]!.size * SAME_ROW_EM
  // A rule that is closer to the row above is an underline.
  const separated = (k: number): boolean =>
    rules.some(between(k, 0)) || partial.some(between(k, rows[k - 1]!.size * SAME_ROW_EM))
  const inner = rules.filter((y) => y > rows[0]!.y && y < rows.at(-1)!.y).length
  const size = median(rows.map((row) => row.size))
  const tight = [...leads].sort((a, b) => a - b)[Math.floor(leads.length * HARDLY_ANY)] ?? 0
  const wide = leads.filter((lead, k) => lead > tight * WIDER && !separated(k + 1)).length
  const spaced = tight < size * TEXT_LEAD && wide >= Math.max(2, rows.length * FEW)
  // If most rows have a rule below them, rules separate the rows of the table.
  const ruledOff = inner >= 2 && inner >= rows.length * FEW
  const named = hasBoldNames(grid, columns)
  const within = stepWithin(rows, grid, columns)
  const names = rows.flatMap(({ lines }, k) => grid[k]![0]?.column === 0 ? [lines[0]!] : [])
  const right = Math.max(...names.map(({ x1 }) => x1))
  const groups: Array<Array<number>> = [[0]]
  for (let k = 1; k < rows.length; k++) {
    const lead = leads[k - 1]!
    const empty = !grid[k]!.some((cell) => cell.column === 0)
    const fewer = grid[k]!.length < columns
    let runsOn: boolean
    // Text without a name belongs to the name above. Rules within the text are underlined links.
    if (named && empty) runsOn = lead < size * RULED_LEAD
    else if (separated(k) || divides(grid[k - 1]!, grid[k]!)) runsOn = false
    else if (ruledOff) runsOn = lead < size * RULED_LEAD
    // A name in lower case that does not fit into the line above continues it, however close the next row is.
    else if (!empty && lead < size * TEXT_LEAD && isRestOfName(rows[k]!, rows[k - 1]!, right)) runsOn = true
    // A row of numbers never continues the cells of the row above.
    else if (isNumeric(rows[k]!) && (isNumeric(rows[k - 1]!) || !fewer)) runsOn = false
    else if (lead <= within && lead < size * TEXT_LEAD) runsOn = fewer
    else if (spaced) runsOn = lead <= tight * WIDER
    else runsOn = empty && fewer && lead < size * TEXT_LEAD && (groups.length > 1 || grid[k]!.length <= columns / 2)
    if (runsOn) groups.at(-1)!.push(k)
    else groups.push([k])
  }
  return groups
}
