/** Tests which pages are served, which are stored, and for which team. */
import { assert, pass, type Writer } from "@dunlin/common/testing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as crypto from "node:crypto"
import * as CachePlan from "../../CachePlan.ts"
import { PageCache } from "../../PageCache.ts"
import { counted, day, fullPage, hour, page, plan, tagOf, url, type WithCache } from "./samples.ts"
import { semantics } from "./semantics.ts"

export const rules = (it: Writer<never>, withCache: WithCache, shared: boolean): void => {
  ages(it, withCache)
  pages(it, withCache, shared)
  requests(it, withCache)
  answersOfOrigins(it, withCache)
}

const ages = (it: Writer<never>, withCache: WithCache): void => {
  for (const [options, age, served] of semantics) {
    it.effect(`${JSON.stringify(options)} at age ${age} is a ${served ? "hit" : "miss"}`, () =>
      withCache(Effect.gen(function*() {
        const cache = yield* PageCache
        yield* pass(5000 * day)
        yield* cache.getOrFetch(plan(), Effect.succeed(page(5000 * day)))
        yield* pass(age)
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
        const now = !served && plan(options).write && !cacheOnly && options.maxAge !== 0
        assert.strictEqual(Option.isSome(single), served || now)
      })))
  }
}

const pages = (it: Writer<never>, withCache: WithCache, shared: boolean): void => {
  it.effect("stores every part of a page", () =>
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

  if (shared) {
    it.effect("still returns pages after the store was closed and opened again", () => {
      const store = crypto.randomUUID()
      return Effect.gen(function*() {
        yield* withCache(Effect.flatMap(PageCache, (cache) => cache.set(plan().key, page(0))), store)
        const found = yield* withCache(Effect.flatMap(PageCache, (cache) => cache.get(plan().key, {})), store)
        assert.isTrue(Option.isSome(found))
      })
    })
  }

  it.effect("does not store pages that must not be cached", () =>
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
}

const requests = (it: Writer<never>, withCache: WithCache): void => {
  it.effect("does not return cached pages to requests that bypass the cache", () =>
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

  it.effect("fetches every time with maxAge 0, and still stores the page", () =>
    withCache(Effect.gen(function*() {
      const cache = yield* PageCache
      const target = counted()
      yield* cache.getOrFetch(plan({ maxAge: 0 }), target.fetch)
      yield* cache.getOrFetch(plan({ maxAge: 0 }), target.fetch)
      assert.strictEqual(target.count(), 2)
      assert.strictEqual((yield* cache.getOrFetch(plan(), target.fetch)).cacheState, "hit")
    })))

  it.effect("returns the newest version that is old enough", () =>
    withCache(Effect.gen(function*() {
      const cache = yield* PageCache
      yield* cache.set(plan().key, page(0))
      yield* pass(hour)
      yield* cache.set(plan().key, page(hour))
      const ageFor = (minAge: number) => Effect.map(cache.get(plan().key, { minAge }), Option.map((found) => found.age))
      assert.deepStrictEqual(yield* ageFor(1), Option.some(0))
      assert.deepStrictEqual(yield* ageFor(60_000), Option.some(hour))
      assert.deepStrictEqual(yield* ageFor(hour + 1), Option.none())
      yield* pass(hour)
      yield* cache.set(plan().key, page(2 * hour))
      assert.deepStrictEqual((yield* cache.stats).entries, 2)
      assert.deepStrictEqual(yield* ageFor(2 * hour), Option.none())
    })))

  it.effect("separates the pages of teams if the plan names a team", () =>
    withCache(Effect.gen(function*() {
      const cache = yield* PageCache
      yield* cache.set(plan({}, { team: "one" }).key, page(0))
      assert.isTrue(Option.isNone(yield* cache.get(plan({}, { team: "two" }).key, {})))
      assert.isTrue(Option.isNone(yield* cache.get(plan().key, {})))
      assert.isTrue(Option.isSome(yield* cache.get(plan({}, { team: "one" }).key, {})))
    })))

  it.effect("ignores entries from the future", () =>
    withCache(Effect.gen(function*() {
      const cache = yield* PageCache
      yield* pass(10 * day)
      yield* cache.set(plan().key, page(10 * day))
      yield* pass(-9 * day)
      assert.isTrue(Option.isNone(yield* cache.get(plan().key, { maxAge: hour })))
      yield* pass(9 * day - 30_000)
      assert.deepStrictEqual(
        Option.map(yield* cache.get(plan().key, { maxAge: hour }), (found) => found.age),
        Option.some(0)
      )
    })))
}

const answersOfOrigins = (it: Writer<never>, withCache: WithCache): void => {
  it.effect("fetches a missing page again after a minute, and never loses the good version", () =>
    withCache(Effect.gen(function*() {
      const cache = yield* PageCache
      yield* cache.set(plan().key, page(0))
      yield* pass(3 * day)
      let count = 0
      const gone = Effect.sync(() => {
        count++
        return page(3 * day, { status: 404 })
      })
      assert.strictEqual((yield* cache.getOrFetch(plan(), gone)).page.status, 404)
      const again = yield* cache.getOrFetch(plan(), gone)
      assert.deepStrictEqual([again.page.status, again.cacheState, count], [404, "hit", 1])
      assert.strictEqual((yield* cache.getOrFetch(plan({ minAge: 1 }), gone)).page.status, 200)
      yield* pass(60_000)
      yield* cache.getOrFetch(plan(), gone)
      assert.strictEqual(count, 2)
    })))

  it.effect("stores a failure for a minute, if the plan says so", () =>
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
      yield* pass(60_000)
      assert.strictEqual(yield* attempt("other", "https://a.test/"), "other")
      assert.strictEqual(yield* attempt("timeout", "https://a.test/"), "timeout")
      assert.strictEqual(count, 3)
    })))
}
