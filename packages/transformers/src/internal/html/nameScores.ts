/**
 * What the class names and ids of elements speak for, as a model has learned it word by word.
 *
 * @since 0.1.0
 */
import { reader } from "./nameReader.ts"
import { hashWith, type WordTable } from "./wordTable.ts"

/** Names of a value, letters of a name, words of a name and letters of a word that are read. */
const mostNames = 24
const mostLetters = 50
const mostWords = 6
const longestWord = 20

// The words of the name that is read, in lower case and joined by hyphens; where each begins and ends.
const letters = new Uint16Array(mostLetters + mostWords)
const starts = new Uint8Array(mostWords)
const ends = new Uint8Array(mostWords)

/** Reads the words of the name at the reader; returns how many there are. */
const split = (): number => {
  const { codes, from, isUtility, to } = reader
  if (isUtility || to - from > mostLetters) return 0
  let count = 0
  let size = 0
  let start = 0
  let lower = false
  for (let k = from; k <= to && count < mostWords; k++) {
    const c = k < to ? codes[k]! : 45
    const capital = c >= 65 && c <= 90
    const letter = capital || (c >= 97 && c <= 122)
    if (!letter || (capital && lower)) {
      if (size - start >= 2 && size - start <= longestWord) {
        starts[count] = start
        ends[count++] = size
        letters[size++] = 45
        start = size
      } else size = start
    }
    if (letter) letters[size++] = capital ? c + 32 : c
    lower = letter && !capital
  }
  return count
}

/** Words of class names and ids that a model knows: single ones and neighbours joined by a hyphen. */
export const wordsOfName = (value: string): ReadonlyArray<string> => {
  const out = new Set<string>()
  const text = (from: number, to: number) => String.fromCharCode(...letters.subarray(from, to))
  reader.read(value, mostNames)
  while (reader.next()) {
    const count = split()
    for (let k = 0; k < count; k++) {
      out.add(text(starts[k]!, ends[k]!))
      if (k > 0) out.add(text(starts[k - 1]!, ends[k]!))
    }
  }
  return [...out]
}

// Places of the words that a value has shown, each of which counts once.
const found = new Int32Array(2 * mostNames * mostWords)

const isFound = (place: number, size: number): boolean => {
  for (let k = 0; k < size; k++) if (found[k] === place) return true
  return false
}

/** What a value speaks for: the sum over its words. */
export const scoreOf = (value: string, table: WordTable): number => {
  let size = 0
  let score = 0
  reader.read(value, mostNames)
  while (reader.next()) {
    const count = split()
    for (let k = 0; k < count; k++) {
      for (let first = k; first >= 0 && first >= k - 1; first--) {
        const place = find(table, starts[first]!, ends[k]!)
        if (place < 0 || isFound(place, size)) continue
        found[size++] = place
        score += table.values[place]!
      }
    }
  }
  return score
}

const find = (table: WordTable, from: number, to: number): number => {
  let hash = 0
  for (let k = from; k < to; k++) hash = hashWith(hash, letters[k]!)
  return table.find(letters, from, to, hash)
}
