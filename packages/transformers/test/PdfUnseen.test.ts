import { PdfEngine, PdfJs } from "@dunlin/transformers"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { attacks, honest, type UnseenPdf } from "./fixtures/unseenPdfs.ts"

const words = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, " ").trim()

it.layer(PdfJs.layer({ processes: 1 }), { timeout: "10 minutes" })("What nobody sees of a PDF", (it) => {
  const parse = (pdf: UnseenPdf) => PdfEngine.PdfEngine.use((engine) => engine.parse(pdf.bytes, { mode: "fast" }))
  const reads = (pdf: UnseenPdf) =>
    Effect.gen(function*() {
      const { concealed, markdown } = yield* parse(pdf)
      const text = words(markdown)
      for (const sentence of pdf.seen) assert.include(text, words(sentence))
      for (const sentence of pdf.unseen) assert.notInclude(text, words(sentence))
      return concealed ?? []
    })

  for (const pdf of attacks) {
    it.effect(`is left out: ${pdf.name}`, () => reads(pdf))
  }

  for (const pdf of honest) {
    it.effect(`is not: ${pdf.name}`, () => Effect.map(reads(pdf), (concealed) => assert.deepStrictEqual(concealed, [])))
  }
})
