/** Pages to markdown: what repeats on every page goes, what a page break cuts is joined, headings get their levels. */
import { type Block, blockOf } from "../layout/blocks.ts"
import { isBullet, withoutBullet } from "../layout/bullets.ts"
import { code, type Element, leftOf, normalise, type Style } from "../layout/elements.ts"
import type { Frame } from "../layout/frame.ts"
import * as Hyphens from "../layout/hyphens.ts"
import { escapeStart, junction } from "../layout/inline.ts"
import { type Layout, layout, toElements } from "../layout/layout.ts"
import type { Line } from "../layout/line.ts"
import { NEARLY_ALL, SAME_SIZE_POINTS, SMALLER_TO_BODY_SIZE_RATIO, usualOf } from "../layout/measures.ts"
import { add, median, mode } from "../page/geometry.ts"
import * as Furniture from "./furniture.ts"
import * as Ledger from "./ledger.ts"
import * as Notes from "./notes.ts"

/** Letters counted over all pages seen so far. */
export interface Statistics {
  readonly sizes: Map<number, number>
  readonly monoSizes: Map<number, number>
  letters: number
  bold: number
  italic: number
  mono: number
  /** Styles of headings seen so far, by size. */
  readonly headings: Set<number>
  /** Level of each size, once it is known. */
  readonly levels: Map<number, number>
  readonly outline: ReadonlyMap<string, number>
  /** Words that are written with a hyphen. */
  readonly hyphenated: Set<string>
}

const empty = (outline: ReadonlyMap<string, number>): Statistics => ({
  sizes: new Map(),
  monoSizes: new Map(),
  letters: 0,
  bold: 0,
  italic: 0,
  mono: 0,
  headings: new Set(),
  levels: new Map(),
  outline,
  hyphenated: new Set()
})

const count = (statistics: Statistics, frame: Frame): void => {
  for (const line of frame.lines) {
    const letters = line.text.length
    add(line.mono ? statistics.monoSizes : statistics.sizes, line.size, letters)
    statistics.letters += letters
    if (line.bold) statistics.bold += letters
    if (line.italic) statistics.italic += letters
    if (line.mono) statistics.mono += letters
  }
}

/** Part of the letters of a document by which it is bold, or in italics. */
const BOLD_SHARE = 0.5
const ITALIC_SHARE = 0.15

const styleOf = (statistics: Statistics): Style => ({
  // code is often smaller than the text around it, and there may be more of it
  body: usualOf(statistics.mono > statistics.letters * NEARLY_ALL ? statistics.monoSizes : statistics.sizes),
  bold: statistics.bold > statistics.letters * BOLD_SHARE,
  italic: statistics.italic > statistics.letters * ITALIC_SHARE,
  mono: statistics.mono > statistics.letters * NEARLY_ALL,
  outline: statistics.outline
})

const sameStyle = (a: Style, b: Style): boolean =>
  a.body === b.body && a.bold === b.bold && a.italic === b.italic && a.mono === b.mono && a.outline === b.outline

/** An element in the markdown of its page: from which character to which, and its place on the page. */
export interface Placed {
  readonly kind: Element["kind"]
  readonly from: number
  readonly to: number
  /** Points from the left and the top edge: left, top, right, bottom. */
  readonly box?: readonly [number, number, number, number]
}

export interface ComposedPage {
  readonly number: number
  readonly markdown: string
  /** What the markdown is made of. */
  readonly placed?: ReadonlyArray<Placed>
  /** Definitions of the footnotes of this page, which its markdown refers to. */
  readonly notes: string
  /** Parts between the previous page and this one in the document: a space when a sentence runs on. */
  readonly glue: string
  /** Characters at the end of the page before that the document leaves out: the hyphen of a broken word. */
  readonly cut: number
  /** Characters at the start of this page that the document leaves out: the repeated head of a table. */
  readonly skip: number
  /** Letters that its layout lost, where they are too many: the page is printed line by line then. */
  readonly lost?: number
}

const runsOn = (before: Element | undefined, after: Element | undefined): boolean =>
  before !== undefined && after !== undefined &&
  (before.kind === "paragraph" && !before.caption || before.kind === "item") &&
  after.kind === "paragraph" && !after.caption && before.block !== after.block &&
  /[\p{Ll},;\-\u00ad]$/u.test(before.text) &&
  /^\p{Ll}/u.test(after.text)

