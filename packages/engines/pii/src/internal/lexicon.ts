/**
 * Looks up facts about a word from all lists, in one table from the hash of the lower-case word to bits. Words are
 * not stored, so 55,000 words use one megabyte.
 *
 * @since 0.1.0
 */
import * as CodeUnit from "@dunlin/text/CodeUnit"
import * as Unit from "@dunlin/text/Unit"
import { isAscii, unitAt } from "./around.ts"
import { hashOf, step } from "./cues.ts"
import { exonyms } from "./exonymsTable.ts"
import * as Cues from "./languageCues.ts"
import * as More from "./moreNamesTable.ts"
import * as Names from "./namesTable.ts"
import * as Words from "./nameWords.ts"
import { type Packed, wordsOf } from "./packedWords.ts"
import * as Places from "./placesTable.ts"
import * as Script from "./scriptWords.ts"
import { isLatin, isMark, unaccented } from "./unaccented.ts"
import * as English from "./wordsTable.ts"

export const GIVEN = 1
export const GIVEN_AMBIGUOUS = 2
export const FAMILY = 4
export const FAMILY_AMBIGUOUS = 8
export const WORD = 16
/** Fact of words after which a name does not continue. */
export const STOP = 32
export const ORGANISATION = 64
export const TITLE = 128
export const PLACE = 256
export const CAPS = 512
export const PRODUCT = 1024
export const WORDLIKE = 2048
export const PLAIN = 4096
export const FAMOUS = 8192
export const NAME_CUE = 16384
export const SPEECH = 32768
export const EXONYM = 65_536

const lists: ReadonlyArray<readonly [number, Packed | string]> = [
  [GIVEN, Names.given],
  [GIVEN, More.given],
  [GIVEN, Script.given],
  [GIVEN_AMBIGUOUS, Names.givenAmbiguous],
  [FAMILY, Names.family],
  [FAMILY, More.family],
  [FAMILY_AMBIGUOUS, Names.familyAmbiguous],
  [WORD, English.words],
  [PLACE, Places.places],
  [PLACE | EXONYM, exonyms],
  [STOP, Words.stopWords],
  [ORGANISATION, Words.organisations],
  [TITLE, Words.titles],
  [TITLE | NAME_CUE, Cues.offices],
  [TITLE | NAME_CUE, Cues.professions],
  [NAME_CUE, Cues.relations],
  [STOP, Cues.greetings],
  [PRODUCT, Words.products],
  [WORDLIKE, Words.wordlike],
  [PLAIN, Words.plainNames],
  [FAMOUS, Words.famous],
  [NAME_CUE, Words.cueWords],
  [SPEECH, Words.speechWords],
  [SPEECH, Cues.speech],
  [SPEECH, Cues.lives]
]

const LEXICON_SLOTS = 1 << 17
const slot = (hash: number): number => (hash ^ hash >>> 15) & LEXICON_SLOTS - 1

/**
 * Builds the table of words. Hash and bits of a word are adjacent, because most words are not in the processor cache,
 * and this saves one access to memory.
 */
const build = (): Int32Array => {
  const words = new Int32Array(LEXICON_SLOTS * 2)
  for (const [bit, list] of lists) {
    for (const word of wordsOf(list)) {
      const hash = hashOf((bit & PLACE) === 0 ? word : word.toLowerCase())
      if (hash === 0) continue
      let at = slot(hash)
      while (words[at * 2 + 1] !== 0 && words[at * 2] !== hash) at = at + 1 & LEXICON_SLOTS - 1
      words[at * 2 + 1]! |= bit
      words[at * 2] = hash
    }
  }
  return words
}

let table: ReturnType<typeof build> | undefined

export const listed = (hash: number): number => {
  const words = table ??= build()
  let at = slot(hash)
  let bits = words[at * 2 + 1]!
  while (bits !== 0 && words[at * 2] !== hash) {
    at = at + 1 & LEXICON_SLOTS - 1
    bits = words[at * 2 + 1]!
  }
  return bits
}

export const hashRange = (text: string, start = 0, end = text.length): number => {
  let hash = 0
  for (let i = start; i < end; i++) hash = step(hash, text.charCodeAt(i))
  return hash
}

export const listedWord = (word: string): number => listed(hashRange(word, 0, word.length))

const hashSmall = (text: string, start: number, end: number, before = 0): number => {
  let hash = before
  for (let i = start; i < end; i++) hash = step(hash, CodeUnit.lower(text.charCodeAt(i)))
  return hash
}

const isListedWord = (hash: number): boolean => (listed(hash) & WORD) !== 0

/** Endings with their possible replacements; 0 is an empty one. */
const endings: ReadonlyArray<readonly [string, ReadonlyArray<number>]> = [
  ["ies", [Unit.LOWER_Y]],
  ["es", [0]],
  ["s", [0]],
  ["ed", [0, 101]],
  ["ing", [0, 101]],
  ["ly", [0]],
  ["ness", [0]]
]

const MIN_INFLECTED_LETTERS = 5
const MIN_STEM_LETTERS = 3

const endsIn = (text: string, start: number, end: number, ending: string): boolean => {
  const from = end - ending.length
  if (from < start) return false
  for (let i = 0; i < ending.length; i++) {
    if (CodeUnit.lower(text.charCodeAt(from + i)) !== ending.charCodeAt(i)) return false
  }
  return true
}

