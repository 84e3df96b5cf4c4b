/** Determines the usual text style of a document from its letters: size, weight, slant and monospace. */
import type { Style } from "../layout/elements.ts"
import type { Frame } from "../layout/frame.ts"
import { NEARLY_ALL, usualOf } from "../layout/measures.ts"
import { add } from "../page/geometry.ts"

/** Number of letters by style, on all pages read so far. */
export interface Statistics {
  readonly sizes: Map<number, number>
  readonly monoSizes: Map<number, number>
  letters: number
  bold: number
  italic: number
  mono: number
  /** Styles of headings seen so far, by size. */
  readonly headings: Set<number>
  /** Level of each size, once known. */
  readonly levels: Map<number, number>
  readonly outline: ReadonlyMap<string, number>
  /** Words with a hyphen. */
  readonly hyphenated: Set<string>
}

export const empty = (outline: ReadonlyMap<string, number>): Statistics => ({
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

export const count = (statistics: Statistics, frame: Frame): void => {
  for (const line of frame.lines) {
    const letters = line.text.length
    add(line.mono ? statistics.monoSizes : statistics.sizes, line.size, letters)
    statistics.letters += letters
    if (line.bold) statistics.bold += letters
    if (line.italic) statistics.italic += letters
    if (line.mono) statistics.mono += letters
  }
}

/** A document's text counts as bold if more than this share of its letters are bold. */
const BOLD_SHARE = 0.5
/** A document's text counts as italic if more than this share of its letters are italic. */
const ITALIC_SHARE = 0.15

export const styleOf = (statistics: Statistics): Style => ({
  // Code is often smaller than the surrounding text, and there may be more of it.
  body: usualOf(statistics.mono > statistics.letters * NEARLY_ALL ? statistics.monoSizes : statistics.sizes),
  bold: statistics.bold > statistics.letters * BOLD_SHARE,
  italic: statistics.italic > statistics.letters * ITALIC_SHARE,
  mono: statistics.mono > statistics.letters * NEARLY_ALL,
  outline: statistics.outline
})

export const sameStyle = (a: Style, b: Style): boolean =>
  a.body === b.body && a.bold === b.bold && a.italic === b.italic && a.mono === b.mono && a.outline === b.outline
