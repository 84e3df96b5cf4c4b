/** Measures the column widths of characters, and the evidence that lines are set in a column of text. */

export const TAB_STOP = 4
/** Minimum share of a paragraph's lines that have no space for the next word, in a column of text. */
export const MIN_FULL_LINES_OF_COLUMN = 0.8
export const UNSPACED_TOLERANCE_COLUMNS = 4

export const columnsOf = (text: string, from: number, to: number, before: number): number => {
  let columns = before
  for (let at = from; at < to; at++) columns += text.charCodeAt(at) === 0x09 ? TAB_STOP - columns % TAB_STOP : 1
  return columns
}

export const isWide = (unit: number): boolean =>
  unit >= 0x2e80 && unit <= 0xa4cf || unit >= 0xac00 && unit <= 0xd7a3 || unit >= 0xf900 && unit <= 0xfaff ||
  unit >= 0xff01 && unit <= 0xff60

/** Returns a width in columns. A tab counts as one. */
export const widthOf = (text: string, from: number, to: number): number => {
  let width = 0
  for (let at = from; at < to; at++) width += isWide(text.charCodeAt(at)) ? 2 : 1
  return width
}