/** Code cut by blank lines. */
const joinCode = (elements: ReadonlyArray<Element>): Array<Element> => {
  const joined: Array<Element> = []
  for (let from = 0; from < elements.length;) {
    let to = from
    const lines: Array<Line> = []
    for (let part = elements[to]; part?.kind === "code"; part = elements[++to]) {
      for (const line of part.lines) lines.push(line)
    }
    joined.push(to > from + 1 ? code(lines) : elements[from]!)
    from = Math.max(to, from + 1)
  }
  return joined
}

const sizeOf = (element: Element | undefined): number =>
  element?.kind === "paragraph" ? median(element.block.lines.map((line) => line.size)) : 0

/** Most parts that may stand between two halves of a paragraph. */
const MOST_BETWEEN = 6

/** Words that what is smaller than the paragraph has at least. */
const WORDS_BETWEEN = 3

/** Letters of the first half of a title that goes on in the next part. */
const HALF_TITLE = 60

/** Points to the left edge of the next column, and by which an item of the next level stands further in. */
const NEXT_COLUMN = 110
const NEXT_LEVEL = 7

/** Letters of the deepest indentation: beyond it markdown would see code. */
const DEEPEST_INDENT = 24

/** The least heading that markdown has. */
const LEAST_HEADING = 6

/** A table, or words that are smaller than the text; a formula is part of its sentence. */
const standsBetween = (element: Element, size: number): boolean =>
  element.kind === "table" ||
  sizeOf(element) > 0 && sizeOf(element) < size * SMALLER_TO_BODY_SIZE_RATIO &&
    (element.text.match(/\p{L}{3}/gu)?.length ?? 0) > WORDS_BETWEEN

/** What is set smaller, or is a table, between the two halves of a paragraph comes after it: figures, small print. */
const closeGaps = (elements: ReadonlyArray<Element>): ReadonlyArray<Element> => {
  const order = [...elements]
  for (let k = 0; k < order.length - 2; k++) {
    const half = order[k]!
    if (half.kind !== "paragraph" || !/[\p{Ll},-]$/u.test(half.text)) continue
    const size = sizeOf(half)
    let next = k + 1
    while (next < order.length && next - k <= MOST_BETWEEN && standsBetween(order[next]!, size)) next++
    if (next === k + 1 || Math.abs(sizeOf(order[next]) - size) > SAME_SIZE_POINTS || !runsOn(half, order[next])) {
      continue
    }
    const other = order[next]!
    order.copyWithin(k + 2, k + 1, next)
    order[k + 1] = other
  }
  return order
}

/** Numbered titles with nothing between them that are a list: of contents, of steps. */
const LEAST_TITLES = 3

type Heading = Extract<Element, { kind: "heading" }>

const titleNumber = /^(\d{1,2})[.)]?\s/

/** The number of a title of the first depth. */
const numberOf = (element: Element | undefined): number | undefined => {
  const number = element?.kind === "heading" && element.block !== undefined && element.depth === 1
    ? titleNumber.exec(element.text)?.[1]
    : undefined
  return number === undefined ? undefined : Number(number)
}

const toItem = ({ block, markdown, text }: Heading & { readonly block: Block }): Element => ({
  kind: "item",
  markdown,
  text,
  marker: `${titleNumber.exec(text)![1]}.`,
  x: block.x0,
  block
})

/** Titles that follow each other by number, without a text of their own, become the items that they are. */
const listTitles = (elements: ReadonlyArray<Element>): ReadonlyArray<Element> => {
  const listed = [...elements]
  for (let from = 0; from < listed.length;) {
    let to = from + 1
    while (to < listed.length && numberOf(listed[to]) === (numberOf(listed[to - 1]) ?? NaN) + 1) to++
    if (to - from >= LEAST_TITLES) {
      for (let k = from; k < to; k++) listed[k] = toItem(listed[k] as Heading & { readonly block: Block })
    }
    from = to
  }
  return listed
}

