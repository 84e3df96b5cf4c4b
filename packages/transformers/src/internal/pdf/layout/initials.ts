/** Letters that are set apart: large ones at the beginning of a text, and words that are drawn out. */
import { median } from "../page/geometry.ts"

type Piece = {
  readonly text: string
  readonly x0: number
  readonly x1: number
  readonly y: number
  readonly size: number
  readonly spaced: boolean
  readonly index: number
}

const initial = /^["“„«'‘]?\p{Lu}$/u

/** The first word of the text that stands beside a large letter whose foot is on one of its lower lines. */
const firstWord = <P extends Piece>(letter: P, pieces: ReadonlyArray<P>): P | undefined => {
  const beside = pieces.filter((piece) =>
    piece !== letter && piece.size < letter.size * 0.55 && piece.x0 > letter.x1 - letter.size * 0.1 &&
    piece.x0 < letter.x1 + piece.size * 1.2 && piece.y < letter.y + piece.size * 0.5 &&
    piece.y > letter.y - letter.size * 1.05
  )
  if (beside.length < 2) return undefined
  const [first, second] = beside.sort((a, b) => a.y - b.y || a.x0 - b.x0)
  const under = Math.abs(beside.at(-1)!.y - letter.y) < letter.size * 0.3 && second!.y > first!.y + first!.size * 0.8
  return under && /^[\p{L}'’]/u.test(first!.text) ? first : undefined
}

/** Sets large initial letters before the word that they begin. */
export const setInitials = <P extends Piece>(pieces: ReadonlyArray<P>): ReadonlyArray<P> => {
  const letters = pieces.filter(({ size, text }) => size > 18 && initial.test(text))
  if (letters.length === 0 || letters.length > 20) return pieces
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

/** How far apart the letters of a drawn out word are; undefined for letters that are words of their own. */
const tracking = (run: ReadonlyArray<Piece>): number | undefined => {
  const { size } = run[0]!
  const gaps = run.slice(1).map((piece, k) => piece.x0 - run[k]!.x1)
  const usual = median(gaps)
  const letters = run.map((piece) => piece.text).join("").replace(/[^\p{L}]/gu, "")
  if (letters.length < run.length * 0.7) return undefined
  const limit = letters === letters.toUpperCase() ? 0.6 : 0.28
  const even = gaps.filter((gap) => Math.abs(gap - usual) < size * 0.1).length
  return usual > size * 0.05 && usual < size * limit && even > gaps.length * 0.6 ? usual : undefined
}

/** Joins the letters of words that are drawn out: single ones, all equally far apart. */
export const joinDrawnOut = <P extends Piece>(pieces: ReadonlyArray<P>): Array<P> => {
  const joined: Array<P> = []
  for (let from = 0; from < pieces.length;) {
    let to = from
    while (to < pieces.length && pieces[to]!.text.length === 1) to++
    const run = to - from < 5 ? [] : pieces.slice(from, to)
    const gap = run.length === 0 ? undefined : tracking(run)
    if (gap === undefined) {
      for (const end = Math.min(to + 1, pieces.length); from < end; from++) joined.push(pieces[from]!)
      continue
    }
    run.forEach((piece, k) => {
      const last = joined.at(-1)
      const begins = k === 0 || piece.spaced || piece.x0 - run[k - 1]!.x1 > gap + piece.size * 0.16
      if (begins || last === undefined) joined.push(k === 0 ? piece : { ...piece, spaced: true })
      else joined[joined.length - 1] = { ...last, text: last.text + piece.text, x1: piece.x1 }
    })
    from = to
  }
  return joined
}
