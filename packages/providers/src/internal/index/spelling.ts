/** The words of an index, and which of them somebody meant who typed something else. */
import * as Ascending from "@dunlin/common/Ascending"
import type { Index } from "./reader.ts"
import * as Segment from "./segment.ts"
import type { Kind } from "./writer.ts"

/** Of a larger vocabulary the most frequent words are kept. */
const mostWords = 600_000
/** Two typos are only looked for in words at least so long. */
const longForTwo = 6
const shortest = 3
/** What words of one family have in common at least, in letters and of the word. */
const shortestFamily = 3
const familyShare = 0.6
/** What an inflection may replace, in letters. */
const longestEnding = 3
/** So many words stand in for another, at most. */
const mostNear = 5

/** Letters of a word that are counted: it is kept in a byte. */
const LONGEST = 255
/** Edits that another first letter counts as, beside the one it is: the first letter is rarely wrong. */
const OTHER_BEGINNING = 0.4
/** Of whatever is within reach. */
const LEAST_LIKENESS = 0.1
/** Likeness that a word gains each time that e times as many documents have it, and when a title has it. */
const FREQUENCY = 0.03
const IN_TITLES = 0.05

/** A word that may have been meant. */
export interface Near {
  readonly word: string
  /** 1 for the word itself. */
  readonly likeness: number
  readonly documents: number
  readonly titles: number
}

/** Keys beside each other on the keyboards most people have. */
const rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"]
const neighbours = new Set<string>()
rows.forEach((row, at) => {
  for (let key = 0; key < row.length; key++) {
    const near = [row[key - 1], row[key + 1], rows[at + 1]?.[key], rows[at + 1]?.[key - 1]]
    for (const other of near) if (other !== undefined) neighbours.add(row[key]! + other).add(other + row[key]!)
  }
})

const substitution = 1
const nearKey = 0.75
const swap = 0.75

/** Longer words are no typos of anything. */
const longestWord = 64
// Three rows are enough, and the same three serve every pair of words.
let before = new Float64Array(longestWord + 1)
let last = new Float64Array(longestWord + 1)
let current = new Float64Array(longestWord + 1)

/**
 * The weighted distance of two words (Damerau 1964, without edits of what was swapped), or more than `most` when it is
 * larger; fewer edits than units.
 */
export const distance = (left: string, right: string, most: number): number => {
  const width = right.length + 1
  if (Math.abs(left.length - right.length) > most || right.length > longestWord) return most + 1
  for (let at = 0; at < width; at++) last[at] = at
  for (let row = 1; row <= left.length; row++) {
    current[0] = row
    let least = row
    for (let column = 1; column < width; column++) {
      const a = left.charCodeAt(row - 1)
      const b = right.charCodeAt(column - 1)
      let value = last[column - 1]!
      // Which key was hit matters only where another may have been.
      if (a !== b && value < most) {
        value += neighbours.has(left[row - 1]! + right[column - 1]!) ? nearKey : substitution
      } else if (a !== b) value += nearKey
      value = Math.min(value, last[column]! + 1, current[column - 1]! + 1)
      if (row > 1 && column > 1 && a !== b && a === right.charCodeAt(column - 2) && left.charCodeAt(row - 2) === b) {
        value = Math.min(value, before[column - 2]! + swap)
      }
      current[column] = value
      if (value < least) least = value
    }
    if (least > most) return most + 1
    ;[before, last, current] = [last, current, before]
  }
  return last[width - 1]!
}

/** Of a signature. */
const BITS = 32

/** One bit for every letter; words within two edits differ in four bits at most. */
const signature = (word: string): number => {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) % BITS)
  return bits
}

// Masks of the usual way to count bits: in pairs, in halves of bytes, in bytes, whose sum the product has in its top byte.
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

export class Spelling {
  /** In order. */
  private readonly words: ReadonlyArray<string>
  private readonly documents: Int32Array
  private readonly titles: Int32Array
  private readonly signatures: Int32Array
  private readonly lengths: Uint8Array
  /** The places of all words, and of those that are in a title. */
  private readonly everywhere: Int32Array
  private readonly inTitles: Int32Array

  constructor(counts: ReadonlyMap<string, Segment.Spelling>) {
    const frequent = counts.size <= mostWords
      ? [...counts.keys()]
      : [...counts].sort((left, right) => right[1].documents - left[1].documents).slice(0, mostWords).map(([word]) =>
        word
      )
    this.words = frequent.sort()
    this.documents = Int32Array.from(this.words, (word) => counts.get(word)!.documents)
    this.titles = Int32Array.from(this.words, (word) => counts.get(word)!.titles)
    this.signatures = Int32Array.from(this.words, signature)
    this.lengths = Uint8Array.from(this.words, ({ length }) => Math.min(LONGEST, length))
    this.everywhere = Int32Array.from(this.words.keys())
    this.inTitles = this.everywhere.filter((at) => this.titles[at]! > 0)
  }

  private from(prefix: string): number {
    return Ascending.countWhile(this.words.length, (at) => this.words[at]! < prefix)
  }

  private at(index: number, likeness: number): Near {
    return { word: this.words[index]!, likeness, documents: this.documents[index]!, titles: this.titles[index]! }
  }

  /** In how many documents a word is, as it is written. */
  count(word: string): number {
    const at = this.from(word)
    return this.words[at] === word ? this.documents[at]! : 0
  }

