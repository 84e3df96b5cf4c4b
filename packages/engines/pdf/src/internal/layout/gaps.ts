/** Determines at which gaps in a row a line ends, because a column or cell starts there. */
import { fieldFont, type Rule } from "../page/page.ts"
import { bulletAlone } from "./bullets.ts"
import type { ColumnEdge } from "./gutters.ts"
import type { Piece } from "./line.ts"
import { COLUMN_GAP, EM_TO_MIDDLE_OF_LETTERS, LARGER_TO_BODY_SIZE_RATIO, PHRASE_GAP } from "./measures.ts"

const leader = /^[.·…]{1,400}$/

export const isDash = (first: Piece, second: Piece): boolean =>
  /^[-–—]$/.test(first.text) ? /^\p{L}/u.test(second.text) : first.text === "o" && first.font.mono && !second.font.mono

const titleNumber = /^(?:\d{1,2}(?:\.\d{1,2})*\.?|[A-Z]\.?|[IVX]{1,4}\.)$/
const itemNumber = /^(?:\d{1,2}[.)]|\(\w\)|[a-z][.)])$/

const marks = (first: Piece, second: Piece, gap: number, isLarge: () => boolean): boolean => {
  if (bulletAlone.test(first.text)) return gap < MAX_EM_FROM_BULLET
  if (isDash(first, second)) return gap < MAX_EM_FROM_NUMBER
  if (
    gap >= (first.text.endsWith(".") ? MAX_EM_FROM_DOTTED_NUMBER : MAX_EM_FROM_NUMBER) ||
    first.font.bold !== second.font.bold
  ) {
    return false
  }
  return titleNumber.test(first.text) && (first.font.bold || first.font === second.font && isLarge()) ||
    !first.font.bold && itemNumber.test(first.text)
}

const isLabel = (pieces: ReadonlyArray<Piece>): boolean =>
  pieces.every((piece) => piece.font.name !== fieldFont) && pieces.at(-1)!.text.length < LABEL_LETTERS

const isTick = (pieces: ReadonlyArray<Piece>): boolean =>
  pieces.length < TICK_WORDS && pieces.every((piece) => piece.font.name === fieldFont) &&
  /^[[(].?[\])]$/.test(pieces.map((piece) => piece.text).join(""))

