/** Waits for what else comes, so that it is done together. */
import * as Effect from "effect/Effect"

/**
 * Turns of the event loop: next to nothing where there is nothing else to do, and as long as two pieces of work where
 * pages come faster than they are worked on. A crawl with 16 pages at once makes twelve transactions for ten pages when
 * nobody waits, three after two turns, and two after four, but then its pages ask their host in one go and wait for it
 * together, for a thirtieth of the time.
 */
const turns = 2

/** No time passes that a clock tells. */
export const gather: Effect.Effect<void> = Effect.asVoid(Effect.repeat(Effect.yieldNow, { times: turns - 1 }))
