import type { ChildPage } from "./protocol.ts"

/** The markdown of a document from that of its pages, in order: each says how it goes on from the one before. */
export const assemble = (pages: ReadonlyArray<ChildPage>): string => {
  const parts: Array<string> = []
  // footnotes follow what runs on over the page break
  let notes: Array<string> = []
  const flush = () => {
    if (notes.length > 0) parts.push(parts.length === 0 ? "" : "\n\n", notes.join("\n"))
    notes = []
  }
  for (const page of pages) {
    if (page.markdown !== "") {
      if (page.glue === "\n\n") flush()
      if (page.cut > 0 && parts.length > 0) parts.push(parts.pop()!.slice(0, -page.cut))
      parts.push(parts.length === 0 ? "" : page.glue, page.markdown.slice(page.skip))
    }
    if (page.notes !== "") notes.push(page.notes)
  }
  flush()
  return parts.join("")
}