  /** Words within one or two edits, by likeness and then by how many documents have them. */
  near(word: string, titlesOnly: boolean): ReadonlyArray<Near> {
    if (word.length < shortest) return []
    const most = word.length < longForTwo ? 1 : 2
    const bits = signature(word)
    const out: Array<Near> = []
    const places = titlesOnly ? this.inTitles : this.everywhere
    for (let place = 0; place < places.length; place++) {
      const at = places[place]!
      if (Math.abs(this.lengths[at]! - word.length) > most) continue
      if (bitCount(this.signatures[at]! ^ bits) > 2 * most) continue
      const found = this.words[at]!
      if (found === word) continue
      const apart = distance(word, found, most)
      if (apart > most) continue
      const first = found.charCodeAt(0) === word.charCodeAt(0) ? 0 : OTHER_BEGINNING
      out.push(this.at(at, Math.max(LEAST_LIKENESS, 1 - (apart + first) / (word.length + 1))))
    }
    return best(out)
  }

  /** Words that begin with this one, the shortest and the most frequent first. */
  beginning(prefix: string, titlesOnly: boolean, most: number): ReadonlyArray<Near> {
    const out: Array<Near> = []
    for (let at = this.from(prefix); at < this.words.length; at++) {
      const word = this.words[at]!
      if (!word.startsWith(prefix)) break
      if (titlesOnly && this.titles[at] === 0) continue
      if (word !== prefix) out.push(this.at(at, prefix.length / word.length))
    }
    return best(out, most)
  }

  /** Words that begin as this one does and end otherwise: inflections that no stemmer brings together. */
  family(word: string): ReadonlyArray<Near> {
    const shared = Math.max(shortestFamily, Math.ceil(word.length * familyShare))
    if (word.length < shared) return []
    const prefix = word.slice(0, shared)
    const out: Array<Near> = []
    for (let at = this.from(prefix); at < this.words.length; at++) {
      const found = this.words[at]!
      if (!found.startsWith(prefix)) break
      let common = shared
      while (common < word.length && found[common] === word[common]) common++
      if (found === word || word.length - common > longestEnding || found.length - common > 2 * longestEnding) continue
      out.push(this.at(at, 2 * common / (word.length + found.length)))
    }
    return best(out)
  }

  /** Words that a word of a language with compounds is a part of: at the beginning or at the end. */
  compounds(word: string, most: number): ReadonlyArray<Near> {
    const out: Array<Near> = []
    const bits = signature(word)
    for (let at = 0; at < this.signatures.length; at++) {
      // Whatever has the word has its letters.
      if ((this.signatures[at]! & bits) !== bits || this.lengths[at]! < word.length + shortest) continue
      const found = this.words[at]!
      if (found.startsWith(word) || found.endsWith(word)) out.push(this.at(at, word.length / found.length))
    }
    return best(out, most)
  }

  /** Two words written without the space between them. */
  split(word: string): readonly [string, string] | undefined {
    let found: readonly [string, string] | undefined
    let most = 0
    for (let at = 2; at <= word.length - 2; at++) {
      const left = word.slice(0, at)
      const right = word.slice(at)
      const worth = Math.min(this.count(left), this.count(right)) * Math.min(left.length, right.length)
      if (worth > most && Math.min(left.length, right.length) >= shortest) {
        most = worth
        found = [left, right]
      }
    }
    return found
  }
}

const best = (found: ReadonlyArray<Near>, most = mostNear): ReadonlyArray<Near> => {
  const worth = ({ documents, likeness, titles }: Near) =>
    likeness + FREQUENCY * Math.log(1 + documents) + (titles > 0 ? IN_TITLES : 0)
  return found.toSorted((left, right) => worth(right) - worth(left)).slice(0, most)
}

interface Known {
  readonly segments: Set<number>
  readonly counts: Map<string, Segment.Spelling>
  readonly spelling: Spelling
}

/** The vocabularies of an index, read when somebody asks for them. */
export class Spellings {
  private readonly index: Index
  private readonly known = new Map<Kind, Known>()

  constructor(index: Index) {
    this.index = index
  }

  /** The vocabulary as it is now; words of documents that are gone may be left in it. */
  async of(kind: Kind): Promise<Spelling> {
    const ids = this.index.segments(kind).all.map(({ id }) => id)
    const known = this.known.get(kind)
    if (known !== undefined && ids.length === known.segments.size && ids.every((id) => known.segments.has(id))) {
      return known.spelling
    }
    // After merging all numbers are new; otherwise the new segments are enough.
    const isGrown = known !== undefined && [...known.segments].every((id) => ids.includes(id))
    const counts = isGrown ? known.counts : new Map<string, Segment.Spelling>()
    const missing = isGrown ? ids.filter((id) => !known.segments.has(id)) : ids
    for (const row of await this.index.sql.among("select spellings from segment", "id", missing)) {
      Segment.eachSpelling(row["spellings"] as Uint8Array, (word, documents, titles) => {
        const before = counts.get(word)
        if (before === undefined) counts.set(word, { documents, titles })
        else {
          before.documents += documents
          before.titles += titles
        }
      })
    }
    const spelling = new Spelling(counts)
    this.known.set(kind, { segments: new Set(ids), counts, spelling })
    return spelling
  }
}
