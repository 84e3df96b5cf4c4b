/** A plain passage of a page for a query. */
import { eachWord, indexed, stemOf, words } from "./text.ts"

const longest = 300
/** The passage is looked for in this much of a page. */
const longestBody = 20_000

const linkOrImage = /!?\[([^\][]{0,300})\]\([^()\s]{0,2000}(?:\s"[^"]{0,300}")?\)/g

/** Markdown without its marks, in one line. */
export const plain = (markdown: string): string =>
  markdown
    .replace(linkOrImage, "$1")
    // Rules and the second lines of tables; then headings, quotes and bullets.
    .replace(/^[ \t|:=-]+$/gm, " ")
    .replace(/^[ \t]{0,8}(?:#{1,6}|>|[*+-])[ \t]+/gm, "")
    .replace(/\*\*|~~|`+|\|/g, " ")
    .replace(/(^|\s)[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?=[\s.,;:!?)]|$)/gm, "$1")
    .replace(/\s+/g, " ")
    .trim()

interface Token {
  readonly at: number
  readonly slot: number
}

/** Where terms occur, by the positions of the original text. */
const occurrences = (text: string, slots: ReadonlyMap<string, number>): ReadonlyArray<Token> => {
  const out: Array<Token> = []
  const initials = new Set<number>()
  for (const stem of slots.keys()) initials.add(stem.charCodeAt(0))
  eachWord(text, (start, end) => {
    const unit = text.charCodeAt(start)
    // Stemming never touches the first letter, so most words need not be looked at.
    if (unit < 128 && !initials.has(unit >= 65 && unit <= 90 ? unit + 32 : unit)) return
    for (const token of words(indexed(text.slice(start, end)).toLowerCase())) {
      const slot = slots.get(stemOf(token))
      if (slot !== undefined) out.push({ at: start, slot })
    }
  })
  return out
}

/** Cuts at a space when there is one near, and says so with an ellipsis. */
const cut = (text: string, from: number): string => {
  let start = from
  if (start > 0) {
    const sentence = text.lastIndexOf(". ", start)
    if (sentence >= 0 && start - sentence < 120) start = sentence + 2
    else {
      const space = text.lastIndexOf(" ", start)
      start = space >= 0 && start - space < 40 ? space + 1 : start
    }
  }
  let end = Math.min(text.length, start + longest)
  if (end < text.length) {
    const space = text.lastIndexOf(" ", end)
    if (space > start + longest - 60) end = space
    // Never between the halves of a pair.
    else if ((text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--
  }
  return `${start > 0 ? "… " : ""}${text.slice(start, end).trim()}${end < text.length ? " …" : ""}`
}

/** The passage of about 300 characters in which most of the stems occur; the beginning when none does. */
export const snippet = (body: string, stems: ReadonlyArray<string>): string => {
  const text = plain(body.slice(0, longestBody))
  if (text.length <= longest) return text
  const slots = new Map(stems.map((stem, slot) => [stem, slot]))
  const found = occurrences(text, slots)
  const counts = new Map<number, number>()
  let best = 0
  let bestAt = 0
  let last = 0
  for (let first = 0; first < found.length; first++) {
    while (last < found.length && found[last]!.at < found[first]!.at + longest - 80) {
      const { slot } = found[last]!
      counts.set(slot, (counts.get(slot) ?? 0) + 1)
      last++
    }
    if (counts.size > best) {
      best = counts.size
      bestAt = found[first]!.at
    }
    const { slot } = found[first]!
    const left = counts.get(slot)! - 1
    if (left === 0) counts.delete(slot)
    else counts.set(slot, left)
  }
  return cut(text, bestAt)
}
