/**
 * Finds the Markdown lines that may correspond to elements with an `id` on the HTML page, and the ids that the Markdown
 * itself declares.
 */
import type { Mark } from "../../Anchors.ts"
import * as Statements from "../../Statements.ts"
import { isUnderline, levelOf } from "../lines/headings.ts"
import { type Physical, physicalOf } from "../lines/physical.ts"

export interface Candidate {
  readonly key: string
  readonly start: number
  readonly level: number
}

const MAX_HEADING_LETTERS = 120
const MAX_TEXT_LETTERS = 24
const CHARACTERS_READ_FOR_ANCHOR = 600

const lettersOf = (words: string): string => words.toLowerCase().normalize("NFKC").replace(/[^\p{L}\p{N}]+/gu, "")

const headingKey = (words: string): string => `# ${lettersOf(words).slice(0, MAX_HEADING_LETTERS) || words.trim()}`
const textKey = (words: string): string => lettersOf(words).slice(0, MAX_TEXT_LETTERS)

const keyOf = ({ kind, words }: Mark): string => kind === "heading" ? headingKey(words) : textKey(words)

const linkTargets = /\]\([^()\s]{0,2000}\)/g

/** Returns the level of a heading; 0 if the line is not a heading. */
const headingLevel = (text: string, lines: ReadonlyArray<Physical>, at: number): number => {
  const line = lines[at]!
  if (line.kind === "heading") return line.level
  const below = lines[at + 1]
  return line.kind === "text" && below?.kind === "rule" && (at === 0 || lines[at - 1]!.kind !== "text") &&
      isUnderline(text, line, below)
    ? levelOf(text.charCodeAt(below.at))
    : 0
}

export const wordsOf = (text: string) => {
  const lines = physicalOf(text)
  return lines.flatMap((line, at) => {
    if (line.kind === "blank" || line.kind === "rule") return []
    const level = headingLevel(text, lines, at)
    const from = line.at + line.mark
    const words = level > 0
      ? Statements.titleOf(text.slice(from, line.end))
      : text.slice(from, Math.min(line.end, from + CHARACTERS_READ_FOR_ANCHOR)).replace(linkTargets, "]")
    return [{ start: line.start, level, isHeading: level > 0, words }]
  })
}

export const candidatesOf = (text: string, marks: ReadonlyArray<Mark>) => {
  const wanted = new Set(marks.map(keyOf))
  wanted.delete("")
  const hasTexts = marks.some(({ kind }) => kind === "text")
  const candidates: Array<Candidate> = []
  const headings: Array<{ readonly start: number; readonly level: number }> = []
  for (const { isHeading, level, start, words } of wordsOf(text)) {
    if (isHeading) headings.push({ start, level })
    else if (!hasTexts) continue
    const key = isHeading ? headingKey(words) : textKey(words)
    if (wanted.has(key)) candidates.push({ key, start, level })
  }
  return { candidates, headings, keyOf }
}

const targets =
  /<a\s[^<>]{0,200}?\b(?:id|name)=["']([^"'\s<>]{1,200})["'][^<>]{0,200}>|[ \t]\{[ \t]*#([\w.:-]{1,200})[^{}\n]{0,200}\}[ \t]*$/gm

const nextLine = (lines: ReadonlyArray<Physical>, at: number): number => {
  let next = at + 1
  while (lines[next]?.kind === "blank") next++
  return next
}

export const declaredIn = (text: string) => {
  if (!text.includes("<a ") && !text.includes("{#")) return []
  const lines = physicalOf(text)
  const out: Array<{ readonly id: string; readonly start: number; readonly level: number }> = []
  let at = 0
  for (const { 1: name, 2: own, index } of text.matchAll(targets)) {
    while (at + 1 < lines.length && lines[at + 1]!.start <= index) at++
    const line = lines[at]!
    if (line.code >= 0) continue
    // An anchor on a separate line belongs to the next line, if that is a heading.
    const isAlone = name !== undefined && text.slice(line.at, line.end).replace(/<\/?a[^<>]*>/g, "").trim() === ""
    const next = isAlone ? nextLine(lines, at) : at
    const level = next < lines.length ? headingLevel(text, lines, next) : 0
    if (level > 0) out.push({ id: name ?? own!, start: lines[next]!.start, level })
    else if (name !== undefined) out.push({ id: name, start: index, level: 0 })
  }
  return out
}
