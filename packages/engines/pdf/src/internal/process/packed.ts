/**
 * Encodes the content of a page in a few large buffers, for transfer between threads. A message of a thousand objects
 * takes as long as reading a page.
 */
import type { Box } from "../page/geometry.ts"
import type { Font, PageContent, Rule, Word } from "../page/page.ts"

type Dot = PageContent["dots"][number]

/** A page in a compact form for messages. Values that are not lists of numbers are sent unchanged. */
export interface Packed extends Omit<PageContent, "words" | "horizontal" | "vertical" | "boxes" | "dots"> {
  /** The words, one per line, because a word never contains a line break. */
  readonly texts: string
  readonly fonts: ReadonlyArray<Font>
  readonly words: Float64Array<ArrayBuffer>
  readonly horizontal: Float64Array<ArrayBuffer>
  readonly vertical: Float64Array<ArrayBuffer>
  readonly boxes: Float64Array<ArrayBuffer>
  readonly dots: Float64Array<ArrayBuffer>
}

const WORD = 9
const RULE = 3
const BOX = 4
const DOT = 3

const pack = <A>(items: ReadonlyArray<A>, length: number, numbersOf: (item: A) => ReadonlyArray<number>) => {
  const numbers = new Float64Array(items.length * length)
  items.forEach((item, k) => numbers.set(numbersOf(item), k * length))
  return numbers
}

const unpack = <A>(numbers: Float64Array, length: number, itemOf: (at: number) => A): Array<A> =>
  Array.from({ length: numbers.length / length }, (_, k) => itemOf(k * length))

const packRules = (rules: ReadonlyArray<Rule>) => pack(rules, RULE, ({ at, from, to }) => [from, to, at])

const unpackRules = (numbers: Float64Array): Array<Rule> =>
  unpack(numbers, RULE, (at) => ({ from: numbers[at]!, to: numbers[at + 1]!, at: numbers[at + 2]! }))

const numbered = (words: ReadonlyArray<Word>): ReadonlyMap<Font, number> => {
  const fonts = new Map<Font, number>()
  for (const { font } of words) if (!fonts.has(font)) fonts.set(font, fonts.size)
  return fonts
}

export const toPacked = ({ boxes, dots, horizontal, vertical, words, ...rest }: PageContent): Packed => {
  const fonts = numbered(words)
  return {
    ...rest,
    texts: words.map((word) => word.text).join("\n"),
    fonts: [...fonts.keys()].map(({ bold, italic, math, mono, name }) => ({ name, bold, italic, mono, math })),
    words: pack(words, WORD, (word) => [
      word.x0,
      word.x1,
      word.y,
      word.size,
      word.angle,
      word.index,
      word.mark,
      word.spaced ? 1 : 0,
      fonts.get(word.font)!
    ]),
    horizontal: packRules(horizontal),
    vertical: packRules(vertical),
    boxes: pack<Box>(boxes, BOX, ({ x0, x1, y0, y1 }) => [x0, y0, x1, y1]),
    dots: pack<Dot>(dots, DOT, ({ width, x, y }) => [x, y, width])
  }
}

const wordsOf = (numbers: Float64Array, texts: string, fonts: ReadonlyArray<Font>): Array<Word> => {
  const lines = texts.split("\n")
  return unpack(numbers, WORD, (at) => ({
    text: lines[at / WORD]!,
    x0: numbers[at]!,
    x1: numbers[at + 1]!,
    y: numbers[at + 2]!,
    size: numbers[at + 3]!,
    angle: numbers[at + 4]!,
    font: fonts[numbers[at + 8]!]!,
    spaced: numbers[at + 7] === 1,
    index: numbers[at + 5]!,
    mark: numbers[at + 6]!
  }))
}

export const fromPacked = (packed: Packed): PageContent => {
  const { boxes, dots, fonts, horizontal, texts, vertical, words, ...rest } = packed
  return {
    ...rest,
    words: wordsOf(words, texts, fonts),
    horizontal: unpackRules(horizontal),
    vertical: unpackRules(vertical),
    boxes: unpack(
      boxes,
      BOX,
      (at) => ({ x0: boxes[at]!, y0: boxes[at + 1]!, x1: boxes[at + 2]!, y1: boxes[at + 3]! })
    ),
    dots: unpack(dots, DOT, (at) => ({ x: dots[at]!, y: dots[at + 1]!, width: dots[at + 2]! }))
  }
}

export const buffersOf = ({ boxes, dots, horizontal, vertical, words }: Packed): Array<ArrayBuffer> =>
  [words, horizontal, vertical, boxes, dots].map(({ buffer }) => buffer)
