/**
 * Finds the passages of a text that answer a query: sentences ranked by the query words in them and in their
 * neighbours (BM25 with `k1` 1.2 and `b` 0.3 over the sentences of one text).
 *
 * A word that only a neighbouring sentence has counts 0.35 times. Words that are adjacent in both the query and the
 * sentence count more, and so do sentences with a number for a query that needs one. Words are compared by stem
 * (English), without case and accents; scripts without spaces by pairs of letters.
 *
 * @since 0.1.0
 */
import { type Match, matcherOf } from "./internal/passages/matches.ts"
import { score } from "./internal/passages/score.ts"
import { type Index, indexOf, termsOf } from "./internal/passages/sentences.ts"
import { spansOf } from "./internal/sentences/marks.ts"

/**
 * A part of a text with its rank. Offsets count UTF-16 code units; `end` is exclusive.
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
   * The maximum number of characters of the result.
   *
   * @default 800
   */
  readonly maxLength?: number | undefined
}

// The same page is usually searched several times, so the last index is kept.
let remembered: { readonly text: string; readonly index: Index } | undefined

const ranked = (
  text: string,
  query: string
): {
  readonly index: Index
  readonly own: Float64Array
  readonly total: Float64Array
  readonly order: ReadonlyArray<number>
} => {
  const index = remembered?.text === text ? remembered.index : indexOf(text)
  if (text.length < 500_000) remembered = { text, index }
  const { own, total } = score(index, query)
  const order: Array<number> = []
  for (let i = 0; i < total.length; i++) if (total[i]! > 0) order.push(i)
  order.sort((x, y) => total[y]! - total[x]! || x - y)
  return { index, own, total, order }
}

/**
 * Returns the `k` sentences that answer a query best. The best is first. The result is empty if the text contains no
 * word of the query.
 *
 * @category getters
 * @since 0.1.0
 */
export const select = (text: string, query: string, k: number): Array<Passage> => {
  const { index, order, total } = ranked(text, query)
  return order.slice(0, Math.max(0, k)).map((i) => ({
    start: index.sentences[i]!.start,
    end: index.sentences[i]!.end,
    score: total[i]!
  }))
}

const MAX_PASSAGES = 6
const MAX_LEADS = 6
const ELLIPSIS_CHARACTERS = 3

/**
 * The best passages of a text as one text, and the source range of the first one.
 *
 * @category models
 * @since 0.3.0
 */
export interface Highlight {
  readonly text: string
  readonly start: number
  readonly end: number
}

/**
 * Returns the best passages of a text in text order. An ellipsis marks omissions. The result is empty if no word
 * matches. A passage is a whole sentence, item, row, or code block. It includes the line that governs it ("Do not:")
 * and a sentence that limits it ("Unless ..."). Marks of headings, items and quotations are omitted.
 *
 * @category getters
 * @since 0.2.0
 */
export const highlight = (text: string, query: string, options: HighlightOptions = {}): string =>
  highlighted(text, query, options)?.text ?? ""

/**
 * Returns a {@link highlight} with the position of the best passage; `undefined` if no word matches.
 *
 * @category getters
 * @since 0.3.0
 */
export const highlighted = (text: string, query: string, options: HighlightOptions = {}): Highlight | undefined => {
  const most = options.maxLength ?? 800
  const { index, order, own } = ranked(text, query)
  const { sentences } = index
  const chosen = new Set<number>()
  let length = 0
  let passages = 0
  let longest: ReadonlyArray<number> | undefined
  let best = -1
  for (const i of order) {
    if (chosen.has(i) || own[i] === 0 || isLink(sentences[i]!.text)) continue
    const bound = boundTo(sentences, i).filter((at) => !chosen.has(at))
    const size = bound.reduce((sum, at) => sum + tidy(sentences[at]!.text).length + ELLIPSIS_CHARACTERS, 0)
    if (length + size > most) {
      if (longest === undefined && best < 0) best = i
      longest ??= bound
      continue
    }
    if (chosen.size === 0) best = i
    for (const at of bound) chosen.add(at)
    length += size
    if (++passages === MAX_PASSAGES) break
  }
  const all = chosen.size > 0 ? [...chosen].toSorted((x, y) => x - y) : longest
  if (all === undefined) return undefined
  const { end, start } = sentences[best]!
  return { text: clip(joined(sentences, all), most), start, end }
}

