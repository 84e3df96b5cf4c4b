/** Converts word processing documents of Office Open XML (ECMA-376, part 1, 17). */
import type { Account } from "./account.ts"
import type { Archive } from "./archive.ts"
import { type Cell, cell, escape, heading, type Item, link, list, noteMark, notes, type Read, table } from "./markup.ts"
import { mainPart, partOf, propertiesOf, type Relation, relationsOf } from "./package.ts"
import { Unreadable } from "./unreadable.ts"
import { all, child, type Element, elements } from "./xml.ts"

interface Style {
  readonly name: string
  readonly base: string | undefined
  readonly properties: Element | undefined
}

interface Context {
  readonly account: Account
  readonly relations: ReadonlyMap<string, Relation>
  readonly styles: ReadonlyMap<string, Style>
  readonly numbering: ReadonlyMap<string, ReadonlyMap<number, string>>
  readonly footnotes: ReadonlyMap<string, Element>
  readonly endnotes: ReadonlyMap<string, Element>
  readonly notes: Array<string>
}

const value = (element: Element | undefined): string | undefined => element?.attributes.get("w:val")

const isOn = (element: Element | undefined): boolean =>
  element !== undefined && !["0", "false", "off", "none"].includes(value(element) ?? "1")

const stylesOf = (root: Element | undefined): ReadonlyMap<string, Style> =>
  new Map(
    root === undefined ? [] : elements(root).filter(({ name }) => name === "style").map((style) => [
      style.attributes.get("w:styleId") ?? "",
      {
        name: value(child(style, "name")) ?? "",
        base: value(child(style, "basedOn")),
        properties: child(style, "pPr")
      }
    ])
  )

const numberingOf = (root: Element | undefined): Context["numbering"] => {
  const parts = root === undefined ? [] : elements(root)
  const abstract = new Map(
    parts.filter(({ name }) => name === "abstractNum").map((one) => [
      one.attributes.get("w:abstractNumId"),
      new Map(
        elements(one).filter(({ name }) => name === "lvl").map((level) => [
          Number(level.attributes.get("w:ilvl") ?? 0),
          value(child(level, "numFmt")) ?? "decimal"
        ])
      )
    ])
  )
  return new Map(
    parts.filter(({ name }) => name === "num").map((one) => [
      one.attributes.get("w:numId") ?? "",
      abstract.get(value(child(one, "abstractNumId"))) ?? new Map<number, string>()
    ])
  )
}

const notesOf = (root: Element | undefined): ReadonlyMap<string, Element> =>
  new Map(
    root === undefined ? [] : elements(root)
      .filter(({ attributes }) => attributes.get("w:type") === undefined)
      .map((note) => [note.attributes.get("w:id") ?? "", note])
  )

const MAX_BASES = 10

const property = ({ styles }: Context, paragraph: Element, name: string): Element | undefined => {
  const own = child(paragraph, "pPr", name)
  if (own !== undefined) return own
  let id = value(child(paragraph, "pPr", "pStyle"))
  for (let step = 0; step < MAX_BASES && id !== undefined; step++) {
    const style = styles.get(id)
    const found = child(style?.properties, name)
    if (found !== undefined) return found
    id = style?.base
  }
  return undefined
}

const styleOf = ({ styles }: Context, paragraph: Element): string =>
  styles.get(value(child(paragraph, "pPr", "pStyle")) ?? "")?.name ?? ""

const levelOf = (context: Context, paragraph: Element): number | undefined => {
  const name = styleOf(context, paragraph)
  const [, level] = /^heading (\d)/i.exec(name) ?? []
  if (level !== undefined) return Number(level)
  if (/^title$/i.test(name)) return 1
  const outline = Number(value(property(context, paragraph, "outlineLvl")) ?? 9)
  return outline < 9 ? outline + 1 : undefined
}

const itemOf = (context: Context, paragraph: Element): Omit<Item, "html"> | undefined => {
  const numbers = property(context, paragraph, "numPr")
  const id = value(child(numbers, "numId"))
  if (id === undefined || id === "0") return undefined
  const [, depth = 1] = /^list (?:bullet|number) (\d)$/i.exec(styleOf(context, paragraph)) ?? []
  const level = Number(value(child(numbers, "ilvl")) ?? 0) || Number(depth) - 1
  const formats = context.numbering.get(id)
  return { level, isOrdered: (formats?.get(level) ?? formats?.get(0) ?? "bullet") !== "bullet" }
}

const TAGS = [["b", "strong"], ["i", "em"], ["strike", "del"]] as const

const styled = (properties: Element | undefined, html: string): string => {
  if (html.trim() === "") return html
  const raised = value(child(properties, "vertAlign"))
  const tag = raised === "superscript" ? "sup" : raised === "subscript" ? "sub" : undefined
  const inner = tag === undefined ? html : `<${tag}>${html}</${tag}>`
  return TAGS.reduce((text, [name, tag]) => isOn(child(properties, name)) ? `<${tag}>${text}</${tag}>` : text, inner)
}

const note = (context: Context, all: ReadonlyMap<string, Element>, reference: Element): string => {
  const found = all.get(reference.attributes.get("w:id") ?? "")
  if (found === undefined) return ""
  const at = context.notes.push("")
  // A note that refers to notes could refer to itself.
  const inNote = { ...context, footnotes: new Map<string, Element>(), endnotes: new Map<string, Element>() }
  context.notes[at - 1] = elements(found)
    .filter(({ name }) => name === "p")
    .map((paragraph) => inline(inNote, paragraph).trim())
    .join("<br>")
  return noteMark(at)
}

