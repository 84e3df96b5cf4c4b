/** The report of a crawl as text. */
import type { Branch, Report } from "../CrawlReport.ts"
import { describe, isRequested } from "../Omissions.ts"

/** Maximum lines of the tree, and children of one folder; the rest is counted. */
const MAX_LINES = 60
const MAX_CHILDREN_IN_TEXT = 12

const units = ["", "k", "M", "G"]

/** Formats a number of characters with at most three digits. */
export const sizeOf = (characters: number): string => {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, characters)) / 3))
  return `${Math.round(characters / 1000 ** power)}${units[power]!}`
}

export const pagesOf = (count: number): string => count === 1 ? "1 page" : `${count} pages`

export const headline = ({ failed, pages, seconds, state, url }: Report): string =>
  `${url}: ${state}, ${pagesOf(pages)} in ${seconds} s${failed === 0 ? "" : `, ${failed} failed`}`

const numbersOf = ({ characters, failed, pages }: Branch): string =>
  `${pages}${failed === 0 ? "" : ` + ${failed} failed`}, ${sizeOf(characters)} characters`

/** The lines of a tree; children follow their folder. */
function* treeLines(branches: ReadonlyArray<Branch>, indent: string): Generator<string> {
  for (const branch of branches.slice(0, MAX_CHILDREN_IN_TEXT)) {
    yield `${indent}${branch.name}  ${numbersOf(branch)}`
    yield* treeLines(branch.children, `${indent}  `)
  }
  const rest = branches.slice(MAX_CHILDREN_IN_TEXT)
  const pages = rest.reduce((sum, { failed, pages }) => sum + pages + failed, 0)
  if (rest.length > 0) yield `${indent}... ${rest.length} more with ${pagesOf(pages)}`
}

export const text = (report: Report): string => {
  const tree = Array.from(treeLines(report.tree, "  "))
  const shown = tree.slice(0, MAX_LINES)
  const section = (title: string, lines: ReadonlyArray<string>) =>
    lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)]
  const omitted = (isRead: boolean) =>
    report.omitted.filter(({ reason }) => isRequested(reason) === isRead).map(({ count, example, isAtLeast, reason }) =>
      `${isAtLeast === true ? "at least " : ""}${count} ${describe(reason)}, such as ${example}`
    )
  return [
    headline(report),
    ...(report.warning === undefined ? [] : [`Warning: ${report.warning}`]),
    "",
    "Pages",
    ...shown,
    ...(tree.length > shown.length ? [`  ... ${tree.length - shown.length} more lines`] : []),
    ...section("Status codes", report.statuses.map(({ pages, status }) => `${status}: ${pagesOf(pages)}`)),
    ...section(
      "Largest pages",
      report.largest.map(({ characters, url }) => `${sizeOf(characters)} characters: ${url}`)
    ),
    ...section(
      "Failed",
      report.failures.map(({ code, count, example, message }) => `${count}: ${message} (${code}), such as ${example}`)
    ),
    ...section("Requested and omitted", omitted(true)),
    ...section("Not requested", omitted(false)),
    ""
  ].join("\n")
}
