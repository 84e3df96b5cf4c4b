/**
 * Finds free strips between cells that are close together. If a producer writes its spaces, a gap without a written
 * space separates cells. A gap that repeats in the rows below separates columns.
 */
import type { Rule } from "../page/page.ts"
import { CANDIDATES, MAX_LINES_OF_LAYOUT, MAX_NEIGHBOURS } from "./bounds.ts"
import { EM_TO_DESCENT, MIN_EM_OF_SPACE, MOST, PHRASE_GAP } from "./measures.ts"

interface Piece {
  readonly text: string
  readonly x0: number
  readonly x1: number
  readonly spaced: boolean
  readonly font: { readonly mono: boolean }
}

interface Row {
  readonly y: number
  readonly size: number
  readonly pieces: ReadonlyArray<Piece>
}

interface Strip {
  lo: number
  hi: number
  readonly starts: Array<number>
  /** The ends of the text before the strip, and of the text after it. */
  readonly ends: Array<number>
  readonly rights: Array<number>
  wordy: number
  /** Rows with a number on both sides. */
  numbers: number
  readonly from: number
  to: number
  last: number
}

interface Gap {
  readonly lo: number
  readonly hi: number
  readonly right: number
  readonly wordy: boolean
  readonly numbers: boolean
  used: boolean
}

const STRIP_GAP = 0.2
const MIN_EM_OF_ITEM_NUMBER_GAP = 2

/** Number of words on one side of a gap from which the row is running text. */
const MANY_WORDS = 3

/** Minimum number of written spaces on a page that is known to write its spaces. */
const MIN_WRITTEN_SPACES = 8

const PAUSE = 2

const MIN_LINES_OF_STRIP = 3

/** Matches a number in a cell. A dash is an empty cell. */
const number = /^(?:[^\p{L}\d]{0,2}\d[^\p{L}]*|[-–—])$/u

/**
 * Matches a number with a separator, or a dash for an empty cell. The parts of a telephone number have no separator.
 */
const wholeNumber = /^(?:[-+(]?[$€£]?\d+(?:[.,:'’]\d+)+[%)]?|[-–—])$/

const words = ({ pieces }: Row, from: number, step: 1 | -1): number => {
  let count = 1
  for (let k = from; count < MANY_WORDS; k += step) {
    const right = pieces[step > 0 ? k + 1 : k]
    if (right === undefined || k + step < 0 || !right.spaced) break
    count++
  }
  return count
}

/** Returns the end of the words that written spaces join to a piece. */
const endOf = ({ pieces }: Row, from: number): number => {
  let k = from
  while (pieces[k + 1]?.spaced === true) k++
  return pieces[k]!.x1
}

/** Returns whether most spaces of the page are written. A gap without a written space is then evidence for a column. */
const writesSpaces = (rows: ReadonlyArray<Row>): boolean => {
  let written = 0
  let gaps = 0
  for (const { pieces, size } of rows) {
    for (let k = 1; k < pieces.length; k++) {
      const gap = pieces[k]!.x0 - pieces[k - 1]!.x1
      // A wider gap is between cells.
      if (gap < size * MIN_EM_OF_SPACE || gap > size * PHRASE_GAP) continue
      gaps++
      if (pieces[k]!.spaced) written++
    }
  }
  return written >= MIN_WRITTEN_SPACES && written > gaps * MOST
}

const areMostlyEqual = (edges: ReadonlyArray<number>): boolean =>
  edges.some((x) =>
    edges.filter((other) => Math.abs(other - x) < 1).length >= Math.max(MIN_LINES_OF_STRIP, edges.length * MOST)
  )

/**
 * Text of cells starts at the same position in each row. Words of running text do so only by chance. Numbers of cells
 * end at the same position.
 */
const isColumn = ({ ends, numbers, rights, starts, wordy }: Strip): boolean =>
  wordy <= starts.length * MOST && areMostlyEqual(starts) ||
  numbers >= starts.length * MOST && [ends, rights].some(areMostlyEqual)

const add = (strip: Strip, { hi, lo, numbers, right, wordy }: Gap): void => {
  strip.starts.push(hi)
  strip.ends.push(lo)
  strip.rights.push(right)
  if (wordy) strip.wordy++
  if (numbers) strip.numbers++
}

export const strips = (rows: ReadonlyArray<Row>): Array<Rule> => {
  if (rows.length < MIN_LINES_OF_STRIP || rows.length > MAX_LINES_OF_LAYOUT) return []
  // On a page with hardly any text, only whole numbers show that a gap is not a space.
  const isWritten = writesSpaces(rows)
  const isNumber = isWritten ? number : wholeNumber
  const found: Array<Rule> = []
  let open: Array<Strip> = []
  const close = (strip: Strip) => {
    if (strip.starts.length >= MIN_LINES_OF_STRIP && found.length < CANDIDATES && isColumn(strip)) {
      found.push({ at: (strip.lo + strip.hi) / 2, from: strip.from, to: strip.to })
    }
  }
  rows.forEach((row, index) => {
    const gaps: Array<Gap> = []
    let start = row.pieces[0]!.x0
    for (let k = 1; k < row.pieces.length; k++) {
      const before = row.pieces[k - 1]!
      const piece = row.pieces[k]!
      // A number before a list item is not a column.
      const numbers = isNumber.test(before.text) && isNumber.test(piece.text)
      const narrow = before.x1 - start < row.size * MIN_EM_OF_ITEM_NUMBER_GAP
      if (piece.x0 - before.x1 > row.size * PHRASE_GAP) start = piece.x0
      if (
        (numbers || isWritten && !narrow) && !piece.spaced && piece.x0 - before.x1 > row.size * STRIP_GAP &&
        !(piece.font.mono && before.font.mono)
      ) {
        gaps.push({
          lo: before.x1,
          hi: piece.x0,
          right: endOf(row, k),
          wordy: words(row, k - 1, -1) > 2 && words(row, k, 1) > 2,
          numbers,
          used: false
        })
      }
    }
    const next: Array<Strip> = []
    for (const strip of open) {
      const gap = gaps.find((other) =>
        Math.min(other.hi, strip.hi) - Math.max(other.lo, strip.lo) > row.size * MIN_EM_OF_SPACE
      )
      if (gap !== undefined) {
        gap.used = true
        strip.lo = Math.max(strip.lo, gap.lo)
        strip.hi = Math.min(strip.hi, gap.hi)
        add(strip, gap)
        strip.to = row.y + row.size * EM_TO_DESCENT
        strip.last = index
        next.push(strip)
        continue
      }
      // An empty cell or a short line does not end the strip, but text across it does.
      const across = row.pieces.some((piece, k) => {
        const end = row.pieces[k + 1]?.spaced === true ? row.pieces[k + 1]!.x0 : piece.x1
        return piece.x0 < strip.hi && end > strip.lo
      })
      if (across || index - strip.last > PAUSE) close(strip)
      else next.push(strip)
    }
    for (const gap of gaps) {
      if (!gap.used && next.length < MAX_NEIGHBOURS) {
        const strip = {
          lo: gap.lo,
          hi: gap.hi,
          starts: [],
          ends: [],
          rights: [],
          wordy: 0,
          numbers: 0,
          from: row.y - row.size,
          to: row.y + row.size * EM_TO_DESCENT,
          last: index
        }
        add(strip, gap)
        next.push(strip)
      }
    }
    open = next
  })
  for (const strip of open) close(strip)
  return found
}
