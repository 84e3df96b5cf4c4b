/**
 * Reads the structure tree of a tagged PDF. If the tree covers the page, it identifies headings, lists, cells and
 * reading order better than layout analysis. Many producers write an uninformative tree, which is ignored.
 */
import { median } from "../page/geometry.ts"
import type { Node } from "../page/page.ts"
import { blockOf } from "./blocks.ts"
import { MAX_TABLE_COLUMNS, MAX_TABLE_ROWS } from "./bounds.ts"
import { bullet, numbered } from "./bullets.ts"
import { code, type Element } from "./elements.ts"
import { inline, joinText } from "./inline.ts"
import type { Line, Piece } from "./line.ts"
import { toLines } from "./lines.ts"
import { LARGE_TO_BODY_SIZE_RATIO, NEARLY_ALL } from "./measures.ts"
import { type Cell, cellText, toMarkdown } from "./table.ts"
import { prominenceOf } from "./typography.ts"
import { withUntold } from "./untold.ts"

const containers = new Set([
  "Root",
  "Document",
  "Part",
  "Art",
  "Sect",
  "Div",
  "NonStruct",
  "Private",
  "Aside",
  "TOC",
  "Index"
])
const block = new Set([
  "P",
  "Caption",
  "Note",
  "FENote",
  "Formula",
  "TOCI",
  "Code",
  "BibEntry",
  "Title",
  "Figure"
])
const titles = /^H([1-6])?$/

/** Limits the nodes of a tree. Real trees have fewer. */
const MAX_NODES = 50_000

const JUMP_BACK = 3

const ITEM_INDENT = 18

const MAX_LETTERS_OF_UNTAGGED_TITLE = 160
const MAX_LINES_OF_UNTAGGED_TITLE = 4
const TITLE_PLACES = 6

const MIN_LETTERS_OF_TAGGED_PAGE = 60
const ARTIFACT_SHARE = 0.2
const KNOWN_SHARE = 0.95

/** Mark of words that the document declares as not part of the text. */
const ARTIFACT = -2

const MANY_LINES = 8
const MANY_PARAGRAPHS = 4

type Marks = ReadonlyMap<number, ReadonlyArray<Piece>>

const markOf = (node: Node): number => {
  const match = node.type === "content" ? /_mc(\d+)$/.exec(node.id ?? "") : null
  return match === null ? -1 : Number(match[1])
}

/** Returns the marks below a node, without recursion, because trees may be arbitrarily deep. */
const marksUnder = (root: Node, without?: (role: string) => boolean): Array<number> => {
  const marks: Array<number> = []
  const stack: Array<Node> = [root]
  while (stack.length > 0 && marks.length < MAX_NODES) {
    const node = stack.pop()!
    const mark = markOf(node)
    if (mark >= 0) marks.push(mark)
    if (node !== root && node.role !== undefined && without?.(node.role) === true) continue
    const children = node.children ?? []
    for (let k = children.length - 1; k >= 0; k--) stack.push(children[k]!)
  }
  return marks
}

/**
 * Returns the lines of marks. A jump back up the page starts the next column, whose lines must not be sorted into the
 * previous one.
 */
const linesOf = (marks: ReadonlyArray<number>, pieces: Marks): Array<Line> => {
  const lines: Array<Line> = []
  let part: Array<Piece> = []
  const flush = () => {
    if (part.length > 0) lines.push(...toLines(part).sort((a, b) => a.y - b.y || a.x0 - b.x0))
    part = []
  }
  for (const mark of marks) {
    for (const piece of pieces.get(mark) ?? []) {
      const last = part.at(-1)
      if (last !== undefined && piece.row < last.row - last.size * JUMP_BACK) flush()
      part.push(piece)
    }
  }
  flush()
  return lines
}

