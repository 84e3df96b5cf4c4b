/** Measures how far a reader is behind. A reader that reads very slowly would otherwise use its slot for hours. */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/** The speed of a slow mobile connection. */
const MIN_BYTES_PER_SECOND = 4096

const MAX_LAG_MS = 60_000

export class TooSlow extends Data.TaggedError("TooSlow") {}

export interface Lag {
  /** Waiting longer than the bytes allow adds to the reader's lag. Bytes that it reads at once reduce the lag. */
  readonly take: <E = never>(
    bytes: number,
    taken: Effect.Effect<void, E> | undefined
  ) => Effect.Effect<void, TooSlow | E>
}

export const make = (): Lag => {
  let behind = 0
  const took = (bytes: number, waited: number) => {
    behind = Math.max(0, behind + waited - bytes / MIN_BYTES_PER_SECOND * 1000)
  }
  return {
    take: (bytes, taken) => {
      if (taken === undefined) return Effect.sync(() => took(bytes, 0))
      return Effect.gen(function*() {
        const begun = yield* Clock.currentTimeMillis
        const end = yield* Effect.timeoutOption(taken, MAX_LAG_MS - behind)
        if (end._tag === "None") return yield* new TooSlow()
        took(bytes, (yield* Clock.currentTimeMillis) - begun)
      })
    }
  }
}
