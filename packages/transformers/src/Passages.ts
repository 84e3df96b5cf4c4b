/**
 * The passages of a text that answer a query: sentences ranked by BM25, each supported by its neighbours.
 *
 * Ranking: BM25 with `k1` 1.2 and `b` 0.3 over the sentences of one text, plus 0.35 times the neighbours' scores. Words
 * are compared by stem (English), without case and accents; scripts without spaces by pairs of letters.
 *
 * @since 0.1.0
 */
import { spansOf } from "./internal/spans.ts"
import * as Stem from "./internal/stem.ts"

/**
 * A piece of a text with its rank. Offsets count UTF-16 code units, `end` is behind the last one.
 *
 * @category models
 * @since 0.1.0
 */
export interface Passage {
  readonly start: number
  readonly end: number
  readonly score: number
}

/**
 * @category options
 * @since 0.1.0
 */
export interface HighlightOptions {
  /**
   * Most characters of the result.
   *
   * @default 800
   */
  readonly maxLength?: number | undefined
}

interface Sentence {
  readonly start: number
  readonly end: number
  /** Terms and how often each stands in the sentence. */
  readonly terms: Map<string, number>
  readonly length: number
}

interface Index {
  readonly sentences: ReadonlyArray<Sentence>
  readonly documents: Map<string, number>
  readonly average: number
}

const k1 = 1.2
const b = 0.3
const support = 0.35
const maxText = 2_000_000
const maxSentences = 40_000

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" })
const words = /[\p{L}\p{N}]+/gu
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const stopWords = new Set(
  ("a an and are as at be but by for if in into is it its no not of on or such that the their then there these they this to was "
    + "were will with what when who which how why where did does do many much has have had from whom whose about can could would "
    + "should i me my we our you your").split(" ")
)

