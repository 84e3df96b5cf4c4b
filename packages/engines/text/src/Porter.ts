/**
 * Finds the stems of English words, by the algorithm of M. F. Porter ("An algorithm for suffix stripping", 1980) with
 * its published amendments, as SQLite's `porter` tokenizer applies it. Takes linear time.
 *
 * @since 0.1.0
 */

const A = 0x61
const E = 0x65
const I = 0x69
const O = 0x6f
const U = 0x75
const W = 0x77
const X = 0x78
const Y = 0x79

const isVowel = (unit: number): boolean => unit === A || unit === E || unit === I || unit === O || unit === U

const isVowelAt = (word: string, at: number): boolean => {
  const unit = word.charCodeAt(at)
  return unit === Y ? at > 0 && !isVowelAt(word, at - 1) : isVowel(unit)
}

const measure = (word: string, length: number): number => {
  let count = 0
  let vowel = false
  for (let at = 0; at < length; at++) {
    const unit = word.charCodeAt(at)
    const now: boolean = unit === Y ? at > 0 && !vowel : isVowel(unit)
    if (vowel && !now) count++
    vowel = now
  }
  return count
}

const hasVowel = (word: string, length: number): boolean => {
  for (let at = 0; at < length; at++) if (isVowelAt(word, at)) return true
  return false
}

const OPEN_END = 3

/** Returns whether a stem ends in an open syllable, whose last letter is not `w`, `x` or `y`. */
const endsOpen = (word: string, length: number): boolean => {
  const last = word.charCodeAt(length - 1)
  return length >= OPEN_END && last !== W && last !== X && last !== Y &&
    !isVowelAt(word, length - 1) && isVowelAt(word, length - 2) && !isVowelAt(word, length - OPEN_END)
}

type Rules = ReadonlyArray<readonly [suffix: string, replacement: string]>

// Grouped by the letter on which the paper (and SQLite) decides, so that only a few suffixes are compared.
const step2: Record<string, Rules> = {
  a: [["ational", "ate"], ["tional", "tion"]],
  c: [["enci", "ence"], ["anci", "ance"]],
  e: [["izer", "ize"]],
  g: [["logi", "log"]],
  l: [["bli", "ble"], ["alli", "al"], ["entli", "ent"], ["eli", "e"], ["ousli", "ous"]],
  o: [["ization", "ize"], ["ation", "ate"], ["ator", "ate"]],
  s: [["alism", "al"], ["iveness", "ive"], ["fulness", "ful"], ["ousness", "ous"]],
  t: [["aliti", "al"], ["iviti", "ive"], ["biliti", "ble"]]
}

const step3: Record<string, Rules> = {
  a: [["ical", "ic"]],
  s: [["ness", ""]],
  t: [["icate", "ic"], ["iciti", "ic"]],
  u: [["ful", ""]],
  v: [["ative", ""]],
  z: [["alize", "al"]]
}

const step4: Record<string, ReadonlyArray<string>> = {
  a: ["al"],
  c: ["ance", "ence"],
  e: ["er"],
  i: ["ic"],
  l: ["able", "ible"],
  n: ["ant", "ement", "ment", "ent"],
  o: ["ion", "ou"],
  s: ["ism"],
  t: ["ate", "iti"],
  u: ["ous"],
  v: ["ive"],
  z: ["ize"]
}

const replace = (word: string, rules: Rules | undefined): string => {
  if (rules === undefined) return word
  for (const [suffix, replacement] of rules) {
    if (!word.endsWith(suffix)) continue
    const stem = word.length - suffix.length
    return measure(word, stem) > 0 ? word.slice(0, stem) + replacement : word
  }
  return word
}

const strip = (word: string): string => {
  const suffixes = step4[word.charAt(word.length - 2)]
  if (suffixes === undefined) return word
  for (const suffix of suffixes) {
    if (!word.endsWith(suffix)) continue
    const stem = word.length - suffix.length
    if (suffix === "ion" && word[stem - 1] !== "s" && word[stem - 1] !== "t") return word
    return measure(word, stem) > 1 ? word.slice(0, stem) : word
  }
  return word
}

const restore = (word: string): string => {
  if (word.endsWith("at") || word.endsWith("bl") || word.endsWith("iz")) return `${word}e`
  const length = word.length
  const last = word[length - 1]
  if (last === word[length - 2] && last !== "l" && last !== "s" && last !== "z" && !isVowelAt(word, length - 1)) {
    return word.slice(0, -1)
  }
  return measure(word, length) === 1 && endsOpen(word, length) ? `${word}e` : word
}

/** Minimum letters of a word that is stemmed. The paper excludes shorter words. */
const MIN_STEMMED_LETTERS = 3

const MAX_STEMMED_LETTERS = 64

const endsIn = (word: string, suffix: string): boolean => word.length > suffix.length && word.endsWith(suffix)

/**
 * Returns the stem of a lower-case word of 3 to 64 letters. Other words are returned unchanged.
 *
 * @category getters
 * @since 0.1.0
 */
export const stem = (input: string): string => {
  if (input.length < MIN_STEMMED_LETTERS || input.length > MAX_STEMMED_LETTERS) return input
  let word = input
  if (word.endsWith("s")) {
    if (endsIn(word, "sses") || endsIn(word, "ies")) {
      word = word.slice(0, -2)
    } else if (!word.endsWith("ss")) word = word.slice(0, -1)
  }
  if (endsIn(word, "eed")) {
    if (measure(word, word.length - "eed".length) > 0) word = word.slice(0, -1)
  } else if (word.endsWith("ed")) {
    if (hasVowel(word, word.length - "ed".length)) word = restore(word.slice(0, -"ed".length))
  } else if (word.endsWith("ing") && hasVowel(word, word.length - "ing".length)) {
    word = restore(word.slice(0, -"ing".length))
  }
  if (word.endsWith("y") && hasVowel(word, word.length - 1)) word = `${word.slice(0, -1)}i`
  word = replace(word, step2[word.charAt(word.length - 2)])
  word = replace(word, step3[word.charAt(word.length - 2)])
  word = strip(word)
  if (word.endsWith("e")) {
    const m = measure(word, word.length - 1)
    if (m > 1 || (m === 1 && !endsOpen(word, word.length - 1))) word = word.slice(0, -1)
  }
  return word.endsWith("ll") && measure(word, word.length - 1) > 1 ? word.slice(0, -1) : word
}
