/**
 * Pages as pictures of themselves: what stands in a column of the picture stands there on the page. Words of one phrase
 * are a space apart, phrases three at least; a phrase that begins with `*` is set in bold.
 */
import type { Font, PageContent, Rule, Word } from "../src/internal/pdf/page/page.ts"
import { make } from "../src/internal/pdf/process/window.ts"

/** Points of a letter, by which a word is wider than its letters, so that spaces are narrow, and of a step between rows. */
export const LETTER = 5
const OVERHANG = 2
export const STEP = 12
const SIZE = 10
/** Points from the edges of the page to the picture. */
export const MARGIN = 60

const regular: Font = { name: "Regular", bold: false, italic: false, mono: false, math: false }
const bold: Font = { ...regular, name: "Bold", bold: true }

type Phrase = {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly font: Font
  readonly column: number
}

const phrasesOf = (picture: string, left: number | undefined): Array<Phrase> => {
  const rows = picture.split("\n").filter((row, k, all) => row.trim() !== "" || k > 0 && k < all.length - 1)
  const indent = left ?? Math.min(...rows.filter((row) => row.trim() !== "").map((row) => row.search(/\S/)))
  return rows.flatMap((row, k) =>
    [...row.slice(indent).matchAll(/\S+(?: {1,2}\S+)*/g)].map((found, column) => ({
      text: found[0].replace(/^\*/, ""),
      x: MARGIN + found.index * LETTER,
      y: MARGIN + k * STEP,
      font: found[0].startsWith("*") ? bold : regular,
      column
    }))
  )
}

export type Options = {
  /** Whether the producer wrote row by row, over all columns, or one column after the other. */
  readonly written?: "rows" | "columns"
  /** Column of the picture at the margin; by default the first one with a letter. */
  readonly left?: number
  readonly horizontal?: ReadonlyArray<Rule>
  readonly vertical?: ReadonlyArray<Rule>
}

/** The page of a picture. */
export const sketch = (picture: string, options: Options = {}): PageContent => {
  const phrases = phrasesOf(picture, options.left)
  if (options.written === "columns") phrases.sort((a, b) => a.column - b.column || a.y - b.y)
  const words: Array<Word> = []
  for (const { font, text, x, y } of phrases) {
    let at = x
    for (const [k, word] of text.split(" ").entries()) {
      const end = at + word.length * LETTER
      words.push({
        text: word,
        x0: at,
        x1: end + OVERHANG,
        y,
        size: SIZE,
        angle: 0,
        font,
        spaced: k > 0,
        index: words.length,
        mark: -1
      })
      at = end + LETTER
    }
  }
  return {
    number: 1,
    width: 595,
    height: 842,
    words,
    horizontal: [...options.horizontal ?? []],
    vertical: [...options.vertical ?? []],
    boxes: [],
    dots: [],
    pictures: 0,
    paths: 0,
    links: [],
    tree: undefined
  }
}

/** The markdown of a document of one page. */
export const markdownOf = (page: PageContent): string => {
  let markdown = ""
  const window = make({
    id: 0,
    total: 1,
    outline: new Map(),
    send: (message) => {
      if (message.kind === "page") markdown = message.page.markdown
    }
  })
  window.add(page)
  return markdown
}
