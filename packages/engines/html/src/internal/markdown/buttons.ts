/**
 * Decides which buttons are written as words: a glossary term in a sentence, the heading of an accordion, the
 * question above an answer. Other buttons ("Copy", "Share") are tools.
 *
 * @since 0.3.0
 */
import * as Tags from "../tape/tags.ts"
import { attr, type Tape, textOf } from "../tape/tape.ts"
import { isRevealed } from "../visibility/concealed.ts"

const MAX_CHARACTERS_AROUND = 400
/** Minimum length of a title. Shorter labels ("FAQ", "1") belong to tools. */
const MIN_CHARACTERS_OF_TITLE = 3

export type ButtonKind = "word" | "title" | "tool"

const blockAround = ({ parent, tag }: Tape, i: number): number => {
  let p = parent[i]!
  while (p >= 0 && !Tags.is(tag[p]!, Tags.BLOCK | Tags.HEADING)) p = parent[p]!
  return p
}

const lineAround = (
  { end, tag }: Tape,
  around: number,
  i: number
): { readonly start: number; readonly stop: number } => {
  let start = around + 1
  for (let c = start; c < end[around]!; c = end[c]!) {
    if (tag[c] === Tags.TEXT || !Tags.is(tag[c]!, Tags.BLOCK | Tags.HEADING)) continue
    if (c > i) return { start, stop: c }
    start = end[c]!
  }
  return { start, stop: end[around]! }
}

const hasWords = ({ end, tag, text }: Tape, from: number, to: number): boolean => {
  for (let k = from; k < to; k++) {
    if (tag[k] === Tags.BUTTON) k = end[k]! - 1
    else if (tag[k] === Tags.TEXT && /[\p{L}\p{N}]/u.test(text[k]!)) return true
  }
  return false
}

/** Returns whether the next sign on the line ends a clause or sentence: "then press [Save]." */
const endsSentence = ({ tag, text }: Tape, from: number, to: number): boolean => {
  let k = from
  while (k < to && !(tag[k] === Tags.TEXT && /\S/.test(text[k]!))) k++
  return k < to && /^\s*[.,;:!?)\u3002\uff0c]/.test(text[k]!)
}

/** Number of boxes around a button after which the part that it opens may follow. */
const MAX_BOXES_OF_BUTTON = 2
/** Minimum characters outside of links in an answer. Menus and rows of icons have fewer. */
const MIN_CHARACTERS_OF_ANSWER = 20
const asking = /[?\uff1f\u061f\u037e]\s*$/

const partBehind = ({ end, n, parent, tag, text }: Tape, i: number): number => {
  for (let p = i, up = 0; p >= 0 && up <= MAX_BOXES_OF_BUTTON; p = parent[p]!, up++) {
    const stop = parent[p]! < 0 ? n : end[parent[p]!]!
    for (let k = end[p]!; k < stop; k = end[k]!) {
      if (tag[k] !== Tags.TEXT) return k
      if (/\S/.test(text[k]!)) return -1
    }
  }
  return -1
}

/**
 * Returns whether a button opens a part of the page. Evidence is an attribute for screen readers or for a framework's
 * script, a part that is hidden until it is opened, or a question followed by text.
 */
const opensPart = (tape: Tape, i: number): boolean => {
  if (attr(tape, i, "aria-haspopup") !== undefined || attr(tape, i, "role") === "tab") return false
  if (
    attr(tape, i, "aria-controls") !== undefined || attr(tape, i, "aria-expanded") !== undefined ||
    /^collapse$/.test(attr(tape, i, "data-bs-toggle") ?? attr(tape, i, "data-toggle") ?? "")
  ) return true
  const part = partBehind(tape, i)
  return part >= 0 && (isRevealed(tape, part) || asking.test(textOf(tape, i, MAX_CHARACTERS_AROUND))) &&
    isAnswer(tape, part)
}

const isAnswer = ({ end, tag, text }: Tape, part: number): boolean => {
  let characters = 0
  for (let k = part; k < end[part]! && characters < MIN_CHARACTERS_OF_ANSWER; k++) {
    if (tag[k] === Tags.TEXT) characters += text[k]!.trim().length
    else if (tag[k] === Tags.A || tag[k] === Tags.BUTTON || Tags.is(tag[k]!, Tags.INVISIBLE | Tags.EMBEDDED)) {
      k = end[k]! - 1
    }
  }
  return characters >= MIN_CHARACTERS_OF_ANSWER
}

export const kindOfButton = (tape: Tape, i: number): ButtonKind => {
  const { end } = tape
  const around = blockAround(tape, i)
  if (around < 0) return "tool"
  const { start, stop } = lineAround(tape, around, i)
  const isBefore = hasWords(tape, start, i)
  const isBehind = hasWords(tape, end[i]!, stop)
  if (isBefore && (isBehind || endsSentence(tape, end[i]!, stop))) return "word"
  if (isBefore || isBehind) return "tool"
  if (Tags.is(tape.tag[around]!, Tags.HEADING)) return "word"
  return opensPart(tape, i) && textOf(tape, i, MAX_CHARACTERS_AROUND).trim().length >= MIN_CHARACTERS_OF_TITLE
    ? "title"
    : "tool"
}
