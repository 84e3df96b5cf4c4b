/** Converts blocks to document elements: headings, paragraphs, list items, code, tables. */
import { median } from "../page/geometry.ts"
import { fieldFont } from "../page/page.ts"
import { type Block, blockOf } from "./blocks.ts"
import { CANDIDATES } from "./bounds.ts"
import { bullet, leaders, numbered } from "./bullets.ts"
import { escapeStart, escapeText, inline, joinText } from "./inline.ts"
import type { Line } from "./line.ts"
import { COLUMN_GAP, MOST, SAME_EDGE_POINTS, SAME_ROW_POINTS } from "./measures.ts"
import { toMarkdown } from "./table.ts"
import { captionStart, depthOf, type Sign, signsOf } from "./titles.ts"
import { prominenceOf } from "./typography.ts"

export type Element =
  | {
    readonly kind: "heading"
    markdown: string
    text: string
    readonly size: number
    prominence: number
    /** Absent if the structure tree declares the heading. */
    readonly signs?: ReadonlyArray<Sign>
    readonly depth: number
    readonly block?: Block
    level: number
  }
  | {
    readonly kind: "paragraph"
    markdown: string
    text: string
    readonly block: Block
    readonly caption: boolean
    readonly quoted?: boolean
  }
  | {
    readonly kind: "item"
    markdown: string
    text: string
    readonly marker: string
    readonly x: number
    readonly block: Block
  }
  | { readonly kind: "code"; readonly lines: ReadonlyArray<Line>; markdown: string; text: string }
  | {
    readonly kind: "table"
    markdown: string
    readonly columns: number
    text: string
    readonly block?: Block
    head?: string
  }

/** Maximum letters of a line that needs less evidence for a title. */
const SHORT_TITLE = 60
const MAX_LINES_OF_TITLE = 3
const MIN_LETTERS_OF_TITLE = 3
const PITCH = 0.6
const MAX_EMPTY_LINES_OF_CODE = 2

const LISTED = 6

/** Share of the block width that a line must lack to end a paragraph or title. */
const SHORT_LINE = 0.25
/** Share of the block width that a line must lack before a list item. */
const SHORT_BEFORE_NUMBER = 0.12

const MIN_INDENT_EM = 0.8
const MAX_INDENT_EM = 4

export interface Style {
  readonly body: number
  readonly bold: boolean
  /** Whether more than a few letters are italic. Italics are then not emphasis. */
  readonly italic: boolean
  readonly mono: boolean
  readonly outline: ReadonlyMap<string, number>
  readonly font: string
  readonly color: number | undefined
  readonly prose: ReadonlySet<string>
}

export const normalise = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()

interface Surroundings {
  readonly height: number
  readonly right: number
  readonly isListed: boolean
}

const heading = (
  blocks: ReadonlyArray<Block>,
  at: number,
  style: Style,
  surroundings: Surroundings
): Element | undefined => {
  const block = blocks[at]!
  const { lines } = block
  const text = joinText(lines.map((line) => line.text))
  const outlined = style.outline.size > 0 && style.outline.has(normalise(text))
  const signs = signsOf(blocks, at, text, { ...surroundings, style, outlined })
  return signs === undefined ? undefined : {
    kind: "heading",
    markdown: inline(lines, { bold: true, italic: true }),
    text,
    size: median(lines.map((line) => line.size)),
    prominence: prominenceOf(lines, text, style.color),
    signs,
    depth: depthOf(text),
    block,
    level: 0
  }
}

const codeOf = (lines: ReadonlyArray<Line>, left: number): string => {
  const leads = lines.slice(1).map((line, k) => line.y - lines[k]!.y)
  const down = leads.filter((lead) => lead > 0).sort((a, b) => a - b)
  const usual = down[(down.length - 1) >> 1] ?? 0
  return lines.map((line, k) => {
    const empty = k === 0 || usual === 0 ? 0 : Math.round(leads[k - 1]! / usual) - 1
    const indent = Math.max(0, Math.round((line.x0 - left) / (line.size * PITCH)))
    return "\n".repeat(Math.max(0, Math.min(MAX_EMPTY_LINES_OF_CODE, empty))) + " ".repeat(indent) + line.text
  }).join("\n")
}

export const leftOf = (lines: ReadonlyArray<Line>): number =>
  lines.reduce((least, line) => Math.min(least, line.x0), Infinity)

