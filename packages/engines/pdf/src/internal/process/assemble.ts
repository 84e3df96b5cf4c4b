import type { ChildPage } from "./protocol.ts"

export interface PageStart {
  readonly page: number
  readonly at: number
}

/** Joins the pages of a document. The draft of each page states how it continues the previous page. */
export const assemble = (
  pages: ReadonlyArray<ChildPage>
): { readonly markdown: string; readonly starts: ReadonlyArray<PageStart> } => {
  const parts: Array<string> = []
  const starts: Array<PageStart> = []
  let length = 0
  const add = (text: string) => {
    parts.push(text)
    length += text.length
  }
  // Footnotes follow the paragraph that continues over the page break.
  let notes: Array<string> = []
  const flush = () => {
    if (notes.length > 0) add((parts.length === 0 ? "" : "\n\n") + notes.join("\n"))
    notes = []
  }
  for (const page of pages) {
    if (page.markdown !== "") {
      if (page.glue === "\n\n") flush()
      if (page.cut > 0 && parts.length > 0) {
        const last = parts.pop()!
        length -= last.length
        add(last.slice(0, -page.cut))
      }
      if (parts.length > 0) add(page.glue)
      if (length === 0 || page.glue === "\n\n") starts.push({ page: page.number, at: length })
      add(page.markdown.slice(page.skip))
    }
    if (page.notes !== "") notes.push(page.notes)
  }
  flush()
  return { markdown: parts.join(""), starts }
}
