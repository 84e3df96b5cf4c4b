/**
 * Pages as pictures of themselves: what stands in a column of the picture stands there on the page. Words of one phrase
 * are a space or two apart, phrases three at least. A phrase is set as its first character says: `#` a title, `*` bold,
 * `/` italics, a backtick in fixed pitch, `,` small. `|`, `-` and `+` draw rulings, a line of `=` begins a page.
 *
 * What a picture cannot show stands in braces, which take no room in it, and counts to the end of its phrase: `{8}` points
 * of size, `{b}` bold, `{i}` italics, `{m}` fixed pitch, `{f}` a font for formulas, `{v}` a value of a form, `{r}` regular;
 * `{^4}` points higher, `{_4}` lower, `{>4}` to the right, `{<4}` to the left, `{~4}` narrower; `{@90}` degrees, `{=3}` a
 * mark of the structure tree, `{&url}` a link, `{%1a4f8b}` a colour; `{!}` stands before a word whose space is seen, but not written. Lines that begin with `@` are about the page: see `directives`.
 */
import type { Font, Link, Node, PageContent, Rule, Word } from "../src/internal/page/page.ts"
import { fieldFont } from "../src/internal/page/page.ts"
import { assemble } from "../src/internal/process/assemble.ts"
import type { ChildPage, FromChild } from "../src/internal/process/protocol.ts"
import { make } from "../src/internal/process/window.ts"

/** Points of a letter, by which a word is wider than its letters, so that spaces are narrow, and of a step between rows. */
const LETTER = 5
const OVERHANG = 2
const STEP = 12

/** Points from the edges of the page to the picture, and how far above its baseline the middle of a row is. */
const MARGIN = 60
const MIDDLE = 3

const regular: Font = { name: "Regular", bold: false, italic: false, mono: false, math: false }
const bold: Font = { ...regular, name: "Bold", bold: true }
const italic: Font = { ...regular, name: "Italic", italic: true }
const mono: Font = { ...regular, name: "Mono", mono: true }

interface Style {
  readonly font: Font
  readonly size: number
  readonly right: number
  readonly down: number
  readonly narrower: number
  readonly angle: number
  readonly mark: number
  readonly url: string | undefined
  readonly color: number
  /** The space before it is written. */
  readonly written: boolean
}

const plain: Style = {
  font: regular,
  size: 10,
  right: 0,
  down: 0,
  narrower: 0,
  angle: 0,
  mark: -1,
  url: undefined,
  color: 0,
  written: true
}

/** Font and size by the first character of a phrase. */
const styles = new Map<string, Partial<Style>>([
  ["#", { font: bold, size: 16 }],
  ["*", { font: bold }],
  ["/", { font: italic }],
  ["`", { font: mono }],
  [",", { size: 8 }]
])

const fonts = new Map<string, Font>([
  ["b", bold],
  ["i", italic],
  ["m", mono],
  ["f", { ...regular, name: "Math", math: true }],
  ["v", { ...regular, name: fieldFont }],
  ["r", regular]
])

/** The style from a pair of braces on. */
const styled = (style: Style, settings: string): Style => {
  let next = { ...style, written: true }
  for (const setting of settings.split(" ")) {
    const [, sign, rest] = /^([\^_><~@=&%]?)(.*)$/.exec(setting)!
    const value = Number(rest)
    if (sign === "^") next = { ...next, down: next.down - value }
    else if (sign === "_") next = { ...next, down: next.down + value }
    else if (sign === ">") next = { ...next, right: next.right + value }
    else if (sign === "<") next = { ...next, right: next.right - value }
    else if (sign === "~") next = { ...next, narrower: value }
    else if (sign === "@") next = { ...next, angle: value }
    else if (sign === "=") next = { ...next, mark: value }
    else if (sign === "&") next = { ...next, url: rest === "" ? undefined : rest }
    else if (sign === "%") next = { ...next, color: Number.parseInt(rest!, 16) }
    else if (rest === "!") next = { ...next, written: false }
    else if (fonts.has(rest!)) next = { ...next, font: fonts.get(rest!)! }
    else if (value > 0) next = { ...next, size: value }
    else throw new Error(`There is no setting ${setting} of a sketch`)
  }
  return next
}

