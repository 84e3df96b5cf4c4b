/** Converts blocks to document elements: headings, paragraphs, list items, code, tables. */
import { median } from "../page/geometry.ts"
import { fieldFont } from "../page/page.ts"
import { type Block, blockOf } from "./blocks.ts"
import { CANDIDATES } from "./bounds.ts"
import { bullet, leaders, numbered } from "./bullets.ts"
import { escapeStart, escapeText, inline, joinText } from "./inline.ts"
import type { Line } from "./line.ts"
import {
  BIGGER_TO_BODY_SIZE_RATIO,
  COLUMN_GAP,
  LARGE_TO_BODY_SIZE_RATIO,
  LARGER_TO_BODY_SIZE_RATIO,
  MOST,
  SAME_EDGE_POINTS,
  SAME_ROW_POINTS,
  SMALLER_TO_BODY_SIZE_RATIO
} from "./measures.ts"
import { toMarkdown } from "./table.ts"

export type Element =
  | {
    readonly kind: "heading"
    markdown: string
    text: string
    readonly size: number
    readonly bold: boolean
    /** Depth of the title's section number; 0 without a number. */
    readonly depth: number
    /** Box of the title on the page; absent if the structure tree declares the title. */
    readonly block?: Block
    level: number
  }
  | {
    readonly kind: "paragraph"
    markdown: string
    text: string
    readonly block: Block
    readonly caption: boolean
    /** Whether it is a quotation. */
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
    /** Box of the table on the page; absent if the structure tree declares the table. */
    readonly block?: Block
    /** The header of the table, if the table started on the previous page. */
    head?: string
  }

/** Maximum number of letters of a title. */
const TITLE_LETTERS = 160
/** Maximum number of letters of a short line, which needs less evidence for a title. */
const SHORT_TITLE = 60
/** Maximum number of letters of a title that is hardly larger than the text. */
const BOLD_TITLE = 110

/** Maximum number of lines of a title. */
const MAX_LINES_OF_TITLE = 3
/** Minimum number of letters of a title. */
const MIN_LETTERS_OF_TITLE = 3
/** Minimum share of letters among the characters of a title. */
const MIN_LETTER_SHARE_OF_TITLE = 0.45

/** Maximum formula signs in a title. */
const MAX_FORMULA_SIGNS_OF_TITLE = 2

/** Width of a monospace letter in ems. */
const PITCH = 0.6
/** Maximum number of consecutive empty lines in code. */
const MAX_EMPTY_LINES_OF_CODE = 2

/** Minimum numbered lines of a page that is a list. */
const LISTED = 6

/** A line that is shorter by this share of the block width ends a paragraph or title. */
const SHORT_LINE = 0.25
/** A line that is shorter by this share of the block width may precede a list item. */
const SHORT_BEFORE_NUMBER = 0.12

/** Minimum indentation of a paragraph's first line in ems. */
const MIN_INDENT_EM = 0.8
/** Maximum indentation of a paragraph's first line in ems. */
const MAX_INDENT_EM = 4

/** The document's typography. */
export interface Style {
  /** Size of most letters. */
  readonly body: number
  /** Whether most letters are bold, so that bold is not emphasis. */
  readonly bold: boolean
  /** Whether more than a few letters are italic, so that italics are not emphasis. */
  readonly italic: boolean
  /** Whether most letters are monospace, so that monospace is not evidence for code. */
  readonly mono: boolean
  /** Normalised titles of the document's outline with their depth. */
  readonly outline: ReadonlyMap<string, number>
}

const section =
  /^(?:(?:[A-Z]\.)?\d{1,2}(?:\.\d{1,2}){0,4}\.?|[IVX]{1,5}\.|Chapter \d+|Appendix [A-Z]|Section \d+)\s+\p{Lu}/u