/** The terms of a text: stems, or pairs of letters where words are not separated. */
const termsOf = (text: string): ReadonlyArray<string> => {
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
const segmentsOf = (line: string): ReadonlyArray<{ readonly index: number; readonly segment: string }> => {
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

const indexOf = (text: string): Index => {
  const sentences: Array<Sentence> = []
  const documents = new Map<string, number>()
  let total = 0
  // Lines end sentences, whatever the segmenter makes of a heading without a full stop.
  let from = 0
  const limit = Math.min(text.length, maxText)
  while (from < limit && sentences.length < maxSentences) {
    const newline = text.indexOf("\n", from)
    const to = newline < 0 || newline > limit ? limit : newline
    const line = text.slice(from, to)
    if (/[\p{L}\p{N}]/u.test(line)) {
      for (const { index, segment } of line.length < 60 ? [{ index: 0, segment: line }] : segmentsOf(line)) {
        const left = segment.length - segment.trimStart().length
        const body = segment.trim()
        if (body === "") continue
        const terms = new Map<string, number>()
        const list = termsOf(plainOf(body))
        for (const term of list) terms.set(term, (terms.get(term) ?? 0) + 1)
        for (const term of terms.keys()) documents.set(term, (documents.get(term) ?? 0) + 1)
        total += list.length
        const start = from + index + left
        sentences.push({ start, end: start + body.length, terms, length: list.length })
      }
    }
    from = to + 1
  }
  return { sentences, documents, average: total / sentences.length || 1 }
}

/** Markdown without the addresses of its links, which would match words nobody reads. */
const plainOf = (s: string): string => s.includes("](") ? s.replace(/\]\([^()\s]{0,2000}\)/g, "] ") : s

const scores = (index: Index, query: string): { readonly own: Float64Array; readonly supported: Float64Array } => {
  const n = index.sentences.length
  const own = new Float64Array(n)
  for (const term of new Set(termsOf(query.slice(0, 10_000)))) {
    const df = index.documents.get(term)
    if (df === undefined) continue
    const idf = Math.log(1 + (n - df + 0.5) / (df + 0.5))
    for (let i = 0; i < n; i++) {
      const sentence = index.sentences[i]!
      const tf = sentence.terms.get(term)
      if (tf === undefined) continue
      own[i]! += idf * tf * (k1 + 1) / (tf + k1 * (1 - b + b * sentence.length / index.average))
    }
  }
  const out = new Float64Array(n)
  for (let i = 0; i < n; i++) out[i] = own[i]! + support * ((own[i - 1] ?? 0) + (own[i + 1] ?? 0))
  return { own, supported: out }
}

// The same page is usually asked several times: by the highlights of one search, by a question, by tests.
let remembered: { readonly text: string; readonly index: Index } | undefined

const ranked = (
  text: string,
  query: string
): {
  readonly index: Index
  readonly own: Float64Array
  readonly score: Float64Array
  readonly order: ReadonlyArray<number>
} => {
  const index = remembered?.text === text ? remembered.index : indexOf(text)
  if (text.length < 500_000) remembered = { text, index }
  const { own, supported: score } = scores(index, query)
  const order: Array<number> = []
  for (let i = 0; i < score.length; i++) if (score[i]! > 0) order.push(i)
  order.sort((x, y) => score[y]! - score[x]! || x - y)
  return { index, own, score, order }
}

/**
 * The `k` sentences that answer a query best, best first. Empty when no word of the query stands in the text.
 *
 * @category getters
 * @since 0.1.0
 */
export const select = (text: string, query: string, k: number): Array<Passage> => {
  const { index, order, score } = ranked(text, query)
  return order.slice(0, Math.max(0, k)).map((i) => ({
    start: index.sentences[i]!.start,
    end: index.sentences[i]!.end,
    score: score[i]!
  }))
}

/**
 * The best passages of a text in its own order, joined by an ellipsis where something is left out. Empty when nothing
 * matches. Headings lose their marks, so that the result reads as one paragraph per passage.
 *
 * @category getters
 * @since 0.1.0
 */
export const highlight = (text: string, query: string, options: HighlightOptions = {}): string => {
  const most = options.maxLength ?? 800
  const { index, order, own } = ranked(text, query)
  const chosen: Array<number> = []
  let length = 0
  for (const i of order) {
    const { end, start } = index.sentences[i]!
    if (own[i] === 0 || isLink(text, start, end)) continue
    const size = end - start + 3
    if (length + size > most) {
      if (chosen.length > 0) continue
      return clip(tidy(text.slice(start, end)), most)
    }
    chosen.push(i)
    length += size
    if (chosen.length === 6) break
  }
  chosen.sort((x, y) => x - y)
  let out = ""
  chosen.forEach((i, at) => {
    const { end, start } = index.sentences[i]!
    if (at > 0) {
      const before = index.sentences[chosen[at - 1]!]!
      out += chosen[at - 1] === i - 1 ? text.slice(before.end, start).includes("\n") ? "\n" : " " : " … "
    }
    out += tidy(text.slice(start, end))
  })
  return clip(out, most)
}

/** Whether a passage is nothing but a link or an image. */
const isLink = (text: string, start: number, end: number): boolean => {
  const s = text.slice(start, Math.min(end, start + 3000))
  return /^!?\[[^\]]*\]\([^)]*\)$/.test(s) || s.startsWith("![") && s.indexOf(")") >= s.length - 1
}

const tidy = (s: string): string => s.replace(/^(?:#{1,6}|>|[-*+]|\d{1,9}[.)])\s+/, "").replace(/^\|\s*|\s*\|$/g, "")

/** The words of a passage without links and code marks, for those that are too long to be kept whole. */
const unmarked = (s: string): string =>
  s.replace(/!?\[([^[\]]*)\]\([^()]{0,4096}\)/g, "$1").replace(/[`*_~[\]<>\\]+/g, "")

const clip = (s: string, most: number): string => {
  if (s.length <= most) return s
  const cut = s.slice(0, Math.max(0, most - 1))
  const space = cut.lastIndexOf(" ")
  let end = space > most * 0.6 ? space : cut.length
  // Not through a link; but where nearly everything is one, half of it is better than nothing.
  const split = spansOf(s).find((span) => span.start < end && end < span.end)
  if (split !== undefined && split.start > most * 0.3) end = split.start
  else if (split !== undefined) return clip(unmarked(s), most)
  // Never half of a surrogate pair.
  const low = cut.charCodeAt(end - 1)
  return `${cut.slice(0, low >= 0xd800 && low <= 0xdbff ? end - 1 : end).trimEnd()}…`
}
