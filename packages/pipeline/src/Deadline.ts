/**
 * Defines the deadline of a run.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * The deadline in epoch milliseconds. By default there is none.
 *
 * @category references
 * @since 0.1.0
 */
export const Deadline = Context.Reference<number>("@dunlin/pipeline/Deadline", {
  defaultValue: () => Number.POSITIVE_INFINITY
})

/**
 * Remaining milliseconds, at least 0.
 *
 * @category accessors
 * @since 0.1.0
 */
export const remaining: Effect.Effect<number> = Effect.withFiber((fiber) =>
  Effect.succeed(Math.max(0, fiber.getRef(Deadline) - fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()))
)

/**
 * Sets the deadline of an effect to `milliseconds` from now, unless an earlier one is set.
 *
 * @category combinators
 * @since 0.1.0
 */
export const within = (milliseconds: number) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const now = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
    return Effect.provideService(effect, Deadline, Math.min(fiber.getRef(Deadline), now + milliseconds))
  })
