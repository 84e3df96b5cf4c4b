/**
 * Performs DNS lookups of the operating system. They block libuv threads and cannot be cancelled. An unresponsive
 * name server blocks a thread for 30 seconds.
 */
import * as FairSemaphore from "@dunlin/common/FairSemaphore"
import * as Effect from "effect/Effect"
import type { Lookup } from "../EgressGuard.ts"

/** libuv's default number of threads. */
const THREADS = 4

const placesOf = (threads: number): number => Math.max(1, Math.ceil(threads / 2))

/**
 * Limits concurrent lookups, and shares them fairly among tenants. A slot is freed when its lookup ends, even if the
 * caller gave up earlier.
 */
export const make = (lookup: Lookup, places = placesOf(Number(process.env.UV_THREADPOOL_SIZE) || THREADS)) => {
  const semaphore = FairSemaphore.makeUnsafe(places, { keepsLast: true })
  return <A, E>(ask: (lookup: Lookup) => Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(semaphore.place, ({ leave, wait }) => {
        let isAsked = false
        const held: Lookup = (hostname, callback) => {
          isAsked = true
          lookup(hostname, (error, addresses) => {
            Effect.runSync(leave)
            callback(error, addresses)
          })
        }
        return Effect.ensuring(
          restore(Effect.andThen(wait, Effect.suspend(() => ask(held)))),
          Effect.suspend(() => isAsked ? Effect.void : leave)
        )
      })
    )
}
