/**
 * Decides which blocks are headings. Each row of a table is a sign with a weight, and a block is a heading if the sum
 * of its signs' weights is positive. The weights are logarithms of odds, learned by logistic regression from 4,200
 * blocks of 281 documents.
 */
import { median, overlap } from "../page/geometry.ts"
import type { Block } from "./blocks.ts"
import { MAX_NEIGHBOURS } from "./bounds.ts"
import { bullet, numbered } from "./bullets.ts"
import type { Style } from "./elements.ts"
import {
  BIGGER_TO_BODY_SIZE_RATIO,
  LARGE_TO_BODY_SIZE_RATIO,
  LARGER_TO_BODY_SIZE_RATIO,
  SMALLER_TO_BODY_SIZE_RATIO
} from "./measures.ts"
import { typographyOf } from "./typography.ts"

export interface Candidate {
  readonly block: Block
  readonly text: string
  readonly style: Style
  readonly letters: number
  /** Font size in points. `ratio` is relative to the body text. */
  readonly size: number
  readonly ratio: number
  readonly isListed: boolean
}

export interface Place {
  readonly above: Block | undefined
  readonly below: Block | undefined
  readonly isBeside: boolean
  /** Gap in ems to the block above; infinite if there is none. */
  readonly gapAbove: number
  readonly gapBelow: number
  readonly right: number
  readonly height: number
}

export interface Context extends Pick<Place, "height" | "right"> {
  readonly style: Style
  readonly outlined: boolean
  readonly isListed: boolean
}

export interface Sign {
  readonly name: string
  readonly weight: number
}

interface TextSign extends Sign {
  readonly applies: (candidate: Candidate) => boolean
}

interface PlaceSign extends Sign {
  readonly holds: (place: Place, candidate: Candidate) => boolean
}

export const WEIGHT_WITHOUT_SIGNS = -3.1

/** A title in the outline is a heading, whatever the other signs are. */
const outlineSign: Sign = { name: "in the outline", weight: 20 }

const MAX_CHARACTERS_OF_TITLE = 160
const MAX_LINES_OF_TITLE = 3
const MIN_LETTERS_OF_TITLE = 3
const MIN_LETTER_SHARE_OF_TITLE = 0.45

const MAX_FORMULA_SIGNS_OF_TITLE = 2

/** Minimum ratio to the body size of headlines, covers and drop capitals. */
const HUGE_TO_BODY_SIZE_RATIO = 1.7

const SHORT_TITLE_CHARACTERS = 20
const MIN_SENTENCE_CHARACTERS = 60

/** Minimum share of letters in a title. A text with fewer is data. */
const MIN_LETTER_SHARE = 0.6

const CLOSE_GAP_EM = 0.5
const WIDE_GAP_EM = 1.8

/** Share of the page height in which running heads are. */
const EDGE_SHARE_OF_PAGE = 0.08

const SHORT_LINE_SHARE = 0.6

const WIDER_GAP_RATIO = 1.2

const MIN_CAPITALS = 4

const MIN_SHARE_OF_ROW = 0.5

export const captionStart =
  /^(?:(?:figure|fig\.|table|tab\.|chart|exhibit|plate|box)\s*(?:[\dIVX]|[A-Z]\b|:)|(?:sources?|notes?)\s*[:.])/i

const month =
  "(?:jan|ene|gen|feb|fe[bv]|fév|mar|mär|mrt|apr|avr|abr|ma[ijyg]|jun|juin|giu|jul|juil|lug|aug|aoû|ago|sep|set|o[ckt]t|out|nov|d[eéi][czs])\\p{L}{0,7}\\.?"

export const date = new RegExp(
  `^(?:(?:\\p{L}{3,10},?\\s)?(?:\\d{1,2}(?:\\.|st|nd|rd|th)?\\s(?:de\\s)?)?${month}(?:\\s\\d{1,2}(?:st|nd|rd|th)?,?)?,?\\s(?:de\\s)?(?:1[5-9]|20)\\d\\d|\\d{1,2}[./]\\d{1,2}[./](?:\\d\\d){1,2})$`,
  "iu"
)

