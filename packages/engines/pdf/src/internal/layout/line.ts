/** Defines words and the lines that they form. */
import type { Font } from "../page/page.ts"
import { MIN_EM_OF_SPACE } from "./measures.ts"

export interface Piece {
  readonly text: string
  readonly x0: number
  readonly x1: number
  readonly y: number
  readonly size: number
  readonly font: Font
  readonly color?: number | undefined
  spaced: boolean
  readonly index: number
  readonly mark: number
  /** Baseline of the word; for a raised word, that of its base word. */
  row: number
  script: "sup" | "sub" | undefined
  url: string | undefined
  reference: string | undefined
  apart: boolean
}

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
  y: number
  y0: number
  y1: number
  size: number
  bold: boolean
  italic: boolean
  mono: boolean
  rtl: boolean
  mirrored: boolean
  readonly formula: boolean
  readonly entry: boolean
  index: number
}

/** Returns whether a line is wrapped: its first word does not fit at the end of the line above. */
export const isWrapped = (above: Line, line: Line, right: number): boolean => {
  const word = line.pieces[0]!
  return above.x1 + above.size * MIN_EM_OF_SPACE + word.x1 - word.x0 > right
}
