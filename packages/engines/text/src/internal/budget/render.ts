/** Writes chosen passages for a reader who sees no other text of their pages. */
import type { Passage } from "../../Budget.ts"

const MAX_TITLE_CHARACTERS = 120

const oneLine = (words: string): string => words.replace(/\s+/g, " ").trim()

const shortened = (words: string, most: number): string =>
  words.length <= most ? words : `${words.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "").trimEnd()}…`

export const describe = (page: {
  readonly url: string
  readonly title?: string | undefined
  readonly date?: string | undefined
}): string => {
  const title = shortened(oneLine(page.title ?? ""), MAX_TITLE_CHARACTERS)
  return [title, oneLine(page.url), page.date === undefined ? "" : shortDate(page.date)].filter((part) => part !== "")
    .join(" | ")
}

/** Shortens an ISO 8601 date. Other text is returned unchanged. */
const shortDate = (date: string): string => shortened(oneLine(/^\d{4}-\d{2}-\d{2}(?=T)/.exec(date)?.[0] ?? date), 40)

export const headerOf = (number: number, page: Parameters<typeof describe>[0]): string =>
  `[${number}] ${describe(page)}`

export const sectionOf = (headings: ReadonlyArray<string>, title: string): string => {
  const plain = (words: string) => words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()
  const known = plain(title)
  const named = headings.filter((words, at) => at > 0 || plain(words) === "" || !known.includes(plain(words)))
  return named.length === 0 ? "" : `## ${named.join(" > ")}`
}

/**
 * Matches a line that looks like a page header of the result. It is indented, so that a page cannot imitate another
 * one.
 */
const pretending = /^(?=\[\d+\] )/gm

export const bodyOf = (passages: ReadonlyArray<Passage>, text: string): string => {
  let out = ""
  let section = ""
  passages.forEach((passage, at) => {
    const own = sectionOf(passage.headings, passage.title)
    const before = passages[at - 1]
    const isSameLine = before !== undefined && own === section && !text.slice(before.end, passage.start).includes("\n")
    out += at === 0 ? "" : isSameLine ? " … " : "\n"
    if (own !== section && own !== "") out += `${own}\n`
    section = own
    out += passage.text
  })
  return out.replace(pretending, " ")
}
