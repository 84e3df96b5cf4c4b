/** One fetch for all who want the same page, in one process and in several. */
import { assert, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as crypto from "node:crypto"
import { PageCache } from "../../PageCache.ts"
import { counted, plan, tagOf, text, type WithCache } from "./samples.ts"

/** Milliseconds: long enough for a busy machine to renew it in time. */
const leaseTimeToLive = 2000

export const flights = (withCache: WithCache): void => {
  const leased: string = crypto.randomUUID()

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
      yield* Effect.sleep("1 second")
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

  it.live("gives a lease to one owner, and to the next one after its end", () =>
    withCache(
      Effect.gen(function*() {
        const cache = yield* PageCache
        const crashed = yield* Effect.forkChild(cache.getOrFetch(plan(), Effect.never))
        yield* Effect.sleep(100)
        const other = counted()
        // In another process on the same store, while the first one is alive and renews its lease.
        const asked = withCache(
          Effect.flatMap(PageCache, (cache) => cache.getOrFetch(plan(), other.fetch)),
          leased,
          { leaseTimeToLive }
        )
        assert.isTrue(Option.isNone(yield* Effect.timeoutOption(asked, 2 * leaseTimeToLive)))
        assert.strictEqual(other.count(), 0)
        yield* Fiber.interrupt(crashed)
        yield* asked
        assert.strictEqual(other.count(), 1)
      }),
      leased,
      { leaseTimeToLive }
    ))
}
