import { Format } from "@dunlin/schema"
import { ModelFormats } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { derive } from "./modelEndpoint.ts"

const needle = "The sanderling has no hind toe."
const formats = [
  { type: "highlights", query: "sanderling hind toe" },
  { type: "question", question: "Does the sanderling have a hind toe?" },
  { type: "summary" }
] as const

/** A book, with one sentence of its own near the end. */
const book = `${
  "A wader runs along the shore and eats what the waves leave behind.\n\n".repeat(10_000)
}${needle}\n\nThe end.\n`

describe("texts as long as books", () => {
  it.live("are read while others are answered", () =>
    Effect.gen(function*() {
      const models = yield* ModelFormats.ModelFormats
      // a thread of its own takes many turns of this one
      let turns = 0
      const turn = () => {
        turns++
        next = setImmediate(turn)
      }
      let next = setImmediate(turn)
      const { fields, warnings } = yield* models.derive({
        url: "https://example.com/",
        markdown: book,
        document: {},
        options: { formats: formats.map((format) => Schema.decodeSync(Format.Format)(format)), onlyCleanContent: false }
      })
      clearImmediate(next)
      assert.include(fields.highlights, needle)
      assert.include(fields.answer, needle)
      assert.isString(fields.summary)
      assert.deepStrictEqual(warnings, [])
      assert.isAbove(turns, 20)
    }).pipe(Effect.provide(ModelFormats.layerExtractive)))

  it.live("show a model what a question is about, wherever it stands", () =>
    Effect.gen(function*() {
      const { calls, fields } = yield* derive(({ page }) => page.includes(needle) ? "No." : "Nobody knows.", {
        markdown: book,
        formats: [formats[1]],
        options: { pageTokens: 20_000 }
      })
      assert.strictEqual(fields.answer, "No.")
      assert.isBelow(calls[0]!.page.length, 100_000)
    }))
})
