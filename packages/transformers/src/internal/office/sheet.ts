/**
 * Converts workbooks of Office Open XML (ECMA-376, part 1, 18). Sheets are parsed as a stream, because they can have
 * a million rows.
 */
import * as Ascending from "@dunlin/text/Ascending"
import { type Account, MAX_TABLE_CELLS, MAX_TABLE_CHARACTERS } from "./account.ts"
import type { Archive } from "./archive.ts"
import { type Cell, cell, escape, heading, link, type Read, table } from "./markup.ts"
import { mainPart, partOf, propertiesOf, type Relation, relationsOf } from "./package.ts"
import { formatsOf, type Shown, showNumber } from "./sheetFormats.ts"
import { Unreadable } from "./unreadable.ts"
import { all, child, type Element, elements, scan } from "./xml.ts"

const MAX_CELLS = 500_000
const MAX_COLUMNS = 16_384

interface Book {
  readonly account: Account
  readonly strings: ReadonlyArray<string>
  readonly formats: ReadonlyArray<Shown>
  readonly isSince1904: boolean
  /** Counted separately from cells, because many cells may show the same long text. */
  cellsLeft: number
  charactersLeft: number
}

interface Grid {
  readonly rows: Map<number, Map<number, string>>
  readonly merged: Array<string>
  readonly links: Map<string, string>
}

const A = 64
const LETTERS = 26

const placeOf = (reference: string): { readonly row: number; readonly column: number } | undefined => {
  const [, letters, row] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(reference) ?? []
  if (letters === undefined || row === undefined) return undefined
  const column = [...letters.toUpperCase()].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - A, 0)
  return { row: Number(row), column }
}

const stringsOf = (bytes: Uint8Array | undefined, account: Account): ReadonlyArray<string> => {
  const strings: Array<string> = []
  let text = ""
  let depth = 0
  let isPhonetic = false
  if (bytes === undefined) return strings
  scan(bytes, {
    open: (name) => {
      if (name === "si") text = ""
      if (name === "rPh") isPhonetic = true
      if (name === "t" && !isPhonetic) depth++
    },
    text: (piece) => {
      if (depth > 0) text += piece
    },
    close: (name) => {
      if (name === "si") strings.push(text)
      if (name === "rPh") isPhonetic = false
      if (name === "t" && depth > 0) depth--
    }
  }, account)
  return strings
}

const BOOLEANS: ReadonlyMap<string, string> = new Map([["0", "FALSE"], ["1", "TRUE"]])

const shownOf = (book: Book, type: string, style: number, value: string): string => {
  switch (type) {
    case "s":
      return book.strings[Number(value)] ?? ""
    case "b":
      return BOOLEANS.get(value) ?? value
    case "n":
      return showNumber(value, book.formats[style] ?? "number", book.isSince1904)
    default:
      return value
  }
}

/** A formula without a calculated value is shown as text. */
const valueOf = (book: Book, type: string, style: number, { formula, value }: { formula: string; value: string }) =>
  value === "" && formula !== "" ? `=${formula}` : shownOf(book, type, style, value)

const isHidden = (attributes: Readonly<Record<string, string>>): boolean =>
  attributes.hidden === "1" || attributes.hidden === "true"

const gridOf = (book: Book, bytes: Uint8Array, relations: ReadonlyMap<string, Relation>): Grid => {
  const grid: Grid = { rows: new Map(), merged: [], links: new Map() }
  const hiddenColumns = new Set<number>()
  let lastHidden = 0
  let row = 0
  let column = 0
  let isRowHidden = false
  let type = "n"
  let style = 0
  let inside: "value" | "formula" | undefined
  let current = { value: "", formula: "" }
  const keep = () => {
    const text = valueOf(book, type, style, current)
    if (text.trim() === "" || isRowHidden || hiddenColumns.has(column)) return
    book.charactersLeft -= text.length
    if (book.cellsLeft-- <= 0 || book.charactersLeft < 0) return book.account.cut()
    const cells = grid.rows.get(row) ?? new Map<number, string>()
    grid.rows.set(row, cells.set(column, text))
  }
  scan(bytes, {
    open: (name, attributes) => {
      switch (name) {
        case "col":
          if (isHidden(attributes)) {
            // Ranges are in ascending order and do not overlap.
            const from = Math.max(Number(attributes.min), lastHidden + 1)
            const to = Math.min(Number(attributes.max), MAX_COLUMNS)
            for (let at = from; at <= to; at++) hiddenColumns.add(at)
            lastHidden = Math.max(lastHidden, to || 0)
            book.account.omit("hiddenColumn", to - from + 1)
          }
          break
        case "row":
          row = Number(attributes.r ?? row + 1)
          column = 0
          isRowHidden = isHidden(attributes)
          if (isRowHidden) book.account.omit("hiddenRow")
          break
        case "c":
          column = placeOf(attributes.r ?? "")?.column ?? column + 1
          type = attributes.t ?? "n"
          style = Number(attributes.s ?? 0)
          current = { value: "", formula: "" }
          break
        case "v":
        case "t":
          inside = "value"
          break
        case "f":
          inside = "formula"
          break
        case "mergeCell":
          grid.merged.push(attributes.ref ?? "")
          break
        case "hyperlink": {
          const target = relations.get(attributes["r:id"] ?? "")
          if (target?.isOutside === true) grid.links.set((attributes.ref ?? "").split(":")[0]!, target.target)
        }
      }
    },
    text: (text) => {
      if (inside !== undefined) current[inside] += text
    },
    close: (name) => {
      if (name === "c") keep()
      if (name === "v" || name === "t" || name === "f") inside = undefined
    }
  }, book.account)
  return grid
}

