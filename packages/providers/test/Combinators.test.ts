import { Failover, Fuse, Hedge, ResultCache, SearchError, SearchProvider, Throttle } from "@dunlin/providers"
import { run, suite } from "@dunlin/providers/testing"
import { Query } from "@dunlin/query-operators"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import * as vitest from "vitest"

type Service = SearchProvider.SearchProvider["Service"]

const hit = (url: string, description = "text"): SearchProvider.WebHit => ({
  source: "web",
  url,
  title: `Title of ${url}`,
  description,
  position: 0
})

const named = (
  name: string,
  search: Effect.Effect<ReadonlyArray<SearchProvider.Hit>, SearchError.SearchError>
): Service & { readonly calls: { count: number; interrupted: number } } => {
  const calls = { count: 0, interrupted: 0 }
  return {
    calls,
    name,
    search: () =>
      Effect.suspend(() => {
        calls.count++
        return Effect.map(search, (hits) => ({ hits, warnings: [] }))
      }).pipe(Effect.onInterrupt(() =>
        Effect.sync(() => {
          calls.interrupted++
        })
      ))
  }
}

const error = (provider: string, reason: SearchError.Reason = new SearchError.Unavailable({ status: 500 })) =>
  new SearchError.SearchError({ provider, reason })
const failing = (name: string, reason?: SearchError.Reason) => named(name, Effect.fail(error(name, reason)))
const answering = (name: string, ...urls: ReadonlyArray<string>) =>
  named(name, Effect.succeed(urls.map((url) => hit(url))))
const slow = (name: string, delay: "10 seconds" | "500 millis", ...urls: ReadonlyArray<string>) =>
  named(name, Effect.delay(Effect.succeed(urls.map((url) => hit(url))), delay))

const question = (query = "words", limit = 10): SearchProvider.Question => ({
  source: "web",
  query: Query.parse(query).query,
  limit,
  country: "US"
})

const urls = (answer: SearchProvider.Answer) => answer.hits.map((found) => found.url)
const providerOf = (exit: Exit.Exit<unknown, SearchError.SearchError>) =>
  Exit.isFailure(exit) ? Option.getOrUndefined(Cause.findErrorOption(exit.cause))?.provider : undefined

describe("Failover", () => {
  it.effect("calls the next provider after a failure, with a warning", () =>
    Effect.gen(function*() {
      const answer = yield* Failover.make([failing("one"), answering("two", "https://a.example/")]).search(question())
      assert.deepStrictEqual(urls(answer), ["https://a.example/"])
      assert.deepStrictEqual(answer.warnings, ["one: the provider returned 500."])
    }))

  it.effect("calls the next provider after an empty answer, and returns the empty answer if all are empty", () =>
    Effect.gen(function*() {
      const found = yield* Failover.make([answering("one"), answering("two", "https://a.example/")]).search(question())
      assert.strictEqual(found.hits.length, 1)
      const none = yield* Failover.make([answering("one"), failing("two")]).search(question())
      assert.deepStrictEqual(none.hits, [])
      assert.deepStrictEqual(none.warnings, ["two: the provider returned 500."])
      const second = answering("two", "https://a.example/")
      yield* Failover.make([answering("one"), second], { onEmpty: false }).search(question())
      assert.strictEqual(second.calls.count, 0)
    }))

  it.effect("does not call a second provider without need", () =>
    Effect.gen(function*() {
      const second = answering("two", "https://b.example/")
      yield* Failover.make([answering("one", "https://a.example/"), second]).search(question())
      assert.strictEqual(second.calls.count, 0)
    }))

  it.effect("fails with the first error if all fail", () =>
    Effect.gen(function*() {
      const exit = yield* Effect.exit(Failover.make([failing("one"), failing("two")]).search(question()))
      assert.strictEqual(providerOf(exit), "one")
    }))
})

describe("Hedge", () => {
  it.effect("does not call the second provider if the first is fast", () =>
    Effect.gen(function*() {
      const second = answering("two", "https://b.example/")
      const fiber = yield* Effect.forkChild(
        Hedge.make([slow("one", "500 millis", "https://a.example/"), second]).search(question())
      )
      yield* TestClock.adjust("500 millis")
      assert.deepStrictEqual(urls(yield* Fiber.join(fiber)), ["https://a.example/"])
      assert.strictEqual(second.calls.count, 0)
    }))

  it.effect("calls the second after the delay, and interrupts the slower one", () =>
    Effect.gen(function*() {
      const first = slow("one", "10 seconds", "https://a.example/")
      const second = slow("two", "500 millis", "https://b.example/")
      const fiber = yield* Effect.forkChild(Hedge.make([first, second], { delay: "800 millis" }).search(question()))
      yield* TestClock.adjust("799 millis")
      assert.strictEqual(second.calls.count, 0)
      yield* TestClock.adjust("501 millis")
      assert.deepStrictEqual(urls(yield* Fiber.join(fiber)), ["https://b.example/"])
      assert.deepStrictEqual(first.calls, { count: 1, interrupted: 1 })
    }))

  it.effect("calls the second immediately if the first fails, and fails if both do", () =>
    Effect.gen(function*() {
      const answer = yield* Hedge.make([failing("one"), answering("two", "https://b.example/")]).search(question())
      assert.deepStrictEqual(urls(answer), ["https://b.example/"])
      const exit = yield* Effect.exit(Hedge.make([failing("one"), failing("two")]).search(question()))
      assert.strictEqual(providerOf(exit), "one")
    }))

  it.effect("waits for the second if the first fails later", () =>
    Effect.gen(function*() {
      const first = named("one", Effect.delay(Effect.fail(error("one")), "1 second"))
      const second = slow("two", "10 seconds", "https://b.example/")
      const fiber = yield* Effect.forkChild(Hedge.make([first, second]).search(question()))
      yield* TestClock.adjust("11 seconds")
      assert.deepStrictEqual(urls(yield* Fiber.join(fiber)), ["https://b.example/"])
    }))
})

