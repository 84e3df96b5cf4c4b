import { SearchError, SearchProvider } from "@dunlin/providers"
import { Query } from "@dunlin/query-operators"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber, Ref } from "effect"
import { TestClock } from "effect/testing"

const question = (limit = 10, source: SearchProvider.Source = "web"): SearchProvider.Question => ({
  source,
  limit,
  country: "US",
  query: Query.parse("words").query
})

const hit = (at: number): SearchProvider.WebHit => ({
  source: "web",
  url: `https://a.example/${at}`,
  title: `T${at}`,
  description: "",
  position: 99
})

const error = (reason: SearchError.Reason) => new SearchError.SearchError({ provider: "p", reason })

describe("SearchProvider.make", () => {
  it.effect("applies the limit, numbers the hits, and omits other sources and invalid URLs", () =>
    Effect.gen(function*() {
      const provider = SearchProvider.make({
        name: "p",
        search: () =>
          Effect.succeed({
            hits: [
              hit(1),
              { ...hit(2), url: "javascript:alert(1)" },
              { source: "news", url: "https://a.example/n", title: "", snippet: "", position: 1 },
              hit(3),
              hit(4)
            ],
            warnings: ["w", "w"]
          })
      })
      const answer = yield* provider.search(question(2))
      assert.deepStrictEqual(answer.hits.map(({ position, url }) => [position, url]), [
        [1, "https://a.example/1"],
        [2, "https://a.example/3"]
      ])
      assert.deepStrictEqual(answer.warnings, ["w"])
    }))

  it.effect("waits as long as the engine requests before the next attempt", () =>
    Effect.gen(function*() {
      let calls = 0
      const provider = SearchProvider.make({
        name: "p",
        search: () =>
          Effect.suspend(() =>
            ++calls === 1
              ? Effect.fail(error(new SearchError.RateLimited({ retryAfterMillis: 5000 })))
              : Effect.succeed({ hits: [hit(1)], warnings: [] })
          )
      })
      const fiber = yield* Effect.forkChild(provider.search(question()))
      yield* TestClock.adjust("4999 millis")
      assert.strictEqual(calls, 1)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Fiber.join(fiber)).hits.length, 1)
    }))

  it.effect("does not wait for a pause that is too long, or repeat a permanent failure", () =>
    Effect.gen(function*() {
      for (
        const reason of [
          new SearchError.RateLimited({ retryAfterMillis: 60_000 }),
          new SearchError.QuotaExceeded({}),
          new SearchError.Unauthorized({}),
          new SearchError.InvalidResponse({}),
          new SearchError.Unsupported({ what: "images" })
        ]
      ) {
        let calls = 0
        const provider = SearchProvider.make({
          name: "p",
          search: () =>
            Effect.suspend(() => {
              calls++
              return Effect.fail(error(reason))
            })
        })
        assert.isTrue(Exit.isFailure(yield* Effect.exit(provider.search(question()))))
        assert.strictEqual(calls, 1, reason._tag)
      }
    }))

  it.effect("stops at the timeout", () =>
    Effect.gen(function*() {
      const provider = SearchProvider.make({ name: "p", timeout: "3 seconds", search: () => Effect.never })
      const fiber = yield* Effect.forkChild(Effect.flip(provider.search(question())))
      yield* TestClock.adjust("3 seconds")
      const failure = yield* Fiber.join(fiber)
      assert.strictEqual(failure.message, "p: no response within 3000 ms")
      assert.isTrue(failure.isRetryable)
    }))
})

describe("SearchProvider.makePaged", () => {
  it.effect("continues after hits with the same title and snippet on another host, and returns those last", () =>
    Effect.gen(function*() {
      let pages = 0
      const description = (at: number) => Array.from({ length: 15 }, (_, word) => `word${at}${word}`).join(" ")
      const copy = (at: number, host: string): SearchProvider.WebHit => ({
        ...hit(at),
        url: `https://${host}.example/${at}`,
        description: description(at)
      })
      const provider = SearchProvider.makePaged({
        name: "p",
        read: () =>
          Effect.succeed({
            page: (page) => {
              pages++
              const hits = [1, 2].flatMap((at) => ["a", "b"].map((host) => copy(page * 2 + at, host)))
              return Effect.succeed({ hits })
            }
          })
      })
      const { hits, warnings } = yield* provider.search(question(5))
      assert.deepStrictEqual(hits.map(({ url }) => url), [1, 2, 3, 4, 5].map((at) => `https://a.example/${at}`))
      assert.strictEqual(pages, 3)
      assert.deepStrictEqual(warnings, [
        "6 results have the title and snippet of an earlier result on another host, and were omitted."
      ])
    }))

  it.effect("returns the pages that arrived before the timeout", () =>
    Effect.gen(function*() {
      const provider = SearchProvider.makePaged({
        name: "p",
        timeout: "3 seconds",
        read: () =>
          Effect.succeed({ page: (page) => page === 0 ? Effect.succeed({ hits: [hit(1), hit(2)] }) : Effect.never })
      })
      const fiber = yield* Effect.forkChild(provider.search(question()))
      yield* TestClock.adjust("3 seconds")
      const answer = yield* Fiber.join(fiber)
      assert.strictEqual(answer.hits.length, 2)
      assert.deepStrictEqual(answer.warnings, ["p: no response within 3000 ms; only 2 of 10 results are returned."])
    }))

  it.effect("continues while hits are rejected, and stops at the last page", () =>
    Effect.gen(function*() {
      const pages: Array<number> = []
      const provider = SearchProvider.makePaged({
        name: "p",
        read: () =>
          Effect.succeed({
            accept: (found) => Number(found.url.split("/").at(-1)) % 2 === 0,
            page: (page) => {
              pages.push(page)
              return Effect.succeed({ hits: [hit(2 * page), hit(2 * page + 1)], last: page === 5 })
            }
          })
      })
      assert.strictEqual((yield* provider.search(question(3))).hits.length, 3)
      assert.deepStrictEqual(pages, [0, 1, 2])
      pages.length = 0
      assert.strictEqual((yield* provider.search(question(100))).hits.length, 6)
      assert.deepStrictEqual(pages, [0, 1, 2, 3, 4, 5])
    }))
})

