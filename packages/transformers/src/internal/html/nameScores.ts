/**
 * What the class names and ids of elements speak for, as a model has learned it word by word.
 *
 * @since 0.1.0
 */
import { isSpace } from "./names.ts"
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

/** Reads the words of one name; returns how many there are. */
const split = (source: string, from: number, to: number): number => {
  if (to - from > mostLetters) return 0
  for (let k = from; k < to; k++) {
    const c = source.charCodeAt(k)
    if (c === 58 || c === 91) return 0
  }
  let count = 0
  let size = 0
  let start = 0
  let lower = false
  for (let k = from; k <= to && count < mostWords; k++) {
    const c = k < to ? source.charCodeAt(k) : 45
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

/** Calls back for every name of a value. */
const eachName = (value: string, read: (from: number, to: number) => void): void => {
  let from = 0
  for (let count = 0; count < mostNames && from <= value.length; count++) {
    let to = from
    while (to < value.length && !isSpace(value.charCodeAt(to))) to++
    read(from, to)
    from = to + 1
    while (from < value.length && isSpace(value.charCodeAt(from))) from++
  }
}

/** Words of class names and ids that a model knows: single ones and neighbours joined by a hyphen. */
export const wordsOfName = (value: string): ReadonlyArray<string> => {
  const out = new Set<string>()
  const text = (from: number, to: number) => String.fromCharCode(...letters.subarray(from, to))
  eachName(value, (from, to) => {
    const count = split(value, from, to)
    for (let k = 0; k < count; k++) {
      out.add(text(starts[k]!, ends[k]!))
      if (k > 0) out.add(text(starts[k - 1]!, ends[k]!))
    }
  })
  return [...out]
}

/** What a value speaks for: the sum over its words, each counted once. */
export const scoreOf = (value: string, table: WordTable): number => {
  const found: Array<number> = []
  let score = 0
  const add = (from: number, to: number) => {
    let hash = 0
    for (let k = from; k < to; k++) hash = hashWith(hash, letters[k]!)
    const place = table.find(letters, from, to, hash)
    if (place < 0 || found.includes(place)) return
    found.push(place)
    score += table.values[place]!
  }
  eachName(value, (from, to) => {
    const count = split(value, from, to)
    for (let k = 0; k < count; k++) {
      add(starts[k]!, ends[k]!)
      if (k > 0) add(starts[k - 1]!, ends[k]!)
    }
  })
  return score
}
