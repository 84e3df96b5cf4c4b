import { PdfDocument } from "@dunlin/pdf"
import { assert, describe, it } from "@effect/vitest"
import { assemble } from "../src/internal/process/assemble.ts"
import { pagesOfPicture } from "./pdfSketch.ts"

const picture = `
#Waders

The dunlin is a small wader of the
shore. It feeds at low tide.
===
It breeds in the north and winters on
===
the coast. It weighs 48 grams.

*Size   *Weight
small   48 grams
`

const documentOf = (text: string) => {
  const pages = pagesOfPicture(text)
  const { markdown, starts } = assemble(pages)
  return {
    pages,
    document: new PdfDocument.PdfDocument({
      markdown,
      starts,
      numPages: pages.length,
      pages: pages.map(({ markdown, number }) => ({ number, markdown, source: "text" as const })),
      truncated: false,
      warnings: []
    })
  }
}

describe("pages of a PDF", () => {
  it("start at a marker, unless a sentence of the previous page continues", () => {
    const { document } = documentOf(picture)
    assert.deepStrictEqual(document.starts?.map(({ page }) => page), [1, 2])
    const marked = PdfDocument.withPageBreaks(document)
    assert.include(marked, "low tide.\n\n---\n\n<!-- page 2 -->\n\nIt breeds in the north and winters on the coast.")
    assert.notInclude(marked, "page 3")
    assert.strictEqual(marked.replace(/\n\n---\n\n<!-- page \d+ -->/g, ""), document.markdown)
  })

  it("have no marker before the first page or in a document of one page", () => {
    const { document } = documentOf("\nThe dunlin is a small wader of the shore.\n")
    assert.strictEqual(PdfDocument.withPageBreaks(document), document.markdown)
  })

  it("consist of blocks with their markdown and position, in reading order", () => {
    const [first] = documentOf(picture).pages
    assert.deepStrictEqual(first?.placed?.map(({ kind }) => kind), ["heading", "paragraph"])
    const [heading, paragraph] = first?.placed ?? []
    assert.strictEqual(first?.markdown.slice(heading?.from, heading?.to), "# Waders")
    assert.match(first?.markdown.slice(paragraph?.from, paragraph?.to) ?? "", /^The dunlin .* low tide\.$/)
    assert.isBelow(heading!.box![3], paragraph!.box![1])
    for (const { box } of first?.placed ?? []) {
      assert.isAtLeast(box![0], 0)
      assert.isAbove(box![2], box![0])
      assert.isAtMost(box![3], first!.height)
    }
  })
})
