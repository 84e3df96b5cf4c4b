/** Divides long texts into passages: at headings first, then at empty lines, then at the end of a sentence or word. */
import * as CodeUnit from "@dunlin/text/CodeUnit"
import * as Lines from "@dunlin/text/Lines"
import * as Sentences from "@dunlin/text/Sentences"
import * as Statements from "@dunlin/text/Statements"

const MAX_UNITS_OF_SINGLE_PASSAGE = 2600
const WANTED = 1000
/** Maximum units of a passage. It ends at the last suitable position within them. */
const MAX_UNITS_OF_PASSAGE = 1700

/** Divisor of the maximum length of a passage after which it may end, at the end of a sentence, word or section. */
const EARLY = 3

const breaks = /\n(?=#{1,6}[ \t])|\n[ \t]*\n/g

const READ_AROUND_BREAK = 200

/**
 * Returns whether a cut would separate an introductory line ("Do not:") from its content, or a limiting sentence from
 * the sentence before it.
 */
const partsGovernor = (text: string, from: number, to: number): boolean => {
  const before = text.slice(Math.max(0, from - READ_AROUND_BREAK), from)
  return Sentences.isLead(before.slice(before.lastIndexOf("\n") + 1)) ||
    Sentences.isLimiting(text.slice(to, to + READ_AROUND_BREAK))
}

const READ_OF_PARAGRAPH = 4000

/** Returns the end of a sentence if the passage is long enough there; otherwise the end of a word. */
const lastEnd = (text: string, from: number, to: number): number => {
  const earliest = from + (to - from) / EARLY
  const piece = text.slice(from, from + READ_OF_PARAGRAPH)
  let end = -1
  for (const { kind, start } of Statements.read(piece).statements) {
    if (from + start > to) break
    if (kind !== "code") end = from + start
  }
  if (end > earliest) return end
  const slice = text.slice(from, to)
  const line = from + slice.lastIndexOf("\n") + 1
  if (line > earliest && isCode(piece)) return line
  const space = from + slice.lastIndexOf(" ") + 1
  return space > earliest ? space : CodeUnit.wholeUntil(text, to)
}

const isCode = (piece: string): boolean => Lines.logical(piece).lines.some(({ kind }) => kind === "code")

const codesOf = (text: string): ReadonlyArray<{ readonly start: number; readonly end: number }> => {
  if (!text.includes("```") && !text.includes("~~~")) return []
  const out: Array<{ start: number; end: number; block: number }> = []
  for (const { block, end, kind, start } of Lines.logical(text).lines) {
    if (kind !== "code") continue
    const last = out.at(-1)
    if (last?.block === block) last.end = end
    else out.push({ start, end, block })
  }
  return out.filter(({ end, start }) => end - start <= MAX_WHOLE_CODE_CHARACTERS)
}

/** Maximum characters of a code block that is not split. A longer one may be split between lines. */
const MAX_WHOLE_CODE_CHARACTERS = 3000

/** Returns the starts of passages. The first is 0. Each passage ends at the next start. */
export const starts = (text: string): ReadonlyArray<number> => {
  if (text.length <= MAX_UNITS_OF_SINGLE_PASSAGE) return [0]
  const out = [0]
  let from = 0
  const codes = codesOf(text)
  let code = 0
  let closed = 0
  const endOfCode = (place: number): number | undefined => {
    while (code < codes.length && codes[code]!.end <= place) code++
    const found = codes[code]
    return found !== undefined && found.start < place ? found.end : undefined
  }
  const closeAt = (end: number) => {
    while (end - from > MAX_UNITS_OF_PASSAGE) {
      const next = lastEnd(text, from, from + MAX_UNITS_OF_PASSAGE)
      while (closed < codes.length && codes[closed]!.end <= next) closed++
      if (codes[closed] !== undefined && codes[closed]!.start < next) break
      from = next
      out.push(from)
    }
  }
  for (const { 0: found, index } of text.matchAll(breaks)) {
    const isHeading = !/\n[ \t]*\n/.test(found)
    const end = index + found.length
    if (endOfCode(end) !== undefined) continue
    const length = index - from
    if (length < (isHeading || text[end] === "#" ? WANTED / EARLY : WANTED)) continue
    if (!isHeading && partsGovernor(text, index, end)) continue
    closeAt(end)
    if (end > from) {
      from = end
      out.push(end)
    }
  }
  closeAt(text.length)
  return out
}

export const cut = (text: string): ReadonlyArray<string> => {
  const from = starts(text)
  return from.map((start, at) => text.slice(start, from[at + 1] ?? text.length))
}
