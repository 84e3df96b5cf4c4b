/** The typography of lines: size, weight, slant and colour. */
import { median } from "../page/geometry.ts"
import type { Line } from "./line.ts"

/** Halves of a point, to which sizes are rounded. */
const HALVES = 2

/** Returns a key that is equal for lines in the same style. */
export const typographyOf = ({ bold, italic, pieces, size }: Line): string =>
  `${Math.round(size * HALVES)}${bold ? "b" : ""}${italic ? "i" : ""}#${pieces[0]?.color ?? ""}`

/** Rank of capitals among headings of the same size. */
export const CAPITALS_RANK = 8
/** Rank of bold letters among headings of the same size. */
const BOLD_RANK = 4
/** Rank of another colour among headings of the same size. */
const COLOR_RANK = 2
/** Rank of upright letters, which is above that of italic letters. */
const UPRIGHT_RANK = 1
/** Number of ranks of a size. */
const RANKS = 16

/** Number of colours. The fraction of a rank is its colour, which has no order. */
const COLORS = 2 ** 24

/** Whether all letters of a text are capitals. */
export const isCapital = (text: string): boolean => text === text.toUpperCase() && text !== text.toLowerCase()

/**
 * Returns the rank of a heading's style: by size, then capitals, weight, colour, and slant. `usual` is the colour of most
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
