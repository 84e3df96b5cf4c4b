/** Defines measures that many rules of a page use. An em is the size of the letters. */
import { add, mode } from "../page/geometry.ts"

export const MIN_EM_OF_SPACE = 0.16
export const MAX_EM_OF_SPACE_IN_PHRASE = 0.38

/** A wider gap starts another phrase. */
export const PHRASE_GAP = 0.85
export const COLUMN_GAP = 1.6

export const EM_TO_DESCENT = 0.22
export const EM_TO_MIDDLE_OF_LETTERS = 0.3

export const SAME_ROW_EM = 0.35
export const SAME_ROW_POINTS = 2

export const SAME_EDGE_POINTS = 3
export const SAME_SIZE_POINTS = 0.3

/** Text may extend beyond the rules of its table by this many points, and rules beyond the text. */
export const OVERHANG = 8

/** Text above this ratio is separate from the body text. */
export const BIGGER_TO_BODY_SIZE_RATIO = 1.04
/** Text above this ratio is prominent. */
export const LARGER_TO_BODY_SIZE_RATIO = 1.15
/** Text above this ratio is large. */
export const LARGE_TO_BODY_SIZE_RATIO = 1.35
/** Text below this ratio is small print. */
export const SMALLER_TO_BODY_SIZE_RATIO = 0.95

/** A row gap that is this many times larger than the others separates two groups of rows. */
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
