/** Defines measures that many rules of a page use. An em is the size of the letters. */
import { add, mode } from "../page/geometry.ts"

export const MIN_EM_OF_SPACE = 0.16
export const MAX_EM_OF_SPACE_IN_PHRASE = 0.38

/** Minimum gap, in ems, that starts another phrase. */
export const PHRASE_GAP = 0.85
export const COLUMN_GAP = 1.6

export const EM_TO_DESCENT = 0.22
export const EM_TO_MIDDLE_OF_LETTERS = 0.3

export const SAME_ROW_EM = 0.35
export const SAME_ROW_POINTS = 2

export const SAME_EDGE_POINTS = 3
export const SAME_SIZE_POINTS = 0.3

/** Number of points by which text may extend beyond the rules of its table, and rules beyond the text. */
export const OVERHANG = 8

/** Minimum ratio to the body size of text that is separate from the body text. */
export const BIGGER_TO_BODY_SIZE_RATIO = 1.04
/** Minimum ratio to the body size of prominent text. */
export const LARGER_TO_BODY_SIZE_RATIO = 1.15
/** Minimum ratio to the body size of large text. */
export const LARGE_TO_BODY_SIZE_RATIO = 1.35
/** Maximum ratio to the body size of small print. */
export const SMALLER_TO_BODY_SIZE_RATIO = 0.95

/** Ratio to the other row gaps from which a gap separates two groups of rows. */
export const WIDER = 1.3

/** Maximum distance between lines of one text, in line heights. */
export const TEXT_LEAD = 1.45
/** Maximum distance to the next line of the same text, in line heights. */
export const NEXT_LINE = 1.75

export const MOST = 0.6
export const NEARLY_ALL = 0.8
export const FEW = 0.3
export const HARDLY_ANY = 0.1

export const sizeOfMost = (texts: ReadonlyArray<{ readonly size: number; readonly text: string }>): number => {
  const sizes = new Map<number, number>()
  for (const { size, text } of texts) add(sizes, Math.round(size * 2) / 2, text.length)
  return usualOf(sizes)
}

export const usualOf = (sizes: ReadonlyMap<number, number>): number => mode(sizes) ?? 0
