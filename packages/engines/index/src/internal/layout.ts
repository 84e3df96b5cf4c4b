/** Finds the surroundings of passages that are read without the rest of their page. */
import * as Sections from "@dunlin/text/Sections"

/** A statement of a page that applies to a passage further below. */
export interface Lead {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Starts of a page's passages, with the headings and the code block that contain each start. */
export interface Layout {
  readonly starts: ReadonlyArray<number>
  readonly contexts: ReadonlyArray<Sections.Context>
  readonly leads: ReadonlyArray<ReadonlyArray<Lead>>
}

/** Returns the layout of a page with these passage starts. */
export const layoutOf = (text: string, starts: ReadonlyArray<number>): Layout => ({
  starts,
  contexts: Sections.contextsAt(text, starts),
  leads: Sections.leadsAt(text, starts).map((leads) =>
    leads.map(({ end, start }) => ({ start, end, text: text.slice(start, end) }))
  )
})

/** Returns the opening marks of a fence without the name of its language. */
export const fenceOf = (line: string): string => /^[`~]+/.exec(line)?.[0] ?? "```"

/**
 * Returns the headings above a part and the opening fence of its code block. A reader of the part sees no other text
 * of the page.
 */
export const opening = (context: Sections.Context | undefined): string => {
  if (context === undefined) return ""
  const headings = context.headings.map(({ level, title }) => `${"#".repeat(level)} ${title}\n\n`).join("")
  const fence = context.fence === undefined ? "" : `${context.fence}\n`
  return `${headings}${fence}`
}

export const noLayout: Layout = { starts: [], contexts: [], leads: [] }
