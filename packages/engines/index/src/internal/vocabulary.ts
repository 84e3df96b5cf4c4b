/** Converts texts to numbers of stems, so that each text is parsed once and compared as integers. */
import * as CodeUnit from "@dunlin/text/CodeUnit"
import * as Fnv from "@dunlin/text/Fnv"
import * as Unit from "@dunlin/text/Unit"
import * as Language from "./language.ts"
import { isInside } from "./tokens.ts"
import { hasUnspaced, unspacedTerms } from "./wordTerms.ts"

const MIN_SLOTS_OF_VOCABULARY = 1 << 12
const MAX_SLOTS_OF_VOCABULARY = 1 << 19
const MAX_WORDS_OF_VOCABULARY = 200_000

const notAscii = /[^\x00-\x7f]/

export interface Places {
  readonly tokens: Int32Array
  readonly starts: Int32Array
}

/** Initial capacity for letters, per word. It doubles when it is full. */
const LETTERS_PER_WORD = 4
const FEW_WORDS = 4
const SMALLEST = 16

const larger = (values: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
  const out = new Int32Array(values.length * 2 + SMALLEST)
  out.set(values)
  return out
}

export interface Tables {
  readonly marks: Uint8Array
  readonly counts: Uint16Array
  readonly sums: Float64Array
}

const tablesOf = (size: number): Tables => ({
  marks: new Uint8Array(size),
  counts: new Uint16Array(size),
  sums: new Float64Array(size)
})

/**
 * A table of words. They are found by a 32-bit hash and their length, which is exact enough for ranking. At its
 * maximum size, the table is cleared.
 */
export class Vocabulary {
  private readonly language: string
  private hashes = new Int32Array(MIN_SLOTS_OF_VOCABULARY)
  /** Hash table of terms: the number of a term plus one; 0 for a free slot. */
  private entries = new Int32Array(MIN_SLOTS_OF_VOCABULARY)
  private readonly numbers = new Map<string, number>()
  private readonly stems: Array<string> = []
  private words = 0

  constructor(language: string) {
    this.language = language
  }

  /** Identity of the term numbers. A new object replaces it when they become invalid. */
  generation: object = {}

  /** Invalidates all term numbers. */
  makeRoom(): void {
    if (this.words < MAX_WORDS_OF_VOCABULARY) return
    this.generation = {}
    this.entries.fill(0)
    this.numbers.clear()
    this.stems.length = 0
    this.words = 0
  }

  get size(): number {
    return this.stems.length
  }

  private tables: Tables = tablesOf(0)

  /** Arrays for intermediate results. Callers must reset the values that they write. */
  get scratch(): Tables {
    if (this.tables.marks.length < this.size) this.tables = tablesOf(this.size + (this.size >> 1))
    return this.tables
  }

  of(term: string): number {
    let number = this.numbers.get(term)
    if (number === undefined) {
      number = this.stems.length
      this.stems.push(term)
      this.numbers.set(term, number)
    }
    return number
  }

  name(number: number): string {
    return this.stems[number]!
  }

  read(text: string): Int32Array {
    return notAscii.test(text) && hasUnspaced(text) ? this.readUnspaced(text) : this.readSpaced(text).tokens
  }

  /** Returns the words of a text; `undefined` if its script has no spaces between words. */
  places(text: string): Places | undefined {
    return notAscii.test(text) && hasUnspaced(text) ? undefined : this.readSpaced(text)
  }

  private readSpaced(text: string): Places {
    let tokens = new Int32Array(Math.floor(text.length / LETTERS_PER_WORD) + FEW_WORDS)
    let starts = new Int32Array(tokens.length)
    let count = 0
    let start = -1
    let hash = 0
    for (let at = 0; at <= text.length; at++) {
      const unit = at < text.length ? text.charCodeAt(at) : Unit.SPACE
      if (isInside(unit)) {
        if (start < 0) {
          start = at
          hash = Fnv.OFFSET
        }
        hash = Fnv.step(hash, CodeUnit.lower(unit))
      } else if (start >= 0) {
        if (count === tokens.length) {
          tokens = larger(tokens)
          starts = larger(starts)
        }
        starts[count] = start
        tokens[count++] = this.find(Fnv.step(hash, at - start), text, start, at)
        start = -1
      }
    }
    return { tokens: tokens.slice(0, count), starts: starts.slice(0, count) }
  }

  private readUnspaced(text: string): Int32Array {
    const out: Array<number> = []
    unspacedTerms(text, (term) => out.push(this.of(term)), (plain) => out.push(...this.read(plain)))
    return Int32Array.from(out)
  }

  private slotOf(hash: number): number {
    const most = this.entries.length - 1
    let slot = (hash ^ (hash >>> 15)) & most
    while (this.entries[slot] !== 0 && this.hashes[slot] !== hash) slot = (slot + 1) & most
    return slot
  }

  private double(): void {
    const { entries, hashes } = this
    this.hashes = new Int32Array(hashes.length * 2)
    this.entries = new Int32Array(entries.length * 2)
    for (let at = 0; at < entries.length; at++) {
      if (entries[at] === 0) continue
      const slot = this.slotOf(hashes[at]!)
      this.hashes[slot] = hashes[at]!
      this.entries[slot] = entries[at]!
    }
  }

  private find(hash: number, source: string, start: number, end: number): number {
    const slot = this.slotOf(hash)
    if (this.entries[slot] !== 0) return this.entries[slot]! - 1
    const number = this.of(Language.words(this.language).of(source.slice(start, end).toLowerCase())[0]!)
    // A single hostile page cannot fill the table, because further words use a slower path.
    if (this.words < MAX_WORDS_OF_VOCABULARY + MAX_WORDS_OF_VOCABULARY / 2) {
      this.hashes[slot] = hash
      this.entries[slot] = number + 1
      this.words++
      if (this.words > this.entries.length / 2 && this.entries.length < MAX_SLOTS_OF_VOCABULARY) this.double()
    }
    return number
  }
}

/** Maximum number of vocabularies, of which the most recently used are kept. An index rarely has more languages. */
const MAX_VOCABULARIES = 16
const vocabularies = new Map<string, Vocabulary>()
/** The vocabulary of the last language, because the next request usually uses the same one. */
let latest: readonly [language: string, Vocabulary] | undefined

export const of = (language: string): Vocabulary => {
  if (latest?.[0] === language) return latest[1]
  let found = vocabularies.get(language)
  if (found === undefined) found = new Vocabulary(language)
  else vocabularies.delete(language)
  vocabularies.set(language, found)
  if (vocabularies.size > MAX_VOCABULARIES) vocabularies.delete(vocabularies.keys().next().value!)
  latest = [language, found]
  return found
}
