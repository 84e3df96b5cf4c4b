/**
 * Splits text into words, and unspaced runs into identifiers: `get_user_by_id`, `node:fs`, `C++`, `.NET`,
 * `@scope/name`, `v1.2.3`, `useChat`.
 */
import * as CodeUnit from "@dunlin/text/CodeUnit"
import * as Unit from "@dunlin/text/Unit"
import { fold } from "./fold.ts"

const tokenCharacter = /[\p{L}\p{N}\p{M}]/u
const ASCII_COUNT = 128

/** Kinds of UTF-16 units: 0 if not known yet, 1 for a unit of a word, 2 for a unit between words. */
const kinds = new Uint8Array(65536)

const kindOf = (unit: number): number => {
  // Surrogates count as letters, so that rare letters are not split and an emoji is a separate word.
  const isWord = CodeUnit.isHighSurrogate(unit) || CodeUnit.isLowSurrogate(unit) ||
    tokenCharacter.test(String.fromCharCode(unit))
  return kinds[unit] = isWord ? 1 : 2
}

export const isInside = (unit: number): boolean => (kinds[unit] || kindOf(unit)) === 1

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

const joins = new Uint8Array(ASCII_COUNT)
for (const symbol of "_-.:/@#+&$\\") joins[symbol.charCodeAt(0)] = 1

const isJoint = (unit: number): boolean => unit < ASCII_COUNT && joins[unit] === 1

/** Maximum characters of an identifier. A longer one is data, and only its words are indexed. */
const MAX_CHARACTERS_OF_IDENTIFIER = 64
export const MAX_WORD_LETTERS = 64

const opening = [Unit.POINT, Unit.AT_SIGN, Unit.HASH, Unit.DOLLAR]

/** Returns whether a unit may precede the letters of a word: `.NET`, `@scope/name`, `#include`, `$scope`. */
const isOpening = (unit: number): boolean => opening.includes(unit)
const isLetter = (unit: number): boolean => isInside(unit) && !CodeUnit.isDigit(unit)
/** Maximum letters of a name such as `C++` or `C#`. Longer words before these signs are not names. */
const MAX_SYMBOL_NAME_LETTERS = 12

/** Returns a run without signs at its edges: `/node:fs.` becomes `node:fs`. */
const trimmed = (run: string): string => {
  let start = 0
  while (start < run.length && !isInside(run.charCodeAt(start))) start++
  let end = run.length
  while (end > start && !isInside(run.charCodeAt(end - 1))) end--
  const tail = run.slice(end)
  if (end - start <= MAX_SYMBOL_NAME_LETTERS) end += tail.startsWith("++") ? 2 : tail.startsWith("#") ? 1 : 0
  if (start > 0 && isOpening(run.charCodeAt(start - 1)) && isLetter(run.charCodeAt(start))) start--
  return run.slice(start, end)
}

export const wholeMark = "!"

const MIN_TWO_WORD_NAME_LETTERS = 4

const SURROUNDINGS = 16
const MAX_JOINED_WORDS = 8