/** Paragraphs cut by a column or a page, code cut by a blank line, titles cut by a line break. */
const join = (elements: ReadonlyArray<Element>): Array<Element> => {
  const joined: Array<Element> = []
  for (const element of closeGaps(joinCode(listTitles(elements)))) {
    const before = joined.at(-1)
    if (before !== undefined && before.kind === "paragraph" && runsOn(before, element)) {
      const { cut, space } = junction(before.text, element.text)
      const glue = space ? " " : ""
      before.markdown = (cut > 0 ? before.markdown.slice(0, -cut) : before.markdown) + glue + element.markdown
      before.text = (cut > 0 ? before.text.slice(0, -cut) : before.text) + glue + element.text
      continue
    }
    if (
      before?.kind === "heading" && element.kind === "heading" && before.size === element.size &&
      before.text.length < HALF_TITLE &&
      /^\p{Ll}/u.test(element.text)
    ) {
      before.text += ` ${element.text}`
      before.markdown += ` ${element.markdown}`
      continue
    }
    joined.push(element)
  }
  return joined
}

const fence = (code: string): string => code.includes("```") ? "~~~~" : "```"

const print = (element: Element): string => {
  switch (element.kind) {
    case "heading":
      return `${"#".repeat(Math.max(1, Math.min(LEAST_HEADING, element.level)))} ${element.markdown}`
    case "code":
      return `${fence(element.markdown)}\n${element.markdown}\n${fence(element.markdown)}`
    case "table":
      return element.markdown
    case "item":
      return printItem(element)
    case "paragraph":
      return element.quoted === true ? `> ${element.markdown}` : escapeStart(element.markdown)
  }
}

const printItem = (item: Extract<Element, { kind: "item" }>): string => {
  if (isBullet(`${item.marker} `)) return `- ${withoutBullet(item.markdown)}`
  return /^\d{1,3}[.)]$/.test(item.marker) ? item.markdown : `- ${item.markdown}`
}

/** An item that stands further in than the one before it belongs to that, where the one before is an item too. */
const indents = (elements: ReadonlyArray<Element>): ReadonlyArray<string> => {
  let open: Array<{ readonly x: number; readonly top: number; readonly inner: string }> = []
  return elements.map((element) => {
    if (element.kind !== "item") {
      open = []
      return ""
    }
    const last = open.at(-1)
    // the next column is no deeper level
    if (last !== undefined && (element.x > last.x + NEXT_COLUMN || element.block.y1 < last.top)) open = []
    while (open.length > 0 && element.x < open.at(-1)!.x + NEXT_LEVEL) open.pop()
    const indent = open.at(-1)?.inner ?? ""
    const inner = indent + (/^\d/.test(element.marker) ? " ".repeat(element.marker.length + 1) : "  ")
    open.push({ x: element.x, top: element.block.y0, inner })
    return indent.length > DEEPEST_INDENT ? "" : indent
  })
}

const isQuoted = (element: Element): boolean => element.kind === "paragraph" && element.quoted === true

const gap = (before: Element, after: Element): string => {
  if (before.kind === "item" && after.kind === "item") return "\n"
  return isQuoted(before) && isQuoted(after) ? "\n>\n" : "\n\n"
}

const boxOf = (element: Element): Placed["box"] => {
  const block = element.kind === "code" ? blockOf(element.lines) : element.block
  return block === undefined || block.index === Infinity ? undefined : [block.x0, block.y0, block.x1, block.y1]
}

const printAll = (elements: ReadonlyArray<Element>) => {
  let markdown = ""
  const indent = indents(elements)
  const placed = elements.map((element, k): Placed => {
    const before = elements[k - 1]
    if (before !== undefined) markdown += gap(before, element)
    const from = markdown.length + indent[k]!.length
    markdown += indent[k]! + print(element)
    const box = boxOf(element)
    return { kind: element.kind, from, to: markdown.length, ...(box === undefined ? {} : { box }) }
  })
  return { markdown, placed }
}

const outlineDepth = ({ outline }: Statistics, text: string): number | undefined =>
  outline.size === 0 ? undefined : outline.get(normalise(text))

/** The least depth of section numbers of each size. */
const depths = (pages: ReadonlyArray<ReadonlyArray<Element>>): ReadonlyMap<number, number> => {
  const least = new Map<number, number>()
  for (const elements of pages) {
    for (const element of elements) {
      if (element.kind !== "heading" || element.depth === 0) continue
      const size = Math.round(element.size)
      least.set(size, Math.min(element.depth, least.get(size) ?? element.depth))
    }
  }
  return least
}

/**
 * Larger is higher. Where the document has an outline, the sizes of its titles say which level a size is. A level that
 * is settled stays: pages with it are gone.
 */
