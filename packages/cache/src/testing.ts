/**
 * What every backend of this package promises, as test suites. Run them on your
 * own backend; `vitest` and `@effect/vitest` are needed.
 *
 * A suite is given `open`, which builds the layer over the store with a given
 * name: the same name opens the same data again, another name is empty. Each
 * test builds its own layers, under its own test clock.
 *
 * @since 0.1.0
 */
import { RawPage } from "@dunlin/schema/RawPage"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/testing/TestClock"
import * as crypto from "node:crypto"
import type { ArtifactStore } from "./ArtifactStore.ts"
import { CacheError } from "./CacheError.ts"
import * as CachePlan from "./CachePlan.ts"
import * as artifacts from "./internal/artifactSuite.ts"
import { type Options, PageCache } from "./PageCache.ts"
import { SnapshotStore } from "./SnapshotStore.ts"

/**
 * A small HTML page fetched at `fetchedAt`; fields can be replaced.
 *
 * @category testing
 * @since 0.1.0
 */
export const page = (fetchedAt: number, fields: Partial<ConstructorParameters<typeof RawPage>[0]> = {}): RawPage =>
  new RawPage({
    sourceUrl: "https://example.com/a",
    url: "https://example.com/a",
    status: 200,
    headers: { "content-type": "text/html; charset=utf-8" },
    contentType: "text/html",
    charset: "utf-8",
    body: new TextEncoder().encode(`<p>Fetched at ${fetchedAt}</p>`),
    redirects: [],
    fetchedAt,
    engine: "http",
    proxyUsed: "basic",
    warnings: [],
    ...fields
  })

/**
 * A page with every optional part, to be compared field by field after a round trip.
 *
 * @category testing
 * @since 0.1.0
 */
export const fullPage = (fetchedAt: number, bodyBytes = 2048): RawPage =>
  page(fetchedAt, {
    url: "https://example.com/b?q=1",
    redirects: [{ url: "https://example.com/a", status: 301 }],
    engine: "browser",
    proxyUsed: "stealth",
    warnings: ["A sentence with an umlaut: ü."],
    body: crypto.randomBytes(bodyBytes),
    screenshot: { contentType: "image/png", bytes: crypto.randomBytes(300) },
    computedStyles: { body: { color: "rgb(0, 0, 0)" } },
    actions: {
      screenshots: [
        { contentType: "image/png", bytes: new Uint8Array(0) },
        { contentType: "image/jpeg", bytes: crypto.randomBytes(100) }
      ],
      scrapes: [{ url: "https://example.com/c", html: "<p>c</p>" }],
      javascriptReturns: [{ type: "object", value: { a: [1, null, "x"] } }],
      pdfs: [{ contentType: "application/pdf", bytes: crypto.randomBytes(50) }]
    }
  })

const hour = 3_600_000
const day = 24 * hour
const url = "https://example.com/a"

type Row = readonly [options: CachePlan.PageOptions, age: number, served: boolean]

/**
 * The semantics of `maxAge`, `minAge`, `lockdown` and `storeInCache`: options, age of the stored page, and whether
 * it is served.
 *
 * @category testing
 * @since 0.1.0
 */
