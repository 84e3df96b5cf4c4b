/**
 * The terms and the spelling of each written word. A batch repeats the words of earlier batches, so each distinct word is
 * analyzed once. Words are looked up by their code units, without a string for each occurrence.
 */
import * as Fnv from "@dunlin/text/Fnv"
import { fold } from "./fold.ts"
import { Int32List } from "./growing.ts"
import { hasUnspaced, termsOf } from "./wordTerms.ts"

/** Initial slots of the word table. It doubles when half of them are used. */
const MIN_SLOTS_OF_LEXICON = 1 << 12

/** Maximum letters of a suggested correction. */
const LONGEST_SPELLING = 32

/** Numbers of names in the order in which they are first used. */
class Names {
  private readonly numbers = new Map<string, number>()
  readonly all: Array<string> = []

  of(name: string): number {
    let number = this.numbers.get(name)
    if (number === undefined) {
      number = this.all.length
      this.all.push(name)
      this.numbers.set(name, number)
    }
    return number
  }
}

/** The spelling of a word without one: a number, a single letter, or a word of a script without spaces. */
export const NO_SPELLING = -1

const isSpelling = (spelled: string): boolean =>
  spelled.length > 1 && spelled.length <= LONGEST_SPELLING && !/^\d/.test(spelled) && !hasUnspaced(spelled)

export class Lexicon {
  readonly terms = new Names()
  readonly spellings = new Names()
  private readonly languages = new Names()
  /** Each slot has the number of a word plus one, or 0 if it is free. */
  private slots = new Int32Array(MIN_SLOTS_OF_LEXICON)
  private readonly hashes = new Int32List()
  private readonly languageOf = new Int32List()
  /** The code units of all words, and the end of each word in them. */
  private units = new Uint16Array(MIN_SLOTS_OF_LEXICON)
  private readonly unitEnds = new Int32List()
  /** The terms of all words, and the end of each word's terms in them. */
  readonly lists = new Int32List()
  readonly listEnds = new Int32List()
  /** The spelling of each word, or {@link NO_SPELLING}. */
  readonly spellingOf = new Int32List()

  /** Number of words. */
  get size(): number {
    return this.hashes.length
  }

  /** The number of a language, for {@link find}. */
  language(code: string): number {
    return this.languages.of(code)
  }

  /** The number of a word of a text. The stemmers of its language must be loaded. */
  find(text: string, start: number, end: number, language: number): number {
    let hash = Fnv.step(Fnv.OFFSET, language)
    for (let at = start; at < end; at++) hash = Fnv.step(hash, text.charCodeAt(at))
    const most = this.slots.length - 1
    let slot = (hash ^ (hash >>> 15)) & most
    for (;; slot = (slot + 1) & most) {
      const word = this.slots[slot]! - 1
      if (word < 0) break
      if (this.hashes.values[word] === hash && this.isWord(word, text, start, end, language)) return word
    }
    return this.add(text, start, end, language, hash, slot)
  }

  private isWord(word: number, text: string, start: number, end: number, language: number): boolean {
    const from = word === 0 ? 0 : this.unitEnds.values[word - 1]!
    const length = end - start
    if (this.unitEnds.values[word]! - from !== length || this.languageOf.values[word] !== language) return false
    for (let at = 0; at < length; at++) if (this.units[from + at] !== text.charCodeAt(start + at)) return false
    return true
  }

  private add(text: string, start: number, end: number, language: number, hash: number, slot: number): number {
    const word = this.size
    const written = this.write(text, start, end)
    this.slots[slot] = word + 1
    this.hashes.push(hash)
    this.languageOf.push(language)
    for (const term of new Set(termsOf(written, this.languages.all[language]!))) this.lists.push(this.terms.of(term))
    this.listEnds.push(this.lists.length)
    const spelled = fold(written)
    this.spellingOf.push(isSpelling(spelled) ? this.spellings.of(spelled) : NO_SPELLING)
    if (this.size > this.slots.length / 2) this.double()
    return word
  }

  /** Stores the code units of a word. Returns a copy of it, because a slice would keep the whole text in memory. */
  private write(text: string, start: number, end: number): string {
    const from = this.size === 0 ? 0 : this.unitEnds.values[this.size - 1]!
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
    const most = slots.length - 1
    for (let word = 0; word < this.size; word++) {
      const hash = this.hashes.values[word]!
      let slot = (hash ^ (hash >>> 15)) & most
      while (slots[slot] !== 0) slot = (slot + 1) & most
      slots[slot] = word + 1
    }
    this.slots = slots
  }
}

/** Terms and words from which the next batch starts with an empty lexicon, which limits its memory to about 30 MB. */
const MAX_TERMS_OF_LEXICON = 100_000

let shared = new Lexicon()

/** The lexicon of the thread. It is replaced when it is full, so a batch must use one until its end. */
export const current = (): Lexicon => {
  if (shared.terms.all.length > MAX_TERMS_OF_LEXICON || shared.size > MAX_TERMS_OF_LEXICON) shared = new Lexicon()
  return shared
}
