import * as Statements from "@dunlin/text/Statements"
import { type Evidence, find } from "./evidence.ts"
import { cellsOf, plain } from "./textBlocks.ts"

/** Maximum number of passages that are ranked. */
const MAX_PASSAGES_OF_ANSWER = 6
/** Maximum number of passages in one answer. */
const MAX_PASSAGES = 3

/** Maximum characters of the text after a heading. */
const MAX_CHARACTERS_AFTER_HEADING = 300
/** Maximum characters of a statement that limits another. */
const MAX_CHARACTERS_OF_LIMIT = 600
/** Maximum characters of a page that are searched for limiting statements. */
const MAX_CHARACTERS_OF_PAGE = 1_000_000

/**
 * Returns the sentences, list items and table rows that match a question best, each as a quotation with its context:
 * its heading, its table's columns, and its position. A statement that limits a passage ("Unless ...") is quoted with
 * it. Returns `undefined` if no sentence matches.
 */
export const answer = (markdown: string, question: string): string | undefined => {
  const [best, ...others] = find(markdown, question, MAX_PASSAGES_OF_ANSWER)
  if (best === undefined || best.matched === 0) return undefined
  // a passage that is only near the answer does not count
  const passages = [best, ...others.filter(({ matched, score }) => matched > 0 && score >= best.score / 2)].slice(
    0,
    MAX_PASSAGES
  )
  // the text after a heading represents the heading
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
  // a heading or an introducing line is not yet an answer
  const next = kind === "heading" || own.endsWith(":") ? at + 1 : at
  const parts = [
    ...(next === at && statements[at]?.isLimiting === true ? [limitOf(statements[at - 1])] : []),
    own,
    ...(next === at ? [] : [shortened(wordsOf(statements[next]))]),
    ...(statements[next + 1]?.isLimiting === true ? [limitOf(statements[next + 1])] : [])
  ]
  const said = parts.filter((part) => part !== "").join(" ")
  const names = columns?.filter((name) => name !== "") ?? []
  const place = [
    ...(names.length === 0 ? [] : [`row of a table: ${names.join(" | ")}`]),
    ...(led === undefined ? [] : [`after “${led}”`]),
    ...(under === undefined || kind === "heading" ? [] : [`under “${under}”`]),
    `at ${Math.round(100 * start / Math.max(1, markdown.length))} % of the page`
  ]
  return `“${said}” (${place.join(", ")})`
}

const oneLine = (text: string): string => plain(text).replace(/\s+/g, " ")

const wordsOf = (statement: Statements.Statement | undefined): string =>
  statement === undefined
    ? ""
    : statement.kind === "row"
    ? cellsOf(statement.text).map(plain).join(" | ")
    : oneLine(statement.text)

/** Returns a short statement that limits another; empty for a long one. */
const limitOf = (statement: Statements.Statement | undefined): string => {
  const words = wordsOf(statement)
  return words.length > MAX_CHARACTERS_OF_LIMIT ? "" : words
}

const shortened = (text: string): string =>
  text.length > MAX_CHARACTERS_AFTER_HEADING ? `${text.slice(0, MAX_CHARACTERS_AFTER_HEADING).trimEnd()}…` : text
