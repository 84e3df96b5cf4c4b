/** Writes the report of a crawl as text. */
import { describe, isRequested } from "../Omissions.ts"
import { type Branch, LENGTHS, type Report } from "./reportModels.ts"

/** The report uses the first of these limits with which the tree fits its maximum number of lines. */
const CHILDREN_IN_TEXT = [12, 6, 3, 1]

const units = ["", "k", "M", "G"]

export const sizeOf = (characters: number): string => {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, characters)) / 3))
  return `${Math.round(characters / 1000 ** power)}${units[power]!}`
}

export const pagesOf = (count: number): string => count === 1 ? "1 page" : `${count} pages`

export const headline = ({ failed, pages, seconds, state, url }: Report): string =>
  `${url}: ${state}, ${pagesOf(pages)} in ${seconds} s${failed === 0 ? "" : `, ${failed} failed`}`

const numbersOf = ({ characters, failed, omitted, pages }: Branch): string =>
  `${pages}${failed === 0 ? "" : ` + ${failed} failed`}${omitted === 0 ? "" : ` + ${omitted} omitted`}, ${
    sizeOf(characters)
  } characters`

export const durationOf = (milliseconds: number): string =>
  milliseconds < 1000
    ? `${milliseconds} ms`
    : milliseconds < 10_000
    ? `${(milliseconds / 1000).toFixed(1)} s`
    : `${Math.round(milliseconds / 1000)} s`

function* treeLines(branches: ReadonlyArray<Branch>, most: number, indent: string): Generator<string> {
  for (const branch of branches.slice(0, most)) {
    yield `${indent}${branch.name}  ${numbersOf(branch)}`
    yield* treeLines(branch.children, most, `${indent}  `)
  }
  const rest = branches.slice(most)
  const pages = rest.reduce((sum, { failed, pages }) => sum + pages + failed, 0)
  if (rest.length > 0) yield `${indent}... ${rest.length} more with ${pagesOf(pages)}`
}

export const text = (report: Report): string => {
  const trees = CHILDREN_IN_TEXT.map((most) => Array.from(treeLines(report.tree, most, "  ")))
  const tree = trees.find(({ length }) => length <= LENGTHS.linesOfTextTree) ?? trees.at(-1)!
  const shown = tree.slice(0, LENGTHS.linesOfTextTree)
  const section = (title: string, lines: ReadonlyArray<string>) =>
    lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)]
  const omitted = (isRead: boolean) =>
    report.omitted.filter(({ reason }) => isRequested(reason) === isRead).map(({ count, example, isAtLeast, reason }) =>
      `${isAtLeast === true ? "at least " : ""}${count} ${describe(reason)}, such as ${example}`
    )
  const { duplicates, times } = report
  return [
    headline(report),
    ...(report.warning === undefined ? [] : [`Warning: ${report.warning}`]),
    ...section("Not requested", omitted(false)),
    ...section("Requested and omitted", omitted(true)),
    ...section(
      "Failed",
      report.failures.map(({ code, count, example, message }) => `${count}: ${message} (${code}), such as ${example}`)
    ),
    ...section("Status codes", report.statuses.map(({ pages, status }) => `${status}: ${pagesOf(pages)}`)),
    "",
    "Pages",
    ...shown,
    ...(tree.length > shown.length ? [`  ... ${tree.length - shown.length} more lines`] : []),
    ...section(
      "Duplicates",
      [
        ...duplicates.slice(0, LENGTHS.originalsInText).map(({ copies, url }) =>
          `${copies.length} of ${url}, such as ${copies[0]!}`
        ),
        ...(duplicates.length > LENGTHS.originalsInText
          ? [`... ${duplicates.length - LENGTHS.originalsInText} more pages with duplicates`]
          : [])
      ]
    ),
    ...(times === undefined ? [] : section(
      "Slowest pages",
      [
        `median ${durationOf(times.median)}, 95 % within ${durationOf(times.percentile95)}`,
        ...times.slowest.map(({ milliseconds, url }) => `${durationOf(milliseconds)}: ${url}`)
      ]
    )),
    ...section(
      "Largest pages",
      report.largest.map(({ characters, url }) => `${sizeOf(characters)} characters: ${url}`)
    ),
    ""
  ].join("\n")
}
