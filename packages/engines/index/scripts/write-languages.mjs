// Writes src/internal/languageTable.ts: the byte sequences by which the npm package eld tells languages apart.
//   node scripts/write-languages.mjs
import { writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliCompressSync, constants } from "node:zlib"

const entry = fileURLToPath(import.meta.resolve("eld/small"))
const source = (path) => import(join(dirname(entry), "..", path))
const { ngramsData } = await source("ngrams/small.js")
const { dictionary } = await source("dictionary.js")
const { detectable } = await import("../src/internal/language.ts")

/** Bytes of characters. eld writes a byte from 0x80 as another character. */
const byteOf = (character) => /[a-z'` ]/.test(character) ? character.charCodeAt(0) : dictionary.indexOf(character)

const names = Object.entries(ngramsData.languages).filter(([, code]) => detectable.includes(code))
const numbers = new Map(names.map(([id], at) => [id, at]))
const rows = Object.entries(ngramsData.ngrams).flatMap(([text, scores]) => {
  const bytes = Array.from(text, byteOf)
  if (bytes.some((byte) => byte < 0x20)) throw new Error(`${JSON.stringify(text)} has an unknown character`)
  const pairs = Object.entries(scores).flatMap(([id, score]) => numbers.has(id) ? [[numbers.get(id), score]] : [])
  return pairs.length === 0 ? [] : [{ bytes, pairs }]
})
const keyOf = (bytes) => bytes.reduce((sum, byte) => sum * 0x100 + byte, 0)
rows.sort((left, right) => keyOf(left.bytes) - keyOf(right.bytes))

// Each kind of number is a column of its own, which compresses better: a column of small numbers repeats itself.
const lengths = []
const tails = []
const counts = []
const steps = []
const scores = []
let previous = []
for (const { bytes, pairs } of rows) {
  let shared = 0
  while (shared < previous.length && previous[shared] === bytes[shared]) shared++
  // Both numbers are small, so they share a byte.
  lengths.push(shared << 4 | bytes.length - shared)
  tails.push(...bytes.slice(shared))
  counts.push(pairs.length)
  let before = 0
  for (const [language, score] of pairs.toSorted(([left], [right]) => left - right)) {
    steps.push(language - before)
    scores.push(score)
    before = language
  }
  previous = bytes
}
const columns = [lengths, tails, counts, steps, scores].flat()
if (columns.some((value) => value < 0 || value > 0xff || !Number.isInteger(value))) {
  throw new Error("a value does not fit a byte")
}
const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: columns.length }
writeFileSync(
  join(import.meta.dirname, "../src/internal/languageTable.ts"),
  `// Written by scripts/write-languages.mjs. Source and licence: data/ATTRIBUTION.md.
/** Languages, in the order of their numbers. */
export const languages = ${JSON.stringify(names.map(([, code]) => code).join(" "))}
/** Number of sequences, of bytes that the previous sequence does not share, and of scores of all sequences. */
export const sizes = { sequences: ${rows.length}, tails: ${tails.length}, scores: ${scores.length} }
/**
 * Columns of bytes, compressed with brotli, in base64. For each sequence, in order: the number of bytes that it shares
 * with the sequence before it, times 16, plus the number of its other bytes; these bytes; its number of languages. For
 * each of its languages: the number of the language, less the one before it; its score.
 */
export const columns: string =
  "${brotliCompressSync(Buffer.from(columns), { params }).toString("base64")}"
`
)
