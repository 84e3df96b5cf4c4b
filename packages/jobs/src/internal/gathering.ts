/** Waits for further work, to batch it. */
import * as Effect from "effect/Effect"

/**
 * Of 10 pages, a crawl with 16 concurrent pages makes 12 transactions without waiting, 3 after two iterations, and 2
 * after four. After four, its pages wait for each other.
 */
const GATHERING_ITERATIONS = 2

export const gather: Effect.Effect<void> = Effect.asVoid(
  Effect.repeat(Effect.yieldNow, { times: GATHERING_ITERATIONS - 1 })
)
