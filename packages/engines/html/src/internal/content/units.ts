/**
 * Converts a page to the classifier's input: text units, which are the words of one block, with counts for each.
 *
 * @since 0.1.0
 */
import type { Work } from "../survey/work.ts"
import * as Character from "../tape/characters.ts"
import { FNV_PRIME, hashOf, hashWith } from "../tape/hash.ts"
import { float32Column, int32Column, uint8Column } from "../tape/lent.ts"
import * as Tags from "../tape/tags.ts"
import { attr, textOf } from "../tape/tape.ts"

const MIN_WORD_LETTERS = 2
const MAX_WORD_LETTERS = 20

/** The text units of a page. Only `chars` and `linked` count long units completely. */
export interface Units {
  readonly count: number
  readonly block: Int32Array
  readonly first: Int32Array
  readonly of: Int32Array
  readonly chars: Int32Array
  readonly linked: Int32Array
  readonly letters: Int32Array
  readonly digits: Int32Array
  readonly upper: Int32Array
  readonly words: Int32Array
  readonly ends: Int32Array
  readonly marks: Int32Array
  readonly bars: Int32Array
  readonly money: Uint8Array
  readonly last: Uint8Array
  readonly said: Float32Array
  readonly titled: Int32Array
  /** Hash of the letters of a unit. */
  readonly hash: Int32Array
}

const MIN_RUNNING_CHARACTERS = 60
/** Maximum share of links in running text. */
const MAX_LINK_SHARE_OF_RUNNING = 0.4

export const isRunning = (characters: number, linked: number): boolean =>
  characters >= MIN_RUNNING_CHARACTERS && linked < MAX_LINK_SHARE_OF_RUNNING * characters

const MIN_LETTERS_OF_NAMING_WORD = 3
const MAX_CHARACTERS_OF_PAGE_NAMES = 300

export const LOOKED_UP_WORDS = 16
/** Maximum characters of a unit that are counted. The rest is assumed to be similar. */
const MAX_COUNTED_CHARACTERS = 400

const Sign = { Other: 0, Space: 1, Digit: 2, Mark: 3, Bar: 4, End: 5, Euro: 6 } as const
type Sign = (typeof Sign)[keyof typeof Sign]

const asciiSigns = new Uint8Array(Character.BEYOND_ASCII)
{
  asciiSigns.fill(Sign.Space, 0, Character.SPACE + 1)
  asciiSigns.fill(Sign.Digit, Character.ZERO, Character.NINE + 1)
  for (const c of ",;:") asciiSigns[c.charCodeAt(0)] = Sign.Mark
  for (const c of "|/") asciiSigns[c.charCodeAt(0)] = Sign.Bar
  for (const c of ".!?") asciiSigns[c.charCodeAt(0)] = Sign.End
}

const signOf = (c: number): Sign => {
  if (c < Character.BEYOND_ASCII) return asciiSigns[c] as Sign
  switch (c) {
    case Character.NO_BREAK_SPACE:
      return Sign.Space
    case Character.RIGHT_GUILLEMET:
    case Character.RIGHT_SINGLE_GUILLEMET:
    case Character.MIDDLE_DOT:
    case Character.BULLET:
      return Sign.Bar
    case Character.EURO:
      return Sign.Euro
    default:
      return Sign.Other
  }
}

const isCurrency = (c: number): boolean =>
  c === Character.DOLLAR || c === Character.POUND || c === Character.EURO || c === Character.YEN

const isDigit = (c: number): boolean => c >= Character.ZERO && c <= Character.NINE

const isLetter = (c: number): boolean =>
  c < Character.BEYOND_ASCII
    ? (c >= Character.LOWER_A && c <= Character.LOWER_Z) || (c >= Character.UPPER_A && c <= Character.UPPER_Z)
    : (c >= Character.LATIN_A_GRAVE && c < Character.GENERAL_PUNCTUATION) || c > Character.CJK_RADICALS

const Last = { Other: 0, Sentence: 1, Colon: 2, Comma: 3 } as const

const lastOf = (c: number): number => {
  switch (c) {
    case Character.DOT:
    case Character.BANG:
    case Character.QUESTION:
    case Character.IDEOGRAPHIC_STOP:
      return Last.Sentence
    case Character.COLON:
      return Last.Colon
    case Character.COMMA:
      return Last.Comma
    default:
      return Last.Other
  }
}

/**
 * Returns the text units of a page. `hidden` is 1 for nodes with hidden text, and `inside` is 1 for nodes inside a
 * link.
 */
