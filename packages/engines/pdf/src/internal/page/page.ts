/** Defines a parsed page: words, rules, links, and the parts of the pdf.js page that are used. */
import type { Box } from "./geometry.ts"

export interface Font {
  readonly name: string
  readonly bold: boolean
  readonly italic: boolean
  readonly mono: boolean
  /** Whether it is a font for formulas. */
  readonly math: boolean
}

/** Name of the font for form field values. */
export const fieldFont = "form field"

/** Glyphs without a gap between them: a word, or a piece of one. */
export interface Word {
  readonly text: string
  readonly x0: number
  readonly x1: number
  /** Baseline. */
  readonly y: number
  readonly size: number
  /** Direction of writing in degrees, clockwise; 1000 is vertical writing. */
  readonly angle: number
  readonly font: Font
  /** Fill colour as a number, red first; absent if it is unknown. */
  readonly color?: number | undefined
  /** Whether a space glyph precedes it. */
  readonly spaced: boolean
  /** Index in the content stream. */
  readonly index: number
  /** Number of its marked content; -1 for none, -2 for an artifact. */
  readonly mark: number
}

/**
 * A horizontal or vertical rule. If it is horizontal, `from` and `to` are x and `at` is y; if vertical, the reverse.
 */
export interface Rule {
  from: number
  to: number
  at: number
}

export interface Link {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
  readonly url: string
}

/** A node of the structure tree from pdf.js: an element with a role, or content of the page. */
export interface Node {
  readonly role?: string
  readonly children?: ReadonlyArray<Node>
  readonly type?: string
  readonly id?: string
  readonly colSpan?: number
  readonly rowSpan?: number
}

export interface PageContent {
  readonly number: number
  readonly width: number
  readonly height: number
  readonly words: Array<Word>
  readonly horizontal: Array<Rule>
  readonly vertical: Array<Rule>
  /** Filled or stroked rectangles that may be table cells. */
  readonly boxes: Array<{ readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number }>
  /** Drawn discs, circles and squares that are small enough for bullets. */
  readonly dots: Array<{ readonly x: number; readonly y: number; readonly width: number }>
  /** Share of the page that pictures cover, 0 to 1. */
  pictures: number
  /** Boxes of the pictures; absent if only their share is known. */
  pictureBoxes?: ReadonlyArray<Box>
  /** Number of drawn paths, which may be letters. */
  paths: number
  readonly links: Array<Link>
  /** The structure tree, if the document has one. */
  tree: Node | undefined
  /** Number of hidden characters, which are not among the words, by cause. */
  readonly unseen?: Map<string, number>
  /** Number of glyphs that are missing in the words, because the page has too many. */
  readonly unreadGlyphs?: number
  /** Number of glyphs that were read as their codes, because their letters are unknown. */
  readonly unnamedGlyphs?: number
}

/** The parts of a pdf.js page that are used; its own types need the DOM library. */
export interface PdfPage {
  readonly getViewport: (options: { scale: number }) => { width: number; height: number; transform: Array<number> }
  readonly getOperatorList: (
    options: { annotationMode: number }
  ) => Promise<{ fnArray: Array<number>; argsArray: Array<unknown> }>
  readonly getStructTree: () => Promise<Node | null>
  readonly commonObjs: { has: (id: string) => boolean; get: (id: string) => unknown }
  readonly cleanup: () => void
}

export interface Annotation {
  readonly subtype?: string
  readonly rect?: ReadonlyArray<number> | null
  readonly url?: string
  readonly fieldType?: string
  readonly fieldValue?: unknown
  readonly checkBox?: boolean
  readonly radioButton?: boolean
  readonly exportValue?: string
  readonly buttonValue?: string
  readonly hidden?: boolean
  readonly annotationFlags?: number
  readonly contentsObj?: { readonly str?: string }
}
