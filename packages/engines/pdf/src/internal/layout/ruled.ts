/** Tables whose cells are drawn: horizontal and vertical rulings, or filled boxes. */
import { type Box, cluster } from "../page/geometry.ts"
import type { Rule } from "../page/page.ts"
import { MAX_RULES_OF_LAYOUT, MOST_COLUMNS, MOST_ROWS } from "./bounds.ts"
import type { Frame } from "./frame.ts"
import { number } from "./grid.ts"
import type { Line, Piece } from "./line.ts"
import {
  EM_TO_MIDDLE_OF_LETTERS,
  FEW,
  HARDLY_ANY,
  LARGE_TO_BODY_SIZE_RATIO,
  MAX_EM_OF_SPACE_IN_PHRASE,
  NEARLY_ALL,
  OVERHANG,
  SAME_EDGE_POINTS,
  SAME_ROW_POINTS
} from "./measures.ts"
import { type Cell, cellText, indexOf, isMostlyRtl, mirror, type Table } from "./table.ts"

/** Lines of a cell from which they may be rows that are not ruled off. */
const LEAST_BANDS = 3

/** Height of a row without colour, in parts of the coloured ones beside it. */
const LOWEST_STRIPE = 0.7
const HIGHEST_STRIPE = 1.5

/** Boxes that may be cells: more than how many, and what part of the page one is wide at most. */
const FEW_BOXES = 3
const BOX_WIDTH_SHARE = 0.95

/** Points by which the shade of a paragraph stands further in than the cell that it is in: the margin of a cell. */
const LARGEST_MARGIN = 10

/** Places at which rules of a page may cross: more of them are a drawing. */
const MOST_CROSSINGS = 250_000

const isNear = (at: number, rule: Rule): boolean =>
  at >= rule.from - SAME_EDGE_POINTS && at <= rule.to + SAME_EDGE_POINTS

/** One rule for pieces of a rule that touch. */
export const joinRules = (rules: ReadonlyArray<Rule>): Array<Rule> => {
  const sorted = [...rules].sort((a, b) => a.at - b.at || a.from - b.from)
  const joined: Array<Rule> = []
  for (const rule of sorted) {
    let target: Rule | undefined
    for (let k = joined.length - 1; k >= 0; k--) {
      const other = joined[k]!
      if (rule.at - other.at >= SAME_ROW_POINTS) break
      if (rule.from <= other.to + SAME_EDGE_POINTS && rule.to >= other.from - SAME_EDGE_POINTS) {
        target = other
        break
      }
    }
    if (target === undefined) joined.push({ ...rule })
    else {
      target.from = Math.min(target.from, rule.from)
      target.to = Math.max(target.to, rule.to)
    }
  }
  return joined
}

interface Group {
  readonly horizontal: Array<Rule>
  readonly vertical: Array<Rule>
}

/** Rules that cross or touch belong to one table. */
const group = (horizontal: ReadonlyArray<Rule>, vertical: ReadonlyArray<Rule>): Array<Group> => {
  const parent = Array.from({ length: horizontal.length + vertical.length }, (_, k) => k)
  const find = (k: number): number => {
    let root = k
    while (parent[root] !== root) root = parent[root]!
    while (parent[k] !== root) {
      const next = parent[k]!
      parent[k] = root
      k = next
    }
    return root
  }
  for (let i = 0; i < horizontal.length; i++) {
    const h = horizontal[i]!
    for (let j = 0; j < vertical.length; j++) {
      const v = vertical[j]!
      if (isNear(v.at, h) && isNear(h.at, v)) {
        parent[find(i)] = find(horizontal.length + j)
      }
    }
  }
  const groups = new Map<number, Group>()
  const at = (k: number): Group => {
    const root = find(k)
    let found = groups.get(root)
    if (found === undefined) {
      found = { horizontal: [], vertical: [] }
      groups.set(root, found)
    }
    return found
  }
  horizontal.forEach((rule, k) => at(k).horizontal.push(rule))
  vertical.forEach((rule, k) => at(horizontal.length + k).vertical.push(rule))
  return [...groups.values()]
}

/** Points of a word that say in which cell it begins. */
const WORD_START = 12

/** Areas that are enough where few of them are filled, if they are not many. */
const FEW_FILLED = 6
const MANY_AREAS = 24

/** Lines in a frame with two areas at most: with more it stands around running text. */
const FRAMED_LINES = 12

const last = (values: ReadonlyArray<number>, test: (value: number) => boolean): number => {
  for (let k = values.length - 1; k >= 0; k--) if (test(values[k]!)) return k
  return -1
}

const inside = (box: Box, line: Line): boolean => {
  const middle = (line.y0 + line.y1) / 2
  return line.x0 >= box.x0 - SAME_EDGE_POINTS && line.x1 <= box.x1 + OVERHANG && middle > box.y0 && middle < box.y1
}

interface Area {
  readonly row: number
  readonly column: number
  columnSpan: number
  rowSpan: number
  readonly pieces: Array<Piece>
}

/** The lines of the grid that rules make. */
interface Grid {
  readonly xs: ReadonlyArray<number>
  readonly ys: ReadonlyArray<number>
}

