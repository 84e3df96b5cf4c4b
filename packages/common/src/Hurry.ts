/**
 * The end of a process that may not take its time: a second signal skips what is polite.
 *
 * @since 0.2.0
 */
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"

/** One for the process: whatever ends in it ends together. */
const hurry = Latch.makeUnsafe(false)

/**
 * Ends the polite part of everything that ends now or later: browsers are killed, pages of jobs are handed back.
 *
 * **Example** (At a second signal)
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
 * Runs the polite part of an end, and interrupts it as soon as the process is in a hurry. The result is then `undefined`.
 *
 * @category combinators
 * @since 0.2.0
 */
export const skipping = <A, E, R>(polite: Effect.Effect<A, E, R>): Effect.Effect<A | undefined, E, R> =>
  Effect.raceFirst(Effect.interruptible(polite), Effect.as(Effect.interruptible(hurry.await), undefined))
