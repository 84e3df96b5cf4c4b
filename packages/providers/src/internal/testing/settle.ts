/** Runs an effect to completion under the test clock, advancing its waits. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

const steps = 2400

export const settle = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Exit.Exit<A, E>, never, R> =>
  Effect.gen(function*() {
    const fiber = yield* Effect.forkChild(effect)
    for (let step = 0; step < steps && fiber.pollUnsafe() === undefined; step++) {
      // Responses of a real client arrive through promises.
      yield* Effect.promise(() => Promise.resolve())
      yield* TestClock.adjust("250 millis")
    }
    if (fiber.pollUnsafe() === undefined) {
      yield* Fiber.interrupt(fiber)
      return Exit.die(new Error("the search had not ended after ten minutes"))
    }
    return yield* Fiber.await(fiber)
  })
