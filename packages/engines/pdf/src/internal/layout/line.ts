/** Words as placed in lines, and the lines. */
import type { Font } from "../page/page.ts"

export interface Piece {
  readonly text: string
  readonly x0: number
  readonly x1: number
  readonly y: number
  readonly size: number
  readonly font: Font
  spaced: boolean
  readonly index: number
  readonly mark: number
  /** Baseline of its row: its own, or that of its base word. */
  row: number
  script: "sup" | "sub" | undefined
  url: string | undefined
  /** Note references as markdown, if it is a mark with notes. */
  reference: string | undefined
  /** Whether it is a separate word, regardless of the gap. */
  apart: boolean
}

/** Sorts a row from left to right. Most rows are already in this order. */
export const sortAcross = <A extends { readonly x0: number }>(row: Array<A>): Array<A> => {
  for (let k = 1; k < row.length; k++) {
    if (!(row[k - 1]!.x0 <= row[k]!.x0)) return row.sort((a, b) => a.x0 - b.x0)
  }
  return row
}

export interface Line {
  readonly pieces: Array<Piece>
  text: string
  x0: number
  x1: number
  /** Baseline. */
  y: number
  /** Top and bottom of the letters. */
  y0: number
  y1: number
  size: number
  bold: boolean
  italic: boolean
  mono: boolean
  rtl: boolean
  /** Whether the brackets of a right-to-left line are stored in visual order. */
  mirrored: boolean
  /** Whether it is a displayed formula. */
  readonly formula: boolean
  /** Whether it is an entry of a table of contents. */
  readonly entry: boolean
  /** Index of its first word in the content stream. */
  index: number
}
