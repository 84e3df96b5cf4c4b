/**
 * Estimates from its characters whether a string is a secret.
 *
 * @since 0.1.0
 */
import { isDigit, isLowerLetter, isUpperLetter } from "@dunlin/text/CodeUnit"
import * as Unit from "@dunlin/text/Unit"
import { classes, SPACE } from "@dunlin/text/UnitClass"
import { textAfter, textBefore, unitAt } from "./around.ts"
import { isWord } from "./lexicon.ts"

export type Add = (start: number, end: number, score: number, reason: string) => void

const MAX_ENTROPY_CHARACTERS = 511

const counts = new Uint16Array(Unit.BEYOND_ASCII)
const weights = Float64Array.from({ length: MAX_ENTROPY_CHARACTERS + 1 }, (_, n) => n === 0 ? 0 : n * Math.log2(n))

export const entropy = (text: string): number => {
  const length = Math.min(text.length, MAX_ENTROPY_CHARACTERS)
  if (length === 0) return 0
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i)
    counts[code < Unit.BEYOND_ASCII ? code : 0]!++
  }
  let sum = 0
  // Each character's count is added once and then reset for the next text.
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i)
    const at = code < Unit.BEYOND_ASCII ? code : 0
    sum += weights[counts[at]!]!
    counts[at] = 0
  }
  return Math.log2(length) - sum / length
}

export const placeholder =
  /^(?:[x*.•\-_#]{3,}|<.*|\$\{.*|\$[A-Z_]+|\$\(.*|\{\{.*|%[A-Za-z_]*%|%[sdv]|\[.*|your[\w-]*|my[_-]?(?:pass\w*|secret\w*|token|key|api\w*|user\w*)|example\w*|change[_-]?me|placeholder|pass|pass(?:word|wd)?\d{0,3}|pwd|passwd|\{.*\}|replace[_-].*|secrets?|tokens?|null|none|nil|true|false|undefined|string|required|optional|test|foo|bar|todo|redacted|hidden|masked|env|process|os\..*|self\..*|this\..*|req\..*|config\..*|const|let|var|function|return|new|await|import|.*\(.*|.*\.\.\..*|value|enter\b.*|insert.*|.*[_-]here|abc123|abcd?|x{3,}.*|default|user\w*|basic|bearer|oauth\d?|header|cookie|reset|manager|protected|policy|hash|field|forgot\w*|is|are|for|and|or|the|to|in|of|a|an|from|with|https?:.*)$/i

const wordsInHex = /-(?:dead|beef|cafe|c0fe|c0de|babe|face|f00d|feed|fade)-/i
const UUID_LENGTH = 36

const dummy =
  /^(.)\1{5,}$|x{8,}|X{8,}|\*{4,}|EXAMPLE$|EXAMPLEKEY$|^12345(?:6789?0?|678)?(?:[-_.]?abc\w{0,4})?$|abcdefghijklmnopqrstuvwxyz0123456789|a{12,}/

const ALPHABET = "abcdefghijklmnopqrstuvwxyz"
const MIN_DUMMY_ROW_CHARACTERS = 4

const longestRow = (value: string): number => {
  let longest = 0
  let row = 0
  let before = -1
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i)
    row = unit === before ? row + 1 : 1
    before = unit
    if (row > longest) longest = row
  }
  return longest
}

export const isDummy = (value: string): boolean =>
  (longestRow(value) >= MIN_DUMMY_ROW_CHARACTERS || value.startsWith("12345") || value.endsWith("EXAMPLE") ||
      value.endsWith("EXAMPLEKEY") || value.length > ALPHABET.length && value.includes(ALPHABET)) &&
    dummy.test(value) ||
  value.length === UUID_LENGTH && wordsInHex.test(value)

const keyColon = /^"\s{0,2}:/
const valueAttribute = /^"\s{1,2}value=/i
const KEY_REACH = 10