/** Returns whether a word may be inflected: it ends in s, d, g or y. */
const mayBeInflected = (last: number): boolean =>
  last === Unit.LOWER_S || last === Unit.LOWER_D || last === Unit.LOWER_G || last === Unit.LOWER_Y

const isInflected = (text: string, start: number, end: number): boolean => {
  if (end - start < MIN_INFLECTED_LETTERS || !mayBeInflected(CodeUnit.lower(text.charCodeAt(end - 1)))) return false
  for (const [ending, stems] of endings) {
    if (!endsIn(text, start, end, ending)) continue
    const stem = end - ending.length
    if (stem - start < MIN_STEM_LETTERS) continue
    const shorter = hashSmall(text, start, stem - 1)
    const last = CodeUnit.lower(text.charCodeAt(stem - 1))
    const whole = step(shorter, last)
    for (const more of stems) if (isListedWord(more === 0 ? whole : step(whole, more))) return true
    // A doubled letter or an ending in `i` is undone, as in "stopped" and "happily".
    if (last === CodeUnit.lower(text.charCodeAt(stem - 2)) && isListedWord(shorter)) return true
    if (last === Unit.LOWER_I && isListedWord(step(shorter, Unit.LOWER_Y))) return true
  }
  return false
}

export const isWord = (word: string): boolean =>
  isListedWord(hashRange(word, 0, word.length)) || isInflected(word, 0, word.length)

const completed = (bits: number): number => (bits & PLAIN) === 0 ? bits : bits | GIVEN

const hashUnaccented = (word: string): number => {
  let hash = 0
  for (let i = 0; i < word.length; i++) {
    const unit = word.charCodeAt(i)
    if (!isLatin(unit)) return hashRange(word.normalize("NFD").replace(/\p{M}/gu, ""))
    if (!isMark(unit)) hash = step(hash, unaccented(unit))
  }
  return hash
}

interface Piece {
  readonly start: number
  readonly end: number
}

/** Returns the facts about two words, as if one space were between them. */
export const listedPair = (text: string, one: Piece, other: Piece): number =>
  listed(hashSmall(text, other.start, other.end, step(hashSmall(text, one.start, one.end), Unit.SPACE)))

export const factsOf = (word: string): number => {
  const quote = unitAt(word, word.length - 2)
  const plain = (quote === Unit.APOSTROPHE || quote === Unit.RIGHT_QUOTE) && word.endsWith("s")
    ? word.slice(0, -2)
    : word
  const lower = plain.toLowerCase()
  let facts = completed(listedWord(lower))
  if ((facts & GIVEN) === 0 && !isAscii(lower)) {
    const folded = completed(listed(hashUnaccented(lower)))
    facts |= folded & (GIVEN | GIVEN_AMBIGUOUS | FAMILY)
  }
  if ((facts & WORD) === 0 && isInflected(lower, 0, lower.length)) facts |= WORD
  return plain.length > 1 && plain !== lower && plain === plain.toUpperCase() ? facts | CAPS : facts
}

/** Returns the facts about a word. `hash` is the hash of the word in lower case. */
export const factsAt = (text: string, start: number, end: number, hash: number): number => {
  const bits = listed(hash)
  const facts = completed((bits & WORD) === 0 && isInflected(text, start, end) ? bits | WORD : bits)
  if (end - start < 2) return facts
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    if (CodeUnit.isLowerLetter(code)) return facts
  }
  return facts | CAPS
}

/**
 * Names that are also detected in lower case, in addition to the given names: ambiguous names, and names that are used
 * without a second name.
 */
const lowerCaseToo =
  "martin peter matt josh jimmy harry terry kelly billy bobby johnny tony andy danny sally molly polly betty jenny nelly carol stewart stuart " +
  "ralph carl hugh jean joan tim jim steve mark maria mary elizabeth charlotte philip vladimir brandon eugene hassan " +
  "kimberly kimberley derrick norman obama messi ronaldo kanye beyonce rihanna neymar"

const BLOOM_BITS = 18
const BLOOM_BITS_WITHIN_BYTE = 3
const BLOOM_MASK = (1 << BLOOM_BITS) - 1
const BIT_MASK = (1 << BLOOM_BITS_WITHIN_BYTE) - 1

const bloomBits = (): Uint8Array => {
  const bits = new Uint8Array(1 << BLOOM_BITS - BLOOM_BITS_WITHIN_BYTE)
  for (const word of [Names.given, lowerCaseToo].flatMap(wordsOf)) {
    const hash = hashOf(word)
    bits[(hash & BLOOM_MASK) >>> BLOOM_BITS_WITHIN_BYTE]! |= 1 << (hash & BIT_MASK)
  }
  return bits
}

let filter: Uint8Array | undefined

/** Returns the filter with which the scanner selects lower-case words before a full lookup. */
export const bloom = (): Uint8Array => filter ??= bloomBits()

export const inBloom = (bits: Uint8Array, hash: number): boolean =>
  (bits[(hash & BLOOM_MASK) >>> BLOOM_BITS_WITHIN_BYTE]! & 1 << (hash & BIT_MASK)) !== 0
