import { PdfEngine, PdfInspector, PdfLiteParse } from "@dunlin/transformers"
import { line, run, suite, write } from "@dunlin/transformers/PdfTesting"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as vitest from "vitest"

run(suite("liteparse", PdfLiteParse.layer({ processes: 1 })), vitest)

run(suite("pdf-inspector", PdfInspector.layer({ processes: 1 })), vitest)

it.layer(PdfLiteParse.layer({ processes: 1 }), { timeout: "10 minutes", excludeTestServices: true })(
  "engines without OCR",
  (it) => {
    it.effect("answer a fast request without looking for it", () =>
      Effect.gen(function*() {
        const engine = yield* PdfEngine.PdfEngine
        const document = yield* engine.parse(write([{ content: line("x", 72, 90) }]), { mode: "fast" })
        assert.deepStrictEqual(document.warnings, [])
      }))
  }
)
