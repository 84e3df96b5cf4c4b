// Writes src/internal/languageTable.ts: the byte sequences by which the npm package eld tells languages apart.
//   node scripts/write-languages.mjs
import { writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

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

const out = []
let previous = []
for (const { bytes, pairs } of rows) {
  let shared = 0
  while (shared < previous.length && previous[shared] === bytes[shared]) shared++
  // Lengths and counts are small, so both share bytes.
  out.push(shared << 4 | bytes.length - shared, ...bytes.slice(shared), pairs.length)
  for (const [language, score] of pairs) out.push(language, score)
  previous = bytes
}
if (out.some((value) => value > 0xff || !Number.isInteger(value))) throw new Error("a value does not fit a byte")
const scores = rows.reduce((sum, { pairs }) => sum + pairs.length, 0)
writeFileSync(
  join(import.meta.dirname, "../src/internal/languageTable.ts"),
  `// Written by scripts/write-languages.mjs. Source and licence: data/ATTRIBUTION.md.
/** Languages, in the order of their numbers. */
export const languages = ${JSON.stringify(names.map(([, code]) => code).join(" "))}
/** Numbers of sequences, and of scores of all sequences. */
export const sizes = { sequences: ${rows.length}, scores: ${scores} }
/** Byte sequences in the order of their numbers, each with its languages and scores, in base64. */
export const sequences =
  "${Buffer.from(out).toString("base64")}"
`
)
