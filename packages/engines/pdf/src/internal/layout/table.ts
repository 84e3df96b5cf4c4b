import type { Box } from "../page/geometry.ts"
import { joinBrokenNumber } from "./brokenNumbers.ts"
import { number } from "./grid.ts"
import { inline, joinText } from "./inline.ts"
import type { Line, Piece } from "./line.ts"
import { toLines } from "./lines.ts"
import { SAME_ROW_POINTS } from "./measures.ts"

export interface Cell {
  readonly row: number
  column: number
  rowSpan: number
  columnSpan: number
  text: string
}

export type Table = Box & {
  readonly rows: number
  readonly columns: number
  readonly cells: ReadonlyArray<Cell>
  readonly used: ReadonlySet<Line>
  readonly index: number
  readonly ruled: boolean
}

/** Minimum numbers in a cell that was merged. Two numbers may be a range. */
const FUSED_NUMBERS = 3

export const fusedOf = (tables: ReadonlyArray<Table>): number =>
  tables.flatMap(({ cells }) => cells)
    .filter(({ text }) => text.split(" ").filter((word) => number.test(word)).length >= FUSED_NUMBERS).length

const bullet = /^[•●▪■○◦‣⁃∙·►▶➢➤✓✔❖\uf0b7\uf0a7\uf0d8]\s*/u

export const cellText = (pieces: ReadonlyArray<Piece>): string => {
  const lines = toLines(pieces).sort((a, b) => a.y - b.y || (a.rtl && b.rtl ? b.x0 - a.x0 : a.x0 - b.x0))
  if (lines.filter((line) => bullet.test(line.text)).length > 1) {
    const items: Array<Array<string>> = []
    for (const line of lines) {
      if (bullet.test(line.text) || items.length === 0) items.push([line.text.replace(bullet, "")])
      else items.at(-1)!.push(line.text)
    }
    return items.map(joinText).join("<br>")
  }
  const rows = entriesOf(lines)
  if (rows !== undefined) return rows.map((row) => inline(row, { plain: true })).join("<br>")
  return inline(joinBrokenNumber(lines), { plain: true })
}

const ENTRY_ROWS = 4
const ENTRY_SHARE = 0.5

/** Returns the entries of a cell, such as names with numbers; `undefined` if its lines are one text. */
const entriesOf = (lines: ReadonlyArray<Line>): ReadonlyArray<ReadonlyArray<Line>> | undefined => {
  const rows: Array<Array<Line>> = []
  for (const line of lines) {
    if (rows.length > 0 && Math.abs(rows.at(-1)![0]!.y - line.y) < SAME_ROW_POINTS) rows.at(-1)!.push(line)
    else rows.push([line])
  }
  const several = rows.filter((row) => row.length > 1).length
  return rows.length >= ENTRY_ROWS && several >= rows.length * ENTRY_SHARE ? rows : undefined
}

export const isMostlyRtl = (lines: ReadonlyArray<Line>): boolean =>
  2 * lines.filter((line) => line.rtl).length > lines.length

export const mirror = (cells: ReadonlyArray<Cell>, columns: number): void => {
  for (const cell of cells) cell.column = columns - cell.column - cell.columnSpan
}

export const indexOf = (used: Iterable<Line>): number => {
  let index = Infinity
  for (const line of used) index = Math.min(index, line.index)
  return index
}

const markdownCell = (text: string): string => text.replace(/\|/g, "\\|").replace(/\s+/g, " ").trim()

const htmlCell = (text: string): string =>
  text.replace(/\\([\\`*_[\]<>&#])/g, "$1").replace(/&/g, "&amp;").replace(/<(?!br>|\/?su[bp]>)/g, "&lt;")

const row = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

export const toMarkdown = (table: Table): string => {
  const grid = Array.from({ length: table.rows }, () => Array.from<string>({ length: table.columns }).fill(""))
  for (const cell of table.cells) grid[cell.row]![cell.column] = cell.text
  const usedRows = grid.filter((cells) => cells.some((text) => text !== ""))
  const usedColumns = Array.from({ length: table.columns }, (_, column) => column).filter((column) =>
    grid.some((cells) => cells[column] !== "")
  )
  if (usedRows.length === 0) return ""
  const spans = table.cells.some((cell) => (cell.columnSpan > 1 || cell.rowSpan > 1) && cell.text !== "")
  if (spans && usedRows.length === table.rows && usedColumns.length === table.columns) {
    const byRow = Array.from({ length: table.rows }, (): Array<Cell> => [])
    for (const cell of table.cells) byRow[cell.row]!.push(cell)
    const rows = byRow.map((cells) =>
      "<tr>" + cells.sort((a, b) =>
        a.column - b.column
      ).map((cell) =>
        `<td${cell.columnSpan > 1 ? ` colspan="${cell.columnSpan}"` : ""}${
          cell.rowSpan > 1 ? ` rowspan="${cell.rowSpan}"` : ""
        }>${htmlCell(cell.text)}</td>`
      ).join("") + "</tr>"
    )
    return `<table>\n${rows.join("\n")}\n</table>`
  }
  const rows = usedRows.map((cells) => usedColumns.map((column) => markdownCell(cells[column]!)))
  return [row(rows[0]!), row(rows[0]!.map(() => "---")), ...rows.slice(1).map(row)].join("\n")
}
