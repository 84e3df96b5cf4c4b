import { PdfDocument } from "@dunlin/pdf/PdfDocument"
import * as PdfEngine from "@dunlin/pdf/PdfEngine"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { pdfExplanation, renderPdfExplanation } from "../src/internal/cli/pdfExplanation.ts"
import { PdfReadings, reported } from "../src/internal/pdfReadings.ts"

const document = new PdfDocument({
  markdown: "Tides",
  numPages: 2,
  readPages: 1,
  totalPages: 3,
  truncated: false,
  warnings: [],
  pages: [
    {
      number: 1,
      markdown: "Tides",
      source: "text",
      account: [{ as: "text", letters: 900 }, { as: "running-head", letters: 60 }, {
        as: "hidden",
        letters: 40,
        by: "color"
      }],
      blocks: [
        {
          kind: "heading",
          markdown: "# Tides",
          signs: [{ name: "bold", weight: 3.6 }, { name: "smaller", weight: -0.3 }]
        },
        { kind: "paragraph", markdown: "High water is at noon." }
      ]
    },
    { number: 2, markdown: "", source: "ocr" }
  ]
})

describe("the explanation of a PDF", () => {
  it("lists the evidence for each heading in JSON", () => {
    const [page] = pdfExplanation(document).pages
    assert.deepStrictEqual(page!.headings.map(({ markdown, signs }) => [markdown, signs.length]), [["# Tides", 2]])
  })

  it("lists the letters of each page as kept or omitted, with the rule that hides them", () => {
    assert.strictEqual(
      renderPdfExplanation(document),
      `1 of 3 pages read completely

page 1: 1000 letters
  + text: 900
  - running heads: 60
  - hidden, by color: 40
  # Tides
    +3.6 bold, -0.3 smaller
page 2: the engine does not count letters, read by OCR

900 of 1000 letters kept`
    )
  })

  it("has the ledger of each page in JSON", () => {
    const { pages, readPages, totalPages } = pdfExplanation(document)
    assert.deepStrictEqual({ readPages, totalPages }, { readPages: 1, totalPages: 3 })
    assert.deepStrictEqual(pages.map(({ account }) => account?.length), [3, undefined])
  })

  it.effect("comes from the engine that reads the page", () =>
    Effect.gen(function*() {
      const found: Array<PdfDocument> = []
      const parse = PdfEngine.PdfEngine.use((engine) => engine.parse(Buffer.from("%PDF-1.7"))).pipe(
        Effect.provide(reported(PdfEngine.layerMemory("Tides")))
      )
      yield* parse
      const parsed = yield* Effect.provideService(parse, PdfReadings, (pdf) => void found.push(pdf))
      assert.deepStrictEqual(found, [parsed])
    }))
})
