/** Long texts cut into passages: at headings first, then at empty lines, then wherever a sentence or a word ends. */
import * as CodeUnit from "@dunlin/text/CodeUnit"

/** Texts up to this length are one passage, in UTF-16 units: abstracts, notes and news are found best as a whole. */
const longestWhole = 2600
/** A passage is closed at the next good place once it has this length. */
const wanted = 1000
/** And at the next possible place when it has this one. */
const longest = 1700

/** A passage may be cut after a third of its length, where a sentence, a word or a section ends there. */
const EARLY = 3

const breaks = /\n(?=#{1,6}[ \t])|\n[ \t]*\n/g
const sentenceEnds = /[.!?\u3002\uff01\uff1f]["')\]]?\s|\n/g

const lastEnd = (text: string, from: number, to: number): number => {
  const slice = text.slice(from, to)
  let end = -1
  for (const match of slice.matchAll(sentenceEnds)) end = match.index + match[0].length
  if (end > (to - from) / EARLY) return from + end
  const space = slice.lastIndexOf(" ")
  if (space > (to - from) / EARLY) return from + space + 1
  return CodeUnit.wholeUntil(text, to)
}

/** Where the passages of a text begin; the first is 0, each ends where the next begins. */
export const starts = (text: string): ReadonlyArray<number> => {
  if (text.length <= longestWhole) return [0]
  const out = [0]
  let from = 0
  const closeAt = (end: number) => {
    while (end - from > longest) {
      from = lastEnd(text, from, from + longest)
      out.push(from)
    }
  }
  for (const { 0: found, index } of text.matchAll(breaks)) {
    const isHeading = !/\n[ \t]*\n/.test(found)
    const end = index + found.length
    const length = index - from
    if (length < (isHeading || text[end] === "#" ? wanted / EARLY : wanted)) continue
    closeAt(end)
    if (end > from) {
      from = end
      out.push(end)
    }
  }
  closeAt(text.length)
  return out
}

/** The passages of a text, in order; together they are the text. */
export const cut = (text: string): ReadonlyArray<string> => {
  const from = starts(text)
  return from.map((start, at) => text.slice(start, from[at + 1] ?? text.length))
}
