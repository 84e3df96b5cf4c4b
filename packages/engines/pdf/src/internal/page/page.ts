/** Defines a parsed page: words, rules, links, and the parts of the pdf.js page that are used. */
import type { Box } from "./geometry.ts"

export interface Font {
  readonly name: string
  readonly bold: boolean
  readonly italic: boolean
  readonly mono: boolean
  readonly math: boolean
}

export const fieldFont = "form field"

export interface Word {
  readonly text: string
  readonly x0: number
  readonly x1: number
  readonly y: number
  readonly size: number
  /** Angle of the word, clockwise in degrees; 1000 for vertical writing. */
  readonly angle: number
  readonly font: Font
  readonly color?: number | undefined
  readonly spaced: boolean
  readonly index: number
  /** Number of the marked content; -1 outside of marked content, -2 for an artifact. */
  readonly mark: number
}

/** A horizontal rule extends from x `from` to x `to`, at y `at`. A vertical rule swaps x and y. */
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
  readonly boxes: Array<{ readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number }>
  readonly dots: Array<{ readonly x: number; readonly y: number; readonly width: number }>
  pictures: number
  /** Boxes of pictures; absent if only the share of the page that pictures cover is known. */
  pictureBoxes?: ReadonlyArray<Box>
  paths: number
  readonly links: Array<Link>
  tree: Node | undefined
  readonly unseen?: Map<string, number>
  /** Number of glyphs that are missing in the words, because the page has too many. */
  readonly unreadGlyphs?: number
  /** Number of glyphs that are read as their codes, because their letters are unknown. */
  readonly unnamedGlyphs?: number
}

/** The parts of a pdf.js page that are used. The types of pdf.js need the DOM library. */
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
