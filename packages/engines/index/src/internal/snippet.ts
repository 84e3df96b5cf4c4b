/** A readable passage of a page for a query: sentences without markup, in one line. */
import * as CodeUnit from "@dunlin/text/CodeUnit"
import { eachWord, isInside } from "./tokens.ts"

const longest = 300

/** Characters before a place in which a snippet begins with a sentence, and with a word; and before its end with a word. */
const FAR_SENTENCE = 120
const FAR_WORD = 40
const FAR_END = 60

/** Characters of a snippet beside the words it is chosen for: a sentence that begins before them needs some. */
const ROOM = 80

const LONGEST_WORD = 64

const linkOrImage = /!?\[([^\][]{0,300})\]\([^()\s]{0,2000}(?:\s"[^"]{0,300}")?\)/g
const referenceLink = /\[([^\][]{1,300})\]\[[^\][]{0,200}\]/g
const fenceLines = /^[ \t]{0,8}(?:```|~~~)[^\n]*$/gm
const rulesOfTables = /^[ \t]*\|?[ \t:|=-]{3,}$/gm
const comments = /<!--[\s\S]{0,2000}?-->/g
const tags = /<\/?[a-z][^<>\n]{0,500}>/gi
const lineMarks = /^[ \t]{0,8}(?:#{1,6}|>|[*+-]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/gm
const headings = /^[ \t]{0,3}#{1,6}[ \t]+(.*?)[ \t#]*$/gm
const cells = /[ \t]*\|[ \t]*/g

/** Markdown as prose: headings end in a period, cells of tables are divided by commas. */
export const plain = (markdown: string): string =>
  markdown
    .replace(comments, " ")
    .replace(linkOrImage, "$1")
    .replace(referenceLink, "$1")
    .replace(fenceLines, " ")
    .replace(rulesOfTables, " ")
    .replace(
      headings,
      (_, heading: string) => (/[.!?:]$/.test(heading) ? heading : heading === "" ? "" : `${heading}.`)
    )
    .replace(lineMarks, "")
    .replace(/^[ \t]*\||\|[ \t]*$/gm, "")
    .replace(cells, ", ")
    .replace(tags, " ")
    .replace(/\*{2,}|~~|`+/g, "")
    .replace(/(^|[\s(])[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?=[\s.,;:!?)]|$)/gm, "$1")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/\s+/g, " ")
    .replace(/(?:, )+(?=[,.])|^, /g, "")
    .trim()

/** A part of a text with what stands around it. */
interface Part {
  readonly start: number
  readonly end: number
  readonly before: string
  readonly after: string
}

const SPACE = 0x20
const FULL_STOP = 0x2e
const EXCLAMATION_MARK = 0x21
const QUESTION_MARK = 0x3f

/** The last place up to `from`, and behind `after`, with a space where `isEnd` holds for what is before it; -1 where there is none. */
const lastSpace = (text: string, from: number, after: number, isEnd: (unit: number) => boolean): number => {
  for (let at = from; at > after && at >= 0; at--) {
    if (text.charCodeAt(at + 1) === SPACE && isEnd(text.charCodeAt(at))) return at
  }
  return -1
}

const isFullStop = (unit: number): boolean => unit === FULL_STOP
const isSentenceEnd = (unit: number): boolean =>
  unit === FULL_STOP || unit === EXCLAMATION_MARK || unit === QUESTION_MARK

/** Cuts at the beginning of a sentence or at a space when there is one near, and says so with an ellipsis. */
const cut = (text: string, from: number): Part => {
  let start = from
  if (start > 0) {
    const sentence = lastSpace(text, start, start - FAR_SENTENCE, isSentenceEnd)
    if (sentence >= 0) start = sentence + 2
    else if (start < FAR_SENTENCE) start = 0
    else {
      const space = text.lastIndexOf(" ", start)
      start = space >= 0 && start - space < FAR_WORD ? space + 1 : start
    }
  }
  let end = Math.min(text.length, start + longest)
  if (end < text.length) {
    const sentence = lastSpace(text, end, start + longest / 2, isFullStop)
    if (sentence >= 0) return { start, end: sentence + 1, before: start > 0 ? "… " : "", after: "" }
    const space = text.lastIndexOf(" ", end)
    end = space > start + longest - FAR_END ? space : CodeUnit.wholeUntil(text, end)
  }
  return { start, end, before: start > 0 ? "… " : "", after: end < text.length ? " …" : "" }
}

/** A word that is looked for. */
export interface Token {
  readonly at: number
  /** The same for words that are alike. */
  readonly word: string | number
}

/** The words of a text that are looked for, found one by one. */
export const tokensOf = (text: string, isWanted: (word: string) => boolean): ReadonlyArray<Token> => {
  const found: Array<Token> = []
  eachWord(text, (start, end) => {
    const word = text.slice(start, Math.min(end, start + LONGEST_WORD)).toLowerCase()
    if (isWanted(word)) found.push({ at: start, word })
  })
  return found
}

/** A text to be shown, with where the words are that were looked for. */
export interface Snippet {
  readonly text: string
  readonly matches: ReadonlyArray<{ readonly start: number; readonly end: number }>
}

const shown = (text: string, { after, before, end, start }: Part, found: ReadonlyArray<Token>): Snippet => {
  const part = text.slice(start, end)
  const begin = start + part.length - part.trimStart().length
  const trimmed = part.trim()
  const matches: Array<{ readonly start: number; readonly end: number }> = []
  for (const { at } of found) {
    if (at < begin || at >= begin + trimmed.length) continue
    let last = at
    while (last < begin + trimmed.length && isInside(text.charCodeAt(last))) last++
    matches.push({ start: before.length + at - begin, end: before.length + last - begin })
  }
  return { text: before + trimmed + after, matches }
}

/** How many words there are, each counted once: few, and most often one. */
const distinct = (found: ReadonlyArray<Token>): number => {
  const words: Array<string | number> = []
  for (const { word } of found) if (!words.includes(word)) words.push(word)
  return words.length
}

/** The part of about 300 characters of a text in which most of the words are; the beginning when there are none. */
export const snippet = (text: string, found: ReadonlyArray<Token>): Snippet => {
  if (text.length <= longest) return shown(text, { start: 0, end: text.length, before: "", after: "" }, found)
  const words = distinct(found)
  const counts = new Map<string | number, number>()
  let best = 0
  let bestAt = 0
  let last = 0
  // No part has more than all words.
  for (let first = 0; first < found.length && best < words; first++) {
    while (last < found.length && found[last]!.at < found[first]!.at + longest - ROOM) {
      const { word } = found[last]!
      counts.set(word, (counts.get(word) ?? 0) + 1)
      last++
    }
    if (counts.size > best) {
      best = counts.size
      bestAt = found[first]!.at
    }
    const { word } = found[first]!
    const left = counts.get(word)! - 1
    if (left === 0) counts.delete(word)
    else counts.set(word, left)
  }
  return shown(text, cut(text, bestAt), found)
}