const endsSentence = (last: Piece, next: Piece): boolean =>
  /\p{Ll}[.!?]["”’)]?$/u.test(last.text) && /^["“‘(]?\p{Lu}/u.test(next.text)

const MAX_EM_FROM_BULLET = 5
const MAX_EM_FROM_NUMBER = 2.6
const MAX_EM_FROM_DOTTED_NUMBER = 3.6

const LABEL_LETTERS = 30
const COLON_REACH = 4
const LABEL_REACH = 20

const TICK_WORDS = 4
const TICK_REACH = 1.5

/** Ratio to the other spaces of a row from which a gap separates two phrases. */
const SPACES = 2.2
/** Ratio to the other spaces of a row from which a gap after a sentence separates two phrases. */
const SENTENCE_SPACES = 3.4

/** Maximum gap from a title to its leaders, and within an entry with leaders, in ems. */
const ENTRY_REACH = 4

const LEADER_LETTERS = 3

const WALL_GAP = 0.12
const STRIP_GAP = 0.2
const EDGE_GAP = 0.1

const WALL_ABOVE = 0.5
const WALL_LENGTH = 0.9

const MAX_POINTS_TO_COLUMN_EDGE = 2.5

export interface Row {
  y: number
  size: number
  weight: number
  pieces: Array<Piece>
}

export interface Cuts {
  readonly walls: ReadonlyArray<Rule>
  readonly edges: ReadonlyArray<ColumnEdge>
  readonly free: ReadonlyArray<Rule>
  readonly body: () => number
}

export interface RowFacts {
  readonly row: Row
  /** The usual gap between words. It is 0 if the row has few gaps, or gaps as wide as its letters. */
  readonly usual: number
  /** Whether the row is below the title of a table of contents, or has leaders. */
  readonly isEntry: boolean
  readonly hasLeaders: boolean
}

interface Gap {
  readonly line: ReadonlyArray<Piece>
  readonly last: Piece
  readonly next: Piece
  readonly from: number
  readonly width: number
  readonly size: number
}

const MIN_GAP_POINTS = 0.5
const MIN_GAPS_OF_USUAL_GAP = 3
/** Rank of the usual gap among the gaps of a row, in ascending order. */
const USUAL_GAP_RANK = 0.3

export const factsOf = (row: Row, isEntry: boolean): RowFacts => {
  const gaps: Array<number> = []
  for (let k = 1; k < row.pieces.length; k++) {
    const gap = row.pieces[k]!.x0 - row.pieces[k - 1]!.x1
    if (gap > MIN_GAP_POINTS) gaps.push(gap)
  }
  // Cells of several words may be separated by narrow gaps.
  const third = gaps.length > MIN_GAPS_OF_USUAL_GAP
    ? gaps.sort((a, b) => a - b)[Math.floor(gaps.length * USUAL_GAP_RANK)]!
    : 0
  return {
    row,
    usual: third < row.size ? third : 0,
    isEntry,
    hasLeaders: row.pieces.some((piece) => piece.text.length > LEADER_LETTERS && leader.test(piece.text)) ||
      row.pieces.filter((piece) => leader.test(piece.text)).length > LEADER_LETTERS
  }
}

const isLabelled = ({ last, line, next, size, width }: Gap): boolean =>
  next.font.name === fieldFont &&
  (width < size * COLON_REACH && last.text.endsWith(":") ||
    isLabel(line) && !/^[([]/.test(next.text) && width < size * LABEL_REACH)

const isNumbered = ({ last, line, next, size, width }: Gap, { body }: Cuts): boolean =>
  line.length === 1 && marks(last, next, width / size, () => size > body() * LARGER_TO_BODY_SIZE_RATIO)

const isTicked = ({ line, next, size, width }: Gap): boolean =>
  width < size * TICK_REACH && next.font.name !== fieldFont && isTick(line)

const isLed = ({ last, next, size, width }: Gap): boolean =>
  leader.test(last.text)
    ? /^[\d.·…ivxlc]+$/.test(next.text)
    : leader.test(next.text) && width < size * ENTRY_REACH

const isWide = ({ last, next, size, width }: Gap, usual: number): boolean =>
  width >= size * COLUMN_GAP ||
  width > size * PHRASE_GAP && (usual === 0 || width > usual * (endsSentence(last, next) ? SENTENCE_SPACES : SPACES))

const isWalled = ({ from, next, size, width }: Gap, y: number, walls: ReadonlyArray<Rule>): boolean =>
  width > size * WALL_GAP &&
  walls.some((wall) =>
    wall.at > from - 1 && wall.at < next.x0 + 1 && wall.from < y - size * EM_TO_MIDDLE_OF_LETTERS &&
    wall.to > y - size * WALL_ABOVE &&
    wall.to - wall.from > size * WALL_LENGTH
  )

const isParted = ({ from, next, size, width }: Gap, y: number, free: ReadonlyArray<Rule>): boolean =>
  !next.spaced && width > size * STRIP_GAP &&
  free.some((strip) => strip.at > from && strip.at < next.x0 && strip.from < y && strip.to > y)

const isEdged = ({ next, size, width }: Gap, y: number, edges: ReadonlyArray<ColumnEdge>): boolean =>
  width > size * EDGE_GAP &&
  edges.some((edge) =>
    Math.abs(edge.at + 1 - next.x0) <= MAX_POINTS_TO_COLUMN_EDGE && edge.from < y && edge.to > y && width >= edge.free
  )

/**
 * Returns whether a gap ends a phrase. Evidence for joining two texts is checked before evidence for separating them.
 */
export const ends = (gap: Gap, { hasLeaders, isEntry, row, usual }: RowFacts, cuts: Cuts): boolean => {
  if (isEntry || isTicked(gap) || isLed(gap) || hasLeaders && gap.width < gap.size * ENTRY_REACH) return false
  if (isWalled(gap, row.y, cuts.walls) || isEdged(gap, row.y, cuts.edges)) return true
  const parts = isWide(gap, usual) || isParted(gap, row.y, cuts.free)
  return parts && !isLabelled(gap) && !isNumbered(gap, cuts)
}
