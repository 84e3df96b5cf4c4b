import { Fetcher } from "@dunlin/fetcher"
import { Searcher } from "@dunlin/pipeline"
import { SearchError, SearchProvider } from "@dunlin/providers"
import { SearchRequest } from "@dunlin/schema"
import { assert, it } from "@effect/vitest"
import { Services } from "dunlin"
import { Clock, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"

/** Lets time pass, second by second, until a fiber is done. Layers that are still being built do not matter. */
const inTime = Effect.fnUntraced(function*<A, E>(fiber: Fiber.Fiber<A, E>) {
  while (fiber.pollUnsafe() === undefined) {
    yield* TestClock.adjust("1 second")
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
  }
  return yield* Fiber.join(fiber)
})

const search = Effect.gen(function*() {
  const searcher = yield* Searcher.Searcher
  return yield* searcher.search(yield* SearchRequest.decode({ query: "waders", timeout: 10_000 }))
})

const engine = (ask: (attempt: number) => Effect.Effect<SearchProvider.Answer, SearchError.SearchError>) => {
  let attempts = 0
  const provider = SearchProvider.make({ name: "engine", search: () => Effect.suspend(() => ask(++attempts)) })
  return Services.layer({
    provider: Layer.succeed(SearchProvider.SearchProvider, provider),
    fetcher: Fetcher.layerMemory({})
  })
}

it.effect("an engine that fails once is asked again, after the pause it asked for", () =>
  Effect.gen(function*() {
    const asked: Array<number> = []
    const services = engine(Effect.fnUntraced(function*(attempt) {
      asked.push(yield* Clock.currentTimeMillis)
      if (attempt === 1) {
        const reason = new SearchError.RateLimited({ retryAfterMillis: 3000 })
        return yield* new SearchError.SearchError({ provider: "engine", reason })
      }
      return {
        hits: [{ source: "web", url: "https://example.com/", title: "Waders", description: "", position: 1 }],
        warnings: []
      }
    }))
    const fiber = yield* search.pipe(Effect.provide(services), Effect.forkChild)
    const { data } = yield* inTime(fiber)
    assert.strictEqual(data.web?.[0]?.title, "Waders")
    // Between the attempts: the clock also ran while the layers were built.
    assert.deepStrictEqual(asked.slice(1).map((time, at) => time - asked[at]!), [3000])
  }))

it.effect("an engine that never answers is a SearchTimeout", () =>
  Effect.gen(function*() {
    const services = engine(() => Effect.never)
    const fiber = yield* search.pipe(Effect.provide(services), Effect.flip, Effect.forkChild)
    const error = yield* inTime(fiber)
    assert.strictEqual(error._tag, "SearchTimeout")
    assert.isAtLeast(yield* Clock.currentTimeMillis, 10_000)
  }))
