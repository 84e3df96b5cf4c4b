import { PdfEngine, PdfJs } from "@dunlin/pdf"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { needing } from "../../../common/test/components.ts"
import { heldAttacks, heldHonest } from "./fixtures/heldPdfs.ts"
import { attacks, honest, type UnseenPdf } from "./fixtures/unseenPdfs.ts"

const words = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, " ").trim()

it.layer(PdfJs.layer({ processes: 1 }), { timeout: "10 minutes" })("invisible content of a PDF", (it) => {
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
    it.effect(`is omitted: ${pdf.name}`, () => reads(pdf))
  }

  for (const pdf of honest) {
    it.effect(`is not: ${pdf.name}`, () => Effect.map(reads(pdf), (concealed) => assert.deepStrictEqual(concealed, [])))
  }
})

/** The picture of the first page, in grey. */
const picture = (bytes: Uint8Array): Uint8Array => {
  const { status, stdout } = spawnSync("pdftoppm", ["-r", "50", "-gray", "-cropbox", "-"], { input: bytes })
  assert.strictEqual(status, 0)
  assert.isAbove(stdout.length, 10_000)
  return stdout
}

/** Steps of 255 that an eye tells apart, and points that make a sentence. */
const LEAST_STEP = 16
const LEAST_POINTS = 20

describe("the PDFs as poppler draws them", needing("poppler"), () => {
  const points = (pdf: UnseenPdf): number => {
    const [whole, twin] = [picture(pdf.bytes), picture(pdf.twin)]
    assert.strictEqual(whole.length, twin.length)
    return whole.reduce((sum, value, k) => sum + (Math.abs(value - twin[k]!) >= LEAST_STEP ? 1 : 0), 0)
  }

  it("hide what the attacks hide", () => {
    assert.deepStrictEqual(
      [...attacks, ...heldAttacks].filter((pdf) => points(pdf) >= LEAST_POINTS).map(({ name }) => name),
      []
    )
  })

  it("show what only looks hidden", () => {
    // letters of a scan are those of its picture, and a field without an appearance is drawn by some readers only
    const judged = [...honest, ...heldHonest].filter(({ name }) =>
      !/^(?:a scan|letters that clip|a watermark|a field)/.test(name)
    )
    assert.deepStrictEqual(judged.filter((pdf) => points(pdf) < LEAST_POINTS).map(({ name }) => name), [])
  })
})