const paragraph = (lines: ReadonlyArray<Line>, quoted = false): Array<Element> => {
  if (lines.length === 0) return []
  const text = joinText(lines.map((line) => line.text))
  if (text === "") return []
  if (lines.every((line) => line.mono) && lines.length > 1) {
    return [code(lines)]
  }
  return [{ kind: "paragraph", markdown: inline(lines), text, block: blockOf(lines), caption: false, quoted }]
}

const heading = (lines: ReadonlyArray<Line>, level: number): Array<Element> => {
  const text = joinText(lines.map((line) => line.text))
  if (text.length > MAX_LETTERS_OF_UNTAGGED_TITLE) return paragraph(lines)
  if (!/[\p{L}\p{N}]/u.test(text)) return []
  return [{
    kind: "heading",
    markdown: inline(lines, { bold: true, italic: true }),
    text,
    size: median(lines.map((line) => line.size)),
    prominence: prominenceOf(lines, text, undefined),
    depth: 0,
    level
  }]
}

const item = (node: Node, pieces: Marks, depth: number): Array<Element> => {
  const lines = linesOf(marksUnder(node, (role) => role === "L" || role === "Table"), pieces)
  if (lines.length === 0) return []
  const text = joinText(lines.map((line) => line.text))
  const marker = bullet.exec(text)?.[0].trim() ?? numbered.exec(text)?.[0].trim() ?? "•"
  const bold = lines.every((line) => line.bold)
  const markdown = inline(lines, { bold })
  return [{ kind: "item", markdown, text, marker, x: depth * ITEM_INDENT, block: blockOf(lines) }]
}

/** Sets the levels of list items from their positions, because the tree may have no nested lists. */
const nestItems = (elements: ReadonlyArray<Element>): Array<Element> => {
  const items = elements.filter((element) => element.kind === "item")
  if (items.some((item) => item.x !== items[0]!.x)) return [...elements]
  return elements.map((element) => element.kind === "item" ? { ...element, x: element.block.lines[0]!.x0 } : element)
}

/** Makes a large line before the first heading the title of the document, regardless of its tag. */
const titled = (elements: ReadonlyArray<Element>, lines: ReadonlyArray<Line>): Array<Element> => {
  const body = median(lines.map((line) => line.size))
  const end = elements.findIndex((element) => element.kind === "heading")
  const sizeOf = (element: Element) =>
    element.kind === "paragraph" && element.text.length < MAX_LETTERS_OF_UNTAGGED_TITLE &&
      element.block.lines.length < MAX_LINES_OF_UNTAGGED_TITLE
      ? median(element.block.lines.map((line) => line.size))
      : 0
  const before = elements.slice(0, end < 0 ? TITLE_PLACES : end)
  const size = Math.max(0, ...before.map(sizeOf))
  const title = before.find((element) => sizeOf(element) === size)
  if (
    size < body * LARGE_TO_BODY_SIZE_RATIO || title?.kind !== "paragraph" ||
    before.filter((element) => sizeOf(element) === size).length > 1
  ) return [...elements]
  return elements.flatMap((element) => element === title ? heading(title.block.lines, 1) : [element])
}

export const noteMarks = (root: Node): ReadonlySet<number> => {
  const marks = new Set<number>()
  const stack: Array<Node> = [root]
  for (let steps = 0; stack.length > 0 && steps < MAX_NODES; steps++) {
    const node = stack.pop()!
    const refers = node.role === "P" || node.role === "Note" || node.role === "FENote" || node.role === "Reference"
    for (const child of node.children ?? []) {
      if (refers && child.role === "Lbl") { for (const mark of marksUnder(child)) marks.add(mark) }
      else stack.push(child)
    }
  }
  return marks
}

const rowsOrGroups = new Set(["TR", "THead", "TBody", "TFoot"])

const rowsUnder = (table: Node): Array<Node> => {
  const rows: Array<Node> = []
  for (const child of table.children ?? []) {
    if (child.role === "TR") rows.push(child)
    else if (child.role === "THead" || child.role === "TBody" || child.role === "TFoot") {
      for (const row of child.children ?? []) if (row.role === "TR") rows.push(row)
    }
  }
  return rows
}