const camel = /(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/

/** Matches a word with a number, such as `python3`, `RFC7231` or `B12`. Longer numbers are data. */
const numbered = /^(\p{L}+)(\d{1,5})$/u

/** Returns the parts of `getUserById`, `HTTPServer` or `python3`; empty for a single word. */
export const humps = (word: string): ReadonlyArray<string> => {
  if (CodeUnit.isDigit(word.charCodeAt(word.length - 1))) return numbered.exec(word)?.slice(1) ?? []
  if (word.length < MIN_TWO_WORD_NAME_LETTERS) return []
  let mixed = false
  for (let at = 1; at < word.length && !mixed; at++) {
    mixed = CodeUnit.isUpperLetter(word.charCodeAt(at))
  }
  if (!mixed || !/[a-z]/.test(word)) return []
  const parts = word.split(camel)
  return parts.length > 1 ? parts : []
}

export interface Place {
  readonly from: number
  readonly to: number
  readonly words: ReadonlyArray<readonly [start: number, end: number]>
}

export interface Run {
  /** The whole run in lower case; empty if it is one plain word. */
  readonly whole: string
  readonly inner: ReadonlyArray<string>
  /** The joined words in lower case; empty if the run is one plain word. */
  readonly joined: string
}

export const isProse = (whole: string): boolean => /^[\p{L}\p{N}]+(?:[-/&][\p{L}\p{N}]+)+$/u.test(whole)

export const MAX_CHARACTERS_OF_RUN = MAX_CHARACTERS_OF_IDENTIFIER + SURROUNDINGS

/** Describes a run of words and signs. The result depends only on its characters. */
export const describe = (text: string, { from, to, words }: Place): Run => {
  const whole = to - from <= MAX_CHARACTERS_OF_RUN ? trimmed(text.slice(from, to)) : ""
  const [first] = words
  const plain = words.length === 1 && first !== undefined && whole.length === first[1] - first[0]
  const paths = whole.includes("/") ? whole.split("/").filter((name) => /[-_.:#+$]/.test(name)).map(trimmed) : []
  const letters =
    words.length < 2 || words.length > MAX_JOINED_WORDS || words.at(-1)![1] - first![0] > MAX_CHARACTERS_OF_IDENTIFIER
      ? ""
      : words.map(([start, end]) => text.slice(start, end)).join("")
  return {
    whole: plain || whole.length > MAX_CHARACTERS_OF_IDENTIFIER || whole.length < 2 ? "" : fold(whole),
    inner: [...new Set(paths.map(fold))].filter((name) =>
      name.length > 1 && name !== whole && /[^\p{L}\p{N}]/u.test(name)
    ),
    joined: fold(letters)
  }
}

/**
 * Matches numbers with separators: `1,299.00` and `1’299`. Numbers with full stops are identifiers, which are joined
 * anyway. Decimals are not part of the number.
 */
const grouped = /(?<!\d|\d[,'\u2019])(\d{1,3}([,'\u2019\u00a0\u202f])\d{3}(?:\2\d{3})*)(?!\d)(?:\.\d{1,2}(?!\d))?/g

const hasGrouped = /\d[,'\u2019\u00a0\u202f]\d{3}/

export const eachGrouped = (text: string, visit: (start: number, end: number, digits: string) => void): void => {
  if (!hasGrouped.test(text)) return
  for (const match of text.matchAll(grouped)) {
    const digits = match[1]!.replace(/\D/g, "")
    if (digits.length <= MAX_WORD_LETTERS) visit(match.index, match.index + match[0].length, digits)
  }
}

export const eachRun = (
  text: string,
  single: (start: number, end: number) => void,
  several: (place: Place) => void
): void => {
  const length = text.length
  let at = 0
  while (at < length) {
    const unit = text.charCodeAt(at)
    if (!isInside(unit) && !isJoint(unit)) {
      at++
      continue
    }
    const from = at
    // Most runs are one word, which needs no further checks.
    while (at < length && isInside(text.charCodeAt(at))) at++
    if (at > from && (at === length || !isJoint(text.charCodeAt(at)))) {
      single(from, at)
      continue
    }
    at = from
    let joints = 0
    let start = -1
    let first = -1
    let firstEnd = -1
    let words: Array<readonly [number, number]> | undefined
    const close = (end: number) => {
      if (start < 0) return
      if (first < 0) {
        first = start
        firstEnd = end
      } else (words ??= [[first, firstEnd]]).push([start, end])
      start = -1
    }
    for (; at < length; at++) {
      const code = text.charCodeAt(at)
      if (isInside(code)) {
        if (start < 0) start = at
      } else if (isJoint(code)) {
        joints++
        close(at)
      } else break
    }
    close(at)
    if (first < 0) continue
    if (joints === 0 || (words === undefined && isSentenceEnd(text, from, at, first, firstEnd))) single(first, firstEnd)
    else several({ from, to: at, words: words ?? [[first, firstEnd]] })
  }
}

const isSentenceEnd = (text: string, from: number, to: number, start: number, end: number): boolean => {
  if (start !== from) return false
  if (to - end !== 1) return false
  const unit = text.charCodeAt(end)
  return unit === Unit.POINT || unit === Unit.COLON
}
