/**
 * Splits plain text or Markdown into statements, the parts that can be quoted as a whole: a sentence, a heading, a
 * list item, a table row, or a code block. Each has the path of its headings and the statement that governs it, such
 * as "Do not:" above items.
 *
 * @since 0.2.0
 */
import { linesOfCode } from "./internal/passages/code.ts"
import * as Displays from "./internal/statements/displays.ts"
import { forbids } from "./internal/statements/forbidding.ts"
import * as Leads from "./internal/statements/leads.ts"
import * as Outline from "./internal/statements/outline.ts"
import * as Lines from "./Lines.ts"
import * as Sentences from "./Sentences.ts"

/**
 * @category models
 * @since 0.2.0
 */
export type Kind = "sentence" | "heading" | "item" | "row" | "code"

/**
 * A part of a text that can be quoted as a whole. Offsets count UTF-16 code units of the source.
 *
 * @category models
 * @since 0.2.0
 */
export interface Statement {
  readonly kind: Kind
  /** The start of the statement in the source. The mark of an item, a heading or a row is included. */
  readonly start: number
  readonly end: number
  /** The words of the statement on one line, without the line's marks. Inline Markdown stays. */
  readonly text: string
  /** The number of the paragraph, item or table. All its statements have the same number. */
  readonly block: number
  /** The index of the statement's section in `Reading.sections`; -1 above the first heading. */
  readonly section: number
  /** Index in `Reading.statements` of the statement that introduces this one; -1 if none exists. */
  readonly lead: number
  /** Whether this statement limits the preceding one, such as "Unless the pump is off." */
  readonly isLimiting: boolean
}

/**
 * A heading with the text below it.
 *
 * @category models
 * @since 0.2.0
 */
export interface Section {
  /** The words of the heading, without marks. */
  readonly title: string
  readonly level: number
  /** Index in the source at which the section's heading starts. */
  readonly start: number
  /** The titles of the headings above the section, outermost first, and of the section. */
  readonly path: ReadonlyArray<string>
}

/**
 * @category models
 * @since 0.2.0
 */
export interface Reading {
  readonly statements: ReadonlyArray<Statement>
  readonly sections: ReadonlyArray<Section>
}

/**
 * @category options
 * @since 0.2.0
 */
export interface Options {
  /**
   * Number of statements after which reading stops.
   *
   * @default no limit
   */
  readonly maxStatements?: number | undefined
}

const MAX_CHARACTERS_READ_OF_HEADING = 300

/**
 * Returns the words of a heading or a label without the marks of Markdown.
 *
 * @category getters
 * @since 0.2.0
 */
export const titleOf = (words: string): string =>
  words.slice(0, MAX_CHARACTERS_READ_OF_HEADING).replace(/[ \t]+#+[ \t]*$/, "").replace(/<a [^>]{0,300}>|<\/a>/g, "")
    .replace(/\[[¶#§🔗]?\]\([^()\s]{0,2000}\)|[ \t]*¶$/gu, "")
    .replace(/\]\([^()\s]{0,2000}\)/g, "]").replace(/[[\]*`]/g, "").replace(/\\([!-/:-@[-`{-~])/g, "$1").trim()

const letters = /[\p{L}\p{N}]/u
const delimiterRow = /^\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$|^\+[-=+]+\+$/

/**
 * Returns the statements of a text, in order. Lines without letters or digits are omitted.
 *
 * @category reading
 * @since 0.2.0
 */
export const read = (source: string, { maxStatements = Infinity }: Options = {}): Reading => {
  const { lines, sourceEndOf, sourceOf, text } = Lines.logical(source, { omitPageBreaks: true })
  const statements: Array<Statement> = []
  const outline = Outline.make()
  const leads = Leads.make()
  const add = (kind: Kind, line: Lines.Line, { end, lead, start, words }: Part) =>
    statements.push({
      kind,
      start,
      end,
      text: words,
      block: line.block,
      section: outline.current(),
      lead,
      isLimiting: Sentences.isLimiting(words)
    })
  const wordsOf = (line: Lines.Line) => text.slice(line.words, line.to)

  const readHeading = (line: Lines.Line) => {
    leads.clear()
    const words = wordsOf(line)
    if (!letters.test(words)) return
    outline.open({ title: titleOf(words), level: line.level, start: line.start })
    add("heading", line, { start: line.start, end: line.end, words, lead: -1 })
    if (Sentences.isLead(words) || forbids(words)) leads.add(line, statements.length - 1)
  }

  const readCode = (at: number): number => {
    const line = lines[at]!
    let last = at
    while (lines[last + 1]?.kind === "code" && lines[last + 1]!.block === line.block) last++
    const words = text.slice(line.from, lines[last]!.to)
    if (letters.test(words)) {
      add("code", line, { start: line.start, end: lines[last]!.end, words, lead: leads.of(line) })
      leads.pass(line)
    }
    return last
  }

  let table = { block: -1, head: -1 }
  const readRow = (line: Lines.Line, next: Lines.Line | undefined) => {
    if (table.block !== line.block) {
      const hasHead = next?.block === line.block && delimiterRow.test(wordsOf(next).trim())
      table = { block: line.block, head: hasHead ? statements.length : -1 }
    }
    const words = wordsOf(line)
    if (!letters.test(words)) return
    const isHeaded = table.head >= 0 && table.head !== statements.length
    add("row", line, { start: line.start, end: line.end, words, lead: isHeaded ? table.head : leads.of(line) })
    if (next?.block !== line.block) leads.pass(line)
  }

  const readText = (line: Lines.Line) => {
    const words = wordsOf(line)
    if (!letters.test(words)) return
    const lead = leads.of(line)
    const isItem = line.kind === "item"
    let sentences = Sentences.split(words)
    if (!isItem && Displays.continuesBehind(statements, words, outline.current())) {
      Displays.join(statements, {
        end: sentences.length === 1 ? line.end : sourceEndOf(line.words + sentences[0]!.end),
        text: words.slice(0, sentences[0]!.end)
      })
      sentences = sentences.slice(1)
    }
    const first = statements.length
    for (const [number, { end, start }] of sentences.entries()) {
      add(isItem ? "item" : "sentence", line, {
        start: start === 0 ? line.start : sourceOf(line.words + start),
        end: number === sentences.length - 1 ? line.end : sourceEndOf(line.words + end),
        words: words.slice(start, end),
        lead: isItem && number > 0 ? first : lead
      })
    }
    leads.pass(line)
    if (Sentences.isLead(words)) leads.add(line, statements.length - 1)
  }

  for (let at = 0; at < lines.length && statements.length < maxStatements; at++) {
    const line = lines[at]!
    if (line.kind === "heading") readHeading(line)
    else if (line.kind === "code") at = readCode(at)
    else if (line.kind === "row") readRow(line, lines[at + 1])
    else if (line.kind === "text" || line.kind === "item") readText(line)
  }
  return { statements, sections: outline.sections }
}

interface Part {
  readonly start: number
  readonly end: number
  readonly words: string
  readonly lead: number
}

const MAX_CHARACTERS_OF_CODE_PART = 1500

/**
 * Returns the parts of a code block that can be quoted separately: its lines, and its whole comments, because a
 * sentence in a comment may continue over line ends.
 *
 * @category reading
 * @since 0.3.0
 */
export const codeParts = (
  source: string,
  { end, start }: Pick<Statement, "start" | "end">
): ReadonlyArray<Pick<Statement, "start" | "end">> =>
  linesOfCode(source, { start, end, most: MAX_CHARACTERS_OF_CODE_PART })
