/** Collects the drawn words of a page, removes duplicates, and joins letters that touch. */
import type { LoadedFont } from "./fonts.ts"
import type { Box, Matrix } from "./geometry.ts"
import { ANY_COLOR, around, boxOf, type Ink } from "./ink.ts"
import type { PageContent, Word } from "./page.ts"
import type { Sight, Unseen } from "./sight.ts"

/** Limits the parser's memory; real pages have fewer words. */
export const MAX_DRAWN_WORDS = 60_000

/** Number of points by which a table may be wider than its page. */
const MAX_POINTS_OUTSIDE_PAGE = 60

const MAX_EM_BETWEEN_TOUCHING_LETTERS = 0.06

const MAX_LETTERS_OF_JOINED_WORD = 100

/** Maximum offset, in ems, of a text that is printed again to look bold. */
const BOLD_SHIFT = 0.1
const PRINTS = 4

/**
 * Factor of x in the number that stores a position: x times this factor, plus y. It exceeds the height of any page in
 * points.
 */
const POINTS_DOWN = 2 ** 26

const MAX_OVERLAPPED_WORDS = 4
/** Overlap, in ems, that adjacent letters never reach. */
const OVERLAP = 0.3

/** Limit for stored hidden texts. They are stored because the page may draw them again visibly. */
const MAX_HIDDEN_TEXTS = 10_000

const MIN_LETTER_SIZE_POINTS = 1

const EM_ABOVE_BASELINE = 0.6

/** Angle that stands for vertical writing. */
export const VERTICAL = 1000

export interface Drawn {
  readonly text: string
  readonly from: number
  readonly to: number
  readonly matrix: Matrix
  readonly size: number
  readonly angle: number
  readonly font: LoadedFont
  readonly mark: number
  readonly fontSize: number
  readonly ink: Ink
}

interface Place {
  readonly box: Box
  readonly order: number
}

interface Print {
  readonly x: number
  readonly y: number
  readonly word: number
}

/** The recent prints of a text, each with its word, and the word at each position. */
interface Prints {
  readonly last: Array<Print>
  readonly places: Map<number, number>
}

const pointOf = (x: number, y: number): number => Math.round(x) * POINTS_DOWN + Math.round(y)

const printedFirst = (first: Print): Prints => ({
  last: [first],
  places: new Map([[pointOf(first.x, first.y), first.word]])
})

export class Words {
  spaced = false
  unnamed = 0
  /** Prints by text. Most texts are printed only once, so most values are not lists. */
  private readonly prints = new Map<string, Print | Prints>()
  private readonly content: PageContent
  private readonly sight: Sight
  private readonly hidden = new Map<string, Unseen>()
  private readonly places: Array<Place> = []

  constructor(content: PageContent, sight: Sight) {
    this.content = content
    this.sight = sight
  }

  isFull(): boolean {
    return this.content.words.length >= MAX_DRAWN_WORDS
  }

  add(drawn: Drawn): void {
    const { angle, font, ink, mark, size, text } = drawn
    const { words } = this.content
    if (this.isFull()) return
    const start = startOf(drawn)
    const end = endOf(drawn, start)
    const x0 = Math.min(start, end)
    const x1 = Math.max(start, end)
    const y = drawn.matrix[1] * drawn.from + drawn.matrix[5]
    const box = placeOf(drawn)
    if (this.isUnseen(drawn, box, x0, y)) return
    const place = { box, order: this.sight.order }
    if (this.isPrintedTwice(text, x0, y, size, place) || this.isOver(drawn, x0, x1, y, place)) return
    const last = words.at(-1)
    // Some producers position every letter of a word.
    if (
      text.length === 1 && last !== undefined && !this.spaced && isContinued(last, drawn, y) &&
      Math.abs(x0 - last.x1) < size * MAX_EM_BETWEEN_TOUCHING_LETTERS
    ) {
      words[words.length - 1] = { ...last, text: last.text + text, x1 }
      this.places[words.length - 1] = { box: around(this.places.at(-1)!.box, box), order: place.order }
      return
    }
    this.places.push(place)
    words.push({
      text,
      x0,
      x1,
      y,
      size,
      angle,
      font,
      color: ink.fill === ANY_COLOR ? undefined : ink.fill,
      spaced: this.spaced,
      index: words.length,
      mark
    })
    this.spaced = false
  }

  countInside(isOutside: (word: Word, box: Box) => boolean): number {
    return this.content.words.reduce((sum, word, k) => sum + (isOutside(word, this.places[k]!.box) ? 0 : 1), 0)
  }

