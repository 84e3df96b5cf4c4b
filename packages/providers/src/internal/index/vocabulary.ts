/** Texts read as numbers of stems, so that each is read once and compared as integers. */
import { hasUnspaced, unspacedTerms } from "./analyze.ts"
import * as Language from "./language.ts"
import { isInside } from "./tokens.ts"

const slots = 1 << 19
const mostWords = 200_000

const notAscii = /[^\x00-\x7f]/

/**
 * Numbers for stems of one language. Words are found by a hash of 32 bits and their length, which for ranking is as good
 * as the word. Grows to a limit, then begins anew.
 */
export class Vocabulary {
  private readonly language: string
  private readonly hashes = new Int32Array(slots)
  /** Number plus one; 0 is free. */
  private readonly entries = new Int32Array(slots)
  private readonly numbers = new Map<string, number>()
  private readonly stems: Array<string> = []
  private words = 0

  constructor(language: string) {
    this.language = language
  }

  /** Another object whenever numbers given before are void. */
  generation: object = {}

  /** Numbers given before are void after this. */
  makeRoom(): void {
    if (this.words < mostWords) return
    this.generation = {}
    this.entries.fill(0)
    this.numbers.clear()
    this.stems.length = 0
    this.words = 0
  }

  /** The number of a term. */
  of(term: string): number {
    let number = this.numbers.get(term)
    if (number === undefined) {
      number = this.stems.length
      this.stems.push(term)
      this.numbers.set(term, number)
    }
    return number
  }

  /** The term with a number. */
  name(number: number): string {
    return this.stems[number]!
  }

  /** The first term of every word of a text in order. */
  read(text: string): Int32Array {
    if (notAscii.test(text) && hasUnspaced(text)) return this.readUnspaced(text)
    let out = new Int32Array((text.length >> 2) + 4)
    let count = 0
    let start = -1
    let hash = 0
    for (let at = 0; at <= text.length; at++) {
      const unit = at < text.length ? text.charCodeAt(at) : 32
      if (isInside(unit)) {
        if (start < 0) {
          start = at
          hash = 0x811c9dc5
        }
        hash = Math.imul(hash ^ (unit >= 65 && unit <= 90 ? unit + 32 : unit), 0x01000193)
      } else if (start >= 0) {
        if (count === out.length) {
          const larger = new Int32Array(count * 2 + 16)
          larger.set(out)
          out = larger
        }
        out[count++] = this.find(Math.imul(hash ^ (at - start), 0x01000193), text, start, at)
        start = -1
      }
    }
    return out.slice(0, count)
  }

  private readUnspaced(text: string): Int32Array {
    const out: Array<number> = []
    unspacedTerms(text, (term) => out.push(this.of(term)), (plain) => out.push(...this.read(plain)))
    return Int32Array.from(out)
  }

  private find(hash: number, source: string, start: number, end: number): number {
    let slot = (hash ^ (hash >>> 15)) & (slots - 1)
    while (this.entries[slot] !== 0) {
      if (this.hashes[slot] === hash) return this.entries[slot]! - 1
      slot = (slot + 1) & (slots - 1)
    }
    const number = this.of(Language.words(this.language).of(source.slice(start, end).toLowerCase())[0]!)
    // A single hostile page cannot fill the table: what does not fit is found the slow way.
    if (this.words < mostWords + mostWords / 2) {
      this.hashes[slot] = hash
      this.entries[slot] = number + 1
      this.words++
    }
    return number
  }
}

/** Tables are large, so only the languages used last keep one. */
const mostVocabularies = 4
const vocabularies = new Map<string, Vocabulary>()

/** The vocabulary of a language, kept for the life of the thread. */
export const of = (language: string): Vocabulary => {
  let found = vocabularies.get(language)
  if (found === undefined) found = new Vocabulary(language)
  else vocabularies.delete(language)
  vocabularies.set(language, found)
  if (vocabularies.size > mostVocabularies) vocabularies.delete(vocabularies.keys().next().value!)
  return found
}
