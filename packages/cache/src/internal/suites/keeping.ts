/** Tests purging, the byte budget, and the operations for operators. */
import { assert, pass, type Writer } from "@dunlin/common/testing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as crypto from "node:crypto"
import type * as CachePlan from "../../CachePlan.ts"
import { PageCache } from "../../PageCache.ts"
import { day, hour, page, plan, tagOf, type WithCache } from "./samples.ts"

export const keeping = (it: Writer<never>, withCache: WithCache, bounded: boolean): void => {
  it.effect("never fetches for a request that allows only cached pages", () =>
    withCache(Effect.gen(function*() {
      const cache = yield* PageCache
      yield* pass(day)
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
        const exit = yield* Effect.exit(cache.getOrFetch(plan(options, { url: some[index % 10]! }), canary))
        assert.isTrue(Exit.isSuccess(exit) || tagOf(exit) === "NotCached")
      }
      assert.strictEqual(contacts, 0)
    })))

  if (bounded) {
    it.effect("stays within its size limit, and keeps the most recently used pages", () =>
      withCache(
        Effect.gen(function*() {
          const cache = yield* PageCache
          const one = (index: number) => plan({}, { url: `https://example.com/${index}` })
          const body = crypto.randomBytes(10_000)
          for (let index = 0; index < 40; index++) {
            yield* pass(1000)
            const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
            yield* cache.set(one(index).key, page(now, { body }), { url: one(index).url })
            // The first page is requested repeatedly.
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
  }

  if (bounded) {
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
  }

  it.effect("lists, shows and purges pages", () =>
    withCache(Effect.gen(function*() {
      const cache = yield* PageCache
      yield* pass(day)
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
}