/**
 * Returns the rows of a table on the page. pdf.js returns the whole table for every page, with empty rows for other
 * pages. Empty rows between rows of the page are kept if there is space for them.
 */
const rowsOnPage = (table: Node, pieces: Marks): { readonly all: ReadonlyArray<Node>; readonly shown: Set<number> } => {
  const all = rowsUnder(table)
  const marked = all.flatMap((row, r) => marksUnder(row).some((mark) => pieces.has(mark)) ? [r] : [])
  const [first = 0, last = -1] = [marked[0], marked.at(-1)]
  const between = Array.from({ length: last - first + 1 }, (_, k) => first + k)
  return { all, shown: new Set(between.length > MAX_TABLE_ROWS ? marked : between) }
}

/** Returns the table of a node; `plain` if it is too large, and `undefined` if the node is not a table. */
const table = (node: Node, pieces: Marks): Array<Element> | "plain" | undefined => {
  const { all, shown } = rowsOnPage(node, pieces)
  if (shown.size > MAX_TABLE_ROWS) return "plain"
  const places = new Map([...shown].map((r, place) => [r, place]))
  const last = Math.max(...shown)
  const cells: Array<Cell> = []
  const taken = new Map<number, Set<number>>()
  let columns = 0
  for (let r = 0; r <= last; r++) {
    let column = 0
    for (const cell of all[r]!.children ?? []) {
      if (cell.role !== "TH" && cell.role !== "TD") continue
      while (taken.get(r)?.has(column) === true) column++
      const columnSpan = Math.min(MAX_TABLE_COLUMNS, Math.max(1, cell.colSpan ?? 1))
      const end = Math.min(all.length, r + Math.max(1, cell.rowSpan ?? 1))
      const spanned = end - r === 1
        ? shown.has(r) ? [r] : []
        : [...shown].filter((row) => row >= r && row < end)
      for (const row of spanned) {
        const columnsOfRow = taken.get(row) ?? new Set<number>()
        for (let k = 0; k < columnSpan; k++) columnsOfRow.add(column + k)
        taken.set(row, columnsOfRow)
      }
      if (spanned.length > 0) {
        cells.push({
          row: places.get(spanned[0]!)!,
          column,
          rowSpan: spanned.length,
          columnSpan,
          text: cellText(marksUnder(cell).flatMap((mark) => pieces.get(mark) ?? []))
        })
        columns = Math.max(columns, column + columnSpan)
      }
      column += columnSpan
    }
  }
  if (all.length < 2 || columns < 2 || columns > MAX_TABLE_COLUMNS) return undefined
  const markdown = toMarkdown({
    x0: 0,
    x1: 0,
    y0: 0,
    y1: 0,
    rows: shown.size,
    columns,
    cells,
    used: new Set<Line>(),
    index: 0,
    ruled: true
  })
  return markdown === "" ? [] : [{ kind: "table", markdown, columns, text: "" }]
}

/** Returns the marks of the structure tree; `undefined` unless it contains nearly all letters of the page. */
const trusted = (root: Node, lines: ReadonlyArray<Line>): Marks | undefined => {
  const known = new Set(marksUnder(root))
  const pieces = new Map<number, Array<Piece>>()
  let letters = 0
  let covered = 0
  let artifacts = 0
  for (const line of lines) {
    for (const piece of line.pieces) {
      // The tree often omits leaders.
      const counted = /^[.·…_]+$/.test(piece.text) ? 0 : piece.text.length
      letters += counted
      if (piece.mark === ARTIFACT) artifacts += counted
      if (!known.has(piece.mark)) continue
      covered += counted
      const members = pieces.get(piece.mark)
      if (members === undefined) pieces.set(piece.mark, [piece])
      else members.push(piece)
    }
  }
  for (const members of pieces.values()) members.sort((a, b) => a.index - b.index)
  const isKnown = covered > (letters - artifacts) * KNOWN_SHARE
  return letters > MIN_LETTERS_OF_TAGGED_PAGE && artifacts < letters * ARTIFACT_SHARE && isKnown ? pieces : undefined
}

