import { JsonHttp, SearchProvider } from "@dunlin/providers"
import { faults, type HttpOptions } from "@dunlin/providers/testing"
import { Dialects, Query } from "@dunlin/query-operators"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { wires } from "./wires.ts"

const wire = wires["perplexity"]!.wire

/** How an adapter looks when it is written in five minutes: one page, every failure an empty list, no filters. */
const careless = Layer.effect(
  SearchProvider.SearchProvider,
  Effect.map(HttpClient.HttpClient, (client) =>
    SearchProvider.SearchProvider.of({
      name: "careless",
      search: (question) =>
        client.post("https://engine.test/search", {
          headers: { "x-api-key": "sk-careless" },
          body: HttpClientRequest.bodyJsonUnsafe(HttpClientRequest.post("x"), {
            query: Query.print(question.query),
            max_results: 10
          }).body
        }).pipe(
          Effect.flatMap((response) => response.json),
          Effect.map((body) => ({
            hits: (body as { results: Array<{ url: string; title: string; snippet: string }> }).results.map((
              { snippet, title, url },
              position
            ) => ({ source: "web" as const, url, title, description: snippet, position })),
            warnings: []
          })),
          Effect.orElseSucceed(() => ({ hits: [], warnings: [] })),
          Effect.catchDefect(() => Effect.succeed({ hits: [], warnings: [] }))
        )
    }))
)

const Reply = Schema.Struct({
  results: Schema.Array(Schema.Struct({ url: Schema.String, title: Schema.String, snippet: Schema.String }))
})

/** The same engine, described. */
const described: JsonHttp.Engine<typeof Reply.Type> = {
  name: "described",
  apiUrl: "https://engine.test",
  key: "optional",
  dialect: { ...Dialects.plain, name: "Described" },
  sources: ["web"],
  pageSize: 10,
  request: ({ pageSize, text }, { apiUrl }) =>
    HttpClientRequest.bodyJsonUnsafe(HttpClientRequest.post(`${apiUrl}/search`), {
      query: text,
      max_results: pageSize
    }),
  response: Reply,
  page: ({ results }) => ({
    hits: results.map(({ snippet, title, url }) => ({
      source: "web" as const,
      url,
      title,
      description: snippet,
      position: 0
    }))
  })
}

describe("the conformance suite", () => {
  it.effect("finds the faults of a careless adapter", () =>
    Effect.gen(function*() {
      const found = yield* faults({ layer: careless, wire, secret: "sk-careless" })
      for (
        const expected of [
          "web: hits in the engine's order, with all fields",
          "web: pages until the limit, and no hit twice",
          "web: safe is sent, or said to be dropped",
          "web: country is sent, or said to be dropped",
          "web: location is sent, or said to be dropped",
          "web: time range is sent, or said to be dropped",
          "images: is Unsupported",
          "429 is RateLimited, with what retry-after says",
          "401 is Unauthorized",
          "400 is InvalidRequest, and not retried",
          "500 is Unavailable, after another attempt",
          "a broken connection is Unavailable",
          "an engine that never answers is TimedOut",
          "HTML with status 200 is InvalidResponse",
          "broken JSON is InvalidResponse",
          "another JSON shape is InvalidResponse",
          "one failed attempt is made good by the next",
          "an engine that ignores operators still obeys words site:wanted.example",
          "hits without a usable address are left out"
        ]
      ) assert.include(found, expected)
    }))

  it.effect("finds none in the same engine described", () =>
    Effect.gen(function*() {
      const options: HttpOptions = { layer: JsonHttp.layer(described), wire, most: 10 }
      assert.deepStrictEqual(yield* faults(options), [])
    }))
})
