/**
 * Finds free strips between cells that are close together. If a producer writes its spaces, a gap without a written
 * space separates cells. A gap that repeats in the rows below separates columns.
 */
import type { Rule } from "../page/page.ts"
import { CANDIDATES, MAX_LINES_OF_LAYOUT, MAX_NEIGHBOURS } from "./bounds.ts"
import { EM_TO_DESCENT, MIN_EM_OF_SPACE, MOST, PHRASE_GAP } from "./measures.ts"

interface Piece {
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
  wordy: number
  readonly from: number
  to: number
  last: number
}

interface Gap {
  readonly lo: number
  readonly hi: number
  readonly wordy: boolean
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

const words = ({ pieces }: Row, from: number, step: 1 | -1): number => {
  let count = 1
  for (let k = from; count < MANY_WORDS; k += step) {
    const right = pieces[step > 0 ? k + 1 : k]
    if (right === undefined || k + step < 0 || !right.spaced) break
    count++
  }
  return count
}

/** If most spaces of the page are written, a gap without one is evidence for a column. */
const writesSpaces = (rows: ReadonlyArray<Row>): boolean => {
  let written = 0
  let gaps = 0
  for (const { pieces, size } of rows) {
    for (let k = 1; k < pieces.length; k++) {
      if (pieces[k]!.x0 - pieces[k - 1]!.x1 < size * MIN_EM_OF_SPACE) continue
      gaps++
      if (pieces[k]!.spaced) written++
    }
  }
  return written >= MIN_WRITTEN_SPACES && written > gaps * MOST
}

/** The text of cells starts at the same position in many rows. Words of running text do so only by chance. */
const isAligned = ({ starts, wordy }: Strip): boolean =>
  wordy <= starts.length * MOST &&
  starts.some((x) =>
    starts.filter((other) => Math.abs(other - x) < 1).length >= Math.max(MIN_LINES_OF_STRIP, starts.length * MOST)
  )

export const strips = (rows: ReadonlyArray<Row>): Array<Rule> => {
  if (rows.length < MIN_LINES_OF_STRIP || rows.length > MAX_LINES_OF_LAYOUT || !writesSpaces(rows)) return []
  const found: Array<Rule> = []
  let open: Array<Strip> = []
  const close = (strip: Strip) => {
    if (strip.starts.length >= MIN_LINES_OF_STRIP && found.length < CANDIDATES && isAligned(strip)) {
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
      const narrow = before.x1 - start < row.size * MIN_EM_OF_ITEM_NUMBER_GAP
      if (piece.x0 - before.x1 > row.size * PHRASE_GAP) start = piece.x0
      if (
        !narrow && !piece.spaced && piece.x0 - before.x1 > row.size * STRIP_GAP &&
        !(piece.font.mono && before.font.mono)
      ) {
        gaps.push({
          lo: before.x1,
          hi: piece.x0,
          wordy: words(row, k - 1, -1) > 2 && words(row, k, 1) > 2,
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
        strip.starts.push(gap.hi)
        if (gap.wordy) strip.wordy++
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
        next.push({
          lo: gap.lo,
          hi: gap.hi,
          starts: [gap.hi],
          wordy: gap.wordy ? 1 : 0,
          from: row.y - row.size,
          to: row.y + row.size * EM_TO_DESCENT,
          last: index
        })
      }
    }
    open = next
  })
  for (const strip of open) close(strip)
  return found
}
