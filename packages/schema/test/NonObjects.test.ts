import {
  Agent,
  BatchRequest,
  CrawlRequest,
  DeveloperSearch,
  ExtractRequest,
  type InvalidRequest,
  MapRequest,
  Monitor,
  ParamsPreview,
  ScrapeRequest,
  SearchMany,
  SearchRequest,
  Verify
} from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"

const decoders: {
  readonly [name: string]: (input: unknown) => Effect.Effect<unknown, InvalidRequest.InvalidRequest>
} = {
  Agent: Agent.decode,
  BatchRequest: BatchRequest.decodeBody,
  CrawlRequest: CrawlRequest.decodeBody,
  DeveloperSearch: DeveloperSearch.decode,
  ExtractRequest: ExtractRequest.decodeBody,
  MapRequest: MapRequest.decodeBody,
  Monitor: Monitor.decode,
  ParamsPreview: ParamsPreview.decode,
  ScrapeRequest: ScrapeRequest.decodeBody,
  SearchMany: SearchMany.decode,
  SearchRequest: SearchRequest.decode,
  Verify: Verify.decode
}

describe("a body that is not an object", () => {
  for (const [name, decode] of Object.entries(decoders)) {
    it.effect(`is one error at the root: ${name}`, () =>
      Effect.forEach(
        [undefined, null, 7, true, "text", [], ["text"]],
        (input) =>
          Effect.map(Effect.flip(decode(input)), ({ issues }) => {
            assert.deepStrictEqual(issues.map(({ path }) => path), [[]], `${JSON.stringify(input)}`)
          })
      ))
  }
})

describe("a field that is not an object", () => {
  it.effect("is one error at the field, without unknown keys", () =>
    Effect.forEach(
      [["scrapeOptions", "text"], ["scrapeOptions", 7], ["scrapeOptions", ["text"]]] as const,
      ([field, value]) =>
        Effect.map(Effect.flip(SearchRequest.decode({ query: "waders", [field]: value })), ({ issues }) => {
          assert.deepStrictEqual(issues.map(({ path }) => path), [[field]], JSON.stringify(value))
        })
    ))
})

describe("a search of repositories", () => {
  it.effect("names the filters that no provider can check, and applies the others", () =>
    Effect.gen(function*() {
      const { request, warnings } = yield* DeveloperSearch.decode({ query: "waders", language: "go", min_stars: 5 })
      assert.strictEqual(request.query, "waders")
      assert.deepStrictEqual(warnings, [
        "No provider of this server returns language, min_stars, so results were not filtered by it."
      ])
      assert.deepStrictEqual((yield* DeveloperSearch.decode({ query: "waders" })).warnings, [])
    }))
})
