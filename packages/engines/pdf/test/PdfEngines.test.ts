import { PdfEngine, PdfInspector, PdfLiteParse } from "@dunlin/pdf"
import { line, write } from "@dunlin/pdf/PdfTesting"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { testPromises } from "./promises.ts"

testPromises("liteparse", PdfLiteParse.layer({ processes: 1 }))

testPromises("pdf-inspector", PdfInspector.layer({ processes: 1 }))

it.layer(PdfLiteParse.layer({ processes: 1 }), { timeout: "10 minutes", excludeTestServices: true })(
  "engines without OCR",
  (it) => {
    it.effect("accept a fast request without looking for OCR", () =>
      Effect.gen(function*() {
        const engine = yield* PdfEngine.PdfEngine
        const document = yield* engine.parse(write([{ content: line("x", 72, 90) }]), { mode: "fast" })
        assert.deepStrictEqual(document.warnings, [])
      }))
  }
)
