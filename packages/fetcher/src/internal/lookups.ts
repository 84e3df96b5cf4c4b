/**
 * Names that the operating system looks up. It does so in threads that wait for servers of names, and cannot be told to
 * stop: who asks for names whose servers say nothing holds a thread for half a minute each time, after giving up, too.
 */
import * as FairSemaphore from "@dunlin/common/FairSemaphore"
import * as Effect from "effect/Effect"
import type { Lookup } from "../EgressGuard.ts"

/** Threads of libuv when `UV_THREADPOOL_SIZE` does not say how many. */
const THREADS = 4

/** The lookups that libuv has in its threads at the same time: half of them, so that files are read meanwhile. */
const placesOf = (threads: number): number => Math.max(1, Math.ceil(threads / 2))

/**
 * Lets as many look up at the same time as there are places, which tenants share. A place is free again when the lookup has
 * answered, however long ago its caller gave up.
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
