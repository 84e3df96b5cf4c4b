/**
 * Splits a line into sentences, for texts that are quoted. In doubt, two sentences stay together, because a truncated
 * sentence can lose its negation or condition. Abbreviations, initials, numbers, quotations, brackets, URLs and
 * Markdown do not end a sentence.
 *
 * @since 0.2.0
 */
import * as Letters from "./internal/letters.ts"
import { functionWords, starters } from "./internal/lines/words.ts"
import { beforeOrdinals, maybeLast, months, neverLast } from "./internal/sentences/abbreviations.ts"
import { outermost, type Span, spansOf } from "./internal/sentences/marks.ts"

/**
 * A sentence of a line, in UTF-16 code units. `end` is exclusive.
 *
 * @category models
 * @since 0.2.0
 */
export interface Sentence {
  readonly start: number
  readonly end: number
}

/** Maximum characters of a bracket or quotation in which no sentence ends. */
const MAX_BRACKET_CHARACTERS = 600
const MAX_WORD_CHARACTERS = 60

const ends = /[.!?\u2026\u3002\uff01\uff1f\uff61\u061f\u06d4\u0964\u0965\u0589\u1362\u104b\u17d4\u17d5]+/g
/** Matches signs that may end a sentence without a space after them. */
const unspacedEnd = /[\u3002\uff01\uff1f\uff61\u0964\u0965\u1362\u104b\u17d4\u17d5]$/
const closers = /(?:["'”’“»›)\]」』）】〉》*_~]|\[\^?\w{1,4}\](?:\([^()\s]{0,300}\))?)*/y
const openers = /(?:\s|["'“‘„«‹([*_~¿¡「『（【<–—-])*/y
const continuation = /^(?:と|って|という|、|，|,|の|は|が|を|に)/

const brackets: Readonly<Record<string, string>> = {
  "(": ")",
  "[": "]",
  "“": "”",
  "„": "“",
  "«": "»",
  "「": "」",
  "『": "』",
  "（": "）",
  "【": "】"
}
const bracket = /[()[\]“”„«»「」『』（）【】"]/g

const bracketsOf = (line: string): ReadonlyArray<Span> => {
  const out: Array<Span> = []
  let open: Array<{ readonly at: number; readonly close: string }> = []
  for (const { 0: sign, index } of line.matchAll(bracket)) {
    if (sign === "\"") {
      const isOpening = /\S/.test(line[index + 1] ?? " ") && /^[\s([*_“„—–-]?$/.test(line[index - 1] ?? "")
      const found = open.findLastIndex(({ close }) => close === sign)
      if (found >= 0 && !isOpening) {
        out.push({ start: open[found]!.at, end: index + 1 })
        open = open.slice(0, found)
      } else if (isOpening && found < 0) open.push({ at: index, close: sign })
    } else {
      const found = open.findLastIndex(({ close }) => close === sign || close === "“" && sign === "”")
      if (found >= 0) {
        out.push({ start: open[found]!.at, end: index + 1 })
        open = open.slice(0, found)
      } else if (brackets[sign] !== undefined) open.push({ at: index, close: brackets[sign] })
    }
    if (open.length > MAX_OPEN) open = open.slice(-MAX_OPEN)
  }
  return out.filter(({ end, start }) => end - start <= MAX_BRACKET_CHARACTERS)
}

/** Maximum number of open brackets. If more are open, the outer ones count as ordinary signs. */
const MAX_OPEN = 16

const lastWord = (line: string, end: number): string => {
  let at = end
  while (at > 0 && end - at < MAX_WORD_CHARACTERS) {
    const unit = line.charCodeAt(at - 1)
    if (!Letters.isWordUnit(unit) && unit !== 0x2e && unit !== 0x2d && unit !== 0x27) break
    at--
  }
  return line.slice(at, end)
}

const wordBefore = (line: string, end: number): string => {
  let at = end
  while (at > 0 && end - at < MAX_WORD_CHARACTERS && /[.\s]/.test(line[at - 1]!)) at--
  return Letters.wordBefore(line, at)
}

/** Returns whether a full stop belongs to an abbreviation, an initial or a number. */
const isAbbreviation = (line: string, start: number, at: number, next: string): boolean => {
  const word = lastWord(line, at)
  const small = word.toLowerCase()
  const following = /^[\p{L}\p{M}\p{N}]+/u.exec(next)?.[0] ?? ""
  const isStarter = starters.has(following.toLowerCase()) && !/^\p{L}\./u.test(next)
  if (/^\d+$/.test(word)) {
    // A number at the start of a line numbers an item.
    if (line.slice(start, at - word.length).trim() === "") return true
    if (months.has(following.toLowerCase())) return true
    return word.length <= 2 && !isStarter && beforeOrdinals.has(wordBefore(line, at - word.length).toLowerCase()) &&
      /^\p{L}/u.test(next)
  }
  if (neverLast.has(small)) return true
  if (/^\p{L}$/u.test(word)) {
    return /^\p{L}\./u.test(next) || /^\d/.test(next) || !isStarter && /^\p{L}/u.test(next)
  }
  if (maybeLast.has(small)) return /^\d/.test(next) ? small === "no" : !isStarter
  return /^(?:\p{L}{1,2}\.)+\p{L}{1,2}$/u.test(word) && !isStarter
}

const isEnd = (line: string, start: number, from: number, to: number): number | undefined => {
  const signs = line.slice(from, to)
  closers.lastIndex = to
  const end = to + closers.exec(line)![0].length
  if (end >= line.length) return line.length
  if (unspacedEnd.test(signs)) {
    return continuation.test(line.slice(end, end + 4).trimStart()) && end > to
      ? undefined
      : end
  }
  if (!/\s/.test(line[end]!)) return undefined
  openers.lastIndex = end
  const next = line.slice(end + openers.exec(line)![0].length).slice(0, MAX_WORD_CHARACTERS)
  if (next === "") return line.length
  if (/^\p{Ll}/u.test(next)) return undefined
  const isLong = signs.length > 1
  if (isLong || signs !== ".") return end
  return isAbbreviation(line, start, from, next) ? undefined : end
}

/**
 * Returns the start and end of each sentence of a line, in order, without the spaces around it. The last sentence ends
 * with the line, even without a full stop.
 *
 * **Example** (Split a line)
 *
 * ```ts
 * import { Sentences } from "@dunlin/text"
 *
 * const line = "Dr. Gonzalez waits until 4.30 p.m. on Monday. Do not open the valve."
 * console.log(Sentences.split(line).map(({ start, end }) => line.slice(start, end)).length) // 2
 * ```
 *
 * @category splitting
 * @since 0.2.0
 */
export const split = (line: string): ReadonlyArray<Sentence> => {
  const out: Array<Sentence> = []
  let start = 0
  const close = (end: number) => {
    let from = start
    let to = end
    while (from < to && isSpace(line.charCodeAt(from))) from++
    while (to > from && isSpace(line.charCodeAt(to - 1))) to--
    if (to > from) out.push({ start: from, end: to })
    start = end
  }
  let spans: ReadonlyArray<Span> | undefined
  let span = 0
  ends.lastIndex = 0
  for (let found = ends.exec(line); found !== null; found = ends.exec(line)) {
    const from = found.index
    const to = from + found[0].length
    if (to >= line.length) break
    const end = isEnd(line, start, from, to)
    ends.lastIndex = to
    if (end === undefined) continue
    spans ??= outermost([...spansOf(line), ...bracketsOf(line)])
    while (span < spans.length && spans[span]!.end <= from) span++
    const around = spans[span]
    if (around !== undefined && around.start < from && end < around.end) continue
    // If the sentence continues after a quotation, the quotation's closing sign decides.
    if (around !== undefined && around.start < from && around.end > end) continue
    close(end)
  }
  close(line.length)
  return out
}

const isSpace = (unit: number): boolean =>
  unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0d || unit === 0xa0 || unit === 0x3000

const limiting =
  /^(?:(?:no|never|nein|non|nee|não|nie|нет|nej)(?=[.,!])|unless|except(?:ions?)?|only (?:if|when|for|in|with)|but (?:not|only|never)|not |nor |otherwise|however|provided|if not|instead|this (?:does|is|applies|holds) (?:not|only)|außer|es sei denn|nur |aber nicht|sonst|andernfalls|jedoch|sauf|sinon|mais pas|seulement|salvo|excepto|a menos|pero no|sólo|solo se|tranne|eccetto|a meno|exceto|mas não|behalve|tenzij|alleen|men ikke|men inte|utom|kromě|oprócz|chyba że|кроме|если не|но не|только)(?![\p{L}])/iu

/**
 * Returns whether a sentence limits the previous one ("Unless ...", "Only if ...", "Otherwise ..."), so that a
 * quotation of only one would be misleading.
 *
 * @category predicates
 * @since 0.2.0
 */
export const isLimiting = (sentence: string): boolean =>
  limiting.test(sentence.slice(0, MAX_WORD_CHARACTERS).replace(/^["'“‘„«([*_\s]+/u, ""))

/**
 * Returns whether a line introduces the next text: it ends with a colon, or with a word that cannot end a sentence.
 *
 * @category predicates
 * @since 0.2.0
 */
export const isLead = (line: string): boolean => {
  let end = line.length
  while (end > 0 && /[*_`\s]/.test(line[end - 1]!)) end--
  const tail = line.slice(Math.max(0, end - MAX_WORD_CHARACTERS), end)
  if (/[:：]$/.test(tail)) return true
  const word = Letters.wordBefore(tail, tail.length)
  return word !== "" && word !== tail && functionWords.has(word)
}
