/**
 * Scores class names and ids with a trained model, word by word.
 *
 * @since 0.1.0
 */
import * as Character from "../tape/characters.ts"
import { hashWith } from "../tape/hash.ts"
import { type Lexicon, lexicon, Notes } from "./lexicon.ts"
import { isUtility } from "./verdicts.ts"
import { WordTable } from "./wordTable.ts"

const MAX_NAMES_SCORED = 24
const MAX_NAME_LETTERS = 50
const MAX_NAME_WORDS = 6
const MAX_NAME_WORD_LETTERS = 20

const letters = new Uint16Array(MAX_NAME_LETTERS + MAX_NAME_WORDS)
const starts = new Uint8Array(MAX_NAME_WORDS)
const ends = new Uint8Array(MAX_NAME_WORDS)

const split = (lexicon: Lexicon, name: number): number => {
  const codes = lexicon.letters
  const from = lexicon.startOf(name)
  const to = lexicon.startOf(name + 1)
  if (to - from > MAX_NAME_LETTERS || isUtility(codes, from, to)) return 0
  let count = 0
  let size = 0
  let start = 0
  let lower = false
  for (let k = from; k <= to && count < MAX_NAME_WORDS; k++) {
    const c = k < to ? codes[k]! : Character.HYPHEN
    const capital = c >= Character.UPPER_A && c <= Character.UPPER_Z
    const letter = capital || (c >= Character.LOWER_A && c <= Character.LOWER_Z)
    if (!letter || (capital && lower)) {
      if (size - start >= 2 && size - start <= MAX_NAME_WORD_LETTERS) {
        starts[count] = start
        ends[count++] = size
        letters[size++] = Character.HYPHEN
        start = size
      } else size = start
    }
    if (letter) letters[size++] = capital ? c + Character.TO_LOWER : c
    lower = letter && !capital
  }
  return count
}

export const wordsOfName = (value: string): ReadonlyArray<string> => {
  const out = new Set<string>()
  const text = (from: number, to: number) => String.fromCharCode(...letters.subarray(from, to))
  const known = lexicon()
  for (const name of known.namesOf(value).slice(0, MAX_NAMES_SCORED)) {
    const count = split(known, name)
    for (let k = 0; k < count; k++) {
      out.add(text(starts[k]!, ends[k]!))
      if (k > 0) out.add(text(starts[k - 1]!, ends[k]!))
    }
  }
  return [...out]
}

/** Maximum number of words of a name, and of neighbouring words joined by a hyphen. */
const MAX_WORDS_AND_PAIRS = 2 * MAX_NAME_WORDS

/** Initial capacity. It doubles when it is full. */
const ROOM_FOR_PLACES = 1 << 12

export class NameScores {
  private readonly table: WordTable
  /** Where the indexes of each value start in `places`. Their number is stored before them. */
  private readonly known = new Notes()
  private places = new Int32Array(ROOM_FOR_PLACES)
  private used = 0
  private readonly found = new Int32Array(MAX_NAMES_SCORED * MAX_WORDS_AND_PAIRS)

  constructor(words: ReadonlyMap<string, number>) {
    this.table = new WordTable(words)
  }

  of(lexicon: Lexicon, names: ReadonlyArray<number>): number {
    if (this.known.turnTo(lexicon)) this.used = 0
    const { values } = this.table
    const count = Math.min(names.length, MAX_NAMES_SCORED)
    let size = 0
    let score = 0
    for (let k = 0; k < count; k++) {
      const from = this.placesOf(lexicon, names[k]!)
      const stop = from + this.places[from - 1]!
      for (let at = from; at < stop; at++) {
        const place = this.places[at]!
        if (this.isFound(place, size)) continue
        this.found[size++] = place
        score += values[place]!
      }
    }
    return score
  }

  private isFound(place: number, size: number): boolean {
    for (let k = 0; k < size; k++) if (this.found[k] === place) return true
    return false
  }

  private placesOf(lexicon: Lexicon, name: number): number {
    const noted = this.known.of(name)
    return noted !== 0 ? noted : this.known.set(name, this.look(split(lexicon, name)))
  }

  private look(count: number): number {
    if (this.used + MAX_WORDS_AND_PAIRS >= this.places.length) {
      const places = new Int32Array(2 * this.places.length)
      places.set(this.places)
      this.places = places
    }
    const from = this.used + 1
    let stop = from
    for (let k = 0; k < count; k++) {
      for (let first = k; first >= 0 && first >= k - 1; first--) {
        const place = this.find(starts[first]!, ends[k]!)
        if (place >= 0) this.places[stop++] = place
      }
    }
    this.places[this.used] = stop - from
    this.used = stop
    return from
  }

  private find(from: number, to: number): number {
    let hash = 0
    for (let k = from; k < to; k++) hash = hashWith(hash, letters[k]!)
    return this.table.find(letters, from, to, hash)
  }
}
