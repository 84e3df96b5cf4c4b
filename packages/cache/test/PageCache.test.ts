import { AnswerStore, CacheError, CachePlan, PageCache, PageStore, SnapshotStore } from "@dunlin/cache"
import * as testing from "@dunlin/cache/testing"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Metric, Option, Random } from "effect"
import { TestClock } from "effect/testing"
import * as vitest from "vitest"

const stores = new Map<string, PageStore.PageStore>()

/** The same store for the same name, as if it were shared between processes. */
const storeOf = (name: string) => {
  const store = stores.get(name) ?? PageStore.makeMemory()
  stores.set(name, store)
  return store
}

testing.run(testing.suite("memory", (name, options) => PageCache.layerStore(storeOf(name), options)), vitest)
testing.run(
  testing.suite("memory by default", (_name, options) => PageCache.layerMemory(options), { shared: false }),
  vitest
)
testing.run(testing.snapshotSuite("memory", () => SnapshotStore.layerMemory), vitest)
testing.run(testing.answerSuite("memory", () => AnswerStore.layerMemory, { shared: false }), vitest)

const url = "https://example.com/a"

/** A memory store whose n-th operation fails, and every one after it when asked. */
const failing = (at: number, forever: boolean): PageStore.PageStore => {
  const store = PageStore.makeMemory()
  let count = 0
  const guard = <A>(effect: Effect.Effect<A, CacheError.CacheError>) =>
    Effect.suspend(() => {
      count++
      return count === at || (forever && count > at)
        ? Effect.fail(new CacheError.CacheError({ store: "failing", reason: new CacheError.Unavailable({}) }))
        : effect
    })
  return {
    name: "failing",
    read: (window) => guard(store.read(window)),
    write: (entry, versions) => guard(store.write(entry, versions)),
    remove: (key, cachedAt) => guard(store.remove(key, cachedAt)),
    list: (filter, limit) => guard(store.list(filter, limit)),
    purge: (filter) => guard(store.purge(filter)),
    size: guard(store.size),
    evict: (options) => guard(store.evict(options)),
    lease: (key, owner, ttl) => guard(store.lease(key, owner, ttl)),
    release: (key, owner) => guard(store.release(key, owner))
  }
}

