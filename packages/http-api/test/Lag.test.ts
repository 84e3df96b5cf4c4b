import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type * as Module from "../src/internal/lag.ts"

const Lag: typeof Module = await import(new URL("../src/internal/lag.ts", import.meta.url).href)

/** Seconds until a reader that takes so many bytes at a time, after so many seconds each, is given up; at most an hour. */
const givenUpAfter = Effect.fnUntraced(function*(bytes: number, seconds: number) {
  const lag = Lag.make()
  const reading = Effect.forever(lag.take(bytes, Effect.sleep(seconds * 1000)))
  const fiber = yield* Effect.forkChild(reading, { startImmediately: true })
  for (let second = 0; second < 3600; second++) {
    if (fiber.pollUnsafe() !== undefined) return second
    yield* TestClock.adjust("1 second")
  }
  yield* Fiber.interrupt(fiber)
  return undefined
})

it.effect("a reader is disconnected at a total lag of one minute, however steadily it reads", () =>
  Effect.gen(function*() {
    // nothing at all, a byte a second, half of the least, the least, and a pause of a minute's worth of bytes
    assert.strictEqual(yield* givenUpAfter(16_384, 1000), 60)
    assert.strictEqual(yield* givenUpAfter(1, 1), 61)
    assert.strictEqual(yield* givenUpAfter(16_384, 8), 116)
    assert.strictEqual(yield* givenUpAfter(16_384, 4), undefined)
    assert.strictEqual(yield* givenUpAfter(240_000, 58), undefined)
  }))

it.effect("a reader can reduce its lag, but not below zero", () =>
  Effect.gen(function*() {
    const lag = Lag.make()
    const slowly = (seconds: number) =>
      Effect.gen(function*() {
        const fiber = yield* Effect.forkChild(Effect.exit(lag.take(0, Effect.sleep(seconds * 1000))), {
          startImmediately: true
        })
        yield* TestClock.adjust(seconds * 1000)
        return (yield* Fiber.join(fiber))._tag
      })
    yield* lag.take(1_000_000, undefined)
    assert.strictEqual(yield* slowly(50), "Success")
    yield* lag.take(4096 * 40, undefined)
    assert.strictEqual(yield* slowly(40), "Success")
    assert.strictEqual(yield* slowly(20), "Failure")
  }))