export const code = (lines: ReadonlyArray<Line>, left = leftOf(lines)): Extract<Element, { kind: "code" }> => ({
  kind: "code",
  lines,
  markdown: codeOf(lines, left),
  text: ""
})

const entriesOf = (blocks: ReadonlyArray<Block>): ReadonlyMap<Block, string> => {
  const entries = new Map<Block, string>()
  const numbers = blocks.filter(({ lines }) => lines.length === 1 && /^(?:\d{1,4}|[ivxlc]{1,6})$/.test(lines[0]!.text))
  if (numbers.length < 2 || numbers.length > CANDIDATES) return entries
  for (const block of blocks) {
    const [line] = block.lines
    if (line === undefined || block.lines.length > 1 || !line.bold || !/\p{L}{2}/u.test(line.text)) continue
    const number = numbers.find(({ lines: [other] }) =>
      Math.abs(other!.y - line.y) < SAME_ROW_POINTS && other!.x0 > line.x1 + line.size * COLUMN_GAP && other!.bold
    )
    if (number === undefined) continue
    entries.set(block, `${line.text} ${number.lines[0]!.text}`)
    entries.set(number, "")
  }
  return entries
}

/** Matches an asterisk after a word or number, which refers to a note. */
const reference = /[\p{L}\p{N})][ \u00a0]?\\?\*(?:[\s|]|$)/u

const hasReference = ({ lines, table }: Block): boolean =>
  lines.some(({ text }) => reference.test(text)) || table?.cells.some(({ text }) => reference.test(text)) === true

/**
 * Converts an item with an asterisk to a paragraph if an asterisk on the page refers to it, because the mark of a
 * note must remain.
 */
const keepNoteMarks = (elements: ReadonlyArray<Element>, blocks: ReadonlyArray<Block>): ReadonlyArray<Element> => {
  const isStarred = (element: Element | undefined): boolean => element?.kind === "item" && element.marker === "*"
  if (!elements.some(isStarred) || !blocks.some(hasReference)) return elements
  return elements.map((element, k): Element =>
    element.kind === "item" && isStarred(element) && !isStarred(elements[k - 1]) && !isStarred(elements[k + 1])
      ? { kind: "paragraph", markdown: element.markdown, text: element.text, block: element.block, caption: true }
      : element
  )
}

export const elementsOf = (
  blocks: ReadonlyArray<Block>,
  style: Style,
  page: { readonly height: number }
): ReadonlyArray<Element> => {
  const right = blocks.reduce((most, b) => Math.max(most, b.x1), 0)
  const elements: Array<Element> = []
  let numberedLines = 0
  for (const block of blocks) for (const line of block.lines) if (numbered.test(line.text)) numberedLines++
  const listy = numberedLines > LISTED
  const surroundings = { ...page, right, isListed: listy }
  const entries = entriesOf(blocks)
  for (const [k, block] of blocks.entries()) {
    const entry = entries.get(block)
    if (entry !== undefined) {
      if (entry !== "") {
        elements.push({ kind: "paragraph", markdown: escapeText(entry), text: entry, block, caption: true })
      }
      continue
    }
    if (block.table !== undefined) {
      const markdown = toMarkdown(block.table)
      if (markdown !== "") elements.push({ kind: "table", markdown, columns: block.table.columns, text: "", block })
      continue
    }
    const { lines } = block
    if (lines[0]!.formula) {
      const markdown = inline(lines, { bold: true, italic: true })
      elements.push({ kind: "paragraph", markdown, text: lines[0]!.text, block, caption: true })
      continue
    }
    const areEntries = lines.every((line) => line.entry)
    const title = block.set === true || areEntries || lines.length > MAX_LINES_OF_TITLE
      ? undefined
      : heading(blocks, k, style, surroundings)
    if (title !== undefined) {
      elements.push(title)
      continue
    }
    const coded = lines.length > 1 || lines[0]!.text.length > MIN_LETTERS_OF_TITLE || elements.at(-1)?.kind === "code"
    if (!style.mono && coded && lines.every((line) => line.mono)) {
      elements.push(code(lines))
      continue
    }
    if (block.set === true || areEntries) elements.push(setParagraph(block))
    else {
      const label = labelOf(block, style)
      if (label === undefined) elements.push(...paragraphs(block))
      else elements.push(label, ...paragraphs(blockOf(lines.slice(1))))
    }
  }
  return keepNoteMarks(elements, blocks)
}

