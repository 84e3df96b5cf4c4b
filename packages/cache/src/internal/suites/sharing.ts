/** Tests that concurrent requests for a page share one fetch, in one process and in several. */
import { assert, type Writer } from "@dunlin/common/testing"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as crypto from "node:crypto"
import { PageCache } from "../../PageCache.ts"
import { counted, plan, tagOf, text, until, type WithCache } from "./samples.ts"

/** Long enough that a slow machine renews the lease in time. */
const leaseTimeToLive = "10 minutes"

export const flights = (it: Writer<never>, withCache: WithCache, shared: boolean): void => {
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
      yield* until(cache, ({ joined }) => joined === 199)
      yield* Deferred.succeed(gate, undefined)
      const served = yield* Fiber.join(callers)
      assert.strictEqual(target.count(), 1)
      assert.strictEqual(new Set(served.map(text)).size, 1)
    })))

  it.live("lets the other callers continue if the first one is interrupted", () =>
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
      yield* until(cache, ({ joined }) => joined === 1)
      yield* Fiber.interrupt(first)
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(second)
      assert.strictEqual(target.count(), 1)
    })))

  it.live("stops the fetch if the last caller is interrupted", () =>
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

  it.live("lets the waiting callers fetch if the first one fails", () =>
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
      yield* until(cache, ({ joined }) => joined === 20)
      yield* Deferred.succeed(gate, undefined)
      assert.strictEqual(tagOf(yield* Fiber.join(leader)), "its own deadline")
      yield* Fiber.join(followers)
      assert.strictEqual(target.count(), 1)
    })))

  if (shared) leases(it, withCache)
}

const leases = (it: Writer<never>, withCache: WithCache): void => {
  it.live("fetches once for callers in two processes", () => {
    const store = crypto.randomUUID()
    const gate = Deferred.makeUnsafe<void>()
    const target = counted()
    const callers = (isReady: Effect.Effect<void>) =>
      withCache(
        Effect.gen(function*() {
          const cache = yield* PageCache
          const served = yield* Effect.forkChild(Effect.all(
            Array.from(
              { length: 100 },
              () => cache.getOrFetch(plan(), Effect.andThen(Deferred.await(gate), target.fetch))
            ),
            { concurrency: "unbounded" }
          ))
          // One caller of each process leads. It fetches, or waits for the other process.
          yield* until(cache, ({ joined, misses, waits }) => joined === 99 && misses + waits > 0)
          yield* isReady
          return yield* Fiber.join(served)
        }),
        store
      )
    return Effect.gen(function*() {
      const ready = [yield* Deferred.make<void>(), yield* Deferred.make<void>()] as const
      const both = yield* Effect.forkChild(Effect.forEach(
        ready,
        (isReady) => callers(Effect.asVoid(Deferred.succeed(isReady, undefined))),
        { concurrency: 2 }
      ))
      yield* Effect.forEach(ready, Deferred.await)
      yield* Deferred.succeed(gate, undefined)
      const served = yield* Fiber.join(both)
      assert.strictEqual(target.count(), 1)
      assert.strictEqual(new Set(served.flat().map(text)).size, 1)
    })
  })

  it.live("gives a lease to one owner, and to the next one after its release", () => {
    const store = crypto.randomUUID()
    const other = counted()
    return withCache(
      Effect.gen(function*() {
        const cache = yield* PageCache
        const fetching = yield* Deferred.make<void>()
        const first = yield* Effect.forkChild(
          cache.getOrFetch(plan(), Effect.andThen(Deferred.succeed(fetching, undefined), Effect.never))
        )
        yield* Deferred.await(fetching)
        yield* withCache(
          Effect.gen(function*() {
            const neighbour = yield* PageCache
            const fiber = yield* Effect.forkChild(neighbour.getOrFetch(plan(), other.fetch))
            yield* until(neighbour, ({ waits }) => waits >= 3)
            assert.strictEqual(other.count(), 0)
            yield* Fiber.interrupt(first)
            yield* Fiber.join(fiber)
            assert.strictEqual(other.count(), 1)
          }),
          store,
          { leaseTimeToLive }
        )
      }),
      store,
      { leaseTimeToLive }
    )
  })
}
