import { median } from "../page/geometry.ts"
import type { Line } from "./line.ts"

const HALVES = 2

export const typographyOf = ({ bold, italic, pieces, size }: Line): string =>
  `${Math.round(size * HALVES)}${bold ? "b" : ""}${italic ? "i" : ""}#${pieces[0]?.color ?? ""}`

export const CAPITALS_RANK = 8
const BOLD_RANK = 4
const COLOR_RANK = 2
const UPRIGHT_RANK = 1
const RANKS = 16

/** Number of colours. A rank is stored with its colour as the fraction, because colours have no order. */
const COLORS = 2 ** 24

export const isCapital = (text: string): boolean => text === text.toUpperCase() && text !== text.toLowerCase()

/**
 * Returns the rank of a title: by size, then capitals, weight, colour, and slant. `usual` is the colour of most
 * letters of the document.
 */
export const prominenceOf = (lines: ReadonlyArray<Line>, text: string, usual: number | undefined): number => {
  const color = lines[0]!.pieces[0]!.url === undefined ? lines[0]!.pieces[0]!.color : usual
  const isColored = ({ color, url }: Line["pieces"][number]) =>
    usual !== undefined && url === undefined && color !== usual
  return Math.round(median(lines.map((line) => line.size))) * RANKS +
    (isCapital(text) ? CAPITALS_RANK : 0) +
    (lines.every((line) => line.bold) ? BOLD_RANK : 0) +
    (lines.every(({ pieces }) => pieces.every(isColored)) ? COLOR_RANK : 0) +
    (lines.every((line) => line.italic) ? 0 : UPRIGHT_RANK) +
    Math.max(0, color ?? 0) / COLORS
}
