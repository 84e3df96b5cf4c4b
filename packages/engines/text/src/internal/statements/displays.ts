/**
 * Joins sentences that continue after a display: "The list in / domains = !a : *.b / matches any name". The three
 * parts are one statement, because each is misleading when quoted alone.
 */
import type { Statement } from "../../Statements.ts"
import { isSentenceLike } from "../lines/prose.ts"
import { functionWords } from "../lines/words.ts"

/** Maximum lines of a display. A longer one is a separate example. */
const MAX_LINES_OF_DISPLAY = 6
const MAX_CHARACTERS_OF_DISPLAY = 500

const ends = /[.!?:;\u2026\u3002\uff01\uff1f)\]}>]["'\u201d\u2019*_`]*$/u

const isOpen = ({ kind, text }: Statement): boolean =>
  (kind === "sentence" || kind === "item") && !ends.test(text) && isSentenceLike(text)

/** Returns the index of the statement that a text may continue; -1 if the text starts a sentence. */
const placeOfStart = (statements: ReadonlyArray<Statement>, section: number): number => {
  const last = statements.length - 1
  const place = isDisplay(statements[last]) ? last - 1 : last
  const start = statements[place]
  if (start === undefined || start.section !== section || !isOpen(start)) return -1
  return place < last || /(?:,|[([{])$/.test(start.text) || endsOpen(start.text) ? place : -1
}

/**
 * Returns whether a statement is a display: code, or a line without final punctuation that does not read as a
 * sentence.
 */
const isDisplay = (statement: Statement | undefined): boolean => {
  if (statement === undefined || statement.text.length > MAX_CHARACTERS_OF_DISPLAY) return false
  const { kind, text } = statement
  return kind === "code"
    ? text.split("\n").length <= MAX_LINES_OF_DISPLAY
    : kind === "sentence" && !ends.test(text) && (!isSentenceLike(text) || hasSigns(text))
}

const signs = /[=<>{}|\\$*]/
const CHARACTERS_READ_FOR_SIGNS = 80

const hasSigns = (text: string): boolean =>
  signs.test(text.slice(0, CHARACTERS_READ_FOR_SIGNS).replace(/`[^`]*`|\*+\w+\*+/g, ""))

const endsOpen = (text: string): boolean => functionWords.has(/\p{L}+$/u.exec(text)?.[0] ?? "")

/** Returns whether a text continues a sentence: it starts in lower case. */
export const continuesBehind = (statements: ReadonlyArray<Statement>, words: string, section: number): boolean =>
  /^["'\u201c\u2018(`*_]*\p{Ll}/u.test(words) && isSentenceLike(words) && !hasSigns(words) &&
  placeOfStart(statements, section) >= 0

export const join = (statements: Array<Statement>, { end, text }: { readonly end: number; readonly text: string }) => {
  const place = placeOfStart(statements, statements.at(-1)!.section)
  const parts = statements.splice(place)
  statements.push({
    ...parts[0]!,
    end,
    text: [...parts.map((part) => part.text.replace(/\s*\n\s*/g, " ")), text].join(" ")
  })
}
