/** Converts texts, spreadsheets and presentations of OpenDocument (ISO/IEC 26300). */
import type { Account } from "./account.ts"
import type { Archive } from "./archive.ts"
import { type Cell, cell, escape, heading, type Item, link, list, noteMark, notes, type Read, table } from "./markup.ts"
import { partOf } from "./package.ts"
import { Unreadable } from "./unreadable.ts"
import { all, child, content, type Element, elements } from "./xml.ts"

const MAX_COLUMNS = 16_384
const MAX_EMPTY_COLUMNS = 1024
const MAX_SPACES = 100

interface Context {
  readonly account: Account
  readonly styles: ReadonlyMap<string, Element>
  readonly notes: Array<string>
  /** Texts have titles of the first level; slides and sheets of the second. */
  readonly isText: boolean
}

const number = ({ attributes }: Element, name: string): number => Math.max(1, Number(attributes.get(name) ?? 1) || 1)

const styled = (context: Context, style: string | undefined, html: string): string => {
  const properties = child(context.styles.get(style ?? ""), "text-properties")?.attributes
  if (properties === undefined || html.trim() === "") return html
  if (properties.get("text:display") === "none") {
    context.account.omit("hiddenText")
    return ""
  }
  const strong = properties.get("fo:font-weight") === "bold" ? `<strong>${html}</strong>` : html
  return properties.get("fo:font-style") === "italic" ? `<em>${strong}</em>` : strong
}

const note = (context: Context, element: Element): string => {
  const at = context.notes.push("")
  context.notes[at - 1] = all(element, "p").map((paragraph) => inline(context, paragraph)).join("<br>")
  return noteMark(at)
}

const frame = (context: Context, element: Element): string => {
  const [first] = elements(element)
  const boxes = elements(element).filter(({ name }) => name === "text-box")
  if (boxes.length > 0) return boxes.map((box) => blocks(context, box)).join("")
  const grid = child(element, "table")
  if (grid !== undefined) return tableOf(context, grid)
  context.account.omit(first?.name === "image" ? "picture" : "object")
  return ""
}

const piece = (context: Context, part: Element | string): string => {
  if (typeof part === "string") return escape(part.replace(/\s+/g, " "))
  switch (part.name) {
    case "s":
      return " ".repeat(Math.min(MAX_SPACES, number(part, "text:c")))
    case "tab":
      return " "
    case "line-break":
      return "<br>"
    case "a":
      return link(part.attributes.get("xlink:href"), inline(context, part))
    case "span":
      return styled(context, part.attributes.get("text:style-name"), inline(context, part))
    case "note":
      return note(context, part)
    case "annotation":
      context.account.omit("comment")
      return ""
    case "annotation-end":
    case "page-number":
    case "ruby-text":
    case "tracked-changes":
      return ""
    case "frame":
      return frame(context, part).replace(/<\/?p>/g, " ")
    default:
      return inline(context, part)
  }
}

const inline = (context: Context, element: Element): string =>
  element.children.map((part) => piece(context, part)).join("")

const isOrdered = ({ styles }: Context, style: string | undefined): boolean =>
  elements(styles.get(style ?? "") ?? { name: "", attributes: new Map(), children: [] })[0]?.name ===
    "list-level-style-number"

/** A level without text only indents. */
const itemsOf = (context: Context, element: Element, inherited?: string, level = 0): ReadonlyArray<Item> => {
  const style = element.attributes.get("text:style-name") ?? inherited
  return elements(element).flatMap(elements).flatMap((part) => {
    if (part.name === "list") return itemsOf(context, part, style, level + 1)
    const html = inline(context, part).trim()
    return html === "" ? [] : [{ level, isOrdered: isOrdered(context, style), html }]
  })
}

const GROUPS_OF_ROWS = new Set(["table-header-rows", "table-row-group", "table-rows"])

const rowsOf = (element: Element): ReadonlyArray<Element> =>
  elements(element).flatMap((part) =>
    part.name === "table-row" ? [part] : GROUPS_OF_ROWS.has(part.name) ? rowsOf(part) : []
  )

const isVisible = (row: Element): boolean => (row.attributes.get("table:visibility") ?? "visible") === "visible"

const textOfCell = (context: Context, element: Element): string => blocks(context, element).replace(/^<p>|<\/p>$/g, "")

const isEmpty = (cells: ReadonlyArray<Cell | undefined>): boolean =>
  cells.every((one) => one === undefined || one.html === "")

/** A covered cell is `undefined`. Repeated empty cells at the end only fill the sheet, so they are dropped. */
const cellsOf = (context: Context, row: Element): ReadonlyArray<Cell | undefined> => {
  const cells: Array<Cell | undefined> = []
  for (const element of elements(row)) {
    if (element.name !== "table-cell" && element.name !== "covered-table-cell") continue
    const html = element.name === "covered-table-cell" ? undefined : textOfCell(context, element)
    const repeated = number(element, "table:number-columns-repeated")
    const columns = number(element, "table:number-columns-spanned")
    const rows = number(element, "table:number-rows-spanned")
    const room = MAX_COLUMNS - cells.length
    const isBlank = html === undefined || html === ""
    if (repeated > room && !isBlank) context.account.cut()
    const most = Math.min(repeated, room, isBlank ? MAX_EMPTY_COLUMNS : MAX_COLUMNS)
    for (let at = 0; at < most; at++) cells.push(html === undefined ? undefined : cell(html, columns, rows))
  }
  while (cells.length > 0 && isEmpty(cells.slice(-1))) cells.pop()
  return cells
}