/** Returns a sentence with the sentences without which it must not be quoted, in text order. */
const boundTo = (sentences: Index["sentences"], i: number): ReadonlyArray<number> => {
  const out = [i]
  let first = i
  for (let leads = 0; leads < MAX_LEADS && sentences[first]!.lead >= 0; leads++) {
    first = sentences[first]!.lead
    out.unshift(first)
  }
  if (sentences[i]!.isLimiting && i > 0 && !out.includes(i - 1)) out.splice(-1, 0, i - 1)
  if (sentences[i + 1]?.isLimiting === true) out.push(i + 1)
  return out
}

const joined = (sentences: Index["sentences"], chosen: ReadonlyArray<number>): string => {
  let out = ""
  chosen.forEach((i, at) => {
    const before = chosen[at - 1]
    const isNext = before === i - 1
    const isSameParagraph = isNext && sentences[before]!.paragraph === sentences[i]!.paragraph
    if (at > 0) out += isSameParagraph ? " " : isNext || sentences[i]!.lead === before ? "\n" : " … "
    out += tidy(sentences[i]!.text)
  })
  return out
}

/** Maximum units of a query that is marked. A longer one is truncated. */
const MAX_MARKED_QUERY_UNITS = 10_000

/**
 * Returns the positions of a query's words in a text, in order, for highlighting. Offsets are as in {@link Passage}.
 * Words are compared as in {@link highlight}. Function words such as "the" are not marked. Operators count as words
 * here, so of `tide -fan site:a.example` pass only the searched word, `tide`.
 *
 * **Example** (Mark matching words)
 *
 * ```ts
 * import { Passages } from "@dunlin/text"
 *
 * const text = "The tides turn at nine."
 * const words = Passages.matches(text, "when does the tide turn").map(({ start, end }) => text.slice(start, end))
 * console.log(words) // [ 'tides', 'turn' ]
 * ```
 *
 * @category getters
 * @since 0.2.0
 */
export const matches = (text: string, query: string): ReadonlyArray<Match> => matcher(query)(text)

/**
 * Returns {@link matches} for many texts. The query is parsed once.
 *
 * **Example** (Mark the words of one query in several texts)
 *
 * ```ts
 * import { Passages } from "@dunlin/text"
 *
 * const matches = Passages.matcher("tides")
 * const counts = ["The tide turns at nine.", "High tides flood low tide pools."].map((text) => matches(text).length)
 * console.log(counts) // [ 1, 2 ]
 * ```
 *
 * @category getters
 * @since 0.2.0
 */
export const matcher = (query: string): (text: string) => ReadonlyArray<Match> =>
  matcherOf(query.slice(0, MAX_MARKED_QUERY_UNITS))

/**
 * Returns the terms of a text for ranking: stems, or pairs of letters in scripts without spaces. Stop words such as
 * "the" are omitted.
 *
 * @category getters
 * @since 0.2.0
 */
export const terms = (text: string): ReadonlyArray<string> => termsOf(text)

const MAX_LINK_CHARACTERS = 3000

const isLink = (passage: string): boolean => {
  const s = passage.slice(0, MAX_LINK_CHARACTERS)
  return /^!?\[[^\]]*\]\([^)]*\)$/.test(s) || s.startsWith("![") && s.indexOf(")") >= s.length - 1
}

const fences = /^[ \t]*(?:`{3,}|~{3,}).*\n|\n[ \t]*(?:`{3,}|~{3,})[ \t]*$/g

const tidy = (s: string): string =>
  s.replace(fences, "").replace(/^(?:#{1,6}|>|[-*+]|\d{1,9}[.)])\s+/, "").replace(/^\|\s*|\s*\|$/g, "")

const unmarked = (s: string): string =>
  s.replace(/!?\[([^[\]]*)\]\([^()]{0,4096}\)/g, "$1").replace(/[`*_~[\]<>\\]+/g, "")

const clip = (s: string, most: number): string => {
  if (s.length <= most) return s
  const cut = s.slice(0, Math.max(0, most - 1))
  const space = cut.lastIndexOf(" ")
  let end = space > most * 0.6 ? space : cut.length
  // A link is not truncated, unless almost the whole text is a link.
  const split = spansOf(s).find((span) => span.start < end && end < span.end)
  if (split !== undefined && split.start > most * 0.3) end = split.start
  else if (split !== undefined) return clip(unmarked(s), most)
  // A surrogate pair must not be split.
  const low = cut.charCodeAt(end - 1)
  return `${cut.slice(0, low >= 0xd800 && low <= 0xdbff ? end - 1 : end).trimEnd()}…`
}