const sectionNumber = /^((?:[A-Z]\.)?\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+\p{L}/u

const sectionName =
  /^(?:(?:[A-Z]\.)?\d{1,2}(?:\.\d{1,2}){0,4}\.?|[IVX]{1,5}\.|Chapter \d+|Appendix [A-Z]|Section \d+)\s+\p{Lu}/u

const numberedTitle = /^(?:(?:[A-Z]\.)?(?:\d+\.)*\d+\.?|[IVX]{1,5}\.)\s+\p{Lu}[\p{L}\s,&:'’-]+$/u

const isNumbered = (text: string): boolean => sectionName.test(text)

export const depthOf = (text: string): number => sectionNumber.exec(text)?.[1]!.split(".").length ?? 0

const isBold = ({ block, style }: Candidate): boolean => !style.bold && block.lines.every((line) => line.bold)

const isCapital = ({ letters, text }: Candidate): boolean =>
  letters >= MIN_CAPITALS && text === text.toUpperCase() && text !== text.toLowerCase()

const isColored = ({ block, style }: Candidate): boolean =>
  style.color !== undefined &&
  // Links do not count, because they are also coloured.
  block.lines.every(({ pieces }) =>
    pieces.every(({ color, url }) => color !== undefined && color !== style.color && url === undefined)
  )

const characters = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

const exclusions: ReadonlyArray<Omit<TextSign, "weight">> = [
  {
    name: "too long",
    applies: ({ block, text }) => text.length >= MAX_CHARACTERS_OF_TITLE || block.lines.length > MAX_LINES_OF_TITLE
  },
  {
    name: "hardly any letters",
    // Spaces and signs do not count next to a word: "Invoice 2026-1183" is a title.
    applies: ({ letters, text }) =>
      letters < MIN_LETTERS_OF_TITLE ||
      letters <= (/\p{L}{4}/u.test(text) ? characters(text) : text.length) * MIN_LETTER_SHARE_OF_TITLE
  },
  { name: "caption", applies: ({ text }) => captionStart.test(text) },
  { name: "date", applies: ({ text }) => date.test(text) },
  {
    name: "list item",
    applies: ({ block, text }) =>
      bullet.test(block.lines[0]!.text) || text.endsWith(":") && depthOf(text) === 1 && numbered.test(text)
  },
  { name: "dots that lead to a page number", applies: ({ text }) => /\.{2,}$|\.{4,}/.test(text) },
  { name: "formula", applies: ({ text }) => (text.match(/[\\{}=^_∑∫√≤≥]/gu)?.length ?? 0) > MAX_FORMULA_SIGNS_OF_TITLE }
]

const textSigns: ReadonlyArray<TextSign> = [
  { name: "larger than the text", weight: 1.6, applies: ({ ratio }) => ratio > BIGGER_TO_BODY_SIZE_RATIO },
  { name: "much larger than the text", weight: 0.4, applies: ({ ratio }) => ratio > LARGER_TO_BODY_SIZE_RATIO },
  { name: "as large as a main title", weight: 0.8, applies: ({ ratio }) => ratio > LARGE_TO_BODY_SIZE_RATIO },
  { name: "as large as a cover", weight: -0.2, applies: ({ ratio }) => ratio > HUGE_TO_BODY_SIZE_RATIO },
  { name: "smaller than the text", weight: -0.3, applies: ({ ratio }) => ratio < SMALLER_TO_BODY_SIZE_RATIO },
  { name: "bold", weight: 3.6, applies: isBold },
  {
    name: "italic",
    weight: 2.0,
    applies: ({ block, style }) => !style.italic && block.lines.every((line) => line.italic)
  },
  { name: "capitals", weight: 1.0, applies: isCapital },
  { name: "bold capitals", weight: 0.7, applies: (candidate) => isBold(candidate) && isCapital(candidate) },
  { name: "in another colour", weight: 4.1, applies: isColored },
  {
    name: "in another font",
    weight: 1.0,
    applies: ({ block, style }) => block.lines[0]!.pieces[0]!.font.name !== style.font
  },
  // Applies if whole paragraphs of the document have the style.
  {
    name: "in the style of running text",
    weight: -1.0,
    applies: ({ block, style }) => style.prose.has(typographyOf(block.lines[0]!))
  },
  {
    name: "monospace",
    weight: -0.9,
    applies: ({ block, style }) => !style.mono && block.lines.every((line) => line.mono)
  },
  { name: "section number", weight: 1.4, applies: ({ text }) => isNumbered(text) },
  { name: "section number with a dot", weight: 2.4, applies: ({ text }) => depthOf(text) > 1 },
  { name: "ends with a full stop", weight: -1.6, applies: ({ text }) => text.endsWith(".") },
  { name: "ends with a colon", weight: -0.6, applies: ({ text }) => text.endsWith(":") },
  { name: "ends with a comma", weight: -0.5, applies: ({ text }) => /[;,]$/.test(text) },
  { name: "ends with a question or exclamation mark", weight: 0.2, applies: ({ text }) => /[?!]$/.test(text) },
  { name: "several sentences", weight: -0.4, applies: ({ text }) => /\p{L}[.!?]\s/u.test(text) },
  { name: "short", weight: 0.4, applies: ({ text }) => text.length < SHORT_TITLE_CHARACTERS },
  { name: "as long as a sentence", weight: -1.2, applies: ({ text }) => text.length > MIN_SENTENCE_CHARACTERS },
  { name: "several lines", weight: -1.6, applies: ({ block }) => block.lines.length > 1 },
  // Main titles often have two lines.
  {
    name: "several large lines",
    weight: 1.7,
    applies: ({ block, ratio }) => block.lines.length > 1 && ratio > LARGE_TO_BODY_SIZE_RATIO
  },
  { name: "three lines", weight: -0.2, applies: ({ block }) => block.lines.length > 2 },
  { name: "starts with a sign", weight: -0.2, applies: ({ text }) => /^[^\p{L}\p{N}]/u.test(text) },
  { name: "few letters", weight: -0.2, applies: ({ letters, text }) => letters < text.length * MIN_LETTER_SHARE },
  { name: "number of three digits", weight: -0.8, applies: ({ text }) => /\d{3,}/.test(text) },
  { name: "URL or e-mail address", weight: -0.2, applies: ({ text }) => /@|https?:|www\./.test(text) },
  { name: "signs of code or formulas", weight: -0.6, applies: ({ text }) => /[\\{}=^_∑∫√≤≥]/.test(text) }
]

const isParagraph = (block: Block | undefined): boolean =>
  block !== undefined && block.lines.length > 0 &&
  (block.lines.length > 1 || block.lines[0]!.text.length > MIN_SENTENCE_CHARACTERS)

const placeSigns: ReadonlyArray<PlaceSign> = [
  { name: "close to the block above", weight: -1.1, holds: ({ gapAbove }) => gapAbove < CLOSE_GAP_EM },
  { name: "nothing below", weight: -0.6, holds: ({ gapBelow }) => gapBelow === Infinity },
  { name: "far from the block below", weight: 0.3, holds: ({ gapBelow }) => gapBelow > WIDE_GAP_EM },
  {
    name: "wider gap above than below",
    weight: 0.5,
    holds: ({ gapAbove, gapBelow }) => gapBelow !== Infinity && gapAbove > gapBelow * WIDER_GAP_RATIO
  },
  { name: "above a paragraph", weight: 0.6, holds: ({ below }) => isParagraph(below) },
  {
    name: "numbered title above a paragraph",
    weight: 1.4,
    holds: ({ below }, { block, isListed, text }) =>
      !isListed && block.lines.length === 1 && text.length < MIN_SENTENCE_CHARACTERS && numberedTitle.test(text) &&
      isParagraph(below)
  },
  {
    name: "above a short block in its style",
    weight: -0.8,
    holds: ({ below }, { block }) =>
      below?.lines.length === 1 && typographyOf(below.lines[0]!) === typographyOf(block.lines[0]!)
  },
  {
    name: "above text that continues",
    weight: -0.8,
    holds: ({ below }) => /^\p{Ll}/u.test(below?.lines[0]?.text ?? "")
  },
  {
    name: "above larger text",
    weight: -0.7,
    holds: ({ below }, { size }) => (below?.lines[0]?.size ?? 0) > size * BIGGER_TO_BODY_SIZE_RATIO
  },
  { name: "above a table", weight: -1.1, holds: ({ below }) => below?.table !== undefined },
  { name: "below a table", weight: -0.7, holds: ({ above }) => above?.table !== undefined },
  { name: "other text in the row", weight: -2.0, holds: ({ isBeside }) => isBeside },
  {
    name: "at the top of the page",
    weight: -0.3,
    holds: ({ height }, { block }) => block.y0 < height * EDGE_SHARE_OF_PAGE
  },
  {
    name: "small at the top of the page",
    weight: -1.3,
    holds: ({ height }, { block, ratio }) =>
      ratio <= LARGER_TO_BODY_SIZE_RATIO && block.y0 < height * EDGE_SHARE_OF_PAGE
  },
  {
    name: "at the foot of the page",
    weight: -0.9,
    holds: ({ height }, { block }) => block.y1 > height * (1 - EDGE_SHARE_OF_PAGE)
  },
  {
    name: "ends before the text does",
    weight: 0.8,
    holds: ({ right }, { block }) => block.x1 - block.x0 < (right - block.x0) * SHORT_LINE_SHARE
  }
]

const MAX_PLACE_WEIGHT = placeSigns.reduce((sum, { weight }) => sum + Math.max(0, weight), 0)

const placeOf = (
  { block, size }: Candidate,
  blocks: ReadonlyArray<Block>,
  at: number,
  page: Pick<Place, "height" | "right">
): Place => {
  let above: Block | undefined
  let below: Block | undefined
  let isBeside = false
  const last = Math.min(blocks.length, at + MAX_NEIGHBOURS)
  for (let k = Math.max(0, at - MAX_NEIGHBOURS); k < last; k++) {
    const other = blocks[k]!
    if (k === at) continue
    if (overlap(block.x0, block.x1, other.x0, other.x1) > 0) {
      if (other.y0 < block.y0 && other.y1 <= block.y1 && (above === undefined || other.y1 > above.y1)) above = other
      if (other.y1 > block.y1 && other.y0 >= block.y0 && (below === undefined || other.y0 < below.y0)) below = other
    } else if (
      other.table === undefined && other.lines.length < 3 &&
      overlap(block.y0, block.y1, other.y0, other.y1) > (block.y1 - block.y0) * MIN_SHARE_OF_ROW
    ) isBeside = true
  }
  const gapAbove = above === undefined ? Infinity : (block.y0 - above.y1) / size
  const gapBelow = below === undefined ? Infinity : (below.y0 - block.y1) / size
  return { above, below, isBeside, gapAbove, gapBelow, ...page }
}

const sum = (signs: ReadonlyArray<Sign>): number => signs.reduce((all, { weight }) => all + weight, 0)

/**
 * Returns the signs that a block is a heading; `undefined` if it is none. `at` is the index of the block in `blocks`,
 * which are in reading order.
 */
export const signsOf = (
  blocks: ReadonlyArray<Block>,
  at: number,
  text: string,
  { isListed, outlined, style, ...page }: Context
): ReadonlyArray<Sign> | undefined => {
  const block = blocks[at]!
  const size = median(block.lines.map((line) => line.size))
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const candidate: Candidate = { block, text, style, isListed, letters, size, ratio: size / style.body }
  if (outlined && letters > 1 && block.lines.length <= MAX_LINES_OF_TITLE) return [outlineSign]
  if (exclusions.some(({ applies }) => applies(candidate))) return undefined
  const signs: Array<Sign> = textSigns.filter(({ applies }) => applies(candidate))
  const weight = WEIGHT_WITHOUT_SIGNS + sum(signs)
  if (weight + MAX_PLACE_WEIGHT <= 0) return undefined
  const place = placeOf(candidate, blocks, at, page)
  for (const sign of placeSigns) if (sign.holds(place, candidate)) signs.push(sign)
  return WEIGHT_WITHOUT_SIGNS + sum(signs) > 0 ? signs : undefined
}