/** What the lines that begin with `@` say of a page. */
interface Page {
  width: number
  height: number
  letter: number
  overhang: number
  step: number
  /** Whether spaces between words are written, or only seen. */
  spaced: boolean
  /** Whether the producer wrote row by row, over all columns, or one column after the other. */
  written: "rows" | "columns"
  /** Degrees by which the whole page is turned; 1000 for vertical writing. */
  turned: number
  /** Columns and rows of the picture. */
  readonly dots: Array<{ readonly x: number; readonly y: number; readonly width: number }>
  readonly boxes: Array<readonly [x0: number, y0: number, x1: number, y1: number]>
  tree: Node | undefined
  readonly outline: Map<string, number>
}

const directives: Readonly<Record<string, (page: Page, text: string) => void>> = {
  /** `@ page 595 842`: points. */
  page: (page, text) => {
    const [width, height] = text.split(" ").map(Number)
    Object.assign(page, { width, height })
  },
  /** `@ letter 4`: points of a letter of ten points. */
  letter: (page, text) => void (page.letter = Number(text)),
  /** `@ overhang 0`: points by which a word is wider than its letters. */
  overhang: (page, text) => void (page.overhang = Number(text)),
  /** `@ step 11`: points between rows. */
  step: (page, text) => void (page.step = Number(text)),
  /** `@ unspaced`: spaces between words are seen, but not written. */
  unspaced: (page) => void (page.spaced = false),
  /** `@ columns`: written one column after the other. */
  columns: (page) => void (page.written = "columns"),
  /** `@ turned 90`: degrees. */
  turned: (page, text) => void (page.turned = Number(text)),
  /** `@ dot 2 5 4`: column, row, and points of width. */
  dot: (page, text) => {
    const [x, y, width] = text.split(" ").map(Number) as [number, number, number]
    page.dots.push({ x, y, width })
  },
  /** `@ box 0 2 30 4`: columns and rows of two corners. */
  box: (page, text) => void page.boxes.push(text.split(" ").map(Number) as [number, number, number, number]),
  /** `@ tree (Document (H1 1) (P 2 3))`: roles, and marks in them. */
  tree: (page, text) => void (page.tree = treeOf(text)),
  /** `@ outline 2 sailing`: depth and normalised title, of the document. */
  outline: (page, text) => void page.outline.set(text.slice(2), Number(text[0]))
}

const treeOf = (text: string): Node => {
  const root: Array<Node> = []
  const open: Array<Array<Node>> = [root]
  for (const [token] of text.matchAll(/\([\w:]+|\)|\d+/g)) {
    if (token === ")") open.pop()
    else if (token.startsWith("(")) {
      const [role, columns, rows] = token.slice(1).split(":")
      const children: Array<Node> = []
      open.at(-1)!.push({
        role: role!,
        children,
        ...(columns === undefined ? {} : { colSpan: Number(columns) }),
        ...(rows === undefined ? {} : { rowSpan: Number(rows) })
      })
      open.push(children)
    } else open.at(-1)!.push({ type: "content", id: `p1R_mc${token}` })
  }
  return { role: "Root", children: root }
}

/** A word, or a part of one. */
interface Part {
  readonly text: string
  readonly style: Style
  /** Spaces before it. */
  readonly spaces: number
  /** A space stands behind it, or nothing. */
  readonly ends: boolean
}

interface Phrase {
  readonly parts: ReadonlyArray<Part>
  readonly row: number
  readonly column: number
  readonly place: number
}

const isRuling = (row: string): boolean => /^[\s|+-]*$/.test(row) && /--|\+/.test(row)

/** A row without its braces, and what stands in them by the place that they are at. */
const visible = (row: string): { readonly text: string; readonly settings: ReadonlyMap<number, string> } => {
  const settings = new Map<number, string>()
  let text = ""
  for (const [token, inner] of row.matchAll(/\{([^{}]+)\}|./gu)) {
    if (inner === undefined) text += token
    else settings.set(text.length, inner)
  }
  return { text, settings }
}

