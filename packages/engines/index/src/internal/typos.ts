/** Finds the words of a vocabulary within one or two typos, among those of similar length and letters. */

export const MAX_TYPO_LETTERS = 64

const rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"]

const SUBSTITUTION = 1
const NEAR_KEY = 0.75
const SWAP = 0.75

/** Characters with higher codes have no neighbours on a keyboard. */
const KEYS = 128

/** Whether keys are neighbours, by the first character times {@link KEYS} plus the second. */
const neighbours = new Uint8Array(KEYS * KEYS)
rows.forEach((row, at) => {
  for (let key = 0; key < row.length; key++) {
    for (const other of [row[key - 1], row[key + 1], rows[at + 1]?.[key], rows[at + 1]?.[key - 1]]) {
      if (other === undefined) continue
      const left = row.charCodeAt(key)
      const right = other.charCodeAt(0)
      neighbours[left * KEYS + right] = 1
      neighbours[right * KEYS + left] = 1
    }
  }
})

const replaced = (left: number, right: number): number =>
  left < KEYS && right < KEYS && neighbours[left * KEYS + right] === 1 ? NEAR_KEY : SUBSTITUTION

// Three rows of the matrix are enough, and are reused for every pair of words.
let before = new Float64Array(MAX_TYPO_LETTERS + 2)
let last = new Float64Array(MAX_TYPO_LETTERS + 2)
let current = new Float64Array(MAX_TYPO_LETTERS + 2)

/**
 * Returns the distance of two words (Damerau 1964, without edits of swapped letters); more than `most` if it is
 * larger. Letters that are `most` or more positions apart are not compared, because each position costs one.
 */
export const distance = (left: string, right: string, most: number): number => {
  const { length } = right
  if (Math.abs(left.length - length) > most || length > MAX_TYPO_LETTERS) return most + 1
  for (let at = 0; at <= most + 1; at++) last[at] = at
  for (let row = 1; row <= left.length; row++) {
    const from = Math.max(1, row - most)
    const to = Math.min(length, row + most)
    const a = left.charCodeAt(row - 1)
    const previous = row > 1 ? left.charCodeAt(row - 2) : -1
    let least = from === 1 ? row : most + 1
    current[from - 1] = least
    for (let column = from; column <= to; column++) {
      const b = right.charCodeAt(column - 1)
      let value = last[column - 1]!
      if (a !== b) {
        value += replaced(a, b)
        if (last[column]! + 1 < value) value = last[column]! + 1
        if (current[column - 1]! + 1 < value) value = current[column - 1]! + 1
        if (column > 1 && b === previous && a === right.charCodeAt(column - 2) && before[column - 2]! + SWAP < value) {
          value = before[column - 2]! + SWAP
        }
      }
      current[column] = value
      if (value < least) least = value
    }
    current[to + 1] = most + 1
    if (least > most) return most + 1
    const free = before
    before = last
    last = current
    current = free
  }
  return last[length]!
}

const BITS_PER_SIGNATURE = 32

const signature = (word: string): number => {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) % BITS_PER_SIGNATURE)
  return bits
}

// Masks for counting the bits of a number: in pairs, in half bytes, then in bytes. The sum is in the product's top
// byte.
const EVERY_SECOND = 0x55555555
const PAIRS = 0x33333333
const LOW_HALVES = 0x0f0f0f0f
const EVERY_BYTE = 0x01010101
const HALF_BYTE = 4
const TOP_BYTE = 24

const bitCount = (value: number): number => {
  let bits = value - ((value >>> 1) & EVERY_SECOND)
  bits = (bits & PAIRS) + ((bits >>> 2) & PAIRS)
  return Math.imul((bits + (bits >>> HALF_BYTE)) & LOW_HALVES, EVERY_BYTE) >>> TOP_BYTE
}

interface Groups {
  readonly starts: Int32Array
  readonly places: Int32Array
}

/** Sorts words into groups; `undefined` excludes a word. The groups use four bytes per word. */
const groupsOf = (words: number, groups: number, groupOf: (at: number) => number | undefined): Groups => {
  const starts = new Int32Array(groups + 1)
  for (let at = 0; at < words; at++) {
    const group = groupOf(at)
    if (group !== undefined) starts[group + 1]!++
  }
  for (let group = 1; group <= groups; group++) starts[group]! += starts[group - 1]!
  const next = starts.slice()
  const places = new Int32Array(starts[groups]!)
  for (let at = 0; at < words; at++) {
    const group = groupOf(at)
    if (group !== undefined) places[next[group]!++] = at
  }
  return { starts, places }
}

export class Typos {
  private readonly words: ReadonlyArray<string>
  private readonly lengths: Groups
  private readonly signatures: Int32Array

  constructor(words: ReadonlyArray<string>, isIn: (at: number) => boolean) {
    this.words = words
    this.lengths = groupsOf(words.length, MAX_TYPO_LETTERS + 1, (at) => {
      const { length } = words[at]!
      return length <= MAX_TYPO_LETTERS && isIn(at) ? length : undefined
    })
    this.signatures = this.lengths.places.map((at) => signature(words[at]!))
  }

  each(word: string, most: number, use: (at: number, apart: number) => void): void {
    const { lengths: { places, starts }, signatures, words } = this
    const bits = signature(word)
    const longest = Math.min(MAX_TYPO_LETTERS, word.length + most)
    for (let length = Math.max(1, word.length - most); length <= longest; length++) {
      // An edit removes at most one letter and adds at most one. An edit that makes a word longer removes none.
      const longer = length - word.length
      const taken = most - Math.max(0, longer)
      const brought = most + Math.min(0, longer)
      const to = starts[length + 1]!
      for (let place = starts[length]!; place < to; place++) {
        const other = signatures[place]!
        const differing = other ^ bits
        if (bitCount(differing) > taken + brought) continue
        if (bitCount(differing & bits) > taken || bitCount(differing & other) > brought) continue
        const at = places[place]!
        const found = words[at]!
        if (found === word) continue
        const apart = distance(word, found, most)
        if (apart <= most) use(at, apart)
      }
    }
  }
}

const ENDING = 3
const ENDING_BITS = 12
const FACTOR = 31

const endingOf = (word: string): number => {
  let hash = 0
  for (let at = word.length - ENDING; at < word.length; at++) hash = Math.imul(hash, FACTOR) + word.charCodeAt(at)
  return hash & ((1 << ENDING_BITS) - 1)
}

export class Endings {
  private readonly words: ReadonlyArray<string>
  private readonly endings: Groups

  constructor(words: ReadonlyArray<string>) {
    this.words = words
    this.endings = groupsOf(words.length, 1 << ENDING_BITS, (at) => {
      const word = words[at]!
      return word.length >= ENDING ? endingOf(word) : undefined
    })
  }

  each(ending: string, use: (at: number) => void): void {
    const hash = endingOf(ending)
    const { places, starts } = this.endings
    for (let place = starts[hash]!; place < starts[hash + 1]!; place++) {
      if (this.words[places[place]!]!.endsWith(ending)) use(places[place]!)
    }
  }
}
