/**
 * Converts presentations of Office Open XML (ECMA-376, part 1, 19): the text of each slide in order, and the speaker
 * notes.
 */
import type { Account } from "./account.ts"
import type { Archive } from "./archive.ts"
import { cell, escape, heading, type Item, link, list, type Read, table } from "./markup.ts"
import { mainPart, partOf, propertiesOf, type Relation, relationsOf } from "./package.ts"
import { Unreadable } from "./unreadable.ts"
import { all, child, type Element, elements } from "./xml.ts"

interface Slide {
  readonly account: Account
  readonly relations: ReadonlyMap<string, Relation>
}

const TITLES = new Set(["title", "ctrTitle"])
/** Placeholders of every slide, such as its number. */
const FURNITURE = new Set(["dt", "ftr", "hdr", "sldNum", "sldImg"])

const runOf = ({ relations }: Slide, run: Element): string => {
  if (run.name === "br") return "<br>"
  if (run.name !== "r" && run.name !== "fld") return ""
  const properties = child(run, "rPr")
  const text = escape(child(run, "t")?.children.join("") ?? "")
  const isOn = (name: string) => ["1", "true"].includes(properties?.attributes.get(name) ?? "")
  const strong = isOn("b") && text.trim() !== "" ? `<strong>${text}</strong>` : text
  const styled = isOn("i") && text.trim() !== "" ? `<em>${strong}</em>` : strong
  return link(relations.get(child(properties, "hlinkClick")?.attributes.get("r:id") ?? "")?.target, styled)
}

const paragraphsOf = (body: Element | undefined): ReadonlyArray<Element> =>
  body === undefined ? [] : elements(body).filter(({ name }) => name === "p")

const inline = (slide: Slide, paragraph: Element): string =>
  elements(paragraph).map((run) => runOf(slide, run)).join("").trim()

/** Paragraphs of slide bodies have bullets by default. Paragraphs of text boxes do not. */
const itemOf = (paragraph: Element, isBody: boolean): Omit<Item, "html"> | undefined => {
  const properties = child(paragraph, "pPr")
  const level = Number(properties?.attributes.get("lvl") ?? 0)
  if (child(properties, "buNone") !== undefined) return undefined
  if (child(properties, "buAutoNum") !== undefined) return { level, isOrdered: true }
  return isBody || child(properties, "buChar") !== undefined ? { level, isOrdered: false } : undefined
}

const bodyOf = (slide: Slide, body: Element | undefined, isBody: boolean): string => {
  const written: Array<string> = []
  let items: Array<Item> = []
  const endList = () => {
    if (items.length > 0) written.push(list(items))
    items = []
  }
  for (const paragraph of paragraphsOf(body)) {
    const html = inline(slide, paragraph)
    if (html === "") continue
    const item = itemOf(paragraph, isBody)
    if (item !== undefined) items.push({ ...item, html })
    else {
      endList()
      written.push(`<p>${html}</p>`)
    }
  }
  endList()
  return written.join("")
}

const tableOf = (slide: Slide, element: Element): string =>
  table(
    elements(element).filter(({ name }) => name === "tr").map((row) =>
      elements(row).filter(({ attributes, name }) =>
        name === "tc" && attributes.get("hMerge") === undefined && attributes.get("vMerge") === undefined
      ).map((one) =>
        cell(
          paragraphsOf(child(one, "txBody")).map((paragraph) => inline(slide, paragraph)).join("<br>"),
          Number(one.attributes.get("gridSpan") ?? 1),
          Number(one.attributes.get("rowSpan") ?? 1)
        )
      )
    )
  )

const shapeOf = (slide: Slide, shape: Element): string => {
  const { account } = slide
  switch (shape.name) {
    case "sp": {
      const place = all(child(shape, "nvSpPr") ?? shape, "ph")[0]
      const type = place?.attributes.get("type") ?? "body"
      if (place !== undefined && FURNITURE.has(type)) return ""
      const body = child(shape, "txBody")
      if (place === undefined || !TITLES.has(type)) return bodyOf(slide, body, place !== undefined && type === "body")
      const title = paragraphsOf(body).map((paragraph) => inline(slide, paragraph)).join(" ").trim()
      return title === "" ? "" : heading(2, title)
    }
    case "grpSp":
      return elements(shape).map((inner) => shapeOf(slide, inner)).join("")
    case "graphicFrame": {
      const data = child(shape, "graphic", "graphicData")
      const grid = child(data, "tbl")
      if (grid !== undefined) return tableOf(slide, grid)
      const uri = data?.attributes.get("uri") ?? ""
      account.omit(uri.endsWith("/chart") ? "chart" : uri.endsWith("/diagram") ? "diagram" : "object")
      return ""
    }
    case "pic":
      account.omit("picture")
      return ""
    case "AlternateContent":
      return elements(child(shape, "Choice") ?? shape).map((inner) => shapeOf(slide, inner)).join("")
    default:
      return ""
  }
}

const textOf = (slide: Slide, root: Element): string => {
  const shapes = elements(child(root, "cSld", "spTree") ?? root).map((shape) => shapeOf(slide, shape))
  const isTitle = (html: string) => html.startsWith("<h2>")
  return [...shapes.filter(isTitle), ...shapes.filter((html) => !isTitle(html))].join("\n")
}

const notesOf = (archive: Archive, slide: Slide): string => {
  const target = [...slide.relations.values()].find(({ type }) => type === "notesSlide")?.target
  const root = partOf(archive, target, slide.account)
  if (root === undefined) return ""
  const bodies = all(root, "sp").filter((shape) => all(shape, "ph")[0]?.attributes.get("type") === "body")
  const html = bodies.map((shape) => bodyOf({ ...slide, relations: new Map() }, child(shape, "txBody"), false)).join("")
  return html === "" ? "" : `<blockquote><p><strong>Notes</strong></p>${html}</blockquote>`
}

export const readSlides = (archive: Archive, account: Account): Read => {
  const main = mainPart(archive, account) ?? "ppt/presentation.xml"
  const ids = child(partOf(archive, main, account), "sldIdLst")
  if (ids === undefined) throw new Unreadable("damaged")
  const relations = relationsOf(archive, main, account)
  const written: Array<string> = []
  for (const { attributes } of elements(ids)) {
    const target = relations.get(attributes.get("r:id") ?? "")?.target
    const root = partOf(archive, target, account)
    if (root === undefined || target === undefined) continue
    if (root.attributes.get("show") === "0") {
      account.omit("hiddenSlide")
      continue
    }
    const slide: Slide = { account, relations: relationsOf(archive, target, account) }
    const comments = [...slide.relations.values()].filter(({ type }) => type === "comments")
    account.omit("comment", comments.length)
    const html = `<section>${textOf(slide, root)}${notesOf(archive, slide)}</section>`
    if (account.fits(html)) written.push(html)
  }
  return { html: written.join("\n"), ...propertiesOf(archive, account) }
}
