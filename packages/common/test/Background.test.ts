import { Background } from "@dunlin/common"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { vi } from "vitest"

describe("Background", () => {
  it.live("sleeps for the given time", () =>
    Effect.gen(function*() {
      const start = yield* Clock.currentTimeMillis
      yield* Background.quietly(Effect.sleep(20))
      assert.isAtLeast((yield* Clock.currentTimeMillis) - start, 19)
    }))

  it.live("leaves no timer after an interruption", () =>
    Effect.gen(function*() {
      // no other test of this process has a timer as long as this one
      const milliseconds = 86_400_017
      const set = vi.spyOn(globalThis, "setTimeout")
      const cleared = vi.spyOn(globalThis, "clearTimeout")
      const fiber = yield* Effect.forkChild(Background.quietly(Effect.sleep(milliseconds)), { startImmediately: true })
      const at = set.mock.calls.findIndex(([, delay]) => delay === milliseconds)
      const timer = set.mock.results[at]?.value
      assert.isFalse(timer.hasRef(), "it keeps the process alive")
      assert.isFalse(cleared.mock.calls.some(([one]) => one === timer))
      yield* Fiber.interrupt(fiber)
      assert.isTrue(cleared.mock.calls.some(([one]) => one === timer))
      set.mockRestore()
      cleared.mockRestore()
    }))

  it.effect("uses the clock of a test", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(Background.quietly(Effect.sleep("1 day")))
      yield* TestClock.adjust(Duration.days(1).pipe(Duration.subtract(Duration.millis(1))))
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      yield* Fiber.join(fiber)
    }))
})
