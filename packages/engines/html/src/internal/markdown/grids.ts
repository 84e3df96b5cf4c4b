/**
 * Reads and writes tables: distinguishes data from layout, resolves spans on a grid, and writes GFM rows.
 *
 * @since 0.1.0
 */
import * as Tags from "../tape/tags.ts"
import { attr, type Tape } from "../tape/tape.ts"
import { NodeList } from "./nodeList.ts"
import { Pieces } from "./pieces.ts"

const ROWS_FOR_COLUMNS = 200
const ROWS_FOR_KIND = 300
const CHARACTERS_OF_PICTURE = 5
const PARAGRAPHS_OF_DATA = 3
const DATA_IN_CHARACTERS = 600
const MAX_BLOCK_SHARE_WITH_HEADS = 0.3
const MAX_BLOCK_SHARE_WITHOUT_HEADS = 0.1
const MAX_LONG_SHARE_WITH_HEADS = 0.5
const MAX_LONG_SHARE_WITHOUT_HEADS = 0.2

export interface Cell {
  readonly node: number
  readonly columns: number
  readonly rows: number
}

export interface TableRow {
  readonly cells: ReadonlyArray<Cell>
  readonly head: boolean
}

/**
 * The rows of a table, without an object per row and cell, which would use 20 times the memory of the text on pages
 * made of rows.
 */
export class Rows {
  readonly nodes: Int32Array
  private readonly tape: Tape
  private readonly starts: Int32Array
  private readonly heads: Int32Array

  constructor(
    tape: Tape,
    nodes: Int32Array,
    starts: Int32Array,
    heads: Int32Array
  ) {
    this.tape = tape
    this.nodes = nodes
    this.starts = starts
    this.heads = heads
  }

  get length(): number {
    return this.starts.length
  }

  at(k: number): TableRow | undefined {
    const start = this.starts[k]
    if (start === undefined) return undefined
    const stop = this.starts[k + 1] ?? this.nodes.length
    const cells: Array<Cell> = []
    for (let at = start; at < stop; at++) cells.push(cellAt(this.tape, this.nodes[at]!))
    return { cells, head: this.heads[k] === 1 }
  }

  *from(first: number, stop: number = this.length): Iterable<TableRow> {
    for (let k = first; k < Math.min(stop, this.length); k++) yield this.at(k)!
  }
}

export interface TableShape {
  readonly rows: Rows
  readonly caption: number
  readonly parts: Int32Array
  readonly nested: boolean
}

const MAX_GRID_COLUMNS = 200
const span = (s: string | undefined): number => {
  if (s === undefined) return 1
  const value = Number.parseInt(s, 10)
  return value > 1 ? Math.min(value, MAX_GRID_COLUMNS) : 1
}

const cellAt = (tape: Tape, node: number): Cell => ({
  node,
  columns: span(attr(tape, node, "colspan")),
  rows: span(attr(tape, node, "rowspan"))
})

export const layout = (tape: Tape, i: number, isKept: (i: number) => boolean): TableShape => {
  const { end, tag } = tape
  const nodes = new NodeList()
  const starts = new NodeList()
  const heads = new NodeList()
  const parts = new NodeList()
  let caption = -1
  let nested = false
  let head = -1
  let row = -1
  let isBegun = false
  const addCell = (node: number): void => {
    if (!isBegun) {
      starts.push(nodes.length)
      heads.push(row < head ? 1 : 0)
      isBegun = true
    }
    nodes.push(node)
  }
  for (let k = i + 1; k < end[i]!; k++) {
    const id = tag[k]!
    if (id === Tags.TEXT) {
      if (/\S/.test(tape.text[k]!)) parts.push(k)
      continue
    }
    if (!isKept(k)) {
      // A cell without an end tag still takes a column, so that the cells after it do not shift.
      if (row >= 0 && (id === Tags.TD || id === Tags.TH)) addCell(k)
      k = end[k]! - 1
      continue
    }
    if (id === Tags.THEAD) head = end[k]!
    else if (id === Tags.TR) {
      row = k
      isBegun = false
    } else if (id === Tags.TD || id === Tags.TH) {
      if (row < 0) row = k
      addCell(k)
      parts.push(k)
      for (let c = k + 1; c < end[k]! && !nested; c++) nested = tag[c] === Tags.TABLE
      k = end[k]! - 1
    } else if (id === Tags.CAPTION) {
      caption = k
      parts.push(k)
      k = end[k]! - 1
    } else if (
      id !== Tags.TBODY && id !== Tags.TFOOT && !(id === Tags.UNKNOWN || Tags.tagNames[id]!.startsWith("col"))
    ) {
      parts.push(k)
      k = end[k]! - 1
    }
  }
  return { rows: new Rows(tape, nodes.all(), starts.all(), heads.all()), caption, parts: parts.all(), nested }
}

