import type { Range } from "./addressed.ts"
import { isBoilerplate } from "./boilerplate.ts"

/** Models fold white space, so words and their order are compared. */
export const makeLocate = (text: string): (quotation: string) => Range | undefined => {
  let folded: ReturnType<typeof fold> | undefined
  return (quotation) => {
    const wanted = quotation.trim()
    if (wanted.length < 3) return undefined
    const exact = text.indexOf(wanted)
    if (exact >= 0) return { start: exact, end: exact + wanted.length }
    folded ??= fold(text)
    const words = fold(wanted).text
    const at = folded.text.indexOf(words)
    if (at < 0) return undefined
    return { start: folded.offsets[at]!, end: folded.offsets[at + words.length - 1]! + 1 }
  }
}

const fold = (text: string): { readonly text: string; readonly offsets: ReadonlyArray<number> } => {
  const offsets: Array<number> = []
  const parts: Array<string> = []
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    if (parts.length > 0) {
      parts.push(" ")
      offsets.push(index - 1)
    }
    // The model did not receive hidden characters.
    for (
      const { 0: seen, index: at } of word.matchAll(/[^\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/g)
    ) {
      parts.push(seen)
      for (let offset = 0; offset < seen.length; offset++) offsets.push(index + at + offset)
    }
  }
  return { text: parts.join(""), offsets }
}

type Restored = { readonly markdown: string; readonly restored: number } | { readonly why: string }

/**
 * Builds the cleaned Markdown from lines of the original. Running text may be missing if it is boilerplate. Other
 * missing lines are restored. No line may be new, and most of the text must remain.
 */
export const restore = (original: string, cleaned: string): Restored => {
  const lines = original.split("\n")
  const kinds = kindsOf(lines)
  const wanted = cleaned.split("\n").map((line) => line.trim()).filter((line) => line !== "")
  if (wanted.length === 0) return { why: "nothing was left" }
  const isKept = new Uint8Array(lines.length)
  let position = 0
  for (const line of wanted) {
    while (position < lines.length && lines[position]!.trim() !== line) position++
    if (position === lines.length) return { why: "text was changed or added" }
    isKept[position++] = 1
  }
  const count = (line: string) => lines.filter((other) => other.trim() === line.trim()).length
  let all = 0
  let lost = 0
  let restored = 0
  for (const [index, line] of lines.entries()) {
    const size = line.trim().length
    all += size
    if (isKept[index] === 1 || size === 0) continue
    if (kinds[index] !== "text") return { why: `${kinds[index]} were lost` }
    lost += size
    if (isBoilerplate(lines[index]!) || (restored < MAX_COUNTED_MISSING_LINES && count(lines[index]!) > 2)) continue
    isKept[index] = 1
    restored++
  }
  if (lost > Math.max(all / 3, Math.min(300, all / 2))) return { why: "too much of the text was removed" }
  if (restored > 0 && lines.every((line, index) => isKept[index] === 1 || line.trim() === "")) {
    return { why: "text that is not boilerplate was removed" }
  }
  return { markdown: join(lines, kinds, isKept), restored }
}

/** A line that occurs more often belongs to the page's frame. */
const MAX_COUNTED_MISSING_LINES = 100

type Kind = "text" | "headings" | "list items" | "table rows" | "code" | "images" | "links"

const kindsOf = (lines: ReadonlyArray<string>): ReadonlyArray<Kind> => {
  let fence: string | undefined
  return lines.map((line): Kind => {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark !== undefined && mark.startsWith(fence)) fence = undefined
      return "code"
    }
    if (mark !== undefined) {
      fence = mark
      return "code"
    }
    if (/^ {0,3}(?:#{1,6}(?:\s|$)|(?:=+|-+)\s*$)/.test(line)) return "headings"
    if (/^\s*(?:>\s?)*(?:[-*+]|\d{1,9}[.)])\s/.test(line)) return "list items"
    if (/^\s*\|/.test(line)) return "table rows"
    if (/^(?: {4}|\t)\S/.test(line) || line.includes("`")) return "code"
    if (line.includes("![")) return "images"
    return /\]\(|\]\[|^\s*\[[^\]]{1,200}\]:|<https?:|https?:\/\//.test(line) ? "links" : "text"
  })
}

const join = (lines: ReadonlyArray<string>, kinds: ReadonlyArray<Kind>, isKept: Uint8Array): string => {
  const quoted: Array<string> = []
  for (const [index, line] of lines.entries()) {
    if (kinds[index] === "code" || isKept[index] === 1) quoted.push(line)
    else if (line.trim() === "" && quoted.at(-1)?.trim() !== "") quoted.push(line)
  }
  return quoted.join("\n").trim()
}
