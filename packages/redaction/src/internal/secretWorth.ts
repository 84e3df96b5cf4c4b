/**
 * How likely a string is a secret, from its characters alone.
 *
 * @since 0.1.0
 */
import { isDigit, isLowerLetter, isUpperLetter } from "@dunlin/common/CodeUnit"
import { isWord } from "./lexicon.ts"
import * as Unit from "./units.ts"

/** Takes a finding: start, end, score and the rule that found it. */
export type Add = (start: number, end: number, score: number, reason: string) => void

const counts = new Uint16Array(128)
/** `n log2 n`, for the counts of short tokens. */
const weights = Float64Array.from({ length: 512 }, (_, n) => n === 0 ? 0 : n * Math.log2(n))

/** Bits of entropy per character. Characters beyond ASCII count as one. */
export const entropy = (text: string): number => {
  const length = Math.min(text.length, 511)
  if (length === 0) return 0
  counts.fill(0)
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i)
    counts[code < Unit.BEYOND_ASCII ? code : 0]!++
  }
  let sum = 0
  for (let i = 0; i < 128; i++) sum += weights[counts[i]!]!
  return Math.log2(length) - sum / length
}

/** What documentation writes in the place of a secret. */
export const placeholder =
  /^(?:[x*.•\-_#]{3,}|<.*|\$\{.*|\$[A-Z_]+|\$\(.*|\{\{.*|%[A-Za-z_]*%|%[sdv]|\[.*|your[\w-]*|my[_-]?(?:pass\w*|secret\w*|token|key|api\w*|user\w*)|example\w*|change[_-]?me|placeholder|pass|pass(?:word|wd)?\d{0,3}|pwd|passwd|\{.*\}|replace[_-].*|secrets?|tokens?|null|none|nil|true|false|undefined|string|required|optional|test|foo|bar|todo|redacted|hidden|masked|env|process|os\..*|self\..*|this\..*|req\..*|config\..*|const|let|var|function|return|new|await|import|.*\(.*|.*\.\.\..*|value|enter\b.*|insert.*|.*[_-]here|abc123|abcd?|x{3,}.*|default|user\w*|basic|bearer|oauth\d?|header|cookie|reset|manager|protected|policy|hash|field|forgot\w*|is|are|for|and|or|the|to|in|of|a|an|from|with|https?:.*)$/i

/** Runs and sequences nobody issues. */
export const dummy =
  /^(.)\1{5,}$|x{8,}|X{8,}|\*{4,}|EXAMPLE$|EXAMPLEKEY$|^12345(?:6789?0?|678)?(?:[-_.]?abc\w{0,4})?$|abcdefghijklmnopqrstuvwxyz0123456789|a{12,}/

/** Letters of the shortest key of letters alone, and changes between small and large that no name has so many of. */
const LEAST_LETTERS = 14
const LEAST_CHANGES = 6

const changesOfCase = (value: string): number => {
  let changes = 0
  for (let i = 1; i < value.length; i++) if ((value.charCodeAt(i) & 32) !== (value.charCodeAt(i - 1) & 32)) changes++
  return changes
}

/** How likely a value is a secret, from its characters alone. `strong`: a word says that it is one. */
export const secrecy = (value: string, strong: boolean): number => {
  const length = value.length
  if (length < 4 || length > 4096 || placeholder.test(value) || dummy.test(value)) return 0
  const digit = /\d/.test(value)
  const lower = /[a-z]/.test(value)
  const upper = /[A-Z]/.test(value)
  const mark = /[^A-Za-z0-9]/.test(value)
  if (!lower && !upper && !mark) return strong && length >= 6 && length <= 10 ? 0.5 : length >= 24 ? 0.7 : 0
  if (/^(?:[a-z]+|[A-Z][a-z]+|[A-Z]+)$/.test(value)) {
    return strong && length >= 16 && !isWord(value.toLowerCase()) && entropy(value) > 3.2 ? 0.6 : 0
  }
  if (/^[A-Za-z]+(?:[._-][A-Za-z]+)*$/.test(value)) {
    if (length < (strong ? LEAST_LETTERS : 20) || mark || !lower || !upper) return 0
    if (length < 20) {
      return entropy(value) > 3.2 && changesOfCase(value) >= LEAST_CHANGES && !readsAsWords(value)
        ? 0.65
        : 0
    }
    return entropy(value) > 3.8 && /[a-z][A-Z][a-z]?[A-Z]|[A-Z]{2}[a-z][A-Z]/.test(value) ? 0.75 : 0
  }
  const bits = entropy(value)
  if (length >= 20 && digit && bits > 3) return 0.9
  if (length >= 16 && digit && bits > 2.8) return 0.85
  if (!strong) return 0
  if (digit && (lower || upper) && length >= 6 && bits > 2.2) return 0.8
  if (mark && digit && length >= 5) return 0.75
  return mark && lower && length >= 6 && /[!@#$%^&*?+~]/.test(value) ? 0.7 : 0
}

const MARK = 0
const NUMBER = 1
const SMALL = 2
const CAPITAL = 3

const kindOf = (unit: number): number => {
  if (isDigit(unit)) return NUMBER
  if (isLowerLetter(unit)) return SMALL
  return isUpperLetter(unit) ? CAPITAL : MARK
}

/** Whether a unit belongs to the word or number of the unit before: `Key` and `128` of `Key128` are two. */
const goesOn = (before: number, next: number): boolean => before === next || before === CAPITAL && next === SMALL

/** Identifiers made of words, as in `NEXUS-GPT4-API-KEY` or `Key128Bit`. */
export const readsAsWords = (value: string): boolean => {
  if (!/^[A-Za-z0-9_.-]+$/.test(value)) return false
  let parts = 0
  let words = 0
  let letters = 0
  let from = 0
  for (let i = 1; i <= value.length; i++) {
    const before = kindOf(value.charCodeAt(i - 1))
    if (i < value.length && goesOn(before, kindOf(value.charCodeAt(i)))) continue
    const start = from
    from = i
    if (before === MARK) continue
    parts++
    if (before === NUMBER) continue
    letters += i - start
    if (i - start >= 3 && isWord(value.slice(start, i).toLowerCase())) words += i - start
  }
  if (parts < 2 || letters < value.length * 0.6) return false
  return words >= letters * (/^[a-z]+(?:_[a-z0-9]+)+$/.test(value) ? 0.4 : 0.7)
}
