/** Delays a batch for a few event loop iterations, so that more work can join it. */
import * as Effect from "effect/Effect"

/**
 * A crawl with 16 concurrent pages needs 12 transactions per 10 pages without a delay, 3 after two iterations, and 2
 * after four. After four, pages wait for each other.
 */
const GATHERING_ITERATIONS = 2

export const gather: Effect.Effect<void> = Effect.asVoid(
  Effect.repeat(Effect.yieldNow, { times: GATHERING_ITERATIONS - 1 })
)
