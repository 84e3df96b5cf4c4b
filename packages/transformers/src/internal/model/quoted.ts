import * as Statements from "@dunlin/text/Statements"
import { type Evidence, find } from "./evidence.ts"
import { cellsOf, plain } from "./textBlocks.ts"

const MAX_PASSAGES_OF_ANSWER = 6
const MAX_PASSAGES = 3

const MAX_CHARACTERS_AFTER_HEADING = 300
const MAX_CHARACTERS_OF_LIMIT = 600
const MAX_CHARACTERS_OF_PAGE = 1_000_000

/**
 * Quotes the sentences, list items and table rows that match a question best, with their context. A statement that
 * limits a passage ("Unless ...") is quoted with it.
 */
export const answer = (markdown: string, question: string): string | undefined => {
  const [best, ...others] = find(markdown, question, MAX_PASSAGES_OF_ANSWER)
  if (best === undefined || best.matched === 0) return undefined
  // A passage near the answer does not count if it matches no word.
  const passages = [best, ...others.filter(({ matched, score }) => matched > 0 && score >= best.score / 2)].slice(
    0,
    MAX_PASSAGES
  )
  // The text after a heading represents the heading.
  const isSaid = ({ end, kind }: Evidence) =>
    kind === "heading" && passages.some(({ start }) => start > end && start < end + MAX_CHARACTERS_AFTER_HEADING)
  const { statements } = Statements.read(markdown.slice(0, MAX_CHARACTERS_OF_PAGE))
  return passages.filter((passage) => !isSaid(passage)).toSorted((left, right) => left.start - right.start).map((
    passage
  ) => quoted(markdown, passage, statements))
    .join("\n")
}

const quoted = (
  markdown: string,
  { columns, kind, led, start, text, under }: Evidence,
  statements: ReadonlyArray<Statements.Statement>
): string => {
  const own = kind === "row" ? cellsOf(text).map(plain).join(" | ") : oneLine(text)
  const at = statements.findLastIndex((statement) => statement.start <= start)
  // A heading or an introducing line is no answer without the text after it.
  const next = kind === "heading" || own.endsWith(":") ? at + 1 : at
  const parts = [
    ...(next === at && statements[at]?.isLimiting === true ? [limitOf(statements[at - 1])] : []),
    own,
    ...(next === at ? [] : [shortened(wordsOf(statements[next]))]),
    ...(statements[next + 1]?.isLimiting === true ? [limitOf(statements[next + 1])] : [])
  ]
  const sentence = parts.filter((part) => part !== "").join(" ")
  const names = columns?.filter((name) => name !== "") ?? []
  const place = [
    ...(names.length === 0 ? [] : [`row of a table: ${names.join(" | ")}`]),
    ...(led === undefined ? [] : [`after “${led}”`]),
    ...(under === undefined || kind === "heading" ? [] : [`under “${under}”`]),
    `at ${Math.round(100 * start / Math.max(1, markdown.length))} % of the page`
  ]
  return `“${sentence}” (${place.join(", ")})`
}

const oneLine = (text: string): string => plain(text).replace(/\s+/g, " ")

const wordsOf = (statement: Statements.Statement | undefined): string =>
  statement === undefined
    ? ""
    : statement.kind === "row"
    ? cellsOf(statement.text).map(plain).join(" | ")
    : oneLine(statement.text)

const limitOf = (statement: Statements.Statement | undefined): string => {
  const words = wordsOf(statement)
  return words.length > MAX_CHARACTERS_OF_LIMIT ? "" : words
}

const shortened = (text: string): string =>
  text.length > MAX_CHARACTERS_AFTER_HEADING ? `${text.slice(0, MAX_CHARACTERS_AFTER_HEADING).trimEnd()}…` : text
