/** Text as the index sees it: folded, with bigrams for scripts written without spaces, and cut into tokens. */
import { stem } from "./porter.ts"

/**
 * English words that say nothing about a page: Lucene's stop words, pronouns, auxiliaries and the words questions begin
 * with. They are indexed (phrases need them) but left out of bag-of-words queries.
 */
export const stopWords: ReadonlySet<string> = new Set(
  ("a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to " +
    "was will with how do does did what which who whom when where why i me my we our you your can could should would am " +
    "been being were has have had from so than its he she his her").split(" ")
)

const notAscii = /[^\x00-\x7f]/
const marks = /[\u0300-\u036f]+/g

/** Scripts written without spaces between words, and Hangul, where bigrams beat words with their particles attached. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]+/gu
const hasUnspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const characters = (run: string): Array<string> => Array.from(run.replace(/\p{M}+/gu, ""))

/** `東京大学` as `東京 京大 大学 学`: every character begins one token, so that one character is found as a prefix. */
const bigrams = (run: string): string => {
  const letters = characters(run)
  let out = " "
  for (let at = 0; at < letters.length; at++) out += `${letters[at]!}${letters[at + 1] ?? ""} `
  return out
}

/** Lower case without diacritics, and no bigrams yet. Compatibility forms (full width, ligatures) become plain ones. */
export const fold = (text: string): string =>
  notAscii.test(text)
    ? text.normalize("NFKD").replace(marks, "").normalize("NFC").toLowerCase()
    : text.toLowerCase()

/** What is given to the full-text table. Text in plain ASCII goes through unchanged; the tokenizer folds its case. */
export const indexed = (text: string): string => {
  if (!notAscii.test(text)) return text
  const folded = fold(text)
  return hasUnspaced.test(folded) ? folded.replace(unspaced, bigrams) : folded
}

/** Whether the text has characters of a script that is indexed in bigrams. */
export const isUnspaced = (text: string): boolean => hasUnspaced.test(text)

/**
 * The tokens of a query word, in order. The last character of a run in an unspaced script is already covered by the
 * bigram before it; a run of one character is a prefix of the tokens that begin with it.
 */
export const queryTokens = (text: string): ReadonlyArray<{ readonly text: string; readonly prefix: boolean }> => {
  const out: Array<{ readonly text: string; readonly prefix: boolean }> = []
  const folded = fold(text)
  let from = 0
  const plain = (until: number) => {
    for (const token of words(folded.slice(from, until))) out.push({ text: token, prefix: false })
  }
  for (const match of folded.matchAll(unspaced)) {
    plain(match.index)
    const letters = characters(match[0])
    if (letters.length === 1) out.push({ text: letters[0]!, prefix: true })
    for (let at = 0; at + 1 < letters.length; at++) {
      out.push({ text: `${letters[at]!}${letters[at + 1]!}`, prefix: false })
    }
    from = match.index + match[0].length
  }
  plain(folded.length)
  return out
}

const tokenCharacter = /[\p{L}\p{N}\p{M}\p{Co}]/u
/** For every UTF-16 unit: 0 not known yet, 1 inside a token, 2 between tokens. */
const kinds = new Uint8Array(65536)

const isInside = (unit: number): boolean => {
  if (unit < 128) {
    return (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90)
  }
  let kind = kinds[unit]!
  if (kind === 0) {
    // Halves of a pair are taken as letters: rare letters stay whole, and an emoji is a word of its own.
    kind = (unit >= 0xd800 && unit <= 0xdfff) || tokenCharacter.test(String.fromCharCode(unit)) ? 1 : 2
    kinds[unit] = kind
  }
  return kind === 1
}

/** Calls back with the beginning and the end of every token. */
export const eachWord = (text: string, visit: (start: number, end: number) => void): void => {
  let start = -1
  for (let at = 0; at < text.length; at++) {
    if (isInside(text.charCodeAt(at))) {
      if (start < 0) start = at
    } else if (start >= 0) {
      visit(start, at)
      start = -1
    }
  }
  if (start >= 0) visit(start, text.length)
}

/** Cuts folded text into tokens. */
export const words = (folded: string): Array<string> => {
  const out: Array<string> = []
  eachWord(folded, (start, end) => {
    out.push(folded.slice(start, end))
  })
  return out
}

/** Text as a row of unstemmed tokens between spaces, in which ` a b ` is found exactly when the phrase is. */
export const exact = (text: string): string => ` ${words(indexed(text).toLowerCase()).join(" ")} `

const stems = new Map<string, string>()

/** The stem of a folded token, remembered. */
export const stemOf = (token: string): string => {
  let value = stems.get(token)
  if (value === undefined) {
    if (stems.size >= 50_000) stems.clear()
    value = stem(token)
    stems.set(token, value)
  }
  return value
}

const slots = 1 << 19
const mostWords = 200_000

/**
 * Numbers for stems, so that a text is read once and compared as integers. Words are found by a hash of 32 bits and
 * their length, which for ranking is as good as the word. Grows to a limit, then begins anew.
 */
export class Vocabulary {
  private readonly hashes = new Int32Array(slots)
  /** Number plus one; 0 is free. */
  private readonly entries = new Int32Array(slots)
  private readonly numbers = new Map<string, number>()
  private readonly stems: Array<string> = []
  private words = 0

  /** Numbers given before are void after this. */
  makeRoom(): void {
    if (this.words < mostWords) return
    this.entries.fill(0)
    this.numbers.clear()
    this.stems.length = 0
    this.words = 0
  }

  /** The number of a stem. */
  of(stem: string): number {
    let number = this.numbers.get(stem)
    if (number === undefined) {
      number = this.stems.length
      this.stems.push(stem)
      this.numbers.set(stem, number)
    }
    return number
  }

  /** The stem with a number. */
  name(number: number): string {
    return this.stems[number]!
  }

  /** The stems of a text in order. */
  read(text: string): Int32Array {
    const source = indexed(text)
    let out = new Int32Array(source.length >> 2)
    let count = 0
    let start = -1
    let hash = 0
    for (let at = 0; at <= source.length; at++) {
      let unit = at < source.length ? source.charCodeAt(at) : 32
      if (isInside(unit)) {
        if (start < 0) {
          start = at
          hash = 0x811c9dc5
        }
        if (unit >= 65 && unit <= 90) unit += 32
        hash = Math.imul(hash ^ unit, 0x01000193)
      } else if (start >= 0) {
        if (count === out.length) {
          const larger = new Int32Array(count * 2 + 16)
          larger.set(out)
          out = larger
        }
        out[count++] = this.find(Math.imul(hash ^ (at - start), 0x01000193), source, start, at)
        start = -1
      }
    }
    return out.subarray(0, count)
  }

  private find(hash: number, source: string, start: number, end: number): number {
    let slot = (hash ^ (hash >>> 15)) & (slots - 1)
    while (this.entries[slot] !== 0) {
      if (this.hashes[slot] === hash) return this.entries[slot]! - 1
      slot = (slot + 1) & (slots - 1)
    }
    const number = this.of(stem(source.slice(start, end).toLowerCase()))
    // A single hostile page cannot fill the table: what does not fit is found the slow way.
    if (this.words < mostWords + mostWords / 2) {
      this.hashes[slot] = hash
      this.entries[slot] = number + 1
      this.words++
    }
    return number
  }
}
