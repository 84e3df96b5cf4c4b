import { cellsOf, plain } from "./blocks.ts"
import { type Evidence, find } from "./evidence.ts"

/** Passages that are looked at, and that an answer is made of. */
const looked = 6
const most = 3

/**
 * The sentences, list items and rows of tables that fit a question best, each as a quotation with its place in the page:
 * the heading it stands under, the columns of its table, and how far down it is. Undefined when nothing fits.
 */
export const answer = (markdown: string, question: string): string | undefined => {
  const [best, ...others] = find(markdown, question, looked)
  if (best === undefined || best.matched === 0) return undefined
  // What only stands beside the answer is not one.
  const passages = [best, ...others.filter(({ matched, score }) => matched > 0 && score >= best.score / 2)].slice(
    0,
    most
  )
  return passages.toSorted((left, right) => left.start - right.start).map((passage) => quoted(markdown, passage))
    .join("\n")
}

const quoted = (markdown: string, { columns, end, kind, start, under }: Evidence): string => {
  const text = markdown.slice(start, end)
  const said = kind === "row" ? cellsOf(text).map(plain).join(" | ") : plain(text).replace(/\s+/g, " ")
  const names = columns?.filter((name) => name !== "") ?? []
  const place = [
    ...(names.length === 0 ? [] : [`row of a table: ${names.join(" | ")}`]),
    ...(under === undefined || kind === "heading" ? [] : [`under “${under}”`]),
    `at ${Math.round(100 * start / Math.max(1, markdown.length))} % of the page`
  ]
  return `“${said}” (${place.join(", ")})`
}
