/** Measures the column widths of characters, and the evidence that lines are set in a column of text. */

/** Number of columns between tab stops. */
export const TAB_STOP = 4
/** In a column of text, at least this share of a paragraph's lines has no space for the next word. */
export const MIN_FULL_LINES_OF_COLUMN = 0.8
/** A line without spaces may end this many columns earlier than the others. */
export const UNSPACED_TOLERANCE_COLUMNS = 4

/** Returns the number of columns of the spaces in a range of a text. */
export const columnsOf = (text: string, from: number, to: number, before: number): number => {
  let columns = before
  for (let at = from; at < to; at++) columns += text.charCodeAt(at) === 0x09 ? TAB_STOP - columns % TAB_STOP : 1
  return columns
}

/** Returns whether a character uses two columns, as East Asian letters and signs do. */
export const isWide = (unit: number): boolean =>
  unit >= 0x2e80 && unit <= 0xa4cf || unit >= 0xac00 && unit <= 0xd7a3 || unit >= 0xf900 && unit <= 0xfaff ||
  unit >= 0xff01 && unit <= 0xff60

/** Returns the number of columns of a range of a text. A tab counts as one. */
export const widthOf = (text: string, from: number, to: number): number => {
  let width = 0
  for (let at = from; at < to; at++) width += isWide(text.charCodeAt(at)) ? 2 : 1
  return width
}
