import { Searcher } from "@dunlin/pipeline"
import { SearchProvider } from "@dunlin/providers"
import { SearchRequest } from "@dunlin/schema"
import { MediaExtractor } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { page, searcher, webHit } from "./fixtures.ts"

const url = "https://example.com/harbour"

const html = page("harbour").replace("<p>", "<p>A berth costs 12 euros a night.</p><ul><li>Berth: 12</li></ul><p>")

const media = Layer.succeed(MediaExtractor.MediaExtractor, {
  extract: ({ kind }) => Effect.succeed({ contentType: `${kind}/test`, bytes: new Uint8Array(3) })
})

const layer = searcher({ provider: SearchProvider.layerMemory([webHit("harbour")]), pages: { [url]: html } }).pipe(
  Layer.provide(media)
)

const search = Effect.fnUntraced(function*(scrapeOptions: SearchRequest.SearchRequestInput["scrapeOptions"]) {
  const service = yield* Searcher.Searcher
  const { request, warnings } = yield* SearchRequest.decode({ query: "harbour", scrapeOptions })
  const response = yield* service.search({ request, warnings })
  return { response, item: response.data.web?.[0] }
})

const schema = { type: "object", properties: { berth: { type: "number" } }, required: ["berth"] } as const

describe("formats in a search", () => {
  it.effect("include summary, json, answer and highlights, and are charged", () =>
    Effect.gen(function*() {
      const { item, response } = yield* search({
        formats: [
          "summary",
          { type: "json", schema },
          { type: "question", question: "What does a berth cost?" },
          { type: "highlights", query: "berth" }
        ]
      })
      assert.include(item?.summary, "12 euros")
      assert.deepEqual(item?.json, { berth: 12 })
      assert.include(item?.answer, "12 euros")
      assert.include(item?.highlights, "12 euros")
      // 2 for the search, 1 for the page, 4 each for json, the answer and the highlights.
      assert.strictEqual(response.creditsUsed, 15)
    }).pipe(Effect.provide(layer)))

  it.effect("track changes between searches", () =>
    Effect.gen(function*() {
      const formats = ["markdown", { type: "changeTracking", modes: ["json"], schema }] as const
      const first = yield* search({ formats })
      assert.strictEqual(first.item?.changeTracking?.changeStatus, "new")
      yield* TestClock.adjust("1 hour")
      const second = yield* search({ formats })
      assert.deepInclude(second.item?.changeTracking, {
        changeStatus: "same",
        previousScrapeAt: "1970-01-01T00:00:00.000Z"
      })
      assert.strictEqual(second.response.creditsUsed, 7)
    }).pipe(Effect.provide(layer)))

  it.effect("link to audio and video", () =>
    Effect.gen(function*() {
      const { item, response } = yield* search({ formats: ["audio", "video"] })
      assert.match(item?.audio ?? "", /^http/)
      assert.match(item?.video ?? "", /^http/)
      assert.strictEqual(response.creditsUsed, 11)
    }).pipe(Effect.provide(layer)))
})
