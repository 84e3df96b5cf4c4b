/**
 * Detects the language of a text by the byte sequences of its words. The method and the scores are from the npm
 * package eld, whose tables need 145 MB of memory. Source and licence: data/ATTRIBUTION.md.
 */
import * as Ascending from "@dunlin/text/Ascending"
import * as Unit from "@dunlin/text/Unit"
import * as Table from "./languageTable.ts"

const MAX_UNITS = 1000
const MAX_BYTES_AT_WORD_END = 350
const MAX_BYTES = 380
const MAX_BYTES_OF_WORD = 70
const SEQUENCE_BYTES = 4
const STRIDE_BYTES = 3
/** Minimum score of a sequence in a language. The table contains the scores above it. */
const BASE_SCORE = 53

/**
 * Matches text between words. An apostrophe at the end is not part of a word. Letters beyond the Basic Multilingual
 * Plane do not count.
 */
const separators = /(?:[^\p{L}]|[\u{10000}-\u{10ffff}])+(?<!['`\u2019])/gu

const BYTE = 0x100

const SHARED_SHIFT = 4
const OTHER_BYTES_MASK = 0xf

const readColumns = () => {
  const { brotliDecompressSync } = process.getBuiltinModule("node:zlib")
  const bytes: Uint8Array = brotliDecompressSync(Buffer.from(Table.columns, "base64"))
  let from = 0
  const next = (length: number) => bytes.subarray(from, from += length)
  const { scores, sequences, tails } = Table.sizes
  return {
    lengths: next(sequences),
    tails: next(tails),
    counts: next(sequences),
    steps: next(scores),
    scores: next(scores)
  }
}

const read = () => {
  const { counts, lengths, scores, steps, tails } = readColumns()
  const keys = new Float64Array(Table.sizes.sequences)
  const ends = new Int32Array(Table.sizes.sequences)
  const languages = new Uint8Array(Table.sizes.scores)
  const previous: Array<number> = []
  let at = 0
  let score = 0
  for (let sequence = 0; sequence < keys.length; sequence++) {
    previous.length = lengths[sequence]! >> SHARED_SHIFT
    for (let left = lengths[sequence]! & OTHER_BYTES_MASK; left > 0; left--) previous.push(tails[at++]!)
    let key = 0
    for (const byte of previous) key = key * BYTE + byte
    keys[sequence] = key
    let language = 0
    for (let left = counts[sequence]!; left > 0; left--) {
      language += steps[score]!
      languages[score++] = language
    }
    ends[sequence] = score
  }
  return { keys, ends, languages, scores: Uint8Array.from(scores) }
}

const eachSequence = (bytes: Uint8Array, start: number, end: number, visit: (key: number) => void): void => {
  const length = Math.min(MAX_BYTES_OF_WORD, end - start)
  let from = 0
  for (; from + SEQUENCE_BYTES < length; from += STRIDE_BYTES) {
    let key = from === 0 ? Unit.SPACE : 0
    for (let at = 0; at < SEQUENCE_BYTES; at++) key = key * BYTE + bytes[start + from + at]!
    visit(key)
  }
  if (end - start > MAX_BYTES_OF_WORD) return
  let key = from === 0 ? Unit.SPACE : 0
  for (let at = Math.max(start, end - SEQUENCE_BYTES); at < end; at++) key = key * BYTE + bytes[at]!
  visit(key * BYTE + Unit.SPACE)
}

const eachWord = (text: string, visit: (bytes: Uint8Array, start: number, end: number) => void): void => {
  const bytes = new Uint8Array(MAX_BYTES + SEQUENCE_BYTES)
  let count = 0
  let start = 0
  for (let at = 0; at < text.length && count <= MAX_BYTES; at++) {
    const unit = text.charCodeAt(at)
    if (unit === Unit.SPACE) {
      if (count > start) visit(bytes, start, count)
      start = count + 1
      if (count > MAX_BYTES_AT_WORD_END) return
      bytes[count++] = unit
    } else if (unit < 0x80) {
      bytes[count++] = unit
    } else if (unit < 0x800) {
      bytes[count++] = 0xc0 | unit >> 6
      bytes[count++] = 0x80 | unit & 0x3f
    } else {
      bytes[count++] = 0xe0 | unit >> 12
      bytes[count++] = 0x80 | unit >> 6 & 0x3f
      bytes[count++] = 0x80 | unit & 0x3f
    }
  }
  if (count > start) visit(bytes, start, count)
}

/** Returns a detector of languages. It returns `undefined` if the text has no known sequence of letters. */
export const detector = (): (text: string) => string | undefined => {
  const { ends, keys, languages, scores } = read()
  const codes = Table.languages.split(" ")
  return (text) => {
    const words = text.slice(0, MAX_UNITS).replace(separators, " ").trim().toLowerCase()
    const sums = new Int32Array(codes.length)
    const seen = new Set<number>()
    eachWord(words, (bytes, start, end) =>
      eachSequence(bytes, start, end, (key) => {
        if (seen.has(key)) return
        seen.add(key)
        const sequence = Ascending.countBelow(keys, key)
        if (keys[sequence] !== key) return
        for (let at = sequence === 0 ? 0 : ends[sequence - 1]!; at < ends[sequence]!; at++) {
          sums[languages[at]!]! += scores[at]! + BASE_SCORE
        }
      }))
    const best = sums.reduce((best, sum, at) => sum > sums[best]! ? at : best, 0)
    return sums[best] === 0 ? undefined : codes[best]
  }
}
