import { type Evidence, find } from "./evidence.ts"
import { cellsOf, plain } from "./textBlocks.ts"

/** Passages that are looked at, and that an answer is made of. */
const MAX_PASSAGES_OF_ANSWER = 6
const most = 3

/** Most characters of what follows a heading. */
const MAX_CHARACTERS_AFTER_HEADING = 300

/**
 * The sentences, list items and rows of tables that fit a question best, each as a quotation with its place in the page:
 * the heading it stands under, the columns of its table, and how far down it is. Undefined when nothing fits.
 */
export const answer = (markdown: string, question: string): string | undefined => {
  const [best, ...others] = find(markdown, question, MAX_PASSAGES_OF_ANSWER)
  if (best === undefined || best.matched === 0) return undefined
  // What only stands beside the answer is not one.
  const passages = [best, ...others.filter(({ matched, score }) => matched > 0 && score >= best.score / 2)].slice(
    0,
    most
  )
  // What follows a heading speaks for it.
  const isSaid = ({ end, kind }: Evidence) =>
    kind === "heading" && passages.some(({ start }) => start > end && start < end + MAX_CHARACTERS_AFTER_HEADING)
  return passages.filter((passage) => !isSaid(passage)).toSorted((left, right) => left.start - right.start).map((
    passage
  ) => quoted(markdown, passage))
    .join("\n")
}

const quoted = (markdown: string, { columns, end, kind, led, start, text, under }: Evidence): string => {
  const own = kind === "row" ? cellsOf(text).map(plain).join(" | ") : plain(text).replace(/\s+/g, " ")
  // A heading, or a line that leads to others, is not yet an answer.
  const next = kind === "heading" || own.endsWith(":") ? following(markdown, end) : ""
  const said = next === "" ? own : `${own} ${next}`
  const names = columns?.filter((name) => name !== "") ?? []
  const place = [
    ...(names.length === 0 ? [] : [`row of a table: ${names.join(" | ")}`]),
    ...(led === undefined ? [] : [`after “${led}”`]),
    ...(under === undefined || kind === "heading" ? [] : [`under “${under}”`]),
    `at ${Math.round(100 * start / Math.max(1, markdown.length))} % of the page`
  ]
  return `“${said}” (${place.join(", ")})`
}

/** What stands behind a passage: the rest of its line, or else the next line that says something. */
const following = (markdown: string, end: number): string => {
  for (const line of markdown.slice(end, end + 2000).split("\n")) {
    const text = plain(line.replace(/^[\s>]*(?:[-*+]|\d{1,9}[.)]|#{1,6})?\s+/, "")).replace(/\s+/g, " ")
    if (/[\p{L}\p{N}]/u.test(text)) {
      return text.length > MAX_CHARACTERS_AFTER_HEADING
        ? `${text.slice(0, MAX_CHARACTERS_AFTER_HEADING).trimEnd()}…`
        : text
    }
  }
  return ""
}
