/** Joins a date or an amount that is wider than its cell, so that the producer breaks it between two digits. */
import type { Line } from "./line.ts"
import { SAME_EDGE_POINTS } from "./measures.ts"

/** A shorter first part may be a number of its own row. */
const MIN_LETTERS_OF_FIRST_PART = 6

const date = /^(?:\d{1,2}([./-])\d{1,2}\1\d{4}|\d{4}([./-])\d{2}\2\d{2})$/

/** Matches digits in groups of three, with two decimals or none. */
const amount = /^[-−+(]?[$€£]?\d{1,3}(?:([.,'’])\d{3}(?:\1\d{3})*)?(?:[.,]\d{2})?[)%]?$/

const isWhole = (text: string): boolean => date.test(text) || amount.test(text)

/**
 * Returns whether two texts are parts of one number: a sign before a number, or two parts of which only both together
 * are a date or an amount.
 */
const areParts = (first: string, rest: string): boolean =>
  /^[-−+]$/.test(first) && /^\d/.test(rest) && isWhole(rest) ||
  first.length >= MIN_LETTERS_OF_FIRST_PART && /^[\d.,'’]+[)%]?$/.test(rest) && !isWhole(first) && isWhole(first + rest)

/** Returns the lines of a cell, or one line if they are the parts of a number. */
export const joinBrokenNumber = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const [first, rest] = lines
  if (first === undefined || rest === undefined || lines.length > 2 || !areParts(first.text, rest.text)) return lines
  const areAligned = Math.abs(first.x0 - rest.x0) < SAME_EDGE_POINTS ||
    Math.abs(first.x1 - rest.x1) < SAME_EDGE_POINTS ||
    Math.abs(first.x0 + first.x1 - rest.x0 - rest.x1) < SAME_EDGE_POINTS
  if (!areAligned) return lines
  const end = first.pieces.at(-1)!.x1
  const moved = rest.pieces.map((piece) => ({
    ...piece,
    x0: piece.x0 - rest.x0 + end,
    x1: piece.x1 - rest.x0 + end,
    spaced: false
  }))
  return [{ ...first, pieces: [...first.pieces, ...moved], text: first.text + rest.text, x1: moved.at(-1)!.x1 }]
}