const setLevels = (
  pages: ReadonlyArray<ReadonlyArray<Element>>,
  statistics: Statistics,
  settled: boolean
): void => {
  const levels = settled ? statistics.levels : new Map(statistics.levels)
  const headings = settled ? statistics.headings : new Set(statistics.headings)
  const votes = new Map<number, Map<number, number>>()
  for (const elements of pages) {
    for (const element of elements) {
      if (element.kind !== "heading") continue
      const size = Math.round(element.size)
      headings.add(size)
      const depth = outlineDepth(statistics, element.text)
      if (depth === undefined) continue
      const sizes = votes.get(size)
      if (sizes === undefined) votes.set(size, new Map([[depth, 1]]))
      else add(sizes, depth, 1)
    }
  }
  const shallowest = depths(pages)
  let level = 0
  for (const size of [...headings].sort((a, b) => b - a)) {
    const known = levels.get(size)
    const voted = votes.get(size)
    level = known ?? Math.max(level + (voted === undefined ? 1 : 0), voted === undefined ? 0 : mode(voted)!)
    if (voted !== undefined || known === undefined) levels.set(size, Math.max(1, Math.min(LEAST_HEADING, level)))
  }
  for (const elements of pages) {
    for (const element of elements) {
      if (element.kind !== "heading" || element.level > 0) continue
      const size = Math.round(element.size)
      // titles of one size may be numbered as parts of each other
      const deeper = element.depth === 0 ? 0 : element.depth - (shallowest.get(size) ?? element.depth)
      element.level = outlineDepth(statistics, element.text) ?? (levels.get(size) ?? 1) + deeper
    }
  }
}

/** A table that goes on over the page break: its head, when it is repeated, is left out, else it is a row. */
const continuation = (before: string, after: string): { readonly glue: string; readonly skip: number } | undefined => {
  if (!before.startsWith("|") || !after.startsWith("|")) return undefined
  const [head, separator] = before.split("\n", 2)
  const [first, second] = after.split("\n", 2)
  if (separator !== second || first === undefined || second === undefined) return undefined
  const skip = Math.min(after.length, first.length + second.length + 2)
  const rest = skip < after.length ? "\n" : ""
  return head === first ? { glue: rest, skip } : { glue: `\n${first}${rest}`, skip }
}

/** A page on its way, with the layout it was last given. */
export interface Draft {
  readonly sheet: Furniture.Sheet
  readonly notes: Array<Notes.Note>
  layout: Layout | undefined
  /** Its parts, as long as neither the layout nor the typography changes. */
  told: { readonly layout: Layout; readonly style: Style; readonly elements: ReadonlyArray<Element> } | undefined
  /** Letters that its layout lost. */
  lost: number
}

export interface Composer {
  /** Takes the next page. */
  readonly add: (frame: Frame) => Draft
  /** The page alone, as far as it can be told from the pages so far. */
  readonly draft: (draft: Draft) => ComposedPage
  /** Composes pages that follow each other; `before` is the last element of the page before them. */
  readonly settle: (
    drafts: ReadonlyArray<Draft>,
    before: Element | undefined
  ) => { readonly pages: Array<ComposedPage>; readonly last: Element | undefined }
}

export const make = (outline: ReadonlyMap<string, number>): Composer => {
  const statistics = empty(outline)
  const furniture = Furniture.make()
  const label = Notes.labels()
  const elementsOf = (drafts: ReadonlyArray<Draft>, settled: boolean): Array<Array<Element>> => {
    const style = styleOf(statistics)
    const elements = drafts.map((draft) => {
      const { frame } = draft.sheet
      const known = draft.layout = layout(frame, furniture.strip(draft.sheet), draft.layout)
      if (draft.told?.layout !== known || !sameStyle(draft.told.style, style)) {
        const laidOut = join(toElements(frame, known, style))
        const account = { frame, kept: known.lines, elements: laidOut, isTagged: known.told !== undefined }
        const ledger = Ledger.balance(account)
        draft.lost = Ledger.isShort(ledger) ? ledger.lost : 0
        const elements = draft.lost === 0 ? laidOut : Ledger.plain(frame, known.lines)
        draft.told = { layout: known, style, elements }
      }
      // copies: levels and heads of tables are written into them
      return draft.told.elements.map((element) => ({ ...element }))
    })
    setLevels(elements, statistics, settled)
    return elements
  }
  return {
    add: (frame) => {
      count(statistics, frame)
      Hyphens.collect(frame.lines, statistics.hyphenated)
      Hyphens.keep(frame.lines, statistics.hyphenated)
      const { lines, notes } = Notes.takeNotes(frame, label)
      return { sheet: furniture.see(frame, lines), notes, layout: undefined, told: undefined, lost: 0 }
    },
    draft: (draft) => connect([draft], elementsOf([draft], false), undefined).pages[0]!,
    settle: (drafts, before) => {
      const elements = elementsOf(drafts, true)
      return tieEndnotes(drafts, elements, label)
        ? connect(drafts, elementsOf(drafts, true).map(withoutEndnotes), before)
        : connect(drafts, elements, before)
    }
  }
}

