/**
 * The one moment by which a run must have answered.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * Epoch milliseconds; infinite when nobody set one.
 *
 * @category references
 * @since 0.1.0
 */
export const Deadline = Context.Reference<number>("@dunlin/pipeline/Deadline", {
  defaultValue: () => Number.POSITIVE_INFINITY
})

/**
 * Milliseconds that are left, at least 0.
 *
 * @category accessors
 * @since 0.1.0
 */
export const remaining: Effect.Effect<number> = Effect.gen(function*() {
  const deadline = yield* Deadline
  return Math.max(0, deadline - (yield* Clock.currentTimeMillis))
})

/**
 * Gives an effect a deadline `milliseconds` from now, unless an earlier one is set already.
 *
 * @category combinators
 * @since 0.1.0
 */
export const within = (milliseconds: number) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const earliest = Math.min(yield* Deadline, now + milliseconds)
    return yield* Effect.provideService(effect, Deadline, earliest)
  })
