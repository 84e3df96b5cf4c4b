import { SearchError, SearchFunction, SearchProvider } from "@dunlin/providers"
import { run, suite } from "@dunlin/providers/testing"
import { Query } from "@dunlin/query-operators"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as vitest from "vitest"

const question = (text: string, source: SearchProvider.Source = "web"): SearchProvider.Question => ({
  source,
  query: Query.parse(text).query,
  limit: 5,
  country: "US"
})

const asked = (text: string, source?: SearchProvider.Source) =>
  SearchProvider.SearchProvider.use((provider) => provider.search(question(text, source)))

const pages = [1, 2, 3, 4].map((n) => ({ url: `https://example.com/${n}`, title: `Waders ${n}`, description: "Tides" }))

run(
  suite("a function", SearchFunction.layer("mine", async ({ text }) => text === "nothing" ? [] : pages), {
    query: "waders",
    nothing: "nothing"
  }),
  vitest
)

describe("SearchFunction", () => {
  it.effect("receives the query as text, and omits hits without a URL", () =>
    Effect.gen(function*() {
      const { hits } = yield* asked("waders site:example.com")
      assert.deepStrictEqual(hits.map(({ position, title, url }) => [position, title, url]), [
        [1, "waders site:example.com", "https://example.com/a"]
      ])
    }).pipe(Effect.provide(
      SearchFunction.layer("mine", async ({ text }) => [{ url: null }, { url: "https://example.com/a", title: text }])
    )))

  it.effect("returns hits of the requested source", () =>
    Effect.gen(function*() {
      const { hits } = yield* asked("waders", "images")
      assert.deepStrictEqual(hits.map(({ source }) => source), ["images"])
    }).pipe(Effect.provide(SearchFunction.layer("mine", async () => [
      { url: "https://example.com/a", imageUrl: "https://example.com/a.png" },
      { url: "https://example.com/b" }
    ]))))

  it.effect("omits invalid dates, with a warning", () =>
    Effect.gen(function*() {
      const { hits, warnings } = yield* asked("waders")
      assert.deepStrictEqual(
        hits.map((hit) => hit.source === "web" ? hit.publishedAt : ""),
        ["2026-03-01", undefined, undefined]
      )
      assert.deepStrictEqual(
        warnings,
        [2, 3].map((at) => `publishedAt of hit ${at} of mine is not a date and was omitted.`)
      )
    }).pipe(Effect.provide(SearchFunction.layer("mine", async () =>
      ["2026-03-01", "2026-02-30", new Date(0) as unknown as string].map((publishedAt, at) => ({
        url: `https://example.com/${at}`,
        publishedAt
      }))))))

  it.effect("fails with a typed error for what was thrown", () =>
    Effect.gen(function*() {
      const thrown = new TypeError("no connection to https://engine.example/find?key=secret\n    at ask")
      let times = 0
      const fails = SearchFunction.layer("mine", () => {
        times++
        return Promise.reject(thrown)
      })
      const error = yield* Effect.flip(Effect.provide(asked("waders"), fails))
      assert.deepInclude(error, {
        isRetryable: false,
        message: "mine: the search function failed: no connection to https://engine.example/find"
      })
      assert.strictEqual(error.cause, thrown)
      assert.strictEqual(times, 1)

      const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED" })
      for (
        const cause of [
          refused,
          new TypeError("fetch failed", { cause: refused }),
          new DOMException("late", "TimeoutError"),
          { isRetryable: true }
        ]
      ) {
        const away = SearchFunction.layer("mine", () => Promise.reject(cause), { retries: 0 })
        const error = yield* Effect.flip(Effect.provide(asked("waders"), away))
        assert.deepInclude(error, { isRetryable: true, cause })
      }

      const own = new SearchError.SearchError({ provider: "mine", reason: new SearchError.QuotaExceeded({}) })
      const used = SearchFunction.layer("mine", () => Promise.reject(own))
      assert.strictEqual(yield* Effect.flip(Effect.provide(asked("waders"), used)), own)

      const wrong = SearchFunction.layer("mine", async () => ({ hits: [] }) as unknown as [])
      assert.strictEqual(
        (yield* Effect.flip(Effect.provide(asked("waders"), wrong))).message,
        "mine: the response is invalid: the function returned no list of hits"
      )
    }))

  it.effect("reports how many hits were omitted, and why", () =>
    Effect.gen(function*() {
      const hits = [{ link: "https://a.example/", name: "x" }, { url: "https://b.example/" }, { url: null }]
      const layer = SearchFunction.layer("e", () => hits as ReadonlyArray<SearchFunction.Hit>)
      const web = yield* Effect.provide(asked("waders"), layer)
      assert.lengthOf(web.hits, 1)
      assert.deepStrictEqual(web.warnings, ["2 of 3 hits of e were omitted, because they have no url."])
    }))

  it.effect("accepts a list that is not a promise", () =>
    Effect.gen(function*() {
      const { hits } = yield* asked("waders")
      assert.deepStrictEqual(hits.map(({ url }) => url), pages.map(({ url }) => url))
    }).pipe(Effect.provide(SearchFunction.layer("mine", () => pages))))

  it.effect("names the hit and the invalid field", () =>
    Effect.gen(function*() {
      const good = { url: "https://example.com/", title: "Waders" }
      for (
        const [hits, detail] of [
          [[good, null], "hit 2: expected an object, got null"],
          [["https://example.com/"], "hit 1: expected an object, got string"],
          [[{ ...good, title: 3 }], "hit 1: title: expected a string, got number"],
          [[{ url: {} }], "hit 1: url: expected a string, got object"],
          [[{ ...good, description: ["a"] }], "hit 1: description: expected a string, got an array"]
        ] as const
      ) {
        const engine = SearchFunction.layer("mine", async () => hits as unknown as ReadonlyArray<SearchFunction.Hit>)
        const { reason } = yield* Effect.flip(Effect.provide(asked("waders"), engine))
        assert.deepInclude(reason, { _tag: "InvalidResponse", detail })
      }
      for (
        const [hits, detail] of [
          [[null], "hit 1: expected an object, got null"],
          [[good], "hit 1: source: expected a string, got undefined"],
          [[{ ...good, source: "web", title: 3 }], "hit 1: title: expected a string, got number"]
        ] as const
      ) {
        const memory = SearchProvider.layerMemory(hits as unknown as ReadonlyArray<SearchProvider.Hit>)
        const { reason } = yield* Effect.flip(Effect.provide(asked("waders"), memory))
        assert.deepInclude(reason, { _tag: "InvalidResponse", detail })
      }
    }))

  it("is rejected if it is not a function", () => {
    const layer = SearchFunction.layer as (...given: ReadonlyArray<unknown>) => unknown
    assert.throws(() => layer("mine", 5), /^SearchFunction\.layer: ask: Expected a function, such as/)
    assert.throws(() => layer(() => []), /^SearchFunction\.layer: name: Expected a string/)
  })

  it.live("aborts its signal if no caller waits", () =>
    Effect.gen(function*() {
      const begun = Promise.withResolvers<AbortSignal>()
      const engine = SearchFunction.layer("mine", ({ signal }) => {
        begun.resolve(signal)
        return new Promise(() => {})
      })
      const fiber = yield* Effect.forkChild(Effect.provide(asked("waders"), engine))
      const signal = yield* Effect.promise(() => begun.promise)
      yield* Fiber.interrupt(fiber)
      assert.isTrue(signal.aborted)
    }))
})