export const semantics: ReadonlyArray<Row> = [
  // The default of two days.
  ...[[0, true], [2 * day - 1, true], [2 * day, false], [2 * day + 1, false]].map((
    [age, served]
  ): Row => [{}, Number(age), Boolean(served)]),
  // A maxAge of one hour; 1 millisecond; 0 always fetches.
  [{ maxAge: hour }, 0, true],
  [{ maxAge: hour }, hour - 1, true],
  [{ maxAge: hour }, hour, false],
  [{ maxAge: hour }, hour + 1, false],
  [{ maxAge: 1 }, 0, true],
  [{ maxAge: 1 }, 1, false],
  [{ maxAge: 0 }, 0, false],
  [{ maxAge: 0 }, hour, false],
  // minAge: at least this old, and nothing too old.
  [{ minAge: hour }, 0, false],
  [{ minAge: hour }, hour - 1, false],
  [{ minAge: hour }, hour, true],
  [{ minAge: hour }, hour + 1, true],
  [{ minAge: hour }, 1000 * day, true],
  [{ minAge: 1 }, 0, true],
  [{ minAge: 1 }, 1, true],
  [{ minAge: 0 }, 0, true],
  [{ minAge: 2 }, 1, false],
  [{ minAge: 2 }, 2, true],
  // Both: a band.
  [{ minAge: hour, maxAge: day }, hour - 1, false],
  [{ minAge: hour, maxAge: day }, hour, true],
  [{ minAge: hour, maxAge: day }, day - 1, true],
  [{ minAge: hour, maxAge: day }, day, false],
  [{ minAge: 1, maxAge: 0 }, 0, false],
  // lockdown: two years unless said otherwise.
  [{ lockdown: true }, 0, true],
  [{ lockdown: true }, 730 * day - 1, true],
  [{ lockdown: true }, 730 * day, false],
  [{ lockdown: true, maxAge: hour }, hour - 1, true],
  [{ lockdown: true, maxAge: hour }, hour, false],
  [{ lockdown: true, minAge: hour }, hour - 1, false],
  [{ lockdown: true, minAge: hour }, hour, true],
  [{ lockdown: true, minAge: hour }, 730 * day - 1, true],
  [{ lockdown: true, minAge: hour }, 730 * day, false],
  // Reading does not depend on storeInCache.
  [{ storeInCache: false }, hour, true],
  [{ storeInCache: false }, 2 * day, false],
  [{ zeroDataRetention: true }, hour, true]
]

const tagOf = <A, E>(exit: Exit.Exit<A, E>): string => {
  if (Exit.isSuccess(exit)) return "Success"
  const error = Cause.squash(exit.cause)
  return error instanceof CacheError ? error.reason._tag : String(error)
}

const plan = (options: CachePlan.PageOptions = {}, extra: { readonly team?: string; readonly url?: string } = {}) =>
  CachePlan.make({ url, options, ...extra })

const text = (served: { readonly page: RawPage }) => new TextDecoder().decode(served.page.body)

/**
 * The conformance suite of `PageCache`.
 *
 * @category testing
 * @since 0.1.0
 */