const tableOf = (context: Context, element: Element): string => {
  const rows: Array<ReadonlyArray<Cell | undefined>> = []
  const fits = context.account.roomOfTable()
  let width = 0
  for (const row of rowsOf(element)) {
    if (!isVisible(row)) {
      context.account.omit("hiddenRow", number(row, "table:number-rows-repeated"))
      continue
    }
    const cells = cellsOf(context, row)
    if (isEmpty(cells)) continue
    width = Math.max(width, cells.length)
    const characters = cells.reduce((sum, one) => sum + (one?.html.length ?? 0), 0)
    for (let times = number(row, "table:number-rows-repeated"); times > 0 && fits(width, characters); times--) {
      rows.push(cells)
    }
  }
  return table(rows.map((cells) => [
    ...cells.filter((one) => one !== undefined),
    ...Array.from({ length: Math.max(0, width - cells.length) }, () => cell(""))
  ]))
}

const isHiddenSlide = ({ styles }: Context, { attributes }: Element): boolean =>
  child(styles.get(attributes.get("draw:style-name") ?? ""), "drawing-page-properties")
    ?.attributes.get("presentation:visibility") === "hidden"

const slideOf = (context: Context, page: Element): string => {
  if (isHiddenSlide(context, page)) {
    context.account.omit("hiddenSlide")
    return ""
  }
  const frames = elements(page).map((part) => {
    if (part.name === "notes") {
      const html = elements(part)
        .filter(({ attributes }) => attributes.get("presentation:class") === "notes")
        .map((notes) => blocks(context, notes)).join("")
      return html === "" ? "" : `<blockquote><p><strong>Notes</strong></p>${html}</blockquote>`
    }
    if (part.name !== "frame") return blocks(context, part)
    const isTitle = part.attributes.get("presentation:class") === "title"
    const box = child(part, "text-box")
    return isTitle && box !== undefined
      ? heading(2, all(box, "p").map((paragraph) => inline(context, paragraph)).join(" "))
      : frame(context, part)
  })
  return `<section>${frames.join("\n")}</section>`
}

const isHiddenSheet = ({ styles }: Context, { attributes }: Element): boolean =>
  child(styles.get(attributes.get("table:style-name") ?? ""), "table-properties")?.attributes.get("table:display") ===
    "false"

const sheetOf = (context: Context, element: Element): string => {
  if (context.isText) return tableOf(context, element)
  if (isHiddenSheet(context, element)) {
    context.account.omit("hiddenSheet")
    return ""
  }
  return heading(2, escape(element.attributes.get("table:name") ?? "")) + tableOf(context, element)
}

const SILENT = new Set([
  "tracked-changes",
  "sequence-decls",
  "forms",
  "calculation-settings",
  "shapes",
  "variable-decls"
])

const block = (context: Context, element: Element): string => {
  switch (element.name) {
    case "h":
      return heading(number(element, "text:outline-level"), inline(context, element))
    case "p": {
      const html = inline(context, element).trim()
      const isTitle = element.attributes.get("text:style-name") === "Title"
      return html === "" ? "" : isTitle ? heading(1, html) : `<p>${html}</p>`
    }
    case "table":
      return sheetOf(context, element)
    case "page":
      return slideOf(context, element)
    case "frame":
      return frame(context, element)
    case "annotation":
      context.account.omit("comment")
      return ""
    default:
      return SILENT.has(element.name) ? "" : blocks(context, element)
  }
}

/** Presentations write each item as a list, so consecutive lists are merged. */
const blocksOf = (context: Context, parent: Element): ReadonlyArray<string> => {
  const written: Array<string> = []
  let items: Array<Item> = []
  const write = (html: string) => {
    if (items.length > 0) written.push(list(items))
    items = []
    if (html !== "") written.push(html)
  }
  for (const element of elements(parent)) {
    if (element.name === "list") { for (const item of itemsOf(context, element)) items.push(item) }
    else write(block(context, element))
  }
  write("")
  return written
}

const blocks = (context: Context, parent: Element): string => blocksOf(context, parent).join("\n")

const stylesOf = (...roots: ReadonlyArray<Element | undefined>): ReadonlyMap<string, Element> =>
  new Map(
    roots.flatMap((root) => root === undefined ? [] : [child(root, "styles"), child(root, "automatic-styles")])
      .flatMap((styles) => styles === undefined ? [] : elements(styles))
      .map((style) => [style.attributes.get("style:name") ?? "", style])
  )

const ENCRYPTED = /<manifest:encryption-data\b/

export const readOpenDocument = (archive: Archive, account: Account): Read => {
  const manifest = archive.read("META-INF/manifest.xml")
  if (manifest !== undefined && ENCRYPTED.test(new TextDecoder().decode(manifest))) throw new Unreadable("encrypted")
  const root = partOf(archive, "content.xml", account)
  const body = child(root, "body")
  const [main] = body === undefined ? [] : elements(body)
  if (main === undefined) throw new Unreadable("damaged")
  const properties = child(partOf(archive, "meta.xml", account), "meta")
  const shared = partOf(archive, "styles.xml", account)
  const masters = child(shared, "master-styles")
  const margins = masters === undefined ? [] : [...all(masters, "header"), ...all(masters, "footer")]
  account.omit("margin", main.name === "text" && margins.some((margin) => content(margin).trim() !== "") ? 1 : 0)
  const context: Context = {
    account,
    styles: stylesOf(shared, root),
    notes: [],
    isText: main.name === "text"
  }
  account.omit("macro", archive.names.some((name) => /^Basic\/[^/]+\/(?!script-l[bc]).+\.xml$/.test(name)) ? 1 : 0)
  const html = blocksOf(context, main).filter((one) => account.fits(one)).join("\n")
  const named = (name: string) => content(child(properties, name)).trim() || undefined
  return {
    html: html + notes(context.notes),
    title: named("title"),
    author: named("creator") ?? named("initial-creator"),
    language: named("language")
  }
}