/** For each line of the grid, in which of the cells along it a rule is drawn. */
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

interface Areas {
  readonly all: ReadonlyArray<Area>
  /** By row and column of the grid. */
  readonly owner: ReadonlyArray<ReadonlyArray<Area | undefined>>
}

/** Cells of the grid without a rule between them are one area. */
const areasOf = (rules: Group, { xs, ys }: Grid): Areas => {
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

/** Puts words into the areas in which they begin. */
const place = (lines: ReadonlyArray<Line>, { xs, ys }: Grid, { owner }: Areas): void => {
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

/** Rows of cells, and by how many rows they are more than those of the grid. */
interface Rows {
  readonly cells: ReadonlyArray<Omit<Cell, "row"> & { readonly row: number }>
  readonly more: number
}

/** The cells of the areas that begin in one row of the grid. */
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

/** Enough areas are filled, and they are more than a frame around running text. */
const isFilled = (areas: ReadonlyArray<Area>, lines: number): boolean => {
  const filled = areas.filter((area) => area.pieces.length > 0).length
  if (filled < 2 || areas.length < 2) return false
  const isSparse = filled < areas.length * FEW && (filled < FEW_FILLED || areas.length > MANY_AREAS)
  return !isSparse && (areas.length > 2 || lines <= FRAMED_LINES)
}

/** Rows of a table of one column at least, and lines of each at most: with more they are boxes of text. */
const LEAST_LISTED = 3
const LISTED_LINES = 2

/** A headline in a frame is above what stands in the frames below it, and no entry beside them. */
const hasHeadline = (lines: ReadonlyArray<Line>): boolean => {
  const sizes = lines.map(({ size }) => size)
  return Math.max(...sizes) > Math.min(...sizes) * LARGE_TO_BODY_SIZE_RATIO
}

/** Each of many cells below each other holds an entry. Where entries stand side by side, columns are not ruled off. */
const isList = (areas: ReadonlyArray<Area>, lines: ReadonlyArray<Line>): boolean => {
  const heights = areas.map(({ pieces }) => cluster(pieces.map((piece) => piece.row), SAME_ROW_POINTS).length)
  return areas.length >= LEAST_LISTED && !hasHeadline(lines) &&
    heights.every((height) => height > 0 && height <= LISTED_LINES) &&
    heights.reduce((sum, height) => sum + height, 0) === lines.length
}

const build = (rules: Group, lines: ReadonlyArray<Line>, boxed: boolean): Table | undefined => {
  if (rules.horizontal.length < 2 || rules.vertical.length < 2) return undefined
  const ys = cluster(rules.horizontal.map((rule) => rule.at), SAME_ROW_POINTS)
  const xs = cluster(rules.vertical.map((rule) => rule.at), SAME_ROW_POINTS)
  const rows = ys.length - 1
  const columns = xs.length - 1
  if (rows < 1 || columns < 1 || rows > MOST_ROWS || columns > MOST_COLUMNS) return undefined
  const box = { x0: xs[0]!, x1: xs.at(-1)!, y0: ys[0]!, y1: ys.at(-1)! }
  const members = lines.filter((line) => inside(box, line))
  if (members.length < 2) return undefined
  const areas = areasOf(rules, { xs, ys })
  place(members, { xs, ys }, areas)
  // stripes below each other may be the lines of a listing
  if (columns === 1 ? boxed || !isList(areas.all, members) : !isFilled(areas.all, members.length)) return undefined
  const cells: Array<Cell> = []
  let shift = 0
  for (let r = 0; r < rows; r++) {
    const found = rowOf(areas.all.filter((area) => area.row === r), xs)
    for (const cell of found.cells) cells.push({ ...cell, row: cell.row + r + shift })
    shift += found.more
  }
  // one row of boxes is the head of a table whose other rows are not drawn
  if (boxed && rows + shift < 2) return undefined
  if (isMostlyRtl(members)) mirror(cells, columns)
  return { ...box, rows: rows + shift, columns, cells, used: new Set(members), index: indexOf(members), ruled: true }
}

/** Rows of a page that a frame with entries below the head of a table holds at least. */
const LEAST_ENTRY_ROWS = 3

/** Columns of a head above entries in one frame; two are a term and what it means. */
const LEAST_ENTRY_COLUMNS = 3

/**
 * The entries in a frame as wide as the table, each in the columns of the head above it; a row of the page that stands
 * in a single column belongs to the entry above it.
 */
const entriesOf = (area: Area, edges: ReadonlyArray<number>): Array<Array<Array<Piece>>> | undefined => {
  const columns = edges.length - 1
  if (area.columnSpan !== columns || area.rowSpan > 1 || area.row === 0 || columns < LEAST_ENTRY_COLUMNS) {
    return undefined
  }
  const lines = cluster(area.pieces.map((piece) => piece.row), SAME_ROW_POINTS)
  if (lines.length < LEAST_ENTRY_ROWS) return undefined
  const rows = lines.map(() => Array.from({ length: columns }, (): Array<Piece> => []))
  let crossed = 0
  let before: { readonly piece: Piece; readonly row: number; readonly column: number } | undefined
  for (const piece of [...area.pieces].sort((a, b) => a.row - b.row || a.x0 - b.x0)) {
    const row = nearest(lines, piece.row)
    // a phrase that runs over the edge of its column stays one
    const runsOn = before !== undefined && before.row === row &&
      piece.x0 - before.piece.x1 < piece.size * MAX_EM_OF_SPACE_IN_PHRASE &&
      (before.piece.x1 > edges[before.column + 1]! || !number.test(piece.text))
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
  const entries: Array<Array<Array<Piece>>> = []
  rows.forEach((row, k) => {
    if (filled[k]! > 1 || entries.length === 0) entries.push(row)
    else row.forEach((pieces, column) => entries.at(-1)![column]!.push(...pieces))
  })
  return entries
}

const nearest = (values: ReadonlyArray<number>, value: number): number =>
  values.reduce((best, other, k) => Math.abs(other - value) < Math.abs(values[best]! - value) ? k : best, 0)

/** The rows inside one drawn row, when its cells hold lines that stand side by side: rows that are not ruled off. */
const bands = (areas: ReadonlyArray<Area>): Array<{ readonly from: number; readonly to: number }> | undefined => {
  const filled = areas.filter((area) => area.pieces.length > 0)
  if (filled.length < 2) return undefined
  const perArea = filled.map((area) => cluster(area.pieces.map((piece) => piece.row), SAME_ROW_POINTS))
  const count = perArea[0]!.length
  if (count < LEAST_BANDS) return undefined
  const reference = perArea.reduce((most, lines) => lines.length > most.length ? lines : most)
  const equal =
    perArea.filter((lines) =>
      lines.length === reference.length && lines.every((y, k) => Math.abs(y - reference[k]!) < SAME_EDGE_POINTS)
    ).length
  if (equal < filled.length * NEARLY_ALL || equal < 2) return undefined
  return reference.map((y, k) => ({
    from: k === 0 ? -Infinity : (reference[k - 1]! + y) / 2,
    to: k + 1 === reference.length ? Infinity : (y + reference[k + 1]!) / 2
  }))
}

/** Boxes side by side, of one height. */
const stripesOf = (boxes: ReadonlyArray<Box>): Array<Array<Box>> => {
  const stripes = new Map<string, Array<Box>>()
  for (const box of boxes) {
    const key = `${Math.round(box.y0)}|${Math.round(box.y1)}`
    const stripe = stripes.get(key)
    if (stripe === undefined) stripes.set(key, [box])
    else stripe.push(box)
  }
  return [...stripes.values()].sort((a, b) => a[0]!.y0 - b[0]!.y0)
}

/** The rows between striped ones have no colour: they are nearly as high, and have the columns of a row beside them. */
const betweenStripes = (boxes: ReadonlyArray<Box>): Array<Box> => {
  const stripes = stripesOf(boxes)
  return stripes.slice(1).flatMap((below, k) => {
    const above = stripes[k]!
    const from = above[0]!.y1
    const to = below[0]!.y0
    const height = Math.max(from - above[0]!.y0, below[0]!.y1 - to)
    const edges = (stripe: ReadonlyArray<Box>) =>
      [
        stripe.reduce((least, box) => Math.min(least, box.x0), Infinity),
        stripe.reduce((last, box) => Math.max(last, box.x1), -Infinity)
      ] as const
    const [a, b] = [edges(above), edges(below)]
    const isRow = to - from > height * LOWEST_STRIPE && to - from < height * HIGHEST_STRIPE &&
      Math.abs(a[0] - b[0]) < 2 &&
      Math.abs(a[1] - b[1]) < 2
    const model = above.length < below.length ? below : above
    return isRow ? model.map((box) => ({ ...box, y0: from, y1: to })) : []
  })
}

/** Whether a box is further in than another, at both sides as much, and as high at most. */
const isShadeIn = (box: Box, cell: Box): boolean => {
  const margin = box.x0 - cell.x0
  return margin > SAME_EDGE_POINTS && margin < LARGEST_MARGIN && Math.abs(cell.x1 - box.x1 - margin) < 1 &&
    box.y0 > cell.y0 - 1 && box.y1 < cell.y1 + 1
}

/** The boxes that may be cells: word processors draw the shade of a cell, and after it that of each of its lines. */
const cellsOf = (boxes: ReadonlyArray<Box>): ReadonlyArray<Box> => {
  let cell: Box | undefined
  return boxes.filter((box) => {
    if (cell !== undefined && isShadeIn(box, cell)) return false
    cell = box
    return true
  })
}

export const ruledTables = (frame: Frame): Array<Table> => {
  let horizontal = frame.horizontal
  let vertical = frame.vertical
  const boxes = frame.boxes.length < MAX_RULES_OF_LAYOUT ? cellsOf(frame.boxes) : []
  const boxed = boxes.length > FEW_BOXES
  if (boxed) {
    horizontal = [...horizontal]
    vertical = [...vertical]
    for (const box of [...boxes, ...betweenStripes(boxes)]) {
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
  if (h.length * v.length > MOST_CROSSINGS) return []
  const tables = group(h, v).flatMap((rules) => {
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
