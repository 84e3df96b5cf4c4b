/** Measures that many rules of a page use. An em is the size of the letters. */
import { add, mode } from "../page/geometry.ts"

/** Minimum space between two words in ems. */
export const MIN_EM_OF_SPACE = 0.16
/** Maximum space between two words of one phrase in ems. */
export const MAX_EM_OF_SPACE_IN_PHRASE = 0.38

/** Another phrase starts after a gap of more ems than this. */
export const PHRASE_GAP = 0.85
/** Another column starts after a gap of this many ems. */
export const COLUMN_GAP = 1.6

/** Distance in ems from the baseline to the bottom of descenders. */
export const EM_TO_DESCENT = 0.22
/** Distance in ems from the baseline to the middle of letters. */
export const EM_TO_MIDDLE_OF_LETTERS = 0.3

/** Maximum baseline difference within one row, in ems. */
export const SAME_ROW_EM = 0.35
/** Maximum baseline difference within one row, in points. */
export const SAME_ROW_POINTS = 2

/** Edges are equal if they differ by at most this many points. */
export const SAME_EDGE_POINTS = 3
/** Sizes are equal if they differ by at most this many points. */
export const SAME_SIZE_POINTS = 0.3

/** Text may extend beyond the rules of its table by this many points, and rules beyond the text. */
export const OVERHANG = 8

/** Text is separate from the body text if its size exceeds that of the body text by this factor. */
export const BIGGER_TO_BODY_SIZE_RATIO = 1.04
/** Text is prominent if its size exceeds that of the body text by this factor. */
export const LARGER_TO_BODY_SIZE_RATIO = 1.15
/** Text is large if its size exceeds that of the body text by this factor. */
export const LARGE_TO_BODY_SIZE_RATIO = 1.35
/** Text is small print if the ratio of its size to that of the body text is below this value. */
export const SMALLER_TO_BODY_SIZE_RATIO = 0.95

/** A row gap that is this many times larger than the other gaps separates two groups of rows. */
export const WIDER = 1.3

/** Usual line spacing of text, in line heights. */
export const TEXT_LEAD = 1.45
/** Maximum distance of a line to the next line of its text, in line heights. */
export const NEXT_LINE = 1.75

/** Share that counts as most. */
export const MOST = 0.6
/** Share that counts as nearly all. */
export const NEARLY_ALL = 0.8
/** Share that counts as a few. */
export const FEW = 0.3
/** Share that counts as hardly any. */
export const HARDLY_ANY = 0.1

/** Returns the size that most letters have, in half points. */
export const sizeOfMost = (texts: ReadonlyArray<{ readonly size: number; readonly text: string }>): number => {
  const sizes = new Map<number, number>()
  for (const { size, text } of texts) add(sizes, Math.round(size * 2) / 2, text.length)
  return usualOf(sizes)
}

/** Returns the size with the most letters; 0 if there are none. */
export const usualOf = (sizes: ReadonlyMap<number, number>): number => mode(sizes) ?? 0
