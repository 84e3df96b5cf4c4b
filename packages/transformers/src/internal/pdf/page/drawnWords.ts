/** Words of a page as they are drawn, each once, letters that touch in one. */
import type { LoadedFont } from "./fonts.ts"
import type { Matrix } from "./geometry.ts"
import type { PageContent, Word } from "./page.ts"

/** Words beyond this number are not read: no honest page has them, and they must not take the parser's memory. */
export const MOST_WORDS = 60_000

/** Points outside of the page to which words are kept: a table may be too wide for its page. */
const MARGIN = 60

/** Ems between two letters that were set one by one and are parts of one word. */
const TOUCHING = 0.06

/** Letters of a word that is put together of single ones, at most. */
const LONGEST_WORD = 100

/** Ems between two prints of one text that make it bold, and prints of it that are looked at: the last ones. */
const BOLD_SHIFT = 0.1
const PRINTS = 4

/** More points than a page is high: what a place counts across, so that one number tells it from all others. */
const POINTS_DOWN = 2 ** 26

/** Words before a word that it may overlap, and ems of an overlap that no two letters have. */
const NEIGHBOURS = 4
const OVERLAP = 0.3

/** The angle that stands for vertical writing. */
export const VERTICAL = 1000

export type Drawn = {
  readonly text: string
  /** Start and end in the space of letters. */
  readonly from: number
  readonly to: number
  readonly matrix: Matrix
  readonly size: number
  readonly angle: number
  readonly font: LoadedFont
  readonly mark: number
}

type Print = { readonly x: number; readonly y: number }

/** Where a text was printed: the last times, and in whole points each time. Most texts are printed once. */
type Prints = { readonly last: Array<Print>; places: Set<number> | undefined }

const placeOf = ({ x, y }: Print): number => Math.round(x) * POINTS_DOWN + Math.round(y)

export class Words {
  /** A space was drawn before the next word. */
  spaced = false
  private readonly prints = new Map<string, Prints>()
  private readonly content: PageContent

  constructor(content: PageContent) {
    this.content = content
  }

  isFull(): boolean {
    return this.content.words.length >= MOST_WORDS
  }

  add(drawn: Drawn): void {
    const { angle, font, mark, size, text } = drawn
    const { height, width, words } = this.content
    if (this.isFull()) return
    const [x0, x1] = extent(drawn)
    const y = drawn.matrix[1] * drawn.from + drawn.matrix[5]
    if (!(size >= 1) || x0 < -MARGIN || y < -MARGIN || x0 > width + MARGIN || y > height + MARGIN) return
    if (this.isPrintedTwice(text, x0, y, size) || this.isOver(drawn, x0, x1, y)) return
    const last = words.at(-1)
    // some set a word letter by letter
    if (
      text.length === 1 && last !== undefined && !this.spaced && isContinued(last, drawn, y) &&
      Math.abs(x0 - last.x1) < size * TOUCHING
    ) {
      words[words.length - 1] = { ...last, text: last.text + text, x1 }
      return
    }
    words.push({ text, x0, x1, y, size, angle, font, spaced: this.spaced, index: words.length, mark })
    this.spaced = false
  }

  /** Bold that is faked by printing the end of a word again over itself, as a word of its own. */
  private isOver({ angle, size, text }: Drawn, x0: number, x1: number, y: number): boolean {
    const { words } = this.content
    const shift = size * BOLD_SHIFT
    if (angle !== 0) return false
    for (let k = words.length - 1; k >= 0 && k >= words.length - NEIGHBOURS; k--) {
      const word = words[k]!
      if (
        word.angle === 0 && Math.abs(word.y - y) < shift && x0 > word.x0 + shift && Math.abs(word.x1 - x1) < shift &&
        x1 - x0 > size * OVERLAP && word.text.endsWith(text)
      ) return true
    }
    return false
  }

  /** Bold that is faked by printing a text again, a little beside itself. */
  private isPrintedTwice(text: string, x: number, y: number, size: number): boolean {
    const print = { x, y }
    const prints = this.prints.get(text)
    if (prints === undefined) {
      this.prints.set(text, { last: [print], places: undefined })
      return false
    }
    const { last } = prints
    const shift = size * BOLD_SHIFT
    if (last.some((other) => Math.abs(other.x - x) < shift && Math.abs(other.y - y) < shift)) return true
    prints.places ??= new Set([placeOf(last[0]!)])
    if (last.length === PRINTS) last.shift()
    last.push(print)
    const place = placeOf(print)
    if (prints.places.has(place)) return true
    prints.places.add(place)
    return false
  }
}

const isContinued = (last: Word, { angle, font, mark, size }: Drawn, y: number): boolean =>
  angle === 0 && last.angle === 0 && last.y === y && last.size === size && last.font === font && last.mark === mark &&
  last.text.length < LONGEST_WORD

const extent = ({ angle, font, from, matrix: m, size, to }: Drawn): readonly [number, number] => {
  if (font.vertical) return [m[4], m[4] + size]
  const x0 = m[0] * from + m[4]
  if (angle !== 0) return [x0, x0 + Math.hypot(m[0] * (to - from), m[1] * (to - from))]
  const x1 = m[0] * to + m[4]
  return x1 < x0 ? [x1, x0] : [x0, x1]
}
