/**
 * Stores the terms and the spelling of each written word. Batches repeat words, so each distinct word is analyzed
 * once. Words are looked up by their code units, without a string for each occurrence.
 */
import * as Fnv from "@dunlin/text/Fnv"
import { fold } from "./fold.ts"
import { Int32List } from "./growing.ts"
import * as Language from "./language.ts"
import * as Tokens from "./tokens.ts"
import { hasUnspaced, termsOf } from "./wordTerms.ts"

/** Initial slots of the word table. It doubles when half of them are used. */
const MIN_SLOTS_OF_LEXICON = 1 << 12

const MAX_CORRECTION_LETTERS = 32

/** Sorting a smaller share of the names takes less time than a walk over the order of all names. */
const MIN_SHARE_OF_NAMES_TO_WALK = 1 / 16

class Names {
  private readonly numbers = new Map<string, number>()
  readonly all: Array<string> = []
  /** The numbers of the first names, in the order of these names. */
  private order = new Int32Array(0)

  readonly of = (name: string): number => {
    let number = this.numbers.get(name)
    if (number === undefined) {
      number = this.all.length
      this.all.push(name)
      this.numbers.set(name, number)
    }
    return number
  }

  /** Returns these numbers in the order of their names. Only names that are new since the last call are sorted. */
  readonly sorted = (numbers: Int32Array): Int32Array => {
    if (numbers.length < this.all.length * MIN_SHARE_OF_NAMES_TO_WALK) return this.inOrder(numbers)
    this.orderAll()
    const isWanted = new Uint8Array(this.all.length)
    for (const number of numbers) isWanted[number] = 1
    return this.order.filter((number) => isWanted[number] === 1)
  }

  private inOrder(numbers: Int32Array): Int32Array {
    const { all } = this
    return Int32Array.from(Array.from(numbers).sort((left, right) => (all[left]! < all[right]! ? -1 : 1)))
  }

  private orderAll(): void {
    const known = this.order
    const fresh = this.inOrder(
      Int32Array.from({ length: this.all.length - known.length }, (_, at) => known.length + at)
    )
    const order = new Int32Array(this.all.length)
    let next = 0
    for (let at = 0, left = 0; at < order.length; at++) {
      const isKnown = next === fresh.length ||
        (left < known.length && this.all[known[left]!]! < this.all[fresh[next]!]!)
      order[at] = isKnown ? known[left++]! : fresh[next++]!
    }
    this.order = order
  }
}

export const startIn = (ends: Int32List, word: number): number => word === 0 ? 0 : ends.values[word - 1]!

const hashOf = (text: string, start: number, end: number, language: number): number => {
  let hash = Fnv.step(Fnv.OFFSET, language)
  for (let at = start; at < end; at++) hash = Fnv.step(hash, text.charCodeAt(at))
  return hash
}

const firstSlot = (hash: number): number => hash ^ (hash >>> 15)

/** Returns a copy, because a slice would keep the whole text in memory. */
const copyOf = (text: string, start: number, end: number): string =>
  String.fromCharCode(...Array.from({ length: end - start }, (_, at) => text.charCodeAt(start + at)))

/** Stands for no spelling: a number, a single letter, or a word of a script without spaces. */
export const NO_SPELLING = -1

const isSpelling = (spelled: string): boolean =>
  spelled.length > 1 && spelled.length <= MAX_CORRECTION_LETTERS && !/^\d/.test(spelled) && !hasUnspaced(spelled)

/** A word has several terms or parts, which are in its lists. */
export const SEVERAL_TERMS = -1

/** A slot holds the number of a word plus one, its hash, the start of its code units, and its language and length. */
const SLOT_BITS = 2
const INTS_PER_SLOT = 1 << SLOT_BITS
/** A word or run has fewer code units. */
const BITS_PER_LENGTH = 8

/** Stores words, and runs of words and signs such as `state-of-the-art`. This class calls both of them words. */
export class Lexicon {
  readonly terms = new Names()
  readonly spellings = new Names()
  private readonly languages = new Names()
  /** The values of a slot are next to each other, because most of the time is spent on reading them. */
  private slots = new Int32Array(MIN_SLOTS_OF_LEXICON * INTS_PER_SLOT)
  private units = new Uint16Array(MIN_SLOTS_OF_LEXICON)
  private unitCount = 0
  /** The term of a plain word with one term, or `SEVERAL_TERMS`. */
  readonly single = new Int32List()
  /** A term is repeated as often as it counts. */
  readonly lists = new Int32List()
  readonly listEnds = new Int32List()
  /** Parts of each word. A plain word is its own part. */
  readonly parts = new Int32List()
  readonly partEnds = new Int32List()
  readonly spellingOf = new Int32List()

  get size(): number {
    return this.single.length
  }

  language(code: string): number {
    return this.languages.of(code)
  }