const phrasesOf = (rows: ReadonlyArray<string>): Array<Phrase> =>
  rows.flatMap((row, k) => {
    if (isRuling(row)) return []
    const { settings, text } = visible(row)
    return [...text.matchAll(/[^\s|]+(?: {1,2}[^\s|]+)*/g)].map((found, place): Phrase => {
      const first = styles.get(found[0].charAt(0))
      let style: Style = { ...plain, ...first }
      const parts: Array<Part> = []
      const skipped = first === undefined ? 0 : found[0].slice(1).search(/\S/) + 1
      let from = skipped
      const end = (to: number) => {
        if (to > from) {
          parts.push({
            text: found[0].slice(from, to),
            style,
            spaces: from === skipped ? 0 : /(?: *)$/.exec(found[0].slice(0, from))![0].length,
            ends: to === found[0].length || found[0][to] === " "
          })
          style = { ...style, written: true }
        }
      }
      for (let at = 0; at < found[0].length; at++) {
        const setting = settings.get(found.index + at)
        if (found[0][at] !== " " && setting === undefined) continue
        if (at >= skipped) {
          end(at)
          from = found[0][at] === " " ? at + 1 : at
        }
        if (setting !== undefined) style = styled(style, setting)
      }
      end(found[0].length)
      return { parts, row: k, column: found.index, place }
    })
  })

const rulesOf = (
  rows: ReadonlyArray<string>,
  x: (column: number) => number,
  y: (row: number) => number
): { readonly horizontal: Array<Rule>; readonly vertical: Array<Rule> } => {
  const shown = rows.map((row) => visible(row).text)
  const horizontal = shown.flatMap((row, k) =>
    isRuling(row)
      ? [...row.matchAll(/[-+]{2,}/g)].map((found) => ({
        at: y(k),
        from: x(found.index),
        to: x(found.index + found[0].length - 1)
      }))
      : []
  )
  const vertical: Array<Rule> = []
  const width = Math.max(...shown.map((row) => row.length))
  for (let column = 0; column < width; column++) {
    for (let from = 0; from < shown.length; from++) {
      let to = from
      while (to < shown.length && (shown[to]![column] === "|" || isRuling(shown[to]!) && shown[to]![column] === "+")) {
        to++
      }
      if (to - from > 1) vertical.push({ at: x(column), from: y(from), to: y(to - 1) })
      from = Math.max(from, to - 1)
    }
  }
  return { horizontal, vertical }
}

export interface Options {
  readonly written?: "rows" | "columns"
}

const trim = (picture: ReadonlyArray<string>): Array<string> => {
  const rows = [...picture]
  while (rows[0]?.trim() === "") rows.shift()
  while (rows.at(-1)?.trim() === "") rows.pop()
  const indent = Math.min(...rows.filter((row) => row.trim() !== "").map((row) => row.search(/\S/)))
  return rows.map((row) => row.slice(indent))
}

/** What a picture says about its page, and the rest of it. */
const read = (picture: string, options: Options): { readonly page: Page; readonly rows: ReadonlyArray<string> } => {
  const page: Page = {
    width: 595,
    height: 842,
    letter: LETTER,
    overhang: OVERHANG,
    step: STEP,
    spaced: true,
    written: options.written ?? "rows",
    turned: 0,
    dots: [],
    boxes: [],
    tree: undefined,
    outline: new Map()
  }
  const rows = picture.split("\n").filter((row) => {
    const [, name, text] = /^\s*@ (\w+) ?(.*)$/.exec(row) ?? []
    if (name === undefined) return true
    const directive = directives[name]
    if (directive === undefined) throw new Error(`There is no directive ${name} of a sketch`)
    directive(page, text!)
    return false
  })
  return { page, rows: trim(rows) }
}

/** Puts a point of text that runs from left to right where it is on a page that is turned. */
const turn = ({ height, turned, width }: Page, x: number, y: number): readonly [x: number, y: number] => {
  if (turned === 90 || turned === 1000) return [width - y, x]
  if (turned === 180) return [width - x, height - y]
  return turned === 270 ? [y, height - x] : [x, y]
}