  seen(isOutside: (word: Word, box: Box) => boolean): Array<Word> {
    const { content: { words }, places, sight } = this
    return words.filter((word, k) => {
      const { box, order } = places[k]!
      if (isOutside(word, box)) {
        sight.note("off-page", word.text)
        return false
      }
      if (!sight.isCovered(box, order)) return true
      sight.cover(box, word.text)
      return false
    })
  }

  private isUnseen(drawn: Drawn, box: Box, x: number, y: number): boolean {
    const { font, fontSize, ink, matrix, size, text } = drawn
    const { height, width } = this.content
    const across = Math.hypot(matrix[0], matrix[1]) * Math.abs(fontSize) * font.height
    if (!(size >= MIN_LETTER_SIZE_POINTS) || across < MIN_LETTER_SIZE_POINTS) {
      this.sight.note("size", text)
      return true
    }
    if (
      x < -MAX_POINTS_OUTSIDE_PAGE || y < -MAX_POINTS_OUTSIDE_PAGE || x > width + MAX_POINTS_OUTSIDE_PAGE ||
      y > height + MAX_POINTS_OUTSIDE_PAGE
    ) {
      this.sight.note("off-page", text)
      return true
    }
    const by = this.sight.hides(ink, box, text)
    if (by !== undefined && this.hidden.size < MAX_HIDDEN_TEXTS) this.hidden.set(printKey(text, x, y), by)
    return by !== undefined
  }

  /**
   * Returns whether a text is drawn over the end of a word. The end is often printed again to make the word look
   * bold.
   */
  private isOver({ angle, size, text }: Drawn, x0: number, x1: number, y: number, place: Place): boolean {
    const { words } = this.content
    const shift = size * BOLD_SHIFT
    if (angle !== 0) return false
    for (let k = words.length - 1; k >= 0 && k >= words.length - MAX_OVERLAPPED_WORDS; k--) {
      const word = words[k]!
      if (
        word.angle === 0 && Math.abs(word.y - y) < shift && x0 > word.x0 + shift && Math.abs(word.x1 - x1) < shift &&
        x1 - x0 > size * OVERLAP && word.text.endsWith(text)
      ) {
        this.places[k] = { box: this.places[k]!.box, order: place.order }
        return true
      }
    }
    return false
  }

  /** Returns whether a text is printed again with a small offset, so that it looks bold. */
  private isPrintedTwice(text: string, x: number, y: number, size: number, place: Place): boolean {
    const print = { x, y, word: this.content.words.length }
    if (this.hidden.size > 0) this.takeBack(text, print)
    const prints = this.prints.get(text)
    if (prints === undefined) {
      this.prints.set(text, print)
      return false
    }
    const again = "last" in prints ? prints : printedFirst(prints)
    const { last, places } = again
    const shift = size * BOLD_SHIFT
    for (const other of last) {
      if (Math.abs(other.x - x) < shift && Math.abs(other.y - y) < shift) return this.printAgain(other.word, place)
    }
    if (again !== prints) this.prints.set(text, again)
    if (last.length === PRINTS) last.shift()
    last.push(print)
    const point = pointOf(x, y)
    const earlier = places.get(point)
    if (earlier !== undefined) return this.printAgain(earlier, place)
    places.set(point, print.word)
    return false
  }

  private takeBack(text: string, { x, y }: Print): void {
    const key = printKey(text, x, y)
    const by = this.hidden.get(key)
    if (by === undefined) return
    this.hidden.delete(key)
    this.sight.takeBack(by, text)
  }

  private printAgain(word: number, place: Place): true {
    // A separately placed letter may have joined the previous word.
    for (const at of [word - 1, word]) {
      const before = this.places[at]
      if (before !== undefined) this.places[at] = { box: before.box, order: place.order }
    }
    return true
  }
}

const printKey = (text: string, x: number, y: number): string => `${text}|${Math.round(x)}|${Math.round(y)}`

const isContinued = (last: Word, { angle, font, mark, size }: Drawn, y: number): boolean =>
  angle === 0 && last.angle === 0 && last.y === y && last.size === size && last.font === font && last.mark === mark &&
  last.text.length < MAX_LETTERS_OF_JOINED_WORD

const startOf = ({ font, from, matrix: m }: Drawn): number => font.vertical ? m[4] : m[0] * from + m[4]

const endOf = ({ angle, font, from, matrix: m, size, to }: Drawn, start: number): number => {
  if (font.vertical) return start + size
  return angle === 0 ? m[0] * to + m[4] : start + Math.hypot(m[0] * (to - from), m[1] * (to - from))
}

const placeOf = ({ font, fontSize, from, matrix, size, to }: Drawn): Box =>
  font.vertical
    ? { x0: matrix[4] - size / 2, x1: matrix[4] + size / 2, y0: matrix[5], y1: matrix[5] + size }
    : boxOf(matrix, from, 0, to, fontSize * font.height * EM_ABOVE_BASELINE)