/** An engine with pages of these sizes, which counts its requests. */
const pagesOf = (sizes: (page: number) => number, minGain?: number) => {
  let requests = 0
  const provider = SearchProvider.makePaged({
    name: "p",
    ...(minGain === undefined ? {} : { minGain }),
    read: () =>
      Effect.succeed({
        page: (page) =>
          Effect.sync(() => {
            requests++
            return { hits: Array.from({ length: sizes(page) }, (_, at) => hit(100 * page + at)) }
          })
      })
  })
  return {
    search: (asked: SearchProvider.Question) =>
      Effect.map(provider.search(asked), ({ hits }) => {
        const answer = [hits.length, requests] as const
        requests = 0
        return answer
      })
  }
}

describe("a further request to an engine", () => {
  it.effect("is not sent if only one or two hits are missing", () =>
    Effect.gen(function*() {
      for (const size of [8, 9, 10]) {
        assert.deepStrictEqual(yield* pagesOf(() => size).search(question(10)), [size, 1])
      }
      assert.deepStrictEqual(yield* pagesOf(() => 7).search(question(10)), [10, 2])
      assert.deepStrictEqual(yield* pagesOf(() => 9).search(question(50)), [50, 6])
      assert.deepStrictEqual(yield* pagesOf(() => 10).search(question(50)), [50, 5])
    }))

  it.effect("is sent for every missing hit on request", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* pagesOf(() => 9, 0).search(question(10)), [10, 2])
    }))

  it.effect("is not sent if the wanted hits arrived, although more are allowed", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* pagesOf(() => 14).search({ ...question(20), wanted: 10 }), [14, 1])
    }))
})

it.effect("one page with two URLs is one hit", () =>
  Effect.gen(function*() {
    const pages = Array.from({ length: 10 }, (_, at) => hit(at))
    const twice = pages.slice(0, 4).map((page) => ({ ...page, url: page.url.replace("https:", "http:") }))
    const provider = SearchProvider.makePaged({
      name: "p",
      read: () => Effect.succeed({ page: () => Effect.succeed({ hits: [...twice, ...pages] }) })
    })
    const { hits } = yield* provider.search(question(10))
    assert.deepStrictEqual(hits.map(({ url }) => url.split("/").at(-1)), pages.map((_, at) => String(at)))
  }))

it.effect("stops after pages without accepted hits", () =>
  Effect.gen(function*() {
    let pages = 0
    const provider = SearchProvider.makePaged({
      name: "p",
      read: () =>
        Effect.succeed({
          accept: (found) => found.url.endsWith("/1"),
          page: (page) => {
            pages++
            return Effect.succeed({ hits: [hit(2 * page), hit(2 * page + 1)] })
          }
        })
    })
    const answer = yield* provider.search(question(10))
    assert.strictEqual(answer.hits.length, 1)
    assert.strictEqual(pages, 4)
    assert.deepStrictEqual(answer.warnings, [
      "p: 1 of the first 8 results match the filters; no more results were requested."
    ])
  }))

it.effect("layerTest records the questions", () =>
  Effect.gen(function*() {
    const provider = yield* SearchProvider.SearchProvider
    yield* provider.search(question(1))
    yield* provider.search(question(2))
    const calls = yield* Ref.get(yield* SearchProvider.SearchProviderCalls)
    assert.deepStrictEqual(calls.map((call) => call.limit), [1, 2])
  }).pipe(Effect.provide(SearchProvider.layerTest([hit(1)]))))

it("a reason states how long to wait", () => {
  assert.deepStrictEqual(new SearchError.RateLimited({ retryAfterMillis: 1500 }).retryAfter, Duration.millis(1500))
  assert.strictEqual(
    error(new SearchError.RateLimited({ retryAfterMillis: 1500 })).message,
    "p: the provider's rate limit was reached; retry in 2 s"
  )
})