const between = (values: ReadonlyArray<number>, from: number, to: number): ReadonlyArray<number> =>
  values.slice(
    Ascending.countWhile(values.length, (at) => values[at]! < from),
    Ascending.countWhile(values.length, (at) => values[at]! <= to)
  )

const spansOf = ({ merged }: Grid, rows: ReadonlyArray<number>, columns: ReadonlyArray<number>) => {
  const spans = new Map<string, { readonly rows: number; readonly columns: number }>()
  const covered = new Set<string>()
  for (const range of merged) {
    const [from, to] = range.split(":").map(placeOf)
    if (from === undefined || to === undefined) continue
    if (covered.has(`${from.row} ${from.column}`) || spans.has(`${from.row} ${from.column}`)) continue
    const across = between(columns, from.column, to.column)
    const down = between(rows, from.row, to.row)
    for (const row of down) for (const column of across) covered.add(`${row} ${column}`)
    covered.delete(`${from.row} ${from.column}`)
    spans.set(`${from.row} ${from.column}`, { rows: down.length, columns: across.length })
  }
  return { covered, spans }
}

const tableOf = (book: Book, grid: Grid): string => {
  const columns = [...new Set([...grid.rows.values()].flatMap((cells) => [...cells.keys()]))].sort((a, b) => a - b)
  const found = [...grid.rows.keys()].sort((a, b) => a - b)
  const most = Math.floor(MAX_TABLE_CELLS / Math.max(1, columns.length))
  if (found.length > most) book.account.cut()
  const rows = found.slice(0, most)
  const { covered, spans } = spansOf(grid, rows, columns)
  const links = new Map<string, string>([...grid.links].map(([reference, target]) => {
    const place = placeOf(reference)
    return [`${place?.row} ${place?.column}`, target] as const
  }))
  return table(rows.map((row) => {
    const cells = grid.rows.get(row)!
    return columns.flatMap((column): ReadonlyArray<Cell> => {
      const key = `${row} ${column}`
      if (covered.has(key)) return []
      const html = link(links.get(key), escape(cells.get(column) ?? "").replaceAll("\n", "<br>"))
      return [cell(html, spans.get(key)?.columns, spans.get(key)?.rows)]
    })
  }))
}

const omitParts = (archive: Archive, book: Book, relations: ReadonlyMap<string, Relation>): void => {
  for (const { target, type } of relations.values()) {
    const part = type === "comments" || type === "drawing" ? partOf(archive, target, book.account) : undefined
    if (part === undefined) continue
    if (type === "comments") book.account.omit("comment", all(part, "comment").length)
    else {
      book.account.omit("picture", all(part, "pic").length)
      book.account.omit("chart", all(part, "chart").length)
    }
  }
}

const isFlag = (element: Element | undefined, name: string): boolean =>
  ["1", "true"].includes(element?.attributes.get(name) ?? "")

export const readSheets = (archive: Archive, account: Account): Read => {
  const main = mainPart(archive, account) ?? "xl/workbook.xml"
  const workbook = partOf(archive, main, account)
  const sheets = child(workbook, "sheets")
  if (sheets === undefined) throw new Unreadable("damaged")
  const relations = relationsOf(archive, main, account)
  const targetOf = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.target
  const book: Book = {
    account,
    strings: stringsOf(archive.read(targetOf("sharedStrings") ?? ""), account),
    formats: formatsOf(partOf(archive, targetOf("styles"), account)),
    isSince1904: isFlag(child(workbook, "workbookPr"), "date1904"),
    cellsLeft: MAX_CELLS,
    charactersLeft: MAX_TABLE_CHARACTERS
  }
  const written: Array<string> = []
  for (const { attributes } of elements(sheets)) {
    if ((attributes.get("state") ?? "visible") !== "visible") {
      account.omit("hiddenSheet")
      continue
    }
    const target = relations.get(attributes.get("r:id") ?? "")?.target ?? ""
    const bytes = archive.read(target)
    const name = heading(2, escape(attributes.get("name") ?? ""))
    if (bytes === undefined) continue
    const own = relationsOf(archive, target, account)
    omitParts(archive, book, own)
    const html = name + tableOf(book, gridOf(book, bytes, own))
    if (account.fits(html)) written.push(html)
  }
  return { html: written.join("\n"), ...propertiesOf(archive, account) }
}
