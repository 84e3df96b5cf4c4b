/** Tests processes whose clocks differ. */
import { assert, pass, type Writer } from "@dunlin/common/testing"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { PageCache } from "../../PageCache.ts"
import { ahead, hour, page, plan, tagOf, type WithCache, wrongBy } from "./samples.ts"

const minute = 60_000

export const clocks = (it: Writer<never>, withCache: WithCache): void => {
  it.effect("measures the age of a page by the store's clock, whatever the callers' clocks", () =>
    withCache(Effect.gen(function*() {
      const cache = yield* PageCache
      const { key } = plan()
      yield* pass(10 * hour)
      const ageFor = (time: number) =>
        Effect.map(wrongBy(time)(cache.get(key, { maxAge: 10 * minute })), Option.map((found) => found.age))
      // Fetched a minute ago, by a process whose clock is ahead.
      yield* wrongBy(10 * hour + ahead)(cache.set(key, page(10 * hour + ahead - minute)))
      for (const time of [9 * hour, 10 * hour, 10 * hour + ahead]) {
        assert.deepStrictEqual(yield* ageFor(time), Option.some(minute))
      }
      yield* pass(9 * minute - 1)
      for (const time of [9 * hour, 10 * hour + ahead]) {
        assert.deepStrictEqual(yield* ageFor(time), Option.some(10 * minute - 1))
      }
      yield* pass(1)
      for (const time of [9 * hour, 10 * hour + ahead]) assert.deepStrictEqual(yield* ageFor(time), Option.none())
      const [listed] = yield* cache.list()
      assert.strictEqual(listed?.cachedAt, 10 * hour - minute)
    })))

  it.effect("returns the newest page, if processes with different clocks wrote pages", () =>
    withCache(Effect.gen(function*() {
      const cache = yield* PageCache
      const { key } = plan()
      yield* pass(10 * hour)
      const write = (time: number, url: string) => wrongBy(time)(cache.set(key, page(time, { url })))
      yield* write(10 * hour + ahead, "https://example.com/older")
      yield* pass(minute)
      yield* write(10 * hour, "https://example.com/newer")
      for (const time of [9 * hour, 10 * hour + ahead]) {
        const found = yield* wrongBy(time)(cache.get(key, {}))
        assert.strictEqual(Option.getOrThrow(found).page.url, "https://example.com/newer")
      }
    })))

  it.effect("expires a stored failure by the store's clock", () =>
    withCache(Effect.gen(function*() {
      const cache = yield* PageCache
      const failures = {
        encode: (error: string) => Option.some(error),
        decode: (json: unknown) => Option.some(String(json))
      }
      let count = 0
      const failing = Effect.andThen(Effect.sync(() => count++), Effect.fail("dns"))
      const attempt = (time: number) =>
        Effect.map(Effect.exit(wrongBy(time)(cache.getOrFetch(plan(), failing, failures))), tagOf)
      yield* pass(10 * hour)
      assert.strictEqual(yield* attempt(10 * hour), "dns")
      yield* pass(minute - 1)
      assert.strictEqual(yield* attempt(10 * hour + ahead), "dns")
      yield* wrongBy(10 * hour + ahead)(cache.evict)
      assert.strictEqual(yield* attempt(9 * hour), "dns")
      assert.strictEqual(count, 1)
      yield* pass(1)
      assert.strictEqual(yield* attempt(9 * hour), "dns")
      assert.strictEqual(count, 2)
    })))
}
