import { Background } from "@dunlin/common"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"

describe("Background", () => {
  it.live("sleeps as long as asked", () =>
    Effect.gen(function*() {
      const start = yield* Clock.currentTimeMillis
      yield* Background.quietly(Effect.sleep(20))
      assert.isAtLeast((yield* Clock.currentTimeMillis) - start, 19)
    }))

  it.live("leaves no timer behind when it is interrupted", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(Background.quietly(Effect.sleep("1 day")))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(fiber)
    }))

  it.effect("keeps the clock of a test", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(Background.quietly(Effect.sleep("1 day")))
      yield* TestClock.adjust("1 day")
      yield* Fiber.join(fiber)
    }))
})
