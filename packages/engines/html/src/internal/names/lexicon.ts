/**
 * Stores class names and ids as numbers. Pages of one site repeat the same names, so each name is evaluated only
 * once.
 *
 * @since 0.1.0
 */
import * as Character from "../tape/characters.ts"
import { hashWith, spread } from "../tape/hash.ts"

const FIRST_QUAD = 0x2000
const HAIR_SPACE = 0x200a
const otherSpaces: ReadonlySet<number> = new Set([0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff])

const isSpace = (c: number): boolean =>
  c <= Character.SPACE
    ? c === Character.SPACE || (c >= Character.TAB && c <= Character.CARRIAGE_RETURN)
    : c >= Character.NO_BREAK_SPACE &&
      (c === Character.NO_BREAK_SPACE || (c >= FIRST_QUAD && c <= HAIR_SPACE) || otherSpaces.has(c))

const MAX_NAMED_VALUE_CHARACTERS = 2000
const MAX_NAMES_READ = 40

const NAME_SLOTS = 1 << 13
/**
 * Maximum number of hash table slots that are tried for a name, so that deliberate collisions stay cheap. If all are
 * occupied, the name gets a new number.
 */
const MAX_PROBES_FOR_NAME = 8

const full = { names: 5000, letters: 1 << 16 }

/** Initial capacity for names and letters. It doubles when it is full. */
const ROOM_FOR_NAMES = 1 << 10
const ROOM_FOR_LETTERS = 1 << 13

const none: ReadonlyArray<number> = []

export class Lexicon {
  size = 0
  letters = new Uint16Array(ROOM_FOR_LETTERS)
  private starts = new Int32Array(ROOM_FOR_NAMES)
  private readonly slots = new Int32Array(NAME_SLOTS)

  get isFull(): boolean {
    return this.size > full.names || this.starts[this.size]! > full.letters
  }

  startOf(name: number): number {
    return this.starts[name]!
  }

  namesOf(text: string): ReadonlyArray<number> {
    return this.read(text, 0, text.length, -1)!
  }

  /** Returns the numbers of the names in a range of the page's source; `undefined` if the range contains an entity. */
  namesOnPage(source: string, from: number, to: number): ReadonlyArray<number> | undefined {
    return this.read(source, from, to, Character.AMPERSAND)
  }

  nameOf(text: string): number {
    this.reserve(text.length)
    const start = this.starts[this.size]!
    let hash = 0
    for (let k = 0; k < text.length; k++) {
      const c = text.charCodeAt(k)
      this.letters[start + k] = c
      hash = hashWith(hash, c)
    }
    return this.numberOf(start, text.length, hash)
  }

  private read(source: string, from: number, to: number, barred: number): ReadonlyArray<number> | undefined {
    if (to - from > MAX_NAMED_VALUE_CHARACTERS) {
      return barred >= 0 && source.slice(from, to).includes("&")
        ? undefined
        : none
    }
    if (from === to) return none
    this.reserve(to - from)
    let names: Array<number> | undefined
    for (let at = from; at <= to && (names === undefined || names.length < MAX_NAMES_READ);) {
      const { letters } = this
      const start = this.starts[this.size]!
      let stop = start
      let hash = 0
      for (; at < to; at++) {
        const c = source.charCodeAt(at)
        if (isSpace(c)) break
        if (c === barred) return undefined
        letters[stop++] = c
        hash = hashWith(hash, c)
      }
      const name = this.numberOf(start, stop - start, hash)
      if (names === undefined) names = [name]
      else names.push(name)
      at++
      while (at < to && isSpace(source.charCodeAt(at))) at++
    }
    return names!.length === 1 ? names : names!.slice()
  }

  private numberOf(start: number, length: number, hash: number): number {
    const known = this.slots
    let slot = spread(hash) & NAME_SLOTS - 1
    for (let t = 0; t < MAX_PROBES_FOR_NAME; t++, slot = slot + 1 & NAME_SLOTS - 1) {
      const name = known[slot]! - 1
      if (name < 0) {
        known[slot] = this.size + 1
        break
      }
      if (this.isSame(name, start, length)) return name
    }
    if (this.size + 2 > this.starts.length) {
      const starts = new Int32Array(2 * this.starts.length)
      starts.set(this.starts)
      this.starts = starts
    }
    this.starts[this.size + 1] = start + length
    return this.size++
  }

  private isSame(name: number, start: number, length: number): boolean {
    const { letters, starts } = this
    const other = starts[name]!
    if (starts[name + 1]! - other !== length) return false
    for (let k = 0; k < length; k++) if (letters[other + k] !== letters[start + k]) return false
    return true
  }

  private reserve(count: number): void {
    const stop = this.starts[this.size]! + count
    if (stop <= this.letters.length) return
    const letters = new Uint16Array(2 * stop)
    letters.set(this.letters)
    this.letters = letters
  }
}

/** Numbers by key. The number of a key is 0 until it is set. */
export class Notes {
  private lexicon: Lexicon | undefined
  private numbers = new Int32Array(ROOM_FOR_NAMES)

  /** Returns whether the lexicon changed. A change resets all numbers. */
  turnTo(lexicon: Lexicon): boolean {
    if (lexicon === this.lexicon) return false
    this.lexicon = lexicon
    this.numbers.fill(0)
    return true
  }

  of(name: number): number {
    return name < this.numbers.length ? this.numbers[name]! : 0
  }

  set(name: number, number: number): number {
    if (name >= this.numbers.length) {
      const numbers = new Int32Array(2 * (name + 1))
      numbers.set(this.numbers)
      this.numbers = numbers
    }
    return this.numbers[name] = number
  }
}

let current = new Lexicon()

export const lexicon = (): Lexicon => {
  if (current.isFull) current = new Lexicon()
  return current
}