const labelOf = ({ lines, x0, x1 }: Block, style: Style): Element | undefined => {
  const [first, second] = lines
  if (second === undefined || !first!.bold || second.bold || !/\s.*:$/.test(first!.text)) return undefined
  const isShort = first!.x1 < x1 - (x1 - x0) * SHORT_LINE && Math.abs(first!.x0 - second.x0) < SAME_EDGE_POINTS
  return isShort
    ? heading([blockOf([first!]), blockOf(lines.slice(1))], 0, style, { height: Infinity, right: x1, isListed: false })
    : undefined
}

/**
 * Returns whether line breaks are intentional, as in an address or a poem: the next word would have fitted into the
 * line.
 */
const areSet = (lines: ReadonlyArray<Line>): boolean => {
  if (
    lines.length < 2 || lines.some((line) => line.text.length > SHORT_TITLE || line.rtl || /[-\u00ad]$/.test(line.text))
  ) {
    return false
  }
  const right = lines.reduce((most, line) => Math.max(most, line.x1), -Infinity)
  const fits = lines.slice(1).filter((line, k) => {
    const word = line.pieces[0]!
    return lines[k]!.x1 + word.x1 - word.x0 + line.size < right
  })
  return fits.length > (lines.length - 1) * MOST
}

/** Writes lines of a table of contents, where bold and italic are not emphasis. */
const printSet = (lines: ReadonlyArray<Line>): string =>
  lines.map((line) => escapeStart(inline([line], { bold: line.entry, italic: line.entry }))).join("  \n")

const setParagraph = (block: Block): Element => ({
  kind: "paragraph",
  markdown: printSet(block.lines),
  text: joinText(block.lines.map((line) => line.text)),
  block,
  caption: true
})

const paragraphs = (block: Block): Array<Element> => {
  const { lines } = block
  const left = median(lines.map((line) => line.x0))
  const right = lines.reduce((most, line) => Math.max(most, line.x1), -Infinity)
  const width = block.x1 - block.x0
  const numberedLines = lines.filter((line) => numbered.test(line.text)).length
  const parts: Array<{ marker: string; lines: Array<Line> }> = []
  for (let k = 0; k < lines.length; k++) {
    const line = lines[k]!
    const before = lines[k - 1]
    const current = parts.at(-1)
    const bulleted = bullet.test(line.text)
    const counted = numbered.test(line.text) && line.pieces[0]!.font.name !== fieldFont && !leaders.test(line.text) &&
      !/\d[–-]$/.test(before?.text ?? "") &&
      (numberedLines > 1 || line.x0 <= block.x0 + SAME_EDGE_POINTS) &&
      (before === undefined || numberedLines > 1 || before.x1 < right - width * SHORT_BEFORE_NUMBER)
    const indented = before !== undefined && current?.marker === "" && line.x0 > left + line.size * MIN_INDENT_EM &&
      line.x0 < left + line.size * MAX_INDENT_EM && before.x0 <= left + line.size * MIN_INDENT_EM &&
      /[.!?:"”)]$/.test(before.text)
    const short = before !== undefined && current?.marker === "" && before.x1 < right - width * SHORT_LINE &&
      /[.!?:]$/.test(before.text) && /^(?:\p{Lu}|["“(])/u.test(line.text)
    // A line that starts to the left of an item's text ends the item.
    const fallen = before !== undefined && current !== undefined && current.marker !== "" &&
      line.x0 <= current.lines[0]!.x0 + 1 && before.x1 < right - width * SHORT_BEFORE_NUMBER &&
      /^[^\p{Ll}]/u.test(line.text)
    const listed = before !== undefined && leaders.test(before.text)
    if (current === undefined || listed || bulleted || counted || indented || short || fallen) {
      const marker = bulleted ? bullet.exec(line.text)![0] : counted ? numbered.exec(line.text)![0] : ""
      parts.push({ marker, lines: [line] })
    } else current.lines.push(line)
  }
  return parts.map(({ lines, marker }): Element => {
    const text = joinText(lines.map((line) => line.text))
    const bold = lines.every((line) => line.bold)
    const italic = lines.every((line) => line.italic)
    const markdown = inline(lines, { bold, italic })
    if (marker === "") {
      const flowing = bold && text.length > 1 ? inline(lines) : markdown
      return {
        kind: "paragraph",
        markdown: areSet(lines) ? printSet(lines) : flowing,
        text,
        block,
        caption: captionStart.test(text)
      }
    }
    return { kind: "item", markdown, text, marker: marker.trim(), x: lines[0]!.x0, block }
  })
}
