/** Waits for what else comes, so that it is done together. */
import * as Effect from "effect/Effect"

/**
 * Turns of the event loop: next to nothing where there is nothing else to do, and as long as four pieces of work where
 * pages come faster than they are worked on. A crawl with 16 pages at once makes 1.2 transactions for each page when
 * nobody waits, one for two pages after one turn, and one for five after four.
 */
const turns = 4

/** No time passes that a clock tells. */
export const gather: Effect.Effect<void> = Effect.asVoid(Effect.repeat(Effect.yieldNow, { times: turns - 1 }))
