/** The sentences of a text, and where each word stands in them. */
import * as Stem from "../../Stem.ts"
import { spansOf } from "./spans.ts"

export interface Sentence {
  readonly start: number
  readonly end: number
  /** Which paragraph it is in. */
  readonly paragraph: number
  /** The numbers of its terms, in order. */
  readonly terms: ReadonlyArray<number>
}

/** A sentence that has a term, and how often. */
export interface Posting {
  readonly sentence: number
  count: number
}

export interface Index {
  readonly sentences: ReadonlyArray<Sentence>
  /** Every term of the text has a number. */
  readonly numbers: ReadonlyMap<string, number>
  /** By the number of the term, in order of the sentences. */
  readonly postings: ReadonlyArray<ReadonlyArray<Posting>>
  /** The terms with digits. */
  readonly numeric: ReadonlyArray<string>
  /** The terms with the same first `shortestStart` letters as this one. */
  readonly neighbours: (term: string) => ReadonlyArray<string>
  /** Terms of a sentence, on average. */
  readonly average: number
}

/** How many letters words must share to be taken for each other. */
export const shortestStart = 4

const maxText = 2_000_000
const maxSentences = 40_000

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" })
const words = /[\p{L}\p{N}]+/gu
export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const stopWords = new Set(
  ("a an and are as at be but by for if in into is it its no not of on or such that the their then there these they this to was "
    + "were will with what when who which how why where did does do many much has have had from whom whose about can could would "
    + "should i me my we our you your").split(" ")
)

/** The term of one lower-case word; stop words have none. */
export const termOf = (word: string): string | undefined => stopWords.has(word) ? undefined : Stem.stem(word)

/** The terms of a text: stems, or pairs of letters where words are not separated. */
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

/** The sentences of a line. One that would end inside a link, an image or the like goes on until behind it. */
export const segmentsOf = (line: string): ReadonlyArray<{ readonly index: number; readonly segment: string }> => {
  const out: Array<{ readonly index: number; readonly segment: string }> = []
  const spans = spansOf(line)
  let from = 0
  let at = 0
  for (const { index, segment } of segmenter.segment(line)) {
    const end = index + segment.length
    while (at < spans.length && spans[at]!.end <= end) at++
    if (at < spans.length && spans[at]!.start < end && end < line.length) continue
    out.push({ index: from, segment: line.slice(from, end) })
    from = end
  }
  return out
}

/** Markdown without the addresses of its links, which would match words nobody reads. */
const plainOf = (s: string): string => s.includes("](") ? s.replace(/\]\([^()\s]{0,2000}\)/g, "] ") : s

/** An index that is filled sentence by sentence. */
export interface Builder {
  readonly add: (
    sentence: { readonly start: number; readonly end: number; readonly paragraph: number },
    body: string
  ) => void
  readonly index: () => Index
}

export const builder = (): Builder => {
  const sentences: Array<Sentence> = []
  const numbers = new Map<string, number>()
  const postings: Array<Array<Posting>> = []
  const numeric: Array<string> = []
  let total = 0

  return {
    add: ({ end, paragraph, start }, body) => {
      const terms = termsOf(plainOf(body)).map((term) => {
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
      sentences.push({ start, end, paragraph, terms })
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

export const indexOf = (text: string): Index => {
  const { add, index } = builder()
  let count = 0

  // Lines end sentences, whatever the segmenter makes of a heading without a full stop.
  let from = 0
  let paragraph = 0
  const limit = Math.min(text.length, maxText)
  while (from < limit && count < maxSentences) {
    const newline = text.indexOf("\n", from)
    const to = newline < 0 || newline > limit ? limit : newline
    const line = text.slice(from, to)
    if (/[\p{L}\p{N}]/u.test(line)) {
      paragraph++
      for (const { index: at, segment } of line.length < 60 ? [{ index: 0, segment: line }] : segmentsOf(line)) {
        const left = segment.length - segment.trimStart().length
        const body = segment.trim()
        if (body === "") continue
        const start = from + at + left
        add({ start, end: start + body.length, paragraph }, body)
        count++
      }
    }
    from = to + 1
  }
  return index()
}

/** Sorts the terms by their first letters when somebody asks for the first time. */
const byStart = (numbers: ReadonlyMap<string, number>): Index["neighbours"] => {
  let starts: Map<string, Array<string>> | undefined
  return (term) => {
    if (starts === undefined) {
      starts = new Map()
      for (const other of numbers.keys()) {
        const start = other.slice(0, shortestStart)
        const list = starts.get(start)
        if (list === undefined) starts.set(start, [other])
        else list.push(other)
      }
    }
    return starts.get(term.slice(0, shortestStart)) ?? []
  }
}
