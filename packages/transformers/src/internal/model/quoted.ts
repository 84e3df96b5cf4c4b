import * as Passages from "../../Passages.ts"

/**
 * The sentences that fit the question best, each as a quotation with its place in the page in percent; undefined when
 * none does.
 */
export const answer = (markdown: string, question: string): string | undefined => {
  const [best, ...others] = Passages.select(markdown, question, 3)
  if (best === undefined) return undefined
  // What only stands beside the answer is not one.
  const passages = [best, ...others.filter(({ score }) => score >= best.score / 2)]
  return passages.toSorted((left, right) => left.start - right.start).map(({ end, start }) => {
    const place = Math.round(100 * start / Math.max(1, markdown.length))
    return `“${readable(markdown.slice(start, end))}” (at ${place} % of the page)`
  }).join("\n")
}

/** The words of a passage without the marks of Markdown around them. */
const readable = (passage: string): string =>
  passage
    .replace(/^\s*(?:#{1,6}|[-*+>]|\d{1,9}[.)])\s+/, "")
    .replace(/!?\[([^\]]{0,500})\]\([^)]{0,2000}\)/g, "$1")
    .replace(/^\s*\||\|\s*$/g, "")
    .replaceAll("**", "")
    .replace(/\s+/g, " ")
    .trim()
