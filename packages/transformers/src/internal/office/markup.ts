/** Writes fragments of HTML, from which the page engine creates every format. */

export interface Read {
  readonly html: string
  readonly title?: string | undefined
  readonly author?: string | undefined
  readonly language?: string | undefined
}

export const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (mark) => mark === "&" ? "&amp;" : mark === "<" ? "&lt;" : mark === ">" ? "&gt;" : "&quot;")

const MAX_HEADING_LEVEL = 6

export const heading = (level: number, html: string): string => {
  const tag = `h${Math.min(MAX_HEADING_LEVEL, Math.max(1, level))}`
  return `<${tag}>${html}</${tag}>`
}

export interface Cell {
  readonly html: string
  columns: number
  rows: number
}

export const cell = (html: string, columns = 1, rows = 1): Cell => ({ html, columns, rows })

export const table = (rows: ReadonlyArray<ReadonlyArray<Cell>>): string => {
  const rowOf = (cells: ReadonlyArray<Cell>, tag: string) =>
    `<tr>${
      cells.map(({ columns, html, rows }) => {
        const spans = (columns > 1 ? ` colspan="${columns}"` : "") + (rows > 1 ? ` rowspan="${rows}"` : "")
        return `<${tag}${spans}>${html}</${tag}>`
      }).join("")
    }</tr>`
  const [first = [], ...rest] = rows
  return rows.length === 0
    ? ""
    : `<table><thead>${rowOf(first, "th")}</thead><tbody>${
      rest.map((row) => rowOf(row, "td")).join("")
    }</tbody></table>`
}

const MAX_LIST_LEVEL = 8

export interface Item {
  readonly level: number
  readonly isOrdered: boolean
  readonly html: string
}

export const list = (items: ReadonlyArray<Item>): string => {
  const open: Array<string> = []
  let html = ""
  const close = () => html += `</li></${open.pop()}>`
  for (const { html: text, isOrdered, level } of items) {
    // A level without an item only indents.
    const depth = Math.min(MAX_LIST_LEVEL, Math.max(0, level), open.length) + 1
    const tag = isOrdered ? "ol" : "ul"
    while (open.length > depth) close()
    if (open.length === depth && open.at(-1) !== tag) close()
    if (open.length === depth) html += "</li>"
    while (open.length < depth) {
      html += `<${tag}>`
      open.push(tag)
    }
    html += `<li>${text}`
  }
  while (open.length > 0) close()
  return html
}

export const noteMark = (number: number): string =>
  `<a href="#fn${number}" class="footnote-ref" id="fnref${number}" role="doc-noteref"><sup>${number}</sup></a>`

export const notes = (all: ReadonlyArray<string>): string =>
  all.length === 0 ?
    "" :
    `<section class="footnotes" role="doc-endnotes"><hr><ol>${
      all.map((html, index) =>
        `<li id="fn${index + 1}" role="doc-endnote"><p>${html} <a href="#fnref${
          index + 1
        }" class="footnote-back" role="doc-backlink">↩︎</a></p></li>`
      ).join("")
    }</ol></section>`

/** Schemes of URLs that lead outside the file. */
const OUTSIDE = /^(?:https?|ftp|mailto|tel):/i

export const link = (target: string | undefined, html: string): string =>
  target !== undefined && OUTSIDE.test(target) && html.trim() !== "" ? `<a href="${escape(target)}">${html}</a>` : html