const drawing = (context: Context, element: Element): string => {
  const boxes = all(element, "txbxContent")
  if (boxes.length > 0) {
    return boxes.map((box) => ` ${all(box, "p").map((one) => inline(context, one)).join(" ")} `).join("")
  }
  const graphic = all(element, "graphicData")[0]?.attributes.get("uri") ?? ""
  context.account.omit(
    graphic.endsWith("/chart") ? "chart" : graphic.endsWith("/diagram") ? "diagram" : "picture"
  )
  return ""
}

const run = (context: Context, element: Element): string => {
  const properties = child(element, "rPr")
  if (isOn(child(properties, "vanish"))) {
    if (all(element, "t").length > 0) context.account.omit("hiddenText")
    return ""
  }
  return styled(properties, inline(context, element))
}

/** Elements that readers do not see: deleted text, field codes, and fallbacks of newer drawings. */
const SILENT = new Set(["del", "moveFrom", "instrText", "delText", "Fallback", "pPr", "rPr", "sectPr"])

const piece = (context: Context, element: Element): string => {
  const { attributes, name } = element
  switch (name) {
    case "t":
      return escape(element.children.join(""))
    case "tab":
      return " "
    case "br":
    case "cr":
      return attributes.get("w:type") === "page" ? "" : "<br>"
    case "noBreakHyphen":
      return "\u2011"
    case "sym":
      return escape(String.fromCodePoint(Number.parseInt(attributes.get("w:char") ?? "20", 16) || 32))
    case "r":
      return run(context, element)
    case "hyperlink": {
      const relation = context.relations.get(attributes.get("r:id") ?? "")
      return link(relation?.target, inline(context, element))
    }
    case "footnoteReference":
      return note(context, context.footnotes, element)
    case "endnoteReference":
      return note(context, context.endnotes, element)
    case "drawing":
    case "pict":
      return drawing(context, element)
    case "object":
      context.account.omit("object")
      return ""
    case "oMath":
      return escape(all(element, "t").map(({ children }) => children.join("")).join(""))
    default:
      return SILENT.has(name) ? "" : inline(context, element)
  }
}

const inline = (context: Context, element: Element): string =>
  elements(element).map((part) => piece(context, part)).join("")

const cellsOf = (row: Element): ReadonlyArray<Element> =>
  elements(row).flatMap((part) => part.name === "tc" ? [part] : GROUPS.has(part.name) ? cellsOf(part) : [])

/** A cell continues in the next row while it is marked as continued. */
const tableOf = (context: Context, element: Element): string => {
  const above = new Map<number, Cell>()
  const rows = elements(element).filter(({ name }) => name === "tr").map((row) => {
    let column = 0
    return cellsOf(row).flatMap((one) => {
      const properties = child(one, "tcPr")
      const columns = Math.max(1, Number(value(child(properties, "gridSpan")) ?? 1) || 1)
      const merge = child(properties, "vMerge")
      const at = column
      column += columns
      const started = above.get(at)
      if (merge !== undefined && value(merge) !== "restart" && started !== undefined) {
        started.rows++
        return []
      }
      const made = cell(blocks(context, one, true), columns)
      if (merge === undefined) above.delete(at)
      else above.set(at, made)
      return [made]
    })
  })
  return table(rows)
}

const GROUPS = new Set(["sdt", "sdtContent", "customXml", "ins", "moveTo", "AlternateContent", "Choice"])

const blocks = (context: Context, parent: Element, isCell = false): string => {
  const written: Array<string> = []
  let items: Array<Item> = []
  const endList = () => {
    if (items.length > 0) written.push(list(items))
    items = []
  }
  const write = (html: string) => {
    endList()
    if (html !== "" && (isCell || context.account.fits(html))) written.push(html)
  }
  const visit = (element: Element): void => {
    for (const block of elements(element)) {
      if (block.name === "p") {
        const html = inline(context, block).trim()
        const level = isCell ? undefined : levelOf(context, block)
        const item = level === undefined ? itemOf(context, block) : undefined
        if (html === "") continue
        if (item !== undefined) items.push({ ...item, html })
        else write(level === undefined ? `<p>${html}</p>` : heading(level, html))
      } else if (block.name === "tbl") write(tableOf(context, block))
      else if (GROUPS.has(block.name)) visit(block)
    }
  }
  visit(parent)
  endList()
  return written.join("\n")
}

export const readWord = (archive: Archive, account: Account): Read => {
  const main = mainPart(archive, account) ?? "word/document.xml"
  const body = child(partOf(archive, main, account), "body")
  if (body === undefined) throw new Unreadable("damaged")
  const relations = relationsOf(archive, main, account)
  const related = (type: string) =>
    partOf(archive, [...relations.values()].find((relation) => relation.type === type)?.target, account)
  const context: Context = {
    account,
    relations,
    styles: stylesOf(related("styles")),
    numbering: numberingOf(related("numbering")),
    footnotes: notesOf(related("footnotes")),
    endnotes: notesOf(related("endnotes")),
    notes: []
  }
  const comments = related("comments")
  account.omit("comment", comments === undefined ? 0 : elements(comments).length)
  const margins = [...relations.values()].filter(({ type }) => type === "header" || type === "footer")
  const hasMargin = margins.some(({ target }) => {
    const part = partOf(archive, target, account)
    return part !== undefined && all(part, "t").length > 0
  })
  account.omit("margin", hasMargin ? 1 : 0)
  const text = blocks(context, body)
  return { html: text + notes(context.notes), ...propertiesOf(archive, account) }
}
