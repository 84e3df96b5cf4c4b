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

class Names {
  private readonly numbers = new Map<string, number>()
  readonly all: Array<string> = []

  readonly of = (name: string): number => {
    let number = this.numbers.get(name)
    if (number === undefined) {
      number = this.all.length
      this.all.push(name)
      this.numbers.set(name, number)
    }
    return number
  }
}

export const startIn = (ends: Int32List, word: number): number => word === 0 ? 0 : ends.values[word - 1]!

const hashOf = (text: string, start: number, end: number, language: number): number => {
  let hash = Fnv.step(Fnv.OFFSET, language)
  for (let at = start; at < end; at++) hash = Fnv.step(hash, text.charCodeAt(at))
  return hash
}

const firstSlot = (hash: number): number => hash ^ (hash >>> 15)

/** Stands for no spelling: a number, a single letter, or a word of a script without spaces. */
export const NO_SPELLING = -1

const isSpelling = (spelled: string): boolean =>
  spelled.length > 1 && spelled.length <= MAX_CORRECTION_LETTERS && !/^\d/.test(spelled) && !hasUnspaced(spelled)

/** Also stores runs of words and signs such as `state-of-the-art`. This class calls both of them words. */
export class Lexicon {
  readonly terms = new Names()
  readonly spellings = new Names()
  private readonly languages = new Names()
  /** The number of a word plus one; 0 for a free slot. */
  private slots = new Int32Array(MIN_SLOTS_OF_LEXICON)
  private readonly hashes = new Int32List()
  private readonly languageOf = new Int32List()
  private units = new Uint16Array(MIN_SLOTS_OF_LEXICON)
  private readonly unitEnds = new Int32List()
  /** A term is repeated as often as it counts. */
  readonly lists = new Int32List()
  readonly listEnds = new Int32List()
  /** The part of a plain word is the word itself. */
  readonly parts = new Int32List()
  readonly partEnds = new Int32List()
  readonly spellingOf = new Int32List()

  get size(): number {
    return this.hashes.length
  }

  language(code: string): number {
    return this.languages.of(code)
  }

  /** The stemmers of the text's language must be loaded. */
  find(text: string, start: number, end: number, language: number): number {
    const hash = hashOf(text, start, end, language)
    const word = this.slots[this.slotOf(hash, text, start, end, language)]! - 1
    if (word >= 0) return word
    const written = this.write(text, start, end)
    for (const term of new Set(termsOf(written, this.languages.all[language]!))) this.lists.push(this.terms.of(term))
    this.parts.push(this.size)
    const spelled = fold(written)
    return this.add(hash, language, isSpelling(spelled) ? this.spellings.of(spelled) : NO_SPELLING)
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
    this.write(text, from, to)
    return this.add(hash, language, NO_SPELLING)
  }

  private termsOfRun({ inner, joined, whole }: Tokens.Run, language: number): ReadonlyArray<string> {
    return [
      ...[whole, ...inner].flatMap((name) => name === "" ? [] : [Tokens.wholeMark + name]),
      ...(joined === "" ? [] : Language.words(this.languages.all[language]!).of(joined))
    ]
  }

  private slotOf(hash: number, text: string, start: number, end: number, language: number): number {
    const most = this.slots.length - 1
    for (let slot = firstSlot(hash) & most;; slot = (slot + 1) & most) {
      const word = this.slots[slot]! - 1
      if (word < 0) return slot
      if (this.hashes.values[word] === hash && this.isWord(word, text, start, end, language)) return slot
    }
  }

  private isWord(word: number, text: string, start: number, end: number, language: number): boolean {
    const from = startIn(this.unitEnds, word)
    const length = end - start
    if (this.unitEnds.values[word]! - from !== length || this.languageOf.values[word] !== language) return false
    for (let at = 0; at < length; at++) if (this.units[from + at] !== text.charCodeAt(start + at)) return false
    return true
  }

  /** The code units, terms and parts of the word must already be at the end of their lists. */
  private add(hash: number, language: number, spelling: number): number {
    const word = this.size
    this.hashes.push(hash)
    this.languageOf.push(language)
    this.listEnds.push(this.lists.length)
    this.partEnds.push(this.parts.length)
    this.spellingOf.push(spelling)
    if (this.size > this.slots.length / 2) this.double()
    else this.put(this.slots, word)
    return word
  }

  private put(slots: Int32Array, word: number): void {
    const most = slots.length - 1
    let slot = firstSlot(this.hashes.values[word]!) & most
    while (slots[slot] !== 0) slot = (slot + 1) & most
    slots[slot] = word + 1
  }

  /** Returns a copy of the word, because a slice would keep the whole text in memory. */
  private write(text: string, start: number, end: number): string {
    const from = startIn(this.unitEnds, this.size)
    const to = from + end - start
    if (to > this.units.length) {
      const units = new Uint16Array(Math.max(this.units.length * 2, to))
      units.set(this.units)
      this.units = units
    }
    for (let at = start; at < end; at++) this.units[from + at - start] = text.charCodeAt(at)
    this.unitEnds.push(to)
    return String.fromCharCode(...this.units.subarray(from, to))
  }

  private double(): void {
    const slots = new Int32Array(this.slots.length * 2)
    for (let word = 0; word < this.size; word++) this.put(slots, word)
    this.slots = slots
  }
}

/**
 * Maximum terms of a lexicon. A larger one is replaced before the next batch, which limits its memory to about 30 MB.
 */
const MAX_TERMS_OF_LEXICON = 100_000

let shared = new Lexicon()

/** Replaced when it is full, so a batch must use the same lexicon until its end. */
export const current = (): Lexicon => {
  if (shared.terms.all.length > MAX_TERMS_OF_LEXICON || shared.size > MAX_TERMS_OF_LEXICON) shared = new Lexicon()
  return shared
}