export const unitsOf = (
  work: Work,
  hidden: Uint8Array,
  inside: Uint8Array,
  weights: ReadonlyMap<number, number>
): Units => {
  const { tape, texts: { block: near, hash, raw } } = work
  const { end, n, tag } = tape
  const of = int32Column(n).fill(-1)
  const blocks: Array<number> = []
  const firsts: Array<number> = []
  let open = -1
  for (let i = 0; i < n; i++) {
    if (tag[i] !== Tags.TEXT) {
      if (near[i] === i) open = -1
      continue
    }
    if (hidden[i] === 1 || hash[i] === 0) continue
    const at = near[i]!
    if (at !== open || i >= end[at]!) {
      blocks.push(at)
      firsts.push(i)
      open = at
    }
    of[i] = blocks.length - 1
  }
  const units = emptyUnits(columnOf(blocks), columnOf(firsts), of)
  const counter = new Counter(units, weights, namesOfPage(work))
  const { chars, hash: hashes, linked } = units
  const counted = int32Column(units.count)
  for (let i = 0; i < n; i++) {
    const u = of[i]!
    if (u < 0) continue
    chars[u]! += raw[i]!
    if (inside[i] === 1) linked[u]! += raw[i]!
    hashes[u] = Math.imul(hashes[u]!, FNV_PRIME) + hash[i]! | 0
    const length = tape.text[i]!.length
    const size = Math.min(length, MAX_COUNTED_CHARACTERS - counted[u]!)
    if (size <= 0) continue
    counted[u]! += size
    const at = tape.textAt[i]!
    if (at < 0) counter.add(u, tape.text[i]!, 0, size, size < length)
    else counter.add(u, tape.source, at, at + size, size < length)
  }
  return units
}

const namesOfPage = ({ survey: { declarations }, tape }: Work): ReadonlySet<number> => {
  const words = new Set<number>()
  const add = (text: string): void => {
    for (const word of text.slice(0, MAX_CHARACTERS_OF_PAGE_NAMES).toLowerCase().match(/[\p{L}]+/gu) ?? []) {
      words.add(hashOf(word))
    }
  }
  for (let i = 0; i < tape.n; i++) {
    if (tape.tag[i] !== Tags.TITLE) continue
    add(textOf(tape, i, MAX_CHARACTERS_OF_PAGE_NAMES))
    break
  }
  for (const i of declarations) {
    if (tape.tag[i] === Tags.META && attr(tape, i, "property") === "og:title") add(attr(tape, i, "content") ?? "")
  }
  return words
}

const columnOf = (numbers: ReadonlyArray<number>): Int32Array => {
  const column = int32Column(numbers.length)
  for (let k = 0; k < numbers.length; k++) column[k] = numbers[k]!
  return column
}

const emptyUnits = (block: Int32Array, first: Int32Array, of: Int32Array): Units => {
  const count = block.length
  const chars = int32Column(count)
  const linked = int32Column(count)
  const letters = int32Column(count)
  const digits = int32Column(count)
  const upper = int32Column(count)
  const words = int32Column(count)
  const ends = int32Column(count)
  const marks = int32Column(count)
  const bars = int32Column(count)
  const hash = int32Column(count)
  return {
    count,
    block,
    first,
    of,
    chars,
    linked,
    letters,
    digits,
    upper,
    words,
    ends,
    marks,
    bars,
    money: uint8Column(count),
    last: uint8Column(count),
    said: float32Column(count),
    titled: int32Column(count),
    hash
  }
}

class Counter {
  private readonly units: Units
  private readonly weights: ReadonlyMap<number, number>
  private readonly names: ReadonlySet<number>

  constructor(units: Units, weights: ReadonlyMap<number, number>, names: ReadonlySet<number>) {
    this.units = units
    this.weights = weights
    this.names = names
  }

  /** Adds a text to a unit. `cut` marks a truncated text. */
  add(u: number, s: string, from: number, to: number, cut: boolean): void {
    const { units } = this
    let letters = 0
    let digits = 0
    let upper = 0
    let words = units.words[u]!
    let ends = 0
    let marks = 0
    let bars = 0
    let before = 0
    for (let k = from; k < to; k++) {
      let c = s.charCodeAt(k)
      const start = k
      let hash = 0
      for (; isLetter(c); c = ++k < to ? s.charCodeAt(k) : Character.SPACE) {
        const capital = c <= Character.UPPER_Z
        if (capital) upper++
        hash = hashWith(hash, capital ? c + Character.TO_LOWER : c)
        before = c
      }
      const size = k - start
      letters += size
      if (size > 0 && words++ < LOOKED_UP_WORDS) this.lookUp(u, hash, size)
      const sign = signOf(c)
      if (sign === Sign.Space) continue
      if (sign === Sign.Digit) {
        digits++
        if (isCurrency(before)) units.money[u] = 1
      } else if (sign === Sign.Mark) marks++
      else if (sign === Sign.Bar) bars++
      else if (sign === Sign.End && size > 1) ends++
      else if (sign === Sign.Euro && isDigit(before)) units.money[u] = 1
      before = c
    }
    units.letters[u]! += letters
    units.digits[u]! += digits
    units.upper[u]! += upper
    units.words[u] = words
    units.ends[u]! += ends
    units.marks[u]! += marks
    units.bars[u]! += bars
    if (cut) units.last[u] = Last.Other
    else if (before !== 0) units.last[u] = lastOf(before)
  }

  private lookUp(u: number, hash: number, size: number): void {
    if (size < MIN_WORD_LETTERS || size > MAX_WORD_LETTERS) return
    const { names, units, weights } = this
    units.said[u]! += weights.get(hash) ?? 0
    if (size >= MIN_LETTERS_OF_NAMING_WORD && names.has(hash)) units.titled[u]!++
  }
}