export const suite = (
  name: string,
  open: (store: string, options?: Options) => Layer.Layer<PageCache, unknown>
): void => {
  const withCache = <A, E>(
    program: Effect.Effect<A, E, PageCache>,
    store: string = crypto.randomUUID(),
    options?: Options
  ) => Effect.provide(program, Layer.fresh(open(store, options)))
  const leased: string = crypto.randomUUID()

  /** A fetch that counts its runs and answers with a page of the present moment. */
  const counted = () => {
    let count = 0
    const fetch = Effect.gen(function*() {
      count++
      return page(yield* Effect.clockWith((clock) => clock.currentTimeMillis))
    })
    return { fetch, count: () => count }
  }

  describe(`PageCache (${name})`, () => {
    for (const [options, age, served] of semantics) {
      it.effect(`${JSON.stringify(options)} at age ${age} is a ${served ? "hit" : "miss"}`, () =>
        withCache(Effect.gen(function*() {
          const cache = yield* PageCache
          yield* TestClock.setTime(5000 * day)
          yield* cache.getOrFetch(plan(), Effect.succeed(page(5000 * day)))
          yield* TestClock.adjust(age)
          const target = counted()
          const exit = yield* Effect.exit(cache.getOrFetch(plan(options), target.fetch))
          const cacheOnly = options.minAge !== undefined || options.lockdown === true
          if (served) {
            assert.isTrue(Exit.isSuccess(exit) && exit.value.cacheState === "hit", tagOf(exit))
            assert.isTrue(Exit.isSuccess(exit) && exit.value.age === age)
            assert.isTrue(Exit.isSuccess(exit) && exit.value.cachedAt === 5000 * day)
          } else if (cacheOnly) {
            assert.strictEqual(tagOf(exit), "NotCached")
          } else {
            assert.isTrue(Exit.isSuccess(exit) && exit.value.cacheState === "miss", tagOf(exit))
          }
          assert.strictEqual(target.count(), served || cacheOnly ? 0 : 1)
          const single = yield* cache.get(plan().key, CachePlan.policy(options))
          // The fetch of a miss has stored a page of age 0, which every policy with a maxAge serves.
          const now = !served && plan(options).write && !cacheOnly && options.maxAge !== 0
          assert.strictEqual(Option.isSome(single), served || now)
        })))
    }

    it.effect("keeps every part of a page", () =>
      withCache(Effect.gen(function*() {
        const cache = yield* PageCache
        for (const size of [0, 2048, 3 * 1024 * 1024]) {
          const original = fullPage(0, size)
          const key = plan({}, { url: `https://example.com/${size}` }).key
          yield* cache.set(key, original)
          const cached = yield* cache.get(key, {})
          assert.deepStrictEqual(Option.map(cached, (found) => ({ ...found.page })), Option.some({ ...original }))
        }
      })))

    it.effect("serves again after the store was closed", () => {
      const store = crypto.randomUUID()
      return Effect.gen(function*() {
        yield* withCache(Effect.flatMap(PageCache, (cache) => cache.set(plan().key, page(0))), store)
        const found = yield* withCache(Effect.flatMap(PageCache, (cache) => cache.get(plan().key, {})), store)
        assert.isTrue(Option.isSome(found))
      })
    })

    it.effect("does not store what must not be stored", () =>
      withCache(Effect.gen(function*() {
        const cache = yield* PageCache
        const forbidden: ReadonlyArray<CachePlan.CachePlan> = [
          plan({ storeInCache: false }),
          plan({ actions: [{ type: "wait", milliseconds: 1 }] }),
          plan({ headers: { cookie: "a=b" } }),
          plan({ profile: { name: "a", saveChanges: true } }),
          plan({ zeroDataRetention: true }),
          plan({}, { url: "https://user:secret@example.com/a" }),
          CachePlan.make({ url, options: {}, forget: true })
        ]
        for (const one of forbidden) {
          const target = counted()
          yield* cache.getOrFetch(one, target.fetch)
          assert.strictEqual(target.count(), 1)
          assert.deepStrictEqual((yield* cache.stats).entries, 0)
        }
        for (const status of [301, 304, 401, 403, 429, 500, 502, 503]) {
          yield* cache.set(plan().key, page(0, { status }))
          assert.deepStrictEqual((yield* cache.stats).entries, 0, `status ${status}`)
        }
        yield* cache.set(plan().key, page(0), { storeInCache: false })
        assert.deepStrictEqual((yield* cache.stats).entries, 0)
      })))

    it.effect("does not serve to requests that bypass the cache", () =>
      withCache(Effect.gen(function*() {
        const cache = yield* PageCache
        yield* cache.set(plan().key, page(0))
        for (const options of [{ headers: { cookie: "a=b" } }, { actions: [{}] }, { profile: { name: "a" } }]) {
          const target = counted()
          const served = yield* cache.getOrFetch(plan(options), target.fetch)
          assert.strictEqual(served.cacheState, "miss")
          assert.strictEqual(target.count(), 1)
          const locked = yield* Effect.exit(cache.getOrFetch(plan({ ...options, lockdown: true }), target.fetch))
          assert.strictEqual(tagOf(locked), "NotCached")
          assert.strictEqual(target.count(), 1)
        }
      })))

    it.effect("maxAge 0 fetches every time and still stores", () =>
      withCache(Effect.gen(function*() {
        const cache = yield* PageCache
        const target = counted()
        yield* cache.getOrFetch(plan({ maxAge: 0 }), target.fetch)
        yield* cache.getOrFetch(plan({ maxAge: 0 }), target.fetch)
        assert.strictEqual(target.count(), 2)
        assert.strictEqual((yield* cache.getOrFetch(plan(), target.fetch)).cacheState, "hit")
      })))

    it.effect("serves the newest version that is old enough", () =>
      withCache(Effect.gen(function*() {
        const cache = yield* PageCache
        yield* cache.set(plan().key, page(0))
        yield* TestClock.adjust(hour)
        yield* cache.set(plan().key, page(hour))
        const ageFor = (minAge: number) =>
          Effect.map(cache.get(plan().key, { minAge }), Option.map((found) => found.age))
        assert.deepStrictEqual(yield* ageFor(1), Option.some(0))
        assert.deepStrictEqual(yield* ageFor(60_000), Option.some(hour))
        assert.deepStrictEqual(yield* ageFor(hour + 1), Option.none())
        yield* TestClock.adjust(hour)
        yield* cache.set(plan().key, page(2 * hour))
        assert.deepStrictEqual((yield* cache.stats).entries, 2)
        assert.deepStrictEqual(yield* ageFor(2 * hour), Option.none())
      })))

    it.effect("keeps teams apart when asked to", () =>
      withCache(Effect.gen(function*() {
        const cache = yield* PageCache
        yield* cache.set(plan({}, { team: "one" }).key, page(0))
        assert.isTrue(Option.isNone(yield* cache.get(plan({}, { team: "two" }).key, {})))
        assert.isTrue(Option.isNone(yield* cache.get(plan().key, {})))
        assert.isTrue(Option.isSome(yield* cache.get(plan({}, { team: "one" }).key, {})))
      })))

    it.effect("does not believe entries from the future", () =>
      withCache(Effect.gen(function*() {
        const cache = yield* PageCache
        yield* TestClock.setTime(10 * day)
        yield* cache.set(plan().key, page(10 * day))
        // The clock was wrong and is set back.
        yield* TestClock.setTime(day)
        assert.isTrue(Option.isNone(yield* cache.get(plan().key, { maxAge: hour })))
        yield* TestClock.setTime(10 * day - 30_000)
        assert.deepStrictEqual(
          Option.map(yield* cache.get(plan().key, { maxAge: hour }), (found) => found.age),
          Option.some(0)
        )
      })))

    it.effect("asks again for a missing page after a minute, and never loses the good version", () =>
      withCache(Effect.gen(function*() {
        const cache = yield* PageCache
        yield* cache.set(plan().key, page(0))
        yield* TestClock.adjust(3 * day)
        let count = 0
        const gone = Effect.sync(() => {
          count++
          return page(3 * day, { status: 404 })
        })
        assert.strictEqual((yield* cache.getOrFetch(plan(), gone)).page.status, 404)
        const again = yield* cache.getOrFetch(plan(), gone)
        assert.deepStrictEqual([again.page.status, again.cacheState, count], [404, "hit", 1])
        assert.strictEqual((yield* cache.getOrFetch(plan({ minAge: 1 }), gone)).page.status, 200)
        yield* TestClock.adjust(60_000)
        yield* cache.getOrFetch(plan(), gone)
        assert.strictEqual(count, 2)
      })))

    it.effect("remembers failures for a minute, but only those it is told to", () =>
      withCache(Effect.gen(function*() {
        const cache = yield* PageCache
        const failures = {
          encode: (error: string) => error === "dns" ? Option.some(error) : Option.none<string>(),
          decode: (json: unknown) => json === "dns" ? Option.some("dns") : Option.none<string>()
        }
        let count = 0
        const fail = (error: string) => Effect.andThen(Effect.sync(() => count++), Effect.fail(error))
        const attempt = (error: string, at: string) =>
          Effect.map(Effect.exit(cache.getOrFetch(plan({}, { url: at }), fail(error), failures)), tagOf)
        assert.strictEqual(yield* attempt("dns", "https://a.test/"), "dns")
        assert.strictEqual(yield* attempt("other", "https://a.test/"), "dns")
        assert.strictEqual(count, 1)
        yield* TestClock.adjust(60_000)
        assert.strictEqual(yield* attempt("other", "https://a.test/"), "other")
        assert.strictEqual(yield* attempt("timeout", "https://a.test/"), "timeout")
        assert.strictEqual(count, 3)
      })))

    it.live("fetches once for 200 callers", () =>
      withCache(Effect.gen(function*() {
        const cache = yield* PageCache
        const gate = yield* Deferred.make<void>()
        const target = counted()
        const callers = yield* Effect.forkChild(Effect.all(
          Array.from(
            { length: 200 },
            () => cache.getOrFetch(plan(), Effect.andThen(Deferred.await(gate), target.fetch))
          ),
          { concurrency: "unbounded" }
        ))
        yield* Effect.sleep(200)
        yield* Deferred.succeed(gate, undefined)
        const served = yield* Fiber.join(callers)
        assert.strictEqual(target.count(), 1)
        assert.strictEqual(new Set(served.map(text)).size, 1)
      })))

    it.live("lets the others go on when the first caller gives up", () =>
      withCache(Effect.gen(function*() {
        const cache = yield* PageCache
        const gate = yield* Deferred.make<void>()
        const started = yield* Deferred.make<void>()
        const target = counted()
        const fetch = Deferred.succeed(started, undefined).pipe(
          Effect.andThen(Deferred.await(gate)),
          Effect.andThen(target.fetch)
        )
        const first = yield* Effect.forkChild(cache.getOrFetch(plan(), fetch))
        yield* Deferred.await(started)
        const second = yield* Effect.forkChild(cache.getOrFetch(plan(), Effect.die("a second fetch")))
        // Until it waits for the first one's fetch.
        yield* Effect.sleep(200)
        yield* Fiber.interrupt(first)
        yield* Deferred.succeed(gate, undefined)
        yield* Fiber.join(second)
        assert.strictEqual(target.count(), 1)
      })))

    it.live("stops the fetch when the last caller gives up", () =>
      withCache(Effect.gen(function*() {
        const cache = yield* PageCache
        const started = yield* Deferred.make<void>()
        const stopped = yield* Deferred.make<void>()
        const fetch = Deferred.succeed(started, undefined).pipe(
          Effect.andThen(Effect.never),
          Effect.onInterrupt(() => Deferred.succeed(stopped, undefined))
        )
        const only = yield* Effect.forkChild(cache.getOrFetch(plan(), fetch))
        yield* Deferred.await(started)
        yield* Fiber.interrupt(only)
        yield* Deferred.await(stopped)
      })))

    it.live("a failed leader is not the end of its followers", () =>
      withCache(Effect.gen(function*() {
        const cache = yield* PageCache
        const gate = yield* Deferred.make<void>()
        const started = yield* Deferred.make<void>()
        const failing = Deferred.succeed(started, undefined).pipe(
          Effect.andThen(Deferred.await(gate)),
          Effect.andThen(Effect.fail("its own deadline"))
        )
        const leader = yield* Effect.forkChild(Effect.exit(cache.getOrFetch(plan(), failing)))
        yield* Deferred.await(started)
        const target = counted()
        const followers = yield* Effect.forkChild(Effect.all(
          Array.from({ length: 20 }, () => cache.getOrFetch(plan(), target.fetch)),
          { concurrency: "unbounded" }
        ))
        // Until all of them wait for the leader.
        yield* Effect.sleep(300)
        yield* Deferred.succeed(gate, undefined)
        assert.strictEqual(tagOf(yield* Fiber.join(leader)), "its own deadline")
        yield* Fiber.join(followers)
        assert.strictEqual(target.count(), 1)
      })))

    it.live("fetches once for callers in two processes", () => {
      const store = crypto.randomUUID()
      const gate = Deferred.makeUnsafe<void>()
      const target = counted()
      const callers = withCache(
        Effect.flatMap(PageCache, (cache) =>
          Effect.all(
            Array.from(
              { length: 100 },
              () => cache.getOrFetch(plan(), Effect.andThen(Deferred.await(gate), target.fetch))
            ),
            { concurrency: "unbounded" }
          )),
        store
      )
      return Effect.gen(function*() {
        const both = yield* Effect.forkChild(Effect.all([callers, callers], { concurrency: 2 }))
        yield* Effect.sleep(300)
        yield* Deferred.succeed(gate, undefined)
        const served = yield* Fiber.join(both)
        assert.strictEqual(target.count(), 1)
        assert.strictEqual(new Set(served.flat().map(text)).size, 1)
      })
    })

    it.effect("never contacts the target of a request that insists on the cache", () =>
      withCache(Effect.gen(function*() {
        const cache = yield* PageCache
        yield* TestClock.setTime(day)
        let contacts = 0
        const canary = Effect.sync(() => {
          contacts++
          return page(day)
        })
        const some = Array.from({ length: 10 }, (_, index) => `https://example.com/${index}`)
        for (const one of some.slice(0, 5)) {
          yield* cache.set(plan({}, { url: one }).key, page(day - hour), { url: one })
        }
        for (let index = 0; index < 250; index++) {
          const options: CachePlan.PageOptions = [
            { lockdown: true },
            { minAge: 1 },
            { minAge: 2 * hour },
            { lockdown: true, maxAge: 0 }
          ][index % 4]!
          const exit = yield* Effect.exit(
            cache.getOrFetch(plan(options, { url: some[index % 10]! }), canary)
          )
          assert.isTrue(Exit.isSuccess(exit) || tagOf(exit) === "NotCached")
        }
        assert.strictEqual(contacts, 0)
      })))

    it.effect("keeps to its byte budget, and what was used last", () =>
      withCache(
        Effect.gen(function*() {
          const cache = yield* PageCache
          const one = (index: number) => plan({}, { url: `https://example.com/${index}` })
          const body = crypto.randomBytes(10_000)
          for (let index = 0; index < 40; index++) {
            yield* TestClock.adjust(1000)
            const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
            yield* cache.set(one(index).key, page(now, { body }), { url: one(index).url })
            // The first page is asked for all the time.
            yield* cache.get(one(0).key, {})
          }
          yield* cache.evict
          const { bytes, entries } = yield* cache.stats
          assert.isAtMost(bytes, 200_000)
          assert.isAtLeast(entries, 15)
          assert.isTrue(Option.isSome(yield* cache.get(one(0).key, {})), "used last")
          assert.isTrue(Option.isSome(yield* cache.get(one(39).key, {})), "newest")
          assert.isTrue(Option.isNone(yield* cache.get(one(1).key, {})), "least recently used")
        }),
        crypto.randomUUID(),
        { maxBytes: 200_000 }
      ))

    it.effect("does not store a page above the size limit", () =>
      withCache(
        Effect.gen(function*() {
          const cache = yield* PageCache
          yield* cache.set(plan().key, page(0, { body: crypto.randomBytes(20_000) }))
          const { entries, skipped } = yield* cache.stats
          assert.deepStrictEqual([entries, skipped], [0, 1])
        }),
        crypto.randomUUID(),
        { maxEntryBytes: 10_000 }
      ))

    it.live("gives a lease to one owner, and to the next one after its end", () =>
      withCache(
        Effect.gen(function*() {
          const cache = yield* PageCache
          const crashed = yield* Effect.forkChild(cache.getOrFetch(plan(), Effect.never))
          yield* Effect.sleep(100)
          const other = counted()
          // In another process on the same store, while the first one is alive and renews its lease.
          const impatient = withCache(
            Effect.flatMap(PageCache, (cache) => Effect.timeoutOption(cache.getOrFetch(plan(), other.fetch), 800)),
            leased,
            { leaseTimeToLive: 300 }
          )
          assert.isTrue(Option.isNone(yield* impatient))
          assert.strictEqual(other.count(), 0)
          yield* Fiber.interrupt(crashed)
          assert.isTrue(Option.isSome(yield* impatient))
          assert.strictEqual(other.count(), 1)
        }),
        leased,
        { leaseTimeToLive: 300 }
      ))

    it.effect("lists, shows and purges", () =>
      withCache(Effect.gen(function*() {
        const cache = yield* PageCache
        yield* TestClock.setTime(day)
        const put = (at: string, fetchedAt: number, options: CachePlan.PageOptions = {}) =>
          cache.set(plan(options, { url: at }).key, page(fetchedAt), { url: at })
        yield* put("https://a.test/1", 1)
        yield* put("https://a.test/1", 2, { mobile: true })
        yield* put("https://a.test/2", 3)
        yield* put("https://b.test/", 4)
        assert.deepStrictEqual(
          (yield* cache.list()).map((entry) => [entry.url, entry.cachedAt]),
          [["https://b.test/", 4], ["https://a.test/2", 3], ["https://a.test/1", 2], ["https://a.test/1", 1]]
        )
        assert.strictEqual((yield* cache.list({}, 2)).length, 2)
        assert.strictEqual((yield* cache.show("HTTPS://A.test:443/1#x")).length, 2)
        const listed = (yield* cache.list({ host: "b.test" }))[0]!
        assert.deepStrictEqual(
          [listed.host, listed.status, listed.kind, listed.expiresAt, listed.key],
          ["b.test", 200, "page", null, plan({}, { url: "https://b.test/" }).key]
        )
        assert.strictEqual(yield* cache.purge({ url: "https://a.test/2" }), 1)
        assert.strictEqual(yield* cache.purge({ host: "a.test", cachedBefore: 1 }), 1)
        assert.strictEqual(yield* cache.purge({ host: "nowhere.test" }), 0)
        assert.strictEqual(yield* cache.purge({ host: "a.test" }), 1)
        const { bytes, entries } = yield* cache.stats
        assert.deepStrictEqual([entries, bytes], [1, listed.size])
        assert.strictEqual(yield* cache.purge({}), 1)
        assert.deepStrictEqual(yield* cache.list(), [])
      })))
  })
}

