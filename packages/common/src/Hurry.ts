/**
 * Ends a process fast: a second signal skips graceful steps.
 *
 * @since 0.2.0
 */
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"

const hurry = Latch.makeUnsafe(false)

/**
 * Skips current and later graceful steps: browsers are killed, and pages of jobs are returned to the queue.
 *
 * **Example** (On a second signal)
 *
 * ```ts
 * import { Hurry } from "@dunlin/common"
 * import { Effect } from "effect"
 *
 * Hurry.begin()
 * console.log(await Effect.runPromise(Hurry.skipping(Effect.as(Effect.sleep("1 hour"), "closed")))) // undefined
 * ```
 *
 * @category running
 * @since 0.2.0
 */
export const begin = (): void => {
  hurry.openUnsafe()
}

/**
 * Runs a graceful step. If {@link begin} is called, the step is interrupted and the result is `undefined`.
 *
 * @category combinators
 * @since 0.2.0
 */
export const skipping = <A, E, R>(polite: Effect.Effect<A, E, R>): Effect.Effect<A | undefined, E, R> =>
  Effect.raceFirst(Effect.interruptible(polite), Effect.as(Effect.interruptible(hurry.await), undefined))
