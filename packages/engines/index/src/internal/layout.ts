/** Finds the surroundings of passages that are read without the rest of their page. */
import * as Sections from "@dunlin/text/Sections"

export interface Lead {
  readonly start: number
  readonly end: number
  readonly text: string
}

export interface Layout {
  readonly starts: ReadonlyArray<number>
  readonly contexts: ReadonlyArray<Sections.Context>
  readonly leads: ReadonlyArray<ReadonlyArray<Lead>>
}

export const layoutOf = (text: string, starts: ReadonlyArray<number>): Layout => ({
  starts,
  contexts: Sections.contextsAt(text, starts),
  leads: Sections.leadsAt(text, starts).map((leads) =>
    leads.map(({ end, start }) => ({ start, end, text: text.slice(start, end) }))
  )
})

export const fenceOf = (line: string): string => /^[`~]+/.exec(line)?.[0] ?? "```"

export const opening = (context: Sections.Context | undefined): string => {
  if (context === undefined) return ""
  const headings = context.headings.map(({ level, title }) => `${"#".repeat(level)} ${title}\n\n`).join("")
  const fence = context.fence === undefined ? "" : `${context.fence}\n`
  return `${headings}${fence}`
}

export const noLayout: Layout = { starts: [], contexts: [], leads: [] }
