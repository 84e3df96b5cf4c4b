/** Surroundings of the passages of a page that are read without the rest of it. */
import type * as Sections from "@dunlin/text/Sections"

/** Start of the passages of a page, and the headings and blocks of code that are open there. */
export interface Layout {
  readonly starts: ReadonlyArray<number>
  readonly contexts: ReadonlyArray<Sections.Context>
}

/** The marks of a fence without the name of its language. */
export const fenceOf = (line: string): string => /^[`~]+/.exec(line)?.[0] ?? "```"

/** The headings above a part, and the fence of the code that it is in: a reader of the part sees nothing else of the page. */
export const opening = (context: Sections.Context | undefined): string => {
  if (context === undefined) return ""
  const headings = context.headings.map(({ level, title }) => `${"#".repeat(level)} ${title}\n\n`).join("")
  const fence = context.fence === undefined ? "" : `${context.fence}\n`
  return `${headings}${fence}`
}

export const noLayout: Layout = { starts: [], contexts: [] }
