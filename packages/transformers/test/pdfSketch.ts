/**
 * Pages as pictures of themselves: what stands in a column of the picture stands there on the page. Words of one phrase
 * are a space or two apart, phrases three at least. A phrase is set as its first character says: `#` a title, `*` bold,
 * `/` italics, a backtick in fixed pitch, `,` small. `|`, `-` and `+` draw rulings, a line of `=` begins a page.
 */
import type { Font, PageContent, Rule, Word } from "../src/internal/pdf/page/page.ts"
import { assemble } from "../src/internal/pdf/process/assemble.ts"
import type { ChildPage, FromChild } from "../src/internal/pdf/process/protocol.ts"
import { make } from "../src/internal/pdf/process/window.ts"

/** Points of a letter, by which a word is wider than its letters, so that spaces are narrow, and of a step between rows. */
const LETTER = 5
const OVERHANG = 2
const STEP = 12

/** Points from the edges of the page to the picture, and how far above its baseline the middle of a row is. */
const MARGIN = 60
const MIDDLE = 3

const regular: Font = { name: "Regular", bold: false, italic: false, mono: false, math: false }
const bold: Font = { ...regular, name: "Bold", bold: true }

/** Font and size by the first character of a phrase. */
const styles = new Map<string, { readonly font: Font; readonly size: number }>([
  ["#", { font: bold, size: 16 }],
  ["*", { font: bold, size: 10 }],
  ["/", { font: { ...regular, name: "Italic", italic: true }, size: 10 }],
  ["`", { font: { ...regular, name: "Mono", mono: true }, size: 10 }],
  [",", { font: regular, size: 8 }]
])
const plain = { font: regular, size: 10 }

interface Phrase {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly font: Font
  readonly size: number
  readonly column: number
}

const isRuling = (row: string): boolean => /^[\s|+-]*$/.test(row) && /--|\+/.test(row)

const phrasesOf = (rows: ReadonlyArray<string>): Array<Phrase> =>
  rows.flatMap((row, k) =>
    isRuling(row) ? [] : [...row.replaceAll("|", "   ").matchAll(/\S+(?: {1,2}\S+)*/g)].map((found, column) => {
      // a ruling takes two columns more than it has in the picture
      const before = row.replaceAll("|", "   ").slice(0, found.index)
      const rulings = rulingsBefore(row, before.length)
      const style = styles.get(found[0].charAt(0))
      return {
        text: style === undefined ? found[0] : found[0].slice(1).trimStart(),
        x: MARGIN + (found.index - 2 * rulings) * LETTER,
        y: MARGIN + k * STEP,
        ...style ?? plain,
        column
      }
    })
  )

/** Rulings of a row before a column of the row in which each of them is three characters wide. */
const rulingsBefore = (row: string, end: number): number => {
  let count = 0
  for (let k = 0, at = 0; k < row.length && at < end; k++) {
    if (row[k] === "|") count++
    at += row[k] === "|" ? 3 : 1
  }
  return count
}

const rulesOf = (rows: ReadonlyArray<string>): { readonly horizontal: Array<Rule>; readonly vertical: Array<Rule> } => {
  const x = (column: number) => MARGIN + column * LETTER + LETTER / 2
  const y = (row: number) => MARGIN + row * STEP - MIDDLE
  const horizontal = rows.flatMap((row, k) =>
    isRuling(row)
      ? [...row.matchAll(/[-+]{2,}/g)].map((found) => ({
        at: y(k),
        from: x(found.index),
        to: x(found.index + found[0].length - 1)
      }))
      : []
  )
  const vertical: Array<Rule> = []
  const width = Math.max(...rows.map((row) => row.length))
  for (let column = 0; column < width; column++) {
    for (let from = 0; from < rows.length; from++) {
      let to = from
      while (to < rows.length && (rows[to]![column] === "|" || isRuling(rows[to]!) && rows[to]![column] === "+")) to++
      if (to - from > 1) vertical.push({ at: x(column), from: y(from), to: y(to - 1) })
      from = Math.max(from, to - 1)
    }
  }
  return { horizontal, vertical }
}

export interface Options {
  /** Whether the producer wrote row by row, over all columns, or one column after the other. */
  readonly written?: "rows" | "columns"
}

const trim = (picture: string): Array<string> => {
  const rows = picture.split("\n")
  while (rows[0]?.trim() === "") rows.shift()
  while (rows.at(-1)?.trim() === "") rows.pop()
  const indent = Math.min(...rows.filter((row) => row.trim() !== "").map((row) => row.search(/\S/)))
  return rows.map((row) => row.slice(indent))
}

/** The page of a picture. */
export const sketch = (picture: string, { written = "rows" }: Options = {}, number = 1): PageContent => {
  const rows = trim(picture)
  const phrases = phrasesOf(rows)
  if (written === "columns") phrases.sort((a, b) => a.column - b.column || a.y - b.y)
  const words: Array<Word> = []
  for (const { font, size, text, x, y } of phrases) {
    let at = x
    const letter = LETTER * size / plain.size
    for (const [k, word] of text.split(" ").entries()) {
      const end = at + word.length * letter
      words.push({
        text: word,
        x0: at,
        x1: end + OVERHANG,
        y,
        size,
        angle: 0,
        font,
        spaced: k > 0,
        index: words.length,
        mark: -1
      })
      at = end + letter
    }
  }
  return {
    number,
    width: 595,
    height: 842,
    words,
    ...rulesOf(rows),
    boxes: [],
    dots: [],
    pictures: 0,
    paths: 0,
    links: [],
    tree: undefined
  }
}

/** The pages of a picture with lines of `=` between them. */
export const sketches = (picture: string, options: Options = {}): Array<PageContent> =>
  picture.split(/^={3,}\n/m).map((page, k) => sketch(page, options, k + 1))

/** The markdown of a document. */
export const markdownOf = (...contents: ReadonlyArray<PageContent>): string => {
  const pages = new Map<number, ChildPage>()
  const send = (message: FromChild) => {
    if (message.kind === "page") pages.set(message.page.number, message.page)
    if (message.kind === "settled") { for (const page of message.pages) pages.set(page.number, page) }
  }
  const window = make({ id: 0, total: contents.length, outline: new Map(), send })
  for (const page of contents) window.add(page)
  window.finish([])
  return assemble([...pages.values()])
}
