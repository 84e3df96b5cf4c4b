/** Joins letters that are drawn apart from their word: large initials, and letter-spaced words. */
import { median } from "../page/geometry.ts"
import { MAX_NEIGHBOURS } from "./bounds.ts"
import { MIN_EM_OF_SPACE, MOST, NEARLY_ALL } from "./measures.ts"

interface Piece {
  readonly text: string
  readonly x0: number
  readonly x1: number
  readonly y: number
  readonly size: number
  readonly spaced: boolean
  readonly index: number
}

const MIN_POINTS_OF_INITIAL = 18

/** Maximum size of the text next to a large initial, as a share of the initial's size. */
const BESIDE_RATIO = 0.55

const MAX_OVERLAP_SHARE_OF_INITIAL = 0.1
const MAX_EM_BESIDE_INITIAL = 1.2

const MAX_EM_BELOW_INITIAL = 0.5
/** Height of a large initial above its baseline, relative to its size. */
const HEIGHT_SHARE_OF_INITIAL = 1.05

const MAX_FOOT_GAP_SHARE_OF_INITIAL = 0.3
const MIN_EM_TO_SECOND_LINE = 0.8

const MIN_SPACED_LETTERS = 5

const CAPITAL_TRACKING = 0.6
const SMALL_TRACKING = 0.28
const MAX_EM_BETWEEN_EQUAL_GAPS = 0.1

const initial = /^["“„«'‘]?\p{Lu}$/u

/**
 * Returns the rest of the first word after a drop cap. The baseline of the drop cap must be near that of the last
 * line next to it.
 */
const firstWord = <P extends Piece>(letter: P, pieces: ReadonlyArray<P>): P | undefined => {
  const beside = pieces.filter((piece) =>
    piece !== letter && piece.size < letter.size * BESIDE_RATIO &&
    piece.x0 > letter.x1 - letter.size * MAX_OVERLAP_SHARE_OF_INITIAL &&
    piece.x0 < letter.x1 + piece.size * MAX_EM_BESIDE_INITIAL &&
    piece.y < letter.y + piece.size * MAX_EM_BELOW_INITIAL &&
    piece.y > letter.y - letter.size * HEIGHT_SHARE_OF_INITIAL
  )
  if (beside.length < 2) return undefined
  const [first, second] = beside.sort((a, b) => a.y - b.y || a.x0 - b.x0)
  const under = Math.abs(beside.at(-1)!.y - letter.y) < letter.size * MAX_FOOT_GAP_SHARE_OF_INITIAL &&
    second!.y > first!.y + first!.size * MIN_EM_TO_SECOND_LINE
  return under && /^[\p{L}'’]/u.test(first!.text) ? first : undefined
}

export const setInitials = <P extends Piece>(pieces: ReadonlyArray<P>): ReadonlyArray<P> => {
  const letters = pieces.filter(({ size, text }) => size > MIN_POINTS_OF_INITIAL && initial.test(text))
  if (letters.length === 0 || letters.length > MAX_NEIGHBOURS) return pieces
  const set = new Map<P, P>()
  const gone = new Set<P>()
  for (const letter of letters) {
    const word = firstWord(letter, pieces)
    if (word === undefined) continue
    gone.add(letter)
    const space = word.spaced && word.index > letter.index ? " " : ""
    set.set(word, { ...word, text: letter.text + space + word.text, index: Math.min(letter.index, word.index) })
  }
  return gone.size === 0 ? pieces : pieces.flatMap((piece) => gone.has(piece) ? [] : [set.get(piece) ?? piece])
}

const tracking = (run: ReadonlyArray<Piece>): number | undefined => {
  const { size } = run[0]!
  const gaps = run.slice(1).map((piece, k) => piece.x0 - run[k]!.x1)
  const usual = median(gaps)
  const letters = run.map((piece) => piece.text).join("").replace(/[^\p{L}]/gu, "")
  if (letters.length < run.length * NEARLY_ALL) return undefined
  const limit = letters === letters.toUpperCase() ? CAPITAL_TRACKING : SMALL_TRACKING
  const equal = gaps.filter((gap) => Math.abs(gap - usual) < size * MAX_EM_BETWEEN_EQUAL_GAPS).length
  return usual < size * limit && equal > gaps.length * MOST ? usual : undefined
}

const hasSingles = (pieces: ReadonlyArray<Piece>): boolean => {
  let run = 0
  for (const piece of pieces) {
    run = piece.text.length === 1 ? run + 1 : 0
    if (run === MIN_SPACED_LETTERS) return true
  }
  return false
}

export const joinDrawnOut = <P extends Piece>(pieces: Array<P>): Array<P> => {
  if (!hasSingles(pieces)) return pieces
  const joined: Array<P> = []
  for (let from = 0; from < pieces.length;) {
    let to = from
    while (to < pieces.length && pieces[to]!.text.length === 1) to++
    const run = to - from < MIN_SPACED_LETTERS ? [] : pieces.slice(from, to)
    const gap = run.length === 0 ? undefined : tracking(run)
    if (gap === undefined) {
      for (const end = Math.min(to + 1, pieces.length); from < end; from++) joined.push(pieces[from]!)
      continue
    }
    run.forEach((piece, k) => {
      const last = joined.at(-1)
      const begins = k === 0 || piece.spaced || piece.x0 - run[k - 1]!.x1 > gap + piece.size * MIN_EM_OF_SPACE
      if (begins || last === undefined) joined.push(k === 0 ? piece : { ...piece, spaced: true })
      else joined[joined.length - 1] = { ...last, text: last.text + piece.text, x1: piece.x1 }
    })
    from = to
  }
  return joined
}