describe("PageCache", () => {
  it.effect("returns the page if any store operation fails once or permanently", () =>
    Effect.gen(function*() {
      for (const forever of [false, true]) {
        for (let at = 1; at <= 15; at++) {
          yield* Effect.scoped(Effect.gen(function*() {
            const cache = yield* PageCache.make(failing(at, forever), { leaseTimeToLive: 1 })
            const plan = CachePlan.make({ url, options: {} })
            for (let turn = 0; turn < 3; turn++) {
              const fiber = yield* Effect.forkChild(cache.getOrFetch(plan, Effect.succeed(testing.page(0))))
              // A lease that could not be given back ends by itself.
              yield* TestClock.adjust(60_000)
              assert.strictEqual((yield* Fiber.join(fiber)).page.status, 200)
            }
          }))
        }
      }
    }))

  it.effect("renews a lease while its fetch runs, and then releases it", () =>
    Effect.gen(function*() {
      const store = PageStore.makeMemory()
      const cache = yield* PageCache.make(store, { leaseTimeToLive: "10 seconds" })
      const plan = CachePlan.make({ url, options: {} })
      const gate = yield* Deferred.make<void>()
      const fetching = yield* Deferred.make<void>()
      const fetch = Deferred.succeed(fetching, undefined).pipe(
        Effect.andThen(Deferred.await(gate)),
        Effect.as(testing.page(0))
      )
      const fiber = yield* Effect.forkChild(cache.getOrFetch(plan, fetch))
      yield* Deferred.await(fetching)
      for (let seconds = 0; seconds < 60; seconds++) {
        yield* TestClock.adjust("1 second")
        assert.isFalse(yield* store.lease(plan.key, "other", 1), `after ${seconds} seconds`)
      }
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(fiber)
      assert.isTrue(yield* store.lease(plan.key, "other", 1))
    }).pipe(Effect.scoped))

  it.effect("never contacts the target in 10,000 mixed requests that allow only cached pages", () =>
    Effect.gen(function*() {
      const cache = yield* PageCache.PageCache
      let contacts = 0
      const canary = Effect.sync(() => {
        contacts++
        return testing.page(0)
      })
      const hours = (count: number) => count * 3_600_000
      let hits = 0
      for (let index = 0; index < 10_000; index++) {
        const at = `https://example.com/${yield* Random.nextIntBetween(0, 50)}`
        const age = hours(yield* Random.nextIntBetween(0, 5))
        const insists: ReadonlyArray<CachePlan.PageOptions> = [
          { lockdown: true },
          { lockdown: true, maxAge: age },
          { minAge: age },
          { minAge: age, maxAge: hours(3) },
          { minAge: 1, storeInCache: false },
          { lockdown: true, headers: { cookie: "a=b" } },
          { minAge: 1, actions: [{}] },
          { lockdown: true, minAge: age, zeroDataRetention: true }
        ]
        const options = insists[index % insists.length]!
        if (index % 100 === 0) {
          // A page that somebody else fetched; and time passes.
          yield* cache.set(CachePlan.key({ url: at, options: {} }), testing.page(hours(index / 100)), { url: at })
          yield* TestClock.adjust(hours(1))
        }
        const exit = yield* Effect.exit(cache.getOrFetch(CachePlan.make({ url: at, options }), canary))
        if (Exit.isSuccess(exit)) hits++
      }
      assert.strictEqual(contacts, 0)
      assert.isAbove(hits, 500)
    }).pipe(Effect.provide(PageCache.layerMemory())))

  it.live("does not share a fetch between callers with different permissions", () =>
    Effect.gen(function*() {
      const cache = yield* PageCache.PageCache
      const gate = yield* Deferred.make<void>()
      const plan = (sharing: string) => CachePlan.make({ url, options: { storeInCache: false }, sharing })
      const fetching = yield* Deferred.make<void>()
      const refused = Deferred.succeed(fetching, undefined).pipe(
        Effect.andThen(Deferred.await(gate)),
        Effect.andThen(Effect.fail("refused"))
      )
      const strict = yield* Effect.forkChild(Effect.exit(cache.getOrFetch(plan("strict"), refused)))
      yield* Deferred.await(fetching)
      const lenient = yield* cache.getOrFetch(plan("lenient"), Effect.succeed(testing.page(0)))
      assert.strictEqual(lenient.page.status, 200)
      yield* Deferred.succeed(gate, undefined)
      assert.isTrue(Exit.isFailure(yield* Fiber.join(strict)))
    }).pipe(Effect.provide(PageCache.layerMemory())))

  it.effect("fetches again if a cached failure cannot be decoded, as after an upgrade", () =>
    Effect.gen(function*() {
      const cache = yield* PageCache.PageCache
      const plan = CachePlan.make({ url, options: {} })
      const older = { encode: () => Option.some("older form"), decode: () => Option.some("refused") }
      const newer = { encode: () => Option.none(), decode: () => Option.none() }
      assert.strictEqual(yield* Effect.flip(cache.getOrFetch(plan, Effect.fail("refused"), older)), "refused")
      assert.strictEqual(yield* Effect.flip(cache.getOrFetch(plan, Effect.die("cached"), older)), "refused")
      const { cacheState } = yield* cache.getOrFetch(plan, Effect.succeed(testing.page(0)), newer)
      assert.strictEqual(cacheState, "miss")
    }).pipe(Effect.provide(PageCache.layerMemory())))

  it.effect("counts events for its statistics and for the metrics", () =>
    Effect.gen(function*() {
      const cache = yield* PageCache.PageCache
      const plan = CachePlan.make({ url, options: {} })
      yield* cache.getOrFetch(plan, Effect.succeed(testing.page(0)))
      yield* cache.getOrFetch(plan, Effect.die("cached"))
      yield* cache.set(plan.key, testing.page(0, { status: 500 }))
      const { entries, hits, misses, skipped, store, writes } = yield* cache.stats
      assert.deepStrictEqual(
        { entries, hits, misses, skipped, store, writes },
        { entries: 1, hits: 1, misses: 1, skipped: 1, store: "memory", writes: 1 }
      )
      const seen = (yield* Metric.snapshot).filter((metric) => metric.id === "dunlin_cache_events_total")
        .map((metric) => `${metric.attributes?.["store"]} ${metric.attributes?.["event"]}`).sort()
      assert.deepStrictEqual(seen, ["memory hits", "memory misses", "memory skipped", "memory writes"])
    }).pipe(
      Effect.provide(PageCache.layerMemory()),
      Effect.provideService(Metric.MetricRegistry, new Map())
    ))
})
