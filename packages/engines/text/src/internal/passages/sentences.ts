/** Indexes the sentences of a text, and the positions of each word in them. */
import * as Statements from "../../Statements.ts"
import * as Stem from "../../Stem.ts"
import { forbids } from "../statements/forbidding.ts"
import { linesOfCode } from "./code.ts"

export interface Sentence {
  readonly start: number
  readonly end: number
  readonly paragraph: number
  readonly text: string
  /** Index of the sentence that introduces this one, such as "Do not:"; -1 if none exists. */
  readonly lead: number
  /** Whether the sentence limits the preceding one, such as "Unless the pump is off." */
  readonly isLimiting: boolean
  readonly terms: ReadonlyArray<number>
}

export interface Posting {
  readonly sentence: number
  count: number
}

export interface Index {
  readonly sentences: ReadonlyArray<Sentence>
  readonly numbers: ReadonlyMap<string, number>
  readonly postings: ReadonlyArray<ReadonlyArray<Posting>>
  readonly numeric: ReadonlyArray<string>
  /** Returns the terms with the same first {@link MIN_COMMON_LETTERS} letters. */
  readonly neighbours: (term: string) => ReadonlyArray<string>
  readonly average: number
}

export const MIN_COMMON_LETTERS = 4

const MAX_TEXT_CHARACTERS = 2_000_000
const MAX_SENTENCES = 40_000

const words = /[\p{L}\p{N}]+/gu
export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const stopWords = new Set(
  ("a an and are as at be but by for if in into is it its no not of on or such that the their then there these they this to was "
    + "were will with what when who which how why where did does do many much has have had from whom whose about can could would "
    + "should i me my we our you your").split(" ")
)

/** Returns the term of a word; `undefined` for stop words. */
export const termOf = (word: string): string | undefined => stopWords.has(word) ? undefined : Stem.stem(word)

export const termsOf = (text: string): ReadonlyArray<string> => {
  const plain = /[^\u0000-\u007f]/.test(text) ? text.normalize("NFKD").replace(/\p{M}+/gu, "") : text
  const out: Array<string> = []
  for (const word of plain.toLowerCase().match(words) ?? []) {
    if (unspaced.test(word)) {
      const letters = [...word]
      if (letters.length === 1) out.push(word)
      for (let k = 0; k + 1 < letters.length; k++) out.push(letters[k]! + letters[k + 1]!)
    } else if (!stopWords.has(word)) out.push(Stem.stem(word))
  }
  return out
}

const plainOf = (s: string): string => s.includes("](") ? s.replace(/\]\([^()\s]{0,2000}\)/g, "] ") : s

export interface Draft {
  readonly start: number
  readonly end: number
  readonly paragraph: number
  readonly text: string
  readonly lead?: number
  readonly isLimiting?: boolean
}

export interface Builder {
  readonly add: (draft: Draft) => void
  readonly index: () => Index
}

export const builder = (): Builder => {
  const sentences: Array<Sentence> = []
  const numbers = new Map<string, number>()
  const postings: Array<Array<Posting>> = []
  const numeric: Array<string> = []
  let total = 0

  return {
    add: ({ end, isLimiting = false, lead = -1, paragraph, start, text }) => {
      const terms = termsOf(plainOf(text)).map((term) => {
        let number = numbers.get(term)
        if (number === undefined) {
          number = postings.length
          numbers.set(term, number)
          postings.push([])
          if (/\p{N}/u.test(term)) numeric.push(term)
        }
        const list = postings[number]!
        const last = list[list.length - 1]
        if (last?.sentence === sentences.length) last.count++
        else list.push({ sentence: sentences.length, count: 1 })
        return number
      })
      total += terms.length
      sentences.push({ start, end, paragraph, text, lead, isLimiting, terms })
    },
    index: () => ({
      sentences,
      numbers,
      postings,
      numeric,
      neighbours: byStart(numbers),
      average: total / sentences.length || 1
    })
  }
}

/**
 * Maximum characters of a code block that is quoted as a whole. In a longer one, a passage is matching lines and
 * whole comments.
 */
const MAX_WHOLE_CODE_CHARACTERS = 1500

export const indexOf = (text: string): Index => {
  const { add, index } = builder()
  const { statements } = Statements.read(text.slice(0, MAX_TEXT_CHARACTERS), { maxStatements: MAX_SENTENCES })
  const places: Array<number> = []
  let count = 0
  for (const { block, end, isLimiting, kind, lead, start, text: words } of statements) {
    places.push(count)
    if (kind === "code" && words.length > MAX_WHOLE_CODE_CHARACTERS) {
      for (const line of linesOfCode(text, { start, end, most: MAX_WHOLE_CODE_CHARACTERS })) {
        add({ ...line, paragraph: block, text: text.slice(line.start, line.end) })
        count++
      }
      continue
    }
    // A table header names its columns. A row can be quoted without it, unless the header forbids the content of the
    // row.
    const governor = kind === "row" && !forbids(statements[lead]?.text ?? "") ? -1 : places[lead] ?? -1
    add({ start, end, paragraph: block, text: words, lead: governor, isLimiting })
    count++
  }
  return index()
}

const byStart = (numbers: ReadonlyMap<string, number>): Index["neighbours"] => {
  let starts: Map<string, Array<string>> | undefined
  return (term) => {
    if (starts === undefined) {
      starts = new Map()
      for (const other of numbers.keys()) {
        const start = other.slice(0, MIN_COMMON_LETTERS)
        const list = starts.get(start)
        if (list === undefined) starts.set(start, [other])
        else list.push(other)
      }
    }
    return starts.get(term.slice(0, MIN_COMMON_LETTERS)) ?? []
  }
}
