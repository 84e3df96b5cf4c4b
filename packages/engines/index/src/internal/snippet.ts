/** Selects a readable passage of a page for a query: whole sentences without markup, in one line. */
import * as CodeUnit from "@dunlin/text/CodeUnit"
import * as Literals from "@dunlin/text/Literals"
import * as Statements from "@dunlin/text/Statements"
import { eachWord, isInside } from "./tokens.ts"

const MAX_CHARACTERS_OF_SNIPPET = 300
/** Maximum characters of a snippet that would otherwise truncate a sentence. */
const MAX_WHOLE_CHARACTERS = 600

const HEAD_CHARACTERS = 100

const FAR_WORD = 40

const ROOM = 80

const MAX_LEADS = 6

const MAX_SNIPPET_WORD_LETTERS = 64

const comments = /<!--[\s\S]{0,2000}?-->/g
const linkOrImage = /!?\[([^\][\n]{0,300})\]\([^()\s]{0,2000}(?:[^\S\n]"[^"\n]{0,300}")?\)/g
const referenceLink = /\[([^\][\n]{1,300})\]\[[^\][\n]{0,200}\]/g
const tags = /<\/?[a-z][^<>\n]{0,500}>/gi
const checkboxes = /^\[[ xX]\][ \t]+/gm
const fence = /^[ \t]*(?:`{3,}|~{3,})/
const cells = /[ \t]*\|[ \t]*/g

/** Removes markup from lines. Their number must stay the same. */
const withoutMarkup = (lines: string): string => Literals.show(withoutMarks(Literals.hide(lines)))

const withoutMarks = (lines: string): string =>
  lines
    .replace(linkOrImage, "$1")
    .replace(referenceLink, "$1")
    .replace(checkboxes, "")
    .replace(/^[ \t]*\||\|[ \t]*$/gm, "")
    .replace(cells, ", ")
    .replace(tags, " ")
    .replace(/\*{2,}|~~|`+/g, "")
    .replace(/(^|[^\S\n]|\()[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?=[\s.,;:!?)]|$)/gm, "$1")
    .replace(/[^\S\n]+/g, " ")
    .replace(/(?:, )+(?=[,.])|^[^\S\n]*, /gm, "")

export interface Part {
  readonly start: number
  readonly end: number
  /** Index of the part that introduces this one, such as "Do not:"; -1 if none exists. */
  readonly lead: number
  /** Whether the part limits the previous one, such as "Unless the pump is off." */
  readonly isLimiting: boolean
}

export interface Plain {
  readonly text: string
  readonly parts: ReadonlyArray<Part>
}

/** Returns a line as it is shown. Headings get a full stop. In code, only the fences are removed. */
const shownLine = (kind: Statements.Kind, line: string): string => {
  if (kind === "heading") return /[.!?:]$/.test(line) ? line : `${line}.`
  return kind !== "code" ? line : fence.test(line) ? "" : Literals.hideAll(line)
}

/**
 * Converts lines to plain text, all at once, which is fast. If markup spans lines, they are converted one by one, so
 * that they stay separate.
 */
const proseOf = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (lines.length === 0) return []
  const prose = withoutMarkup(lines.join("\n")).split("\n")
  return prose.length === lines.length ? prose : lines.map(withoutMarkup)
}

/** Converts Markdown to plain text. Headings end in a full stop, and commas separate the cells of a table. */
export const plain = (markdown: string): Plain => {
  const { statements } = Statements.read(markdown.replace(comments, " "))
  const lines: Array<string> = []
  const owners: Array<number> = []
  const firstLines: Array<number> = []
  statements.forEach(({ kind, text }, at) => {
    firstLines.push(lines.length)
    for (const line of text.split("\n")) {
      lines.push(shownLine(kind, line))
      owners.push(at)
    }
  })
  let text = ""
  const starts: Array<number> = []
  const ends = proseOf(lines).map((line) => {
    const words = line.trim()
    if (words !== "" && text !== "") text += " "
    starts.push(text.length)
    text += words
    return text.length
  })
  const parts = ends.map((end, line): Part => {
    const { isLimiting, lead } = statements[owners[line]!]!
    return { start: starts[line]!, end, lead: lead < 0 ? -1 : firstLines[lead]!, isLimiting }
  })
  return { text, parts }
}

interface Piece {
  readonly start: number
  readonly end: number
}

const partAt = (parts: ReadonlyArray<Part>, place: number): number => {
  let low = 0
  let high = parts.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (parts[middle]!.end > place) high = middle
    else low = middle + 1
  }
  return low
}

const endOfWord = (text: string, place: number): number => {
  const space = text.lastIndexOf(" ", place)
  return space > place - FAR_WORD ? space : CodeUnit.wholeUntil(text, place)
}