const wordsOf = (page: Page, phrases: ReadonlyArray<Phrase>): { words: Array<Word>; links: Array<Link> } => {
  const words: Array<Word> = []
  const links: Array<Link> = []
  for (const { column, parts, row } of phrases) {
    let at = MARGIN + column * page.letter
    for (const { ends, spaces, style, text } of parts) {
      const letter = page.letter * style.size / plain.size
      at += spaces * letter
      const end = at + text.length * letter
      const width = end + (ends ? page.overhang : 0) - at - style.narrower
      const left = at + style.right
      const base = MARGIN + row * page.step + style.down
      const [x0, y] = turn(page, left, base)
      words.push({
        text,
        x0,
        x1: x0 + width,
        y,
        size: style.size,
        angle: page.turned + style.angle,
        font: style.font,
        color: style.color,
        spaced: spaces > 0 && page.spaced && style.written,
        index: words.length,
        mark: style.mark
      })
      if (style.url !== undefined) {
        links.push({ x0: left, x1: left + width, y0: base - style.size, y1: base + MIDDLE, url: style.url })
      }
      at = end
    }
  }
  return { words, links }
}

/** The page of a picture. */
export const sketch = (picture: string, options: Options = {}, number = 1): PageContent =>
  pageOf(read(picture, options), number)

const pageOf = ({ page, rows }: ReturnType<typeof read>, number: number): PageContent => {
  const phrases = phrasesOf(rows)
  if (page.written === "columns") phrases.sort((a, b) => a.place - b.place || a.row - b.row)
  const x = (column: number) => MARGIN + column * page.letter + page.letter / 2
  const y = (row: number) => MARGIN + row * page.step - MIDDLE
  return {
    number,
    width: page.width,
    height: page.height,
    ...wordsOf(page, phrases),
    ...rulesOf(rows, x, y),
    boxes: page.boxes.map(([x0, y0, x1, y1]) => ({ x0: x(x0), y0: y(y0), x1: x(x1), y1: y(y1) })),
    dots: page.dots.map((dot) => ({ x: x(dot.x), y: y(dot.y), width: dot.width })),
    pictures: 0,
    paths: 0,
    tree: page.tree
  }
}

const partsOf = (picture: string): ReadonlyArray<string> => picture.split(/^={3,}\n/m)

/** The pages of a picture with lines of `=` between them. */
export const sketches = (picture: string, options: Options = {}): Array<PageContent> =>
  partsOf(picture).map((page, k) => sketch(page, options, k + 1))

/** The markdown of pages. */
export const markdownOf = (...contents: ReadonlyArray<PageContent>): string => markdownUnder(new Map(), contents)

/** The markdown of the document in a picture. */
export const markdownOfPicture = (picture: string): string => assemble(composed(picture)).markdown

/** Letters that the layout of each page in a picture lost. */
export const lostOf = (picture: string): ReadonlyArray<number> => composed(picture).map(({ lost }) => lost ?? 0)

/** The pages of a picture as the parser process sends them. */
export const pagesOfPicture = (picture: string): ReadonlyArray<ChildPage> => composed(picture)

/** The pages of a picture as they are read. */
export const contentsOf = (picture: string): ReadonlyArray<PageContent> =>
  partsOf(picture).map((page, k) => pageOf(read(page, {}), k + 1))

const composed = (picture: string): ReadonlyArray<ChildPage> => {
  const outline = new Map(partsOf(picture).flatMap((page) => [...read(page, {}).page.outline]))
  return pagesUnder(outline, contentsOf(picture))
}

const markdownUnder = (outline: ReadonlyMap<string, number>, contents: ReadonlyArray<PageContent>): string =>
  assemble(pagesUnder(outline, contents)).markdown

const pagesUnder = (
  outline: ReadonlyMap<string, number>,
  contents: ReadonlyArray<PageContent>
): ReadonlyArray<ChildPage> => {
  const pages = new Map<number, ChildPage>()
  const send = (message: FromChild) => {
    if (message.kind === "page") pages.set(message.page.number, message.page)
    if (message.kind === "settled") { for (const page of message.pages) pages.set(page.number, page) }
  }
  const window = make({ id: 0, total: contents.length, outline, send })
  for (const page of contents) window.add(page)
  window.finish([])
  return [...pages.values()]
}
