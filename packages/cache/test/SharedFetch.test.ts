import { PageCache } from "@dunlin/cache"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { pageOf, planOf } from "./writerPages.ts"

/** Two requests for one page. The first fetches it and ends as given; fetches of the second are counted. */
const second = <E>(end: Effect.Effect<never, E>) =>
  Effect.gen(function*() {
    const cache = yield* PageCache.PageCache
    let fetches = 0
    const first = yield* Effect.forkChild(
      Effect.exit(cache.getOrFetch(planOf("0", 1), Effect.andThen(Effect.sleep("1 second"), end)))
    )
    yield* TestClock.adjust("500 millis")
    const follower = yield* Effect.forkChild(Effect.exit(cache.getOrFetch(
      planOf("0", 1),
      Effect.sync(() => {
        fetches++
        return pageOf("0", 1)
      })
    )))
    yield* TestClock.adjust("1 second")
    yield* Fiber.join(first)
    const exit = yield* Fiber.join(follower)
    return { exit, fetches }
  }).pipe(Effect.provide(PageCache.layerMemory()))

describe("a shared fetch", () => {
  it.effect("is retried once by the callers that waited, if it failed", () =>
    Effect.gen(function*() {
      const { exit, fetches } = yield* second(Effect.fail("deadline of the first request"))
      assert.isTrue(Exit.isSuccess(exit))
      assert.strictEqual(fetches, 1)
    }))

  it.effect("is not retried if it was interrupted", () =>
    Effect.gen(function*() {
      const { exit, fetches } = yield* second(Effect.interrupt)
      assert.isTrue(Exit.isFailure(exit) && Cause.hasInterrupts(exit.cause))
      assert.strictEqual(fetches, 0)
    }))
})