describe("Fuse", () => {
  it.effect("ranks a page of both providers first, once, with both names", () =>
    Effect.gen(function*() {
      const answer = yield* Fuse.make([
        answering("one", "https://a.example/", "https://b.example/page?utm_source=x"),
        answering("two", "http://b.example/page#top", "https://c.example/")
      ]).search(question())
      assert.deepStrictEqual(urls(answer), [
        "https://b.example/page?utm_source=x",
        "https://a.example/",
        "https://c.example/"
      ])
      assert.deepStrictEqual(answer.hits.map((found) => found.providers), [["one", "two"], ["one"], ["two"]])
      assert.deepStrictEqual(answer.hits.map((found) => found.position), [1, 2, 3])
    }))

  it.effect("applies the weights of providers", () =>
    Effect.gen(function*() {
      const answer = yield* Fuse.make([
        answering("one", "https://a.example/"),
        answering("two", "https://b.example/", "https://c.example/")
      ], { weights: [1, 2] }).search(question())
      assert.deepStrictEqual(urls(answer), ["https://b.example/", "https://c.example/", "https://a.example/"])
    }))

  it.effect("merges descriptions, and prefers https", () =>
    Effect.gen(function*() {
      const answer = yield* Fuse.make([
        named("one", Effect.succeed([hit("http://a.example/", "short")])),
        named("two", Effect.succeed([{ ...hit("https://a.example/", "a longer text"), publishedAt: "2024-01-01" }]))
      ]).search(question())
      assert.deepStrictEqual(answer.hits, [{
        source: "web",
        url: "https://a.example/",
        title: "Title of http://a.example/",
        description: "a longer text",
        publishedAt: "2024-01-01",
        providers: ["one", "two"],
        position: 1
      }])
    }))

  it.effect("combines a text only with its own description", () =>
    Effect.gen(function*() {
      const url = "https://a.example/"
      const parts = { text: "part", textIsWhole: false, textParts: [{ at: 0, start: 7, end: 11 }] }
      for (const [left, right, kept] of [[{}, parts, parts], [{ text: "all" }, parts, { text: "all" }]]) {
        const answer = yield* Fuse.make([
          named("one", Effect.succeed([{ ...hit(url), ...left }])),
          named("two", Effect.succeed([{ ...hit(url), ...right }]))
        ]).search(question())
        assert.deepStrictEqual(answer.hits, [{ ...hit(url), ...kept, providers: ["one", "two"], position: 1 }])
      }
    }))

  it.effect("limits the hits of one host among the first ten, unless the query names a site", () =>
    Effect.gen(function*() {
      const many = answering(
        "one",
        ...[1, 2, 3, 4, 5].map((n) => `https://a.example/${n}`),
        "https://b.example/"
      )
      const capped = yield* Fuse.make([many]).search(question())
      assert.deepStrictEqual(urls(capped).slice(2), [
        "https://a.example/3",
        "https://b.example/",
        "https://a.example/4",
        "https://a.example/5"
      ])
      const free = yield* Fuse.make([many]).search(question("words site:a.example"))
      assert.strictEqual(urls(free)[3], "https://a.example/4")
    }))

  it.effect("waits briefly for slow providers, and turns failures into warnings", () =>
    Effect.gen(function*() {
      const late = slow("late", "10 seconds", "https://z.example/")
      const fiber = yield* Effect.forkChild(
        Fuse.make([answering("one", "https://a.example/"), late, failing("broken")], { grace: "1 second" })
          .search(question())
      )
      yield* TestClock.adjust("1 second")
      const answer = yield* Fiber.join(fiber)
      assert.deepStrictEqual(urls(answer), ["https://a.example/"])
      assert.deepStrictEqual(answer.warnings, [
        "late: no response in time; only the other providers' results are returned.",
        "broken: the provider returned 500; only the other providers' results are returned."
      ])
      assert.strictEqual(late.calls.interrupted, 1)
    }))

  it.effect("fails if all fail", () =>
    Effect.gen(function*() {
      const exit = yield* Effect.exit(Fuse.make([failing("one"), failing("two")]).search(question()))
      assert.strictEqual(providerOf(exit), "one")
    }))
})