/** Returns false for a layout table, whose cells are written one after the other. */
export const isDataTable = (tape: Tape, i: number, shape: TableShape, isKept: (i: number) => boolean): boolean => {
  const role = attr(tape, i, "role")
  if (role === "presentation" || role === "none") return false
  const { nested, rows } = shape
  if (nested || rows.length === 0) return false
  const isList = widthOf(rows, isKept) < 2
  if (isList && !(rows.at(0)!.head && rows.length > 1)) return false
  const contents = contentsOf(tape, rows, isKept)
  return rows.length === 1 ? isRowOfData(contents) : areRowsOfData(contents)
}

const widthOf = (rows: Rows, isKept: (i: number) => boolean): number => {
  let width = 0
  for (const { cells } of rows.from(0, ROWS_FOR_COLUMNS)) {
    width = Math.max(width, cells.filter(({ node }) => isKept(node)).length)
  }
  return width
}

interface Contents {
  readonly cells: number
  readonly heads: number
  readonly filled: number
  readonly long: number
  /**
   * Number of cells with blocks that belong to an article: headings, quotes, listings, rules, or several paragraphs.
   */
  readonly blocks: number
}

const contentsOf = (tape: Tape, rows: Rows, isKept: (i: number) => boolean): Contents => {
  const contents = { cells: 0, heads: 0, filled: 0, long: 0, blocks: 0 }
  for (const row of rows.from(0, ROWS_FOR_KIND)) {
    for (const { node } of row.cells) {
      const { blocks, length, paragraphs } = contentsOfCell(tape, node, isKept)
      contents.cells++
      if (tape.tag[node] === Tags.TH) contents.heads++
      if (length > 0) contents.filled++
      if (length > DATA_IN_CHARACTERS) contents.long++
      contents.blocks += blocks
      if (paragraphs > PARAGRAPHS_OF_DATA) contents.blocks++
    }
  }
  return contents
}

const contentsOfCell = (tape: Tape, cell: number, isKept: (i: number) => boolean) => {
  const { end, tag, text } = tape
  let length = 0
  let blocks = 0
  let paragraphs = 0
  for (let k = cell + 1; k < end[cell]!; k++) {
    const id = tag[k]!
    if (id === Tags.TEXT) length += text[k]!.length
    else if (!isKept(k)) continue
    else if (id === Tags.IMG) length += CHARACTERS_OF_PICTURE
    else if (id === Tags.P) paragraphs++
    else if (Tags.is(id, Tags.HEADING) || id === Tags.PRE || id === Tags.BLOCKQUOTE || id === Tags.HR) blocks++
  }
  return { length, blocks, paragraphs }
}

const isRowOfData = ({ blocks, filled, heads, long }: Contents): boolean =>
  blocks === 0 && long === 0 && (heads > 0 || filled > 1)

/**
 * Returns whether a table is data. A table with header cells is data unless many cells hold blocks or long text.
 * Without header cells, it is not data if any evidence is against it.
 */
const areRowsOfData = ({ blocks, cells, filled, heads, long }: Contents): boolean =>
  heads > 0
    ? blocks <= cells * MAX_BLOCK_SHARE_WITH_HEADS && long < cells * MAX_LONG_SHARE_WITH_HEADS
    : blocks <= cells * MAX_BLOCK_SHARE_WITHOUT_HEADS && long <= cells * MAX_LONG_SHARE_WITHOUT_HEADS && filled > 1

