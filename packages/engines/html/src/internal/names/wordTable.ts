/**
 * Stores the values of words in a hash table that is searched by characters. Creating a string for each name of a
 * page would be most of the work.
 *
 * @since 0.1.0
 */

import { hashOf, spread } from "../tape/hash.ts"

const MIN_WORD_SLOTS = 16
/** Slots of the hash table per word. Most stay empty, so that the lookup of an unknown word usually reads one slot. */
const PLACES_PER_WORD = 4

export class WordTable {
  readonly values: Float64Array
  private readonly words: Array<string>
  private readonly hashes: Int32Array
  private readonly mask: number

  constructor(all: ReadonlyMap<string, number>) {
    let size = MIN_WORD_SLOTS
    while (size < PLACES_PER_WORD * all.size) size *= 2
    this.mask = size - 1
    this.words = Array.from({ length: size }, () => "")
    this.hashes = new Int32Array(size)
    this.values = new Float64Array(size).fill(NaN)
    for (const [word, value] of all) {
      const hash = hashOf(word)
      let place = spread(hash) & this.mask
      while (this.words[place] !== "") place = place + 1 & this.mask
      this.words[place] = word
      this.hashes[place] = hash
      this.values[place] = value
    }
  }

  /** Returns the index of a word; -1 if the table does not contain it. */
  find(letters: Uint16Array, from: number, to: number, hash: number): number {
    const { hashes, mask, words } = this
    for (let place = spread(hash) & mask;; place = place + 1 & mask) {
      const word = words[place]!
      if (word === "") return -1
      if (hashes[place] === hash && isWordAt(word, letters, from, to)) return place
    }
  }
}

const isWordAt = (word: string, letters: Uint16Array, from: number, to: number): boolean => {
  if (word.length !== to - from) return false
  for (let k = from; k < to; k++) if (letters[k] !== word.charCodeAt(k - from)) return false
  return true
}