/** Matches text before a key: a brace, a comma or a line start. Text after an assignment or comparison is a value. */
const keyBegin = /(?:[{,]\s{0,40}|(?:^|\n)\s{0,80})\\?"$/
const nameAttribute = /\s(?:key|name|id|property)=\\?"$/i
const KEY_LEAD = 84

/** Returns whether a quoted name is a key: a colon follows, or the attribute with its value. */
export const isKey = (text: string, start: number, end: number): boolean => {
  if (unitAt(text, end) !== Unit.QUOTE || end + 1 >= text.length) return false
  const next = unitAt(text, end + 1)
  if (next !== Unit.COLON && (classes()[next]! & SPACE) === 0) return false
  const behind = textAfter(text, end, KEY_REACH)
  if (keyColon.test(behind)) return keyBegin.test(textBefore(text, start, KEY_LEAD))
  return valueAttribute.test(behind) && nameAttribute.test(textBefore(text, start, KEY_LEAD))
}

const ROW_SHARE = 0.7

/** Returns whether letters or digits are in order, as in alphabets and test values. */
export const isRow = (value: string): boolean => {
  let inOrder = 0
  for (let i = 1; i < value.length; i++) if (value.charCodeAt(i) - value.charCodeAt(i - 1) === 1) inOrder++
  return inOrder > value.length * ROW_SHARE
}

const masked = /^(?:\.{2,3}|…)?(?:\[redacted|<(?:snip|redacted|truncated))/i
const MASK_REACH = 14

export const isCut = (text: string, end: number): boolean => {
  const unit = unitAt(text, end)
  return unit === Unit.POINT || unit === Unit.OPEN_BRACKET || unit === Unit.LESS || unit === Unit.ELLIPSIS
}

/**
 * Returns whether a value is masked: words after it say that the rest was removed. Dots and stars are not enough,
 * because they also end sentences and emphasis.
 */
export const isMasked = (text: string, end: number): boolean =>
  isCut(text, end) && masked.test(textAfter(text, end, MASK_REACH))

const MIN_LETTERS_OF_LETTER_KEY = 14
const MIN_CASE_CHANGES_OF_LETTER_KEY = 6

const changesOfCase = (value: string): number => {
  let changes = 0
  for (let i = 1; i < value.length; i++) {
    if ((value.charCodeAt(i) & Unit.CASE_BIT) !== (value.charCodeAt(i - 1) & Unit.CASE_BIT)) changes++
  }
  return changes
}

const MIN_CHARACTERS_OF_SECRET = 4
const MAX_CHARACTERS_OF_SECRET = 4096

/**
 * Limits and worth of numbers: `PIN` is for a number after its cue, and `LONG_NUMBER` for one that is too long for
 * anything else.
 */
const PIN = { least: 6, most: 10, worth: 0.5 }
const LONG_NUMBER = { least: 24, worth: 0.7 }
/** Limits and worth of letters of one case without a listed word, after a cue for a secret. */
const PLAIN_LETTERS = { least: 16, bits: 3.2, worth: 0.6 }
/**
 * Limits and worth of letters of both cases. They are a secret if there are enough of both, or if a short key changes
 * case more often than a name.
 */
const MIXED_LETTERS = { least: 20, bits: 3.8, worth: 0.75 }
const SHORT_LETTERS = { bits: 3.2, worth: 0.65 }

/** Matches letters after a provider's prefix: `sk-AbIEqaMJzFZzVLOOntppdLzxctmiVodC`. */
const prefixedLetters = /^[a-z]{2,4}[-_]([A-Za-z]{20,})$/

const HAS_DIGIT = 1
const HAS_LETTER = 2
const HAS_SMALL = 4
const HAS_MARK = 8
const HAS_SIGN = 16

/**
 * Columns: the required characters, the minimum length, the minimum bits per character, whether a cue is required,
 * and the confidence. The first matching row decides.
 */
const mixtures = [
  { has: HAS_DIGIT, least: 20, bits: 3, said: false, worth: 0.9 },
  { has: HAS_DIGIT, least: 16, bits: 2.8, said: false, worth: 0.85 },
  { has: HAS_DIGIT | HAS_LETTER, least: 6, bits: 2.2, said: true, worth: 0.8 },
  { has: HAS_DIGIT | HAS_MARK, least: 5, bits: -1, said: true, worth: 0.75 },
  { has: HAS_SIGN | HAS_SMALL, least: 6, bits: -1, said: true, worth: 0.7 }
]

export const secrecy = (value: string, strong: boolean): number => {
  const length = value.length
  if (
    length < MIN_CHARACTERS_OF_SECRET || length > MAX_CHARACTERS_OF_SECRET || placeholder.test(value) || isDummy(value)
  ) return 0
  let digit = false
  let lower = false
  let upper = false
  let mark = false
  for (let i = 0; i < length; i++) {
    const kind = kindOf(value.charCodeAt(i))
    if (kind === NUMBER) digit = true
    else if (kind === LOWERCASE) lower = true
    else if (kind === UPPERCASE) upper = true
    else mark = true
  }
  if (!lower && !upper && !mark) {
    if (strong && length >= PIN.least && length <= PIN.most) return PIN.worth
    return length >= LONG_NUMBER.least ? LONG_NUMBER.worth : 0
  }
  if (!digit && !mark && /^(?:[a-z]+|[A-Z][a-z]+|[A-Z]+)$/.test(value)) {
    const { bits, least, worth } = PLAIN_LETTERS
    return strong && length >= least && !isWord(value.toLowerCase()) && entropy(value) > bits ? worth : 0
  }
  const letters = strong && !digit ? prefixedLetters.exec(value)?.[1] : undefined
  if (
    letters !== undefined && entropy(letters) > MIXED_LETTERS.bits &&
    changesOfCase(letters) >= MIN_CASE_CHANGES_OF_LETTER_KEY
  ) {
    return readsAsWords(letters) ? 0 : MIXED_LETTERS.worth
  }
  if (!digit && /^[A-Za-z]+(?:[._-][A-Za-z]+)*$/.test(value)) {
    if (length < (strong ? MIN_LETTERS_OF_LETTER_KEY : MIXED_LETTERS.least) || mark || !lower || !upper) return 0
    if (length < MIXED_LETTERS.least) {
      return entropy(value) > SHORT_LETTERS.bits && changesOfCase(value) >= MIN_CASE_CHANGES_OF_LETTER_KEY &&
          !readsAsWords(value)
        ? SHORT_LETTERS.worth
        : 0
    }
    return entropy(value) > MIXED_LETTERS.bits && /[a-z][A-Z][a-z]?[A-Z]|[A-Z]{2}[a-z][A-Z]/.test(value)
      ? MIXED_LETTERS.worth
      : 0
  }
  const bits = entropy(value)
  let has = (digit ? HAS_DIGIT : 0) | (lower || upper ? HAS_LETTER : 0) | (lower ? HAS_SMALL : 0)
  if (mark) has |= HAS_MARK | (/[!@#$%^&*?+~]/.test(value) ? HAS_SIGN : 0)
  const fits = mixtures.find((one) =>
    (has & one.has) === one.has && length >= one.least && bits > one.bits && (strong || !one.said)
  )
  return fits?.worth ?? 0
}

const MIN_LOOKED_UP_LETTERS = 3
const MIN_LETTER_SHARE_OF_WORDS = 0.6
const MIN_WORD_SHARE_OF_LETTERS = 0.7
const MIN_WORD_SHARE_OF_IDENTIFIER = 0.4

const MARK = 0
const NUMBER = 1
const LOWERCASE = 2
const UPPERCASE = 3

const kindOf = (unit: number): number => {
  if (isDigit(unit)) return NUMBER
  if (isLowerLetter(unit)) return LOWERCASE
  return isUpperLetter(unit) ? UPPERCASE : MARK
}

const isSameRun = (before: number, next: number): boolean =>
  before === next || before === UPPERCASE && next === LOWERCASE

/** Endings of words for things that act, with the letters that complete the verb: `Encoder`, `Parser`, `Iterator`. */
const agents = /^([a-z]{3,})(?:er|or)s?$/

/** Classes are named after verbs that the list contains: `formatter` of `format`. */
const isAgent = (word: string): boolean => {
  const stem = agents.exec(word)?.[1]
  if (stem === undefined) return false
  const isDoubled = stem.at(-1) === stem.at(-2)
  return isWord(stem) || isWord(`${stem}e`) || isDoubled && isWord(stem.slice(0, -1))
}

/** A release is named by a word and its date or its year and month: `nightly-2022-11-20`, `draft-2020-12`. */
const release = /^([A-Za-z]{3,})[-_.](?:19|20)\d\d[-_.](?:0[1-9]|1[0-2])(?:[-_.][0-3]\d)?(?:[-_.][A-Za-z]+)*$/

export const isRelease = (value: string): boolean => {
  const word = release.exec(value)?.[1]
  return word !== undefined && isWord(word.toLowerCase())
}

/** Returns whether a value consists of words, which are not a secret: `NEXUS-GPT4-API-KEY`, `Key128Bit`. */
export const readsAsWords = (value: string): boolean => {
  if (!/^[A-Za-z0-9_.-]+$/.test(value)) return false
  if (isRelease(value)) return true
  let parts = 0
  let words = 0
  let letters = 0
  let from = 0
  for (let i = 1; i <= value.length; i++) {
    const before = kindOf(value.charCodeAt(i - 1))
    if (i < value.length && isSameRun(before, kindOf(value.charCodeAt(i)))) continue
    const start = from
    from = i
    if (before === MARK) continue
    parts++
    if (before === NUMBER) continue
    letters += i - start
    if (i - start < MIN_LOOKED_UP_LETTERS) continue
    const word = value.slice(start, i).toLowerCase()
    if (isWord(word) || isAgent(word)) words += i - start
  }
  if (parts < 2 || letters < value.length * MIN_LETTER_SHARE_OF_WORDS) return false
  return words >=
    letters * (/^[a-z]+(?:_[a-z0-9]+)+$/.test(value) ? MIN_WORD_SHARE_OF_IDENTIFIER : MIN_WORD_SHARE_OF_LETTERS)
}