const alignment = (tape: Tape, node: number): string => {
  const style = attr(tape, node, "style")
  const value = attr(tape, node, "align") ??
    (style === undefined ? undefined : /text-align\s*:\s*(\w+)/i.exec(style)?.[1])
  return value === "center" ? ":-:" : value === "right" ? "--:" : value === "left" ? ":--" : "---"
}

/**
 * Returns whether a row starts with a header cell and its other cells are data. A first row of this form is not the
 * header of the table.
 */
const namesRows = (tape: Tape, { cells, head }: TableRow): boolean =>
  !head && cells.length > 1 && tape.tag[cells[0]!.node] === Tags.TH &&
  cells.every((cell, k) => k === 0 || tape.tag[cell.node] === Tags.TD)

/** Number of cells per list, a power of two. */
const CELLS = 1 << 12

/** The cells of a table in one list, which uses a quarter of the memory of one list per row. */
class Grid {
  private readonly cells: Array<Array<string>> = []
  private count = 0
  private readonly starts = new NodeList()
  private readonly written: Array<boolean> = []

  get length(): number {
    return this.starts.length
  }

  add(line: ReadonlyArray<string | undefined>): void {
    this.starts.push(this.count)
    for (let k = 0; k < line.length; k++) {
      const words = line[k] ?? ""
      if (words !== "") this.written[k] = true
      if ((this.count & CELLS - 1) === 0) this.cells.push([])
      this.cells[this.cells.length - 1]!.push(words)
      this.count++
    }
  }

  at(row: number, column: number): string {
    const at = this.starts.at(row) + column
    const stop = row + 1 < this.length ? this.starts.at(row + 1) : this.count
    return at < stop ? this.cells[Math.floor(at / CELLS)]![at & CELLS - 1]! : ""
  }

  isWritten(column: number): boolean {
    return this.written[column] === true
  }
}

/** Writes a table. The header is the first row; it is empty if the first column names the rows. */
export const tableMarkdown = (
  tape: Tape,
  rows: Rows,
  first: number,
  cell: (node: number) => string,
  faithful: boolean
): string => {
  const grid = new Grid()
  const marks: Array<string> = []
  let reach: Array<number> = []
  let width = 0
  const nameless = namesRows(tape, rows.at(first)!)
  for (const row of rows.from(first)) {
    const line: Array<string> = []
    let column = 0
    const skip = () => {
      while ((reach[column] ?? 0) > 0) {
        reach[column]!--
        line[column++] = ""
      }
    }
    for (const { columns, node, rows: down } of row.cells) {
      skip()
      if (column >= MAX_GRID_COLUMNS) break
      if (grid.length === 0) marks[column] = alignment(tape, node)
      const words = cell(node)
      // Markdown shows headers in bold, so they need no bold marks.
      line[column] = grid.length > 0 || nameless || faithful ? words : words.replace(/^\*\*([^*]+)\*\*$/, "$1")
      for (let k = 0; k < columns && column < MAX_GRID_COLUMNS; k++, column++) {
        if (k > 0) line[column] = ""
        if (down > 1) reach[column] = down - 1
      }
    }
    skip()
    if (nameless && grid.length === 0) grid.add([])
    if (line.some((s) => s !== "") || (row.head && grid.length === 0)) {
      grid.add(line)
      width = Math.max(width, line.length)
    } else reach = reach.map((r) => Math.max(0, r))
  }
  // Trailing columns that are empty in every row come from spans. Other empty columns come from omitted cells.
  while (width > 1 && !grid.isWritten(width - 1)) width--
  const columns: Array<number> = []
  for (let k = 0; k < width; k++) if (faithful || width < 2 || grid.isWritten(k)) columns.push(k)
  const row = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`.replace(/\| {2}(?=\|)/g, "|  ")
  const out = new Pieces()
  for (let k = 0; k < grid.length; k++) {
    out.add(`${k === 0 ? "" : "\n"}${row(columns.map((column) => grid.at(k, column)))}`)
    if (k === 0) out.add(`\n${row(columns.map((column) => marks[column] ?? "---"))}`)
  }
  return out.text()
}