/**
 * Returns whether a tree has information about the page. A tree with only one paragraph, or with one paragraph per
 * line, has none.
 */
const saysSomething = (elements: ReadonlyArray<Element>, lines: number): boolean => {
  const paragraphs = elements.filter((element) => element.kind === "paragraph")
  const single = paragraphs.filter((element) => element.block.lines.length === 1).length
  if (elements.length === 1 && elements[0]!.kind !== "table" && lines > MANY_LINES) return false
  return lines < MANY_LINES || paragraphs.length < MANY_PARAGRAPHS || single < paragraphs.length * NEARLY_ALL
}

/** Returns the elements of the structure tree; `undefined` if the tree is not trusted. */
export const elementsOfTree = (
  root: Node,
  lines: ReadonlyArray<Line>,
  isFirst: boolean
): Array<Element> | undefined => {
  const pieces = trusted(root, lines)
  if (pieces === undefined) return undefined
  const elements: Array<Element> = []
  let loose: Array<number> = []
  const flush = () => {
    elements.push(...paragraph(linesOf(loose, pieces), loosely))
    loose = []
  }
  const stack: Array<
    { readonly node: Node; readonly parent: string; readonly depth: number; readonly quoted: boolean }
  > = [
    { node: root, parent: "", depth: 0, quoted: false }
  ]
  let loosely = false
  let steps = 0
  while (stack.length > 0) {
    if (steps++ > MAX_NODES) return undefined
    const { depth, node, parent, quoted } = stack.pop()!
    const role = node.role ?? ""
    const push = (children: ReadonlyArray<Node>, deeper: number) => {
      for (let k = children.length - 1; k >= 0; k--) {
        stack.push({ node: children[k]!, parent: role, depth: deeper, quoted: quoted || role === "BlockQuote" })
      }
    }
    const mark = markOf(node)
    if (mark >= 0) {
      loosely = quoted
      loose.push(mark)
      continue
    }
    const title = titles.exec(role)
    if (title !== null || role === "Title") {
      flush()
      elements.push(...heading(linesOf(marksUnder(node), pieces), Number(title?.[1] ?? 1)))
    } else if (role === "Table") {
      flush()
      for (const child of node.children ?? []) {
        if (!rowsOrGroups.has(child.role ?? "")) elements.push(...paragraph(linesOf(marksUnder(child), pieces)))
      }
      const found = table(node, pieces)
      if (found === "plain") return undefined
      const rows = { children: (node.children ?? []).filter((child) => rowsOrGroups.has(child.role ?? "")) }
      if (found === undefined) elements.push(...paragraph(linesOf(marksUnder(rows), pieces)))
      else elements.push(...found)
    } else if (role === "L") {
      flush()
      push(node.children ?? [], depth + 1)
    } else if (role === "LI" || parent === "L" && node.children?.some((child) => child.role === "Lbl") === true) {
      flush()
      elements.push(...item(node, pieces, depth))
      // Nested lists follow the text of their item.
      push(
        (node.children ?? []).flatMap((child) => child.role === "LBody" ? child.children ?? [] : [child]).filter((
          child
        ) => child.role === "L"),
        depth
      )
    } else if (block.has(role)) {
      flush()
      const inner = (role: string) => role === "L" || role === "Table"
      elements.push(...paragraph(linesOf(marksUnder(node, inner), pieces), quoted))
      push((node.children ?? []).filter((child) => inner(child.role ?? "")), depth)
    } else if (containers.has(role) || role === "BlockQuote") {
      flush()
      push(node.children ?? [], depth)
    } else push(node.children ?? [], depth)
  }
  flush()
  if (!saysSomething(elements, lines.length)) return undefined
  const nested = nestItems(elements)
  const titledElements = isFirst ? titled(nested, lines) : nested
  return withUntold(titledElements, lines, (mark) => mark === ARTIFACT || pieces.has(mark))
}