/** Shortens a part to its start, which usually contains a negation, and the text around an index. */
const cut = (text: string, part: Piece, place: number): ReadonlyArray<Piece> => {
  const pieceTo = (start: number, length: number): Piece => ({
    start,
    end: part.end <= start + length ? part.end : endOfWord(text, start + length)
  })
  if (place - part.start <= MAX_CHARACTERS_OF_SNIPPET - ROOM) return [pieceTo(part.start, MAX_CHARACTERS_OF_SNIPPET)]
  const before = text.lastIndexOf(" ", place - ROOM)
  const start = before > place - ROOM - FAR_WORD ? before + 1 : place
  return [pieceTo(part.start, HEAD_CHARACTERS), pieceTo(start, MAX_CHARACTERS_OF_SNIPPET - HEAD_CHARACTERS)]
}

/** Returns a statement with the statements that introduce it. */
const around = ({ parts, text }: Plain, place: number): ReadonlyArray<Piece> => {
  let first = partAt(parts, place)
  const chosen = parts[first]!
  if (chosen.end - chosen.start > MAX_WHOLE_CHARACTERS) return cut(text, chosen, place)
  const fits = (from: number, to: number, most: number) => parts[to]!.end - parts[from]!.start <= most
  let last = first
  if (chosen.isLimiting && first > 0 && fits(first - 1, last, MAX_WHOLE_CHARACTERS)) first--
  while (last + 1 < parts.length && fits(first, last + 1, MAX_CHARACTERS_OF_SNIPPET)) last++
  while (parts[last + 1]?.isLimiting === true && fits(first, last + 1, MAX_WHOLE_CHARACTERS)) last++
  const pieces: Array<Piece> = [{ start: parts[first]!.start, end: parts[last]!.end }]
  let lead = parts[first]!.lead
  for (let leads = 0; leads < MAX_LEADS && lead >= 0; leads++) {
    const { end, lead: next, start } = parts[lead]!
    if (end - start > MAX_CHARACTERS_OF_SNIPPET) break
    if (lead === first - 1) pieces[0] = { start, end: pieces[0]!.end }
    else if (end < pieces[0]!.start) pieces.unshift({ start, end })
    first = lead
    lead = next
  }
  return pieces
}

export interface Token {
  readonly at: number
  readonly word: string | number
}

/** Returns the wanted words of a text. Each word is tested separately. */
export const tokensOf = (text: string, isWanted: (word: string) => boolean): ReadonlyArray<Token> => {
  const found: Array<Token> = []
  eachWord(text, (start, end) => {
    const word = text.slice(start, Math.min(end, start + MAX_SNIPPET_WORD_LETTERS)).toLowerCase()
    if (isWanted(word)) found.push({ at: start, word })
  })
  return found
}

export interface Snippet {
  readonly text: string
  readonly matches: ReadonlyArray<{ readonly start: number; readonly end: number }>
}

const ELLIPSIS = "… "

const shown = ({ parts, text }: Plain, pieces: ReadonlyArray<Piece>, found: ReadonlyArray<Token>): Snippet => {
  const matches: Array<Piece> = []
  let out = pieces[0]!.start > 0 ? ELLIPSIS : ""
  pieces.forEach(({ end, start }, at) => {
    if (at > 0) out += ` ${ELLIPSIS}`
    const offset = out.length - start
    for (const { at: place } of found) {
      if (place < start || place >= end) continue
      let last = place
      while (last < end && isInside(text.charCodeAt(last))) last++
      matches.push({ start: place + offset, end: last + offset })
    }
    out += text.slice(start, end)
  })
  const { end } = pieces.at(-1)!
  const isWhole = end === text.length || parts[partAt(parts, end - 1)]!.end === end
  return { text: isWhole ? out : `${out} …`, matches }
}

/** Counts the different words. There are only a few, so a list is fast enough. */
const distinct = (found: ReadonlyArray<Token>): number => {
  const words: Array<string | number> = []
  for (const { word } of found) if (!words.includes(word)) words.push(word)
  return words.length
}

export const snippet = (prose: Plain, found: ReadonlyArray<Token>): Snippet => {
  const { text } = prose
  if (text.length <= MAX_CHARACTERS_OF_SNIPPET) return shown(prose, [{ start: 0, end: text.length }], found)
  const words = distinct(found)
  const counts = new Map<string | number, number>()
  let best = 0
  let bestAt = 0
  let last = 0
  // The search ends when a range has all words.
  for (let first = 0; first < found.length && best < words; first++) {
    while (last < found.length && found[last]!.at < found[first]!.at + MAX_CHARACTERS_OF_SNIPPET - ROOM) {
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
  return shown(prose, around(prose, bestAt), found)
}
