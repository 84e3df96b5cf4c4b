import { CrawlRequest, ScrapeOptions, ScrapeRequest, SearchRequest } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"

/** As a service hands on what it was asked. */
const handedOn: { readonly limit?: number | undefined; readonly maxAge?: number | undefined } = { limit: undefined }

describe("fields that are undefined", () => {
  it.effect("are as good as absent, at any depth", () =>
    Effect.gen(function*() {
      const input: SearchRequest.SearchRequestInput = {
        query: "waders",
        limit: handedOn.limit,
        country: undefined,
        sources: [{ type: "web", tbs: undefined }],
        scrapeOptions: {
          maxAge: handedOn.maxAge,
          formats: ["markdown", { type: "json", prompt: "x", schema: undefined }]
        }
      }
      const given = yield* SearchRequest.decode(input)
      const plain = yield* SearchRequest.decode({
        query: "waders",
        sources: [{ type: "web" }],
        scrapeOptions: { formats: ["markdown", { type: "json", prompt: "x" }] }
      })
      assert.deepStrictEqual(given, plain)
    }))

  it.effect("are absent in every other request, too", () =>
    Effect.gen(function*() {
      const url = "https://example.com/"
      assert.deepStrictEqual(
        yield* ScrapeRequest.decode({ url, maxAge: undefined }),
        yield* ScrapeRequest.decode({ url })
      )
      assert.deepStrictEqual(
        yield* CrawlRequest.decode({ url, scrapeOptions: { mobile: undefined } }),
        yield* CrawlRequest.decode({ url, scrapeOptions: {} })
      )
      assert.deepStrictEqual(ScrapeOptions.make({ waitFor: undefined }), ScrapeOptions.make())
    }))

  it.effect("excuse nothing else", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(SearchRequest.decode({ query: undefined, limit: 0, country: undefined }))
      assert.deepStrictEqual(error.issues.map(({ path }) => path), [["query"], ["limit"]])
    }))

  it.effect("may stand in what has no end", () =>
    Effect.gen(function*() {
      const endless: Record<string, unknown> = { limit: undefined }
      endless.endless = endless
      const error = yield* Effect.flip(SearchRequest.decode({ query: 1, scrapeOptions: endless }))
      assert.strictEqual(error._tag, "InvalidRequest")
    }))
})