const numberedTitle = /^(?:[A-Z]\.)?(?:\d+\.)*\d+\.?\s+\p{Lu}[\p{L}\s,&:'’-]+$/u
const captionStart =
  /^(?:(?:figure|fig\.|table|tab\.|chart|exhibit|plate|box)\s*(?:[\dIVX]|[A-Z]\b|:)|(?:sources?|notes?)\s*[:.])/i

const month =
  "(?:jan|ene|gen|feb|fe[bv]|fév|mar|mär|mrt|apr|avr|abr|ma[ijyg]|jun|juin|giu|jul|juil|lug|aug|aoû|ago|sep|set|o[ckt]t|out|nov|d[eéi][czs])\\p{L}{0,7}\\.?"

/** A date or month without other text. */
export const date = new RegExp(
  `^(?:(?:\\p{L}{3,10},?\\s)?(?:\\d{1,2}(?:\\.|st|nd|rd|th)?\\s(?:de\\s)?)?${month}(?:\\s\\d{1,2}(?:st|nd|rd|th)?,?)?,?\\s(?:de\\s)?(?:1[5-9]|20)\\d\\d|\\d{1,2}[./]\\d{1,2}[./](?:\\d\\d){1,2})$`,
  "iu"
)

export const normalise = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()

const depthOf = (text: string): number => {
  const match = /^((?:[A-Z]\.)?\d{1,2}(?:\.\d{1,2}){0,4})\.?\s/.exec(text)
  return match === null ? 0 : match[1]!.split(".").length
}

const isSmaller = (block: Block, next: Block | undefined): boolean =>
  next?.lines[0] !== undefined && block.lines[0]!.size < next.lines[0].size * SMALLER_TO_BODY_SIZE_RATIO

const heading = (block: Block, style: Style, listy: boolean, next?: Block): Element | undefined => {
  const { lines } = block
  if (lines.length > MAX_LINES_OF_TITLE) return undefined
  const text = joinText(lines.map((line) => line.text))
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const size = median(lines.map((line) => line.size))
  const bold = lines.every((line) => line.bold)
  const depth = depthOf(text)
  const outlined = style.outline.size === 0 ? undefined : style.outline.get(normalise(text))
  const found = (): Element => ({
    kind: "heading",
    markdown: inline(lines, { bold: true, italic: true }),
    text,
    size,
    bold,
    depth,
    block,
    level: 0
  })
  // A separate bold line may end with a full stop.
  const labelled = bold && !style.bold && lines.length === 1 && text.length < SHORT_TITLE &&
    /^\p{Lu}/u.test(text) &&
    !/[.!?]\s/.test(text)
  if (outlined !== undefined && letters > 1) return found()
  if (date.test(text)) return undefined
  // Formulas are also large and short. Text that is hardly larger than the body and as long as a sentence is a
  // sentence.
  if (
    (text.match(/[\\{}=^_∑∫√≤≥]/gu)?.length ?? 0) > MAX_FORMULA_SIGNS_OF_TITLE ||
    text.length > BOLD_TITLE && size < style.body * LARGE_TO_BODY_SIZE_RATIO
  ) {
    return undefined
  }
  if (
    text.length >= TITLE_LETTERS || letters < MIN_LETTERS_OF_TITLE ||
    letters <= text.length * MIN_LETTER_SHARE_OF_TITLE ||
    /[;,]$|\.{2,}$/.test(text) || text.endsWith(".") && !labelled || captionStart.test(text) ||
    bullet.test(lines[0]!.text) || text.endsWith(":") && depth === 1 && numbered.test(text) ||
    /\.{4,}/.test(text)
  ) return undefined
  const sectioned = section.test(text)
  const capitals = letters > MIN_LETTERS_OF_TITLE && text === text.toUpperCase() && text !== text.toLowerCase() &&
    !/\d{3,}/.test(text)
  const big = size > style.body * LARGER_TO_BODY_SIZE_RATIO
  const bigger = size > style.body * BIGGER_TO_BODY_SIZE_RATIO
  const is = big ||
    bold && !style.bold && lines.length <= 2 && text.length < BOLD_TITLE ||
    bold && lines.length === 1 && text.length < SHORT_TITLE && size > style.body * BIGGER_TO_BODY_SIZE_RATIO ||
    sectioned && (bigger || bold) && lines.length <= 2 ||
    sectioned && depth > 0 && lines.length === 1 && text.length < SHORT_TITLE && numberedTitle.test(text) &&
      !listy &&
      !isSmaller(block, next) ||
    capitals && lines.length <= 2 && bigger ||
    lines.length === 1 && lines[0]!.italic && !style.italic &&
      text.length < SHORT_TITLE &&
      /^\p{Lu}.*[\p{L}\p{N}]$/u.test(text) && /\s/.test(text) && size > style.body * SMALLER_TO_BODY_SIZE_RATIO
  return is ? found() : undefined
}

/** Returns the text of code with its indentation and empty lines. */
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

/** Returns code whose indentation is relative to `left`. */
export const code = (lines: ReadonlyArray<Line>, left = leftOf(lines)): Extract<Element, { kind: "code" }> => ({
  kind: "code",
  lines,
  markdown: codeOf(lines, left),
  text: ""
})

/** Returns the titles that end with a page number, which are entries of a table of contents. */
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

export const elementsOf = (blocks: ReadonlyArray<Block>, style: Style): Array<Element> => {
  const elements: Array<Element> = []
  let numberedLines = 0
  for (const block of blocks) for (const line of block.lines) if (numbered.test(line.text)) numberedLines++
  const listy = numberedLines > LISTED
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
    const title = block.set === true || areEntries ? undefined : heading(block, style, listy, blocks[k + 1])
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
  return elements
}

/** Returns the element of a bold line with a colon that introduces the text below it. */
const labelOf = ({ lines, x0, x1 }: Block, style: Style): Element | undefined => {
  const [first, second] = lines
  if (second === undefined || !first!.bold || second.bold || !/\s.*:$/.test(first!.text)) return undefined
  const isShort = first!.x1 < x1 - (x1 - x0) * SHORT_LINE && Math.abs(first!.x0 - second.x0) < SAME_EDGE_POINTS
  return isShort ? heading(blockOf([first!]), style, false) : undefined
}

/** Whether line breaks are intentional, as in an address or a poem: the next word would have fitted into the line. */
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

/** Writes lines one below the other. In a table of contents, the style of a separate line is not emphasis. */
const printSet = (lines: ReadonlyArray<Line>): string =>
  lines.map((line) => escapeStart(inline([line], { bold: line.entry, italic: line.entry }))).join("  \n")

const setParagraph = (block: Block): Element => ({
  kind: "paragraph",
  markdown: printSet(block.lines),
  text: joinText(block.lines.map((line) => line.text)),
  block,
  caption: true
})

/** Splits a block's lines at new paragraphs and list items. */
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
    // A list item ends at a line that starts to the left of the item's text.
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
