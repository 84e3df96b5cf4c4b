/** Indexes that answer on the thread of the test. */
import { LocalIndex } from "@dunlin/providers"
import type { Operation, Operations } from "@dunlin/search-index/Protocol"
import { Effect, type Scope } from "effect"
import { type Client, Start } from "../src/internal/index/client.ts"
import { open, type Place } from "../src/internal/index/place.ts"

/** One request after the other, as a thread answers them. */
const start = Effect.fnUntraced(function*(place: Place): Effect.fn.Return<Client, never, Scope.Scope> {
  const handlers = yield* Effect.promise(() => open(place))
  let last: Promise<unknown> = Promise.resolve()
  const call = <K extends Operation>(operation: K, input: Operations[K]["input"]) =>
    Effect.promise(() => {
      const answered = last.then(() => handlers[operation](input))
      last = answered.catch(() => undefined)
      return answered
    })
  yield* Effect.addFinalizer(() => call("close", null))
  return { call }
})

/** For tests of what is found and in which order, which open many indexes; those of threads are others. */
const here = Effect.provideService(Start, start)

/** Opens an index in memory. */
export const makeHere = Effect.suspend(() => LocalIndex.make()).pipe(here)

/** Opens an index in memory with vectors. */
export const makeWithVectorsHere = Effect.suspend(() => LocalIndex.makeWithVectors()).pipe(here)