/**
 * The conformance suite of `SnapshotStore`.
 *
 * @category testing
 * @since 0.1.0
 */
export const snapshotSuite = (name: string, open: (store: string) => Layer.Layer<SnapshotStore, unknown>): void => {
  const withStore = <A, E>(program: Effect.Effect<A, E, SnapshotStore>) =>
    Effect.provide(program, Layer.fresh(open(crypto.randomUUID())))
  const at = (moment: number, markdown = `At ${moment}`) => ({ at: moment, markdown, present: true })

  describe(`SnapshotStore (${name})`, () => {
    it.effect("answers with the newest state, in whatever order they came", () =>
      withStore(Effect.gen(function*() {
        const store = yield* SnapshotStore
        const series = { team: "one", url: "https://example.com/#top" }
        assert.deepStrictEqual(yield* store.latest(series), Option.none())
        for (const moment of [2, 5, 3]) yield* store.append(series, at(moment))
        assert.deepStrictEqual(yield* store.latest({ team: "one", url: "https://EXAMPLE.com" }), Option.some(at(5)))
        assert.deepStrictEqual(yield* store.history(series, 2), [at(5), at(3)])
        yield* store.append(series, at(5, "replaced"))
        assert.deepStrictEqual(yield* store.history(series, 10), [at(5, "replaced"), at(3), at(2)])
      })))

    it.effect("keeps teams, URLs and tags apart", () =>
      withStore(Effect.gen(function*() {
        const store = yield* SnapshotStore
        const all = [
          { team: "one", url: "https://a.test/" },
          { team: "two", url: "https://a.test/" },
          { team: "one", url: "https://b.test/" },
          { team: "one", url: "https://a.test/", tag: "prices" }
        ]
        for (const [index, series] of all.entries()) yield* store.append(series, at(index))
        for (const [index, series] of all.entries()) {
          assert.deepStrictEqual(yield* store.history(series, 10), [at(index)])
        }
        assert.deepStrictEqual(
          yield* store.history({ team: "one", url: "https://a.test/", tag: null }, 10),
          [at(0)]
        )
      })))

    it.effect("forgets nothing by itself, and what it is told to", () =>
      withStore(Effect.gen(function*() {
        const store = yield* SnapshotStore
        const series = { team: "one", url: "https://a.test/" }
        for (let moment = 1; moment <= 10; moment++) yield* store.append(series, at(moment))
        yield* TestClock.adjust(3650 * day)
        assert.strictEqual((yield* store.history(series, 100)).length, 10)
        yield* store.append({ ...series, team: "two" }, at(1))
        assert.strictEqual(yield* store.purge({ team: "one", before: 4 }), 4)
        assert.strictEqual(yield* store.purge({ url: "https://a.test", team: "two" }), 1)
        assert.strictEqual(yield* store.purge({}), 6)
        assert.deepStrictEqual(yield* store.latest(series), Option.none())
      })))

    it.effect("keeps text of any kind and size, and the fields beside it", () =>
      withStore(Effect.gen(function*() {
        const store = yield* SnapshotStore
        const series = { team: "", url: "not a url", tag: "'; DROP TABLE snapshots; --" }
        const snapshot = {
          at: 1,
          markdown: `\u0000 ü 😀 ${"long ".repeat(200_000)}`,
          json: { price: 12.5, tags: ["a", null] },
          present: false
        }
        yield* store.append(series, snapshot)
        assert.deepStrictEqual(yield* store.latest(series), Option.some(snapshot))
      })))
  })
}

/**
 * The conformance suite of `ArtifactStore`. `open` builds a layer over an empty store. `ownLinks: false`: the
 * backend signs links itself, so that opening them is not the store's part.
 *
 * @category testing
 * @since 0.1.0
 */
export const artifactSuite: (
  name: string,
  open: () => Layer.Layer<ArtifactStore, unknown>,
  options?: { readonly ownLinks?: boolean }
) => void = artifacts.suite