describe("ResultCache", () => {
  it.effect("sends equal questions once, and again after expiry", () =>
    Effect.gen(function*() {
      const inner = answering("one", "https://a.example/")
      const cached = yield* ResultCache.make(inner, { timeToLive: "1 minute" })
      yield* Effect.all([cached.search(question("a  b")), cached.search(question("a b"))], {
        concurrency: "unbounded"
      })
      assert.strictEqual(inner.calls.count, 1)
      yield* cached.search(question("a c"))
      yield* cached.search({ ...question("a b"), country: "DE" })
      assert.strictEqual(inner.calls.count, 3)
      yield* TestClock.adjust("61 seconds")
      yield* cached.search(question("a b"))
      assert.strictEqual(inner.calls.count, 4)
    }))

  it.effect("stores neither failures nor empty answers, and can be bypassed", () =>
    Effect.gen(function*() {
      const broken = failing("broken")
      const cached = yield* ResultCache.make(broken)
      yield* Effect.exit(cached.search(question()))
      yield* Effect.exit(cached.search(question()))
      assert.strictEqual(broken.calls.count, 2)
      const empty = answering("empty")
      const cachedEmpty = yield* ResultCache.make(empty)
      yield* cachedEmpty.search(question())
      yield* cachedEmpty.search(question())
      assert.strictEqual(empty.calls.count, 2)
      const full = answering("full", "https://a.example/")
      const cachedFull = yield* ResultCache.make(full)
      yield* cachedFull.search(question()).pipe(Effect.provideService(ResultCache.Bypass, true))
      yield* cachedFull.search(question())
      assert.strictEqual(full.calls.count, 2)
    }))
})

describe("Throttle", () => {
  const throttled = (provider: Service, options: Throttle.Options) =>
    Throttle.layer(Layer.succeed(SearchProvider.SearchProvider, provider), options)

  it.effect("delays questions above the limit", () => {
    const inner = answering("one", "https://a.example/")
    return Effect.gen(function*() {
      const provider = yield* SearchProvider.SearchProvider
      const fiber = yield* Effect.forkChild(
        Effect.all(Array.from({ length: 3 }, () => provider.search(question())), { concurrency: "unbounded" })
      )
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(inner.calls.count, 1)
      yield* TestClock.adjust("3 seconds")
      yield* Fiber.join(fiber)
      assert.strictEqual(inner.calls.count, 3)
    }).pipe(Effect.provide(throttled(inner, { limit: 1, window: "1 second" })))
  })

  it.effect("fails above the limit on request", () =>
    Effect.gen(function*() {
      const provider = yield* SearchProvider.SearchProvider
      yield* provider.search(question())
      const exit = yield* Effect.exit(provider.search(question()))
      assert.isTrue(Exit.isFailure(exit))
      const found = Exit.isFailure(exit) ? Option.getOrUndefined(Cause.findErrorOption(exit.cause)) : undefined
      assert.strictEqual(found?.reason._tag, "RateLimited")
    }).pipe(
      Effect.provide(
        throttled(answering("one", "https://a.example/"), { limit: 1, window: "1 minute", onExceeded: "fail" })
      )
    ))

  it.effect("pauses a failing provider", () => {
    const inner = failing("one")
    return Effect.gen(function*() {
      const provider = yield* SearchProvider.SearchProvider
      for (let n = 0; n < 5; n++) yield* Effect.exit(provider.search(question()))
      assert.strictEqual(inner.calls.count, 2)
      yield* TestClock.adjust("31 seconds")
      yield* Effect.exit(provider.search(question()))
      assert.strictEqual(inner.calls.count, 3)
    }).pipe(Effect.provide(throttled(inner, { failures: 2 })))
  })

  it.effect.each([
    new SearchError.InvalidRequest({ status: 400 }),
    new SearchError.Unauthorized({}),
    new SearchError.QuotaExceeded({})
  ])("does not count $_tag as a failure, and returns its message", (reason) => {
    const inner = failing("one", reason)
    return Effect.gen(function*() {
      const provider = yield* SearchProvider.SearchProvider
      for (let n = 0; n < 5; n++) {
        assert.strictEqual((yield* Effect.flip(provider.search(question()))).reason, reason)
      }
      assert.strictEqual(inner.calls.count, 5)
    }).pipe(Effect.provide(throttled(inner, { failures: 2 })))
  })
})

const hits = ["one", "two", "three", "four"].map((name) => hit(`https://${name}.example/`))
const memory = SearchProvider.layerMemory(hits)

run(suite("memory", memory, { query: "anything" }), vitest)
run(suite("failover", Failover.layer([memory, memory]), { query: "anything" }), vitest)
run(suite("hedge", Hedge.layer([memory, memory]), { query: "anything" }), vitest)
run(suite("fuse", Fuse.layer([memory, memory]), { query: "anything" }), vitest)
run(suite("cache", ResultCache.layer(memory), { query: "anything" }), vitest)
run(suite("throttle", Throttle.layer(memory), { query: "anything" }), vitest)
