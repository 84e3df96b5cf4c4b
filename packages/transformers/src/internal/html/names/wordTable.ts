/**
 * Values of words, looked up letter by letter: pages hold so many names that a string for each would be most of the work.
 *
 * @since 0.1.0
 */

/** The hash of a word and one more letter; that of no letters is 0. */
export const hashWith = (hash: number, letter: number): number => Math.imul(hash, 31) + letter | 0

const spread = (hash: number): number => hash ^ hash >>> 15

/** A fixed dictionary of words and their values. */
export class WordTable {
  /** The value of every word, by its place in the table; NaN where there is none. */
  readonly values: Float64Array
  private readonly words: Array<string>
  private readonly hashes: Int32Array
  private readonly mask: number

  constructor(all: ReadonlyMap<string, number>) {
    let size = 16
    while (size < 4 * all.size) size *= 2
    this.mask = size - 1
    this.words = Array.from({ length: size }, () => "")
    this.hashes = new Int32Array(size)
    this.values = new Float64Array(size).fill(NaN)
    for (const [word, value] of all) {
      let hash = 0
      for (let k = 0; k < word.length; k++) hash = hashWith(hash, word.charCodeAt(k))
      let place = spread(hash) & this.mask
      while (this.words[place] !== "") place = place + 1 & this.mask
      this.words[place] = word
      this.hashes[place] = hash
      this.values[place] = value
    }
  }

  /** The place of the word of this hash that stands in `letters` from `from` up to `to`; -1 when it is not in the table. */
  find(letters: Uint16Array, from: number, to: number, hash: number): number {
    const { hashes, mask, words } = this
    for (let place = spread(hash) & mask;; place = place + 1 & mask) {
      const word = words[place]!
      if (word === "") return -1
      if (hashes[place] === hash && stands(word, letters, from, to)) return place
    }
  }
}

const stands = (word: string, letters: Uint16Array, from: number, to: number): boolean => {
  if (word.length !== to - from) return false
  for (let k = from; k < to; k++) if (letters[k] !== word.charCodeAt(k - from)) return false
  return true
}