/** An item of a list of notes, as web pages have them: it ends with a link back to its mark. */
const isEndnote = (element: Element): element is Extract<Element, { kind: "item" }> =>
  element.kind === "item" && /^\d{1,3}\.$/.test(element.marker) && /\u21a9\ufe0e?$/.test(element.text)

const withoutEndnotes = (elements: ReadonlyArray<Element>): Array<Element> =>
  elements.filter((element) => !isEndnote(element))

/** Takes the notes at the end of a text as such, when each of them is referred to. True when there are any. */
const tieEndnotes = (
  drafts: ReadonlyArray<Draft>,
  elements: ReadonlyArray<ReadonlyArray<Element>>,
  label: Notes.Label
): boolean => {
  const known = new Map<string, { readonly draft: Draft; readonly markdown: string }>()
  elements.forEach((parts, k) => {
    for (const element of parts) {
      if (!isEndnote(element)) continue
      const markdown = element.markdown.replace(/^\d+\.\s*/, "").replace(/\s*\u21a9\ufe0e?/, "")
      known.set(element.marker.slice(0, -1), { draft: drafts[k]!, markdown })
    }
  })
  if (known.size === 0) return false
  const references = drafts.flatMap(({ sheet }) => [...Notes.raised(sheet.lines).keys()])
  const wanted = new Set(references.flatMap((piece) => piece.text.split(",")))
  if (![...known.keys()].every((mark) => wanted.has(mark))) return false
  const name = (mark: string) => label(mark, known.get(mark)!.draft.sheet.frame.number)
  for (const piece of references) Notes.tie(piece, known, name, new Set())
  for (const [mark, { draft, markdown }] of known) draft.notes.push({ label: name(mark), markdown })
  // what the structure tree says was printed before
  for (const draft of drafts) draft.layout = undefined
  return true
}

/** Code that goes on over the page break keeps the left edge it had. */
const continueCode = (before: Element | undefined, parts: ReadonlyArray<Element>): ReadonlyArray<Element> => {
  const [first] = parts
  if (before?.kind !== "code" || first?.kind !== "code") return parts
  return [code(first.lines, Math.min(leftOf(before.lines), leftOf(first.lines))), ...parts.slice(1)]
}

/** Prints the pages and says how each goes on from the one before. */
const connect = (
  drafts: ReadonlyArray<Draft>,
  elements: ReadonlyArray<ReadonlyArray<Element>>,
  before: Element | undefined
) => {
  let last = before
  const pages = elements.map((found, k): ComposedPage => {
    const parts = continueCode(last, found)
    const { markdown, placed } = printAll(parts)
    let glue = "\n\n"
    let cut = 0
    let skip = 0
    const first = parts[0]
    if (last !== undefined && first !== undefined) {
      if (runsOn(last, first)) {
        const joint = junction("text" in last ? last.text : "", first.text)
        cut = joint.cut
        glue = joint.space ? " " : ""
      } else if (last.kind === "item" && first.kind === "item") glue = "\n"
      else if (last.kind === "code" && first.kind === "code" && fence(last.markdown) === fence(first.markdown)) {
        glue = "\n"
        cut = skip = fence(first.markdown).length + 1
      } else if (last.kind === "table" && first.kind === "table") {
        const head = continuation(last.head ?? last.markdown, first.markdown)
        if (head !== undefined) {
          glue = head.glue
          skip = head.skip
          // the next page is compared with the head of the whole table
          if (parts.length === 1) first.head = last.head ?? last.markdown
        }
      }
    }
    last = parts.at(-1) ?? last
    const notes = drafts[k]!.notes.map(Notes.print).join("\n")
    const { lost, sheet } = drafts[k]!
    return { number: sheet.frame.number, markdown, placed, notes, glue, cut, skip, ...(lost === 0 ? {} : { lost }) }
  })
  return { pages, last }
}