  /** Returns the number of a word. The stemmers of the text's language must be loaded. */
  find(text: string, start: number, end: number, language: number): number {
    const hash = hashOf(text, start, end, language)
    const word = this.slots[this.slotOf(hash, text, start, end, language)]! - 1
    if (word >= 0) return word
    const written = copyOf(text, start, end)
    const terms = new Set(termsOf(written, this.languages.all[language]!))
    for (const term of terms) this.lists.push(this.terms.of(term))
    this.parts.push(this.size)
    const spelled = fold(written)
    const spelling = isSpelling(spelled) ? this.spellings.of(spelled) : NO_SPELLING
    const single = terms.size === 1 ? this.lists.values[this.lists.length - 1]! : SEVERAL_TERMS
    return this.add(hash, text, start, end, language, single, spelling)
  }

  findRun(text: string, place: Tokens.Place, language: number): number {
    const { from, to } = place
    const hash = hashOf(text, from, to, language)
    const word = this.slots[this.slotOf(hash, text, from, to, language)]! - 1
    if (word >= 0) return word
    const parts = place.words.map(([start, end]) =>
      this.find(text, start, Math.min(end, start + Tokens.MAX_WORD_LETTERS), language)
    )
    for (const part of parts) {
      const end = this.listEnds.values[part]!
      for (let at = startIn(this.listEnds, part); at < end; at++) this.lists.push(this.lists.values[at]!)
      this.parts.push(part)
    }
    for (const term of this.termsOfRun(Tokens.describe(text, place), language)) this.lists.push(this.terms.of(term))
    return this.add(hash, text, from, to, language, SEVERAL_TERMS, NO_SPELLING)
  }

  private termsOfRun({ inner, joined, whole }: Tokens.Run, language: number): ReadonlyArray<string> {
    return [
      ...[whole, ...inner].flatMap((name) => name === "" ? [] : [Tokens.wholeMark + name]),
      ...(joined === "" ? [] : Language.words(this.languages.all[language]!).of(joined))
    ]
  }

  /** Returns the position of the word's slot, or of the free slot that it would get. */
  private slotOf(hash: number, text: string, start: number, end: number, language: number): number {
    const { slots, units } = this
    const shape = language << BITS_PER_LENGTH | end - start
    const most = slots.length - 1
    let at = firstSlot(hash) << SLOT_BITS & most
    for (; slots[at] !== 0; at = (at + INTS_PER_SLOT) & most) {
      if (slots[at + 1] !== hash || slots[at + 3] !== shape) continue
      const shift = slots[at + 2]! - start
      let unit = start
      while (unit < end && units[shift + unit] === text.charCodeAt(unit)) unit++
      if (unit === end) return at
    }
    return at
  }

  /** The terms and parts of the word must already be at the end of their lists. */
  private add(
    hash: number,
    text: string,
    start: number,
    end: number,
    language: number,
    single: number,
    spelling: number
  ): number {
    // The words of a run may have taken the slot that was free before.
    const at = this.slotOf(hash, text, start, end, language)
    this.single.push(single)
    this.slots[at] = this.size
    this.slots[at + 1] = hash
    this.slots[at + 2] = this.unitCount
    this.slots[at + 3] = language << BITS_PER_LENGTH | end - start
    this.write(text, start, end)
    this.listEnds.push(this.lists.length)
    this.partEnds.push(this.parts.length)
    this.spellingOf.push(spelling)
    if (this.size * INTS_PER_SLOT > this.slots.length / 2) this.double()
    return this.size - 1
  }

  private write(text: string, start: number, end: number): void {
    const to = this.unitCount + end - start
    if (to > this.units.length) {
      const units = new Uint16Array(Math.max(this.units.length * 2, to))
      units.set(this.units)
      this.units = units
    }
    for (let at = start; at < end; at++) this.units[this.unitCount++] = text.charCodeAt(at)
  }

  private double(): void {
    const slots = new Int32Array(this.slots.length * 2)
    const most = slots.length - 1
    for (let from = 0; from < this.slots.length; from += INTS_PER_SLOT) {
      if (this.slots[from] === 0) continue
      let at = firstSlot(this.slots[from + 1]!) << SLOT_BITS & most
      while (slots[at] !== 0) at = (at + INTS_PER_SLOT) & most
      slots.set(this.slots.subarray(from, from + INTS_PER_SLOT), at)
    }
    this.slots = slots
  }
}

/**
 * Maximum terms of a lexicon. A larger one is replaced before the next batch, which limits its memory to about 30 MB.
 */
const MAX_TERMS_OF_LEXICON = 100_000

let shared = new Lexicon()

/**
 * Returns the lexicon of the thread. It is replaced when it is full, so a batch must use the same lexicon until its
 * end.
 */
export const current = (): Lexicon => {
  if (shared.terms.all.length > MAX_TERMS_OF_LEXICON || shared.size > MAX_TERMS_OF_LEXICON) shared = new Lexicon()
  return shared
}
