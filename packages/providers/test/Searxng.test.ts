import { RecordReplay, SearchProvider, Searxng } from "@dunlin/providers"
import { Query } from "@dunlin/query-operators"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"

interface Answer {
  readonly status?: number
  readonly results?: ReadonlyArray<object>
  readonly silent?: object
}

const hit = { url: "https://a.example/", title: "A", content: "a", engines: ["one"] }

/** A provider over an instance that gives these answers one after the other. */
const over = (...answers: ReadonlyArray<Answer>) => {
  let asked = 0
  const client = RecordReplay.layerFixed(() => {
    const { results = [], silent = [], status = 200 } = answers[asked++]!
    return {
      status,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: "q", results, unresponsive_engines: silent })
    }
  })
  return Effect.provide(
    Effect.map(
      SearchProvider.SearchProvider,
      (provider) => (source: SearchProvider.Source = "web") =>
        provider.search({ source, limit: 1, country: "US", query: Query.parse("x").query }).pipe(
          Effect.match({
            onFailure: ({ reason }) => reason._tag as string,
            onSuccess: ({ hits, warnings }) => [hits.length, ...warnings]
          })
        )
    ),
    Layer.provide(Searxng.layer({ retries: 0 }), client)
  )
}

const left = (name: string) => `SearXNG's engine ${name} failed less than two minutes ago and may have been skipped.`

describe("an empty answer of SearXNG", () => {
  it.effect("is accepted after a failed call of another caller", () =>
    Effect.gen(function*() {
      const search = yield* over({ status: 500 }, {}, { results: [hit] }, {})
      assert.strictEqual(yield* search(), "Unavailable")
      assert.deepStrictEqual(yield* search(), [0])
      assert.deepStrictEqual(yield* search(), [1])
      assert.deepStrictEqual(yield* search(), [0])
    }))

  it.effect("is an error if an engine in it failed, however often", () =>
    Effect.gen(function*() {
      const search = yield* over(
        { silent: [["one", "timeout"]] },
        { silent: [["one", "Suspended: too many requests"]] },
        { results: [hit], silent: [["two", "timeout"]] }
      )
      assert.strictEqual(yield* search(), "Unavailable")
      assert.strictEqual(yield* search(), "RateLimited")
      assert.deepStrictEqual(yield* search(), [1, "SearXNG's engine two did not respond (timeout)."])
    }))

  it.effect("names engines of its source that failed recently, until they respond or the pause ends", () =>
    Effect.gen(function*() {
      const failed = { silent: [["one", "timeout"], ["two", "CAPTCHA"]] }
      const search = yield* over(failed, {}, {}, { results: [hit] }, {}, {})
      assert.strictEqual(yield* search(), "Unavailable")
      assert.deepStrictEqual(yield* search("news"), [0])
      assert.deepStrictEqual(yield* search(), [0, left("one"), left("two")])
      assert.deepStrictEqual(yield* search(), [1])
      assert.deepStrictEqual(yield* search(), [0, left("two")])
      yield* TestClock.adjust("2 minutes")
      assert.deepStrictEqual(yield* search(), [0])
    }))
})
