/** Waits for further work, to batch it. */
import * as Effect from "effect/Effect"

/**
 * Number of event loop iterations to wait. The wait is short on an idle process, and lasts about two units of work
 * when pages arrive faster than they are processed. A crawl with 16 concurrent pages makes twelve transactions per
 * ten pages without waiting, three after two iterations, and two after four. With four, its pages send their requests
 * at the same moment and then wait together, for a thirtieth of the time.
 */
const GATHERING_ITERATIONS = 2

/** Waits for other fibers to add to a batch, without waiting for the clock. */
export const gather: Effect.Effect<void> = Effect.asVoid(
  Effect.repeat(Effect.yieldNow, { times: GATHERING_ITERATIONS - 1 })
)
