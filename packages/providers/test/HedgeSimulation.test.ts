import { Hedge, SearchError, SearchProvider } from "@dunlin/providers"
import { Query } from "@dunlin/query-operators"
import { assert, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"

/** Enough to tell 8 s from 2 s; the figures of FIGURES.md come from `DUNLIN_SEARCHES=20000`. */
const searches = Number(process.env["DUNLIN_SEARCHES"] ?? 1000)

/** A generator of pseudo-random numbers with a fixed seed: the figures are the same in every run. */
const generator = (seed: number) => () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return seed / 2 ** 32
}

/** Latencies of an engine: log-normal around 450 ms; one in a hundred fails, two in a hundred stall for 8 s. */
const engine = (name: string, random: () => number) => {
  const counted = { calls: 0 }
  const provider = SearchProvider.make({
    name,
    retries: 0,
    search: () =>
      Effect.suspend(() => {
        counted.calls++
        const chance = random()
        if (chance < 0.02) return Effect.delay(Effect.succeed({ hits: [], warnings: [] }), 8000)
        if (chance < 0.03) {
          return Effect.delay(
            Effect.fail(
              new SearchError.SearchError({ provider: name, reason: new SearchError.Unavailable({ status: 500 }) })
            ),
            120
          )
        }
        const normal = Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random())
        return Effect.delay(Effect.succeed({ hits: [], warnings: [] }), Math.round(450 * Math.exp(0.6 * normal)))
      })
  })
  return { counted, provider }
}

const run = (provider: SearchProvider.SearchProvider["Service"]) =>
  Effect.gen(function*() {
    const question: SearchProvider.Question = {
      source: "web",
      limit: 10,
      country: "US",
      query: Query.parse("words").query
    }
    const timed = Effect.gen(function*() {
      const start = yield* Clock.currentTimeMillis
      const ok = yield* Effect.isSuccess(provider.search(question))
      return { ok, time: (yield* Clock.currentTimeMillis) - start }
    })
    const fiber = yield* Effect.forkChild(
      Effect.all(Array.from({ length: searches }, () => timed), { concurrency: "unbounded" })
    )
    yield* TestClock.adjust("20 seconds")
    const results = yield* Fiber.join(fiber)
    const times = results.filter((result) => result.ok).map((result) => result.time).sort((a, b) => a - b)
    return { p99: times[Math.floor(times.length * 0.99)]!, failed: results.filter((result) => !result.ok).length }
  })

it.effect("a hedge avoids stalls of 8 s with 20 % more calls", () =>
  Effect.gen(function*() {
    const alone = engine("alone", generator(1))
    const single = yield* run(alone.provider)
    assert.strictEqual(single.p99, 8000)
    assert.isAtLeast(single.failed, searches / 200)

    const first = engine("first", generator(2))
    const second = engine("second", generator(3))
    const hedged = yield* run(Hedge.make([first.provider, second.provider]))
    const calls = (first.counted.calls + second.counted.calls) / searches
    assert.isAtMost(hedged.p99, 2000)
    assert.isAtMost(calls, 1.25)
    assert.isAtMost(hedged.failed, searches / 500)
    if (process.env["DUNLIN_SEARCHES"] !== undefined) console.log(JSON.stringify({ single, hedged, calls }))
  }))
