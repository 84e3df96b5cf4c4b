/**
 * The leases of a worker: prolonged while the store answers, and given up before they end when it does not. Whoever asks
 * the store gets a page when its lease has ended, so a worker that is cut off must have stopped by then: that is what
 * keeps caps over all workers exact.
 */
import * as Background from "@dunlin/common/Background"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { JobStore } from "./service.ts"

/** Leases are prolonged this many times before they end. */
const heartbeatsPerLease = 3

/** Heartbeats that wait for the store at the same time: one that hangs must not keep the next from being heard. */
const mostHeartbeats = 2

/** How often is looked whether a lease ends before it could be prolonged, for each heartbeat. */
const looksPerHeartbeat = 4

/**
 * Part of a lease that is left when its page is stopped: time to let go, and the most that the clocks of two machines may
 * differ by.
 */
const leftWhenStopped = 1 / 6

export interface LeaseWatch {
  /** Remembers leases that the store was asked for at this moment; those that are over by now are left out. */
  readonly hold: <A extends { readonly token: string }>(claims: ReadonlyArray<A>, asked: number) => Effect.Effect<
    ReadonlyArray<A>
  >
  /** Nothing is done under the lease any more. */
  readonly forget: (token: string) => void
  /** Prolongs leases, and stops pages, until the scope closes. */
  readonly start: Effect.Effect<void, never, Scope.Scope>
}

export const make = (options: {
  readonly store: Pick<JobStore["Service"], "heartbeat">
  /** Milliseconds. */
  readonly lease: number
  /** Ends the work under a lease: somebody else has its page, or may have it soon. */
  readonly stop: (token: string) => Effect.Effect<void>
}): LeaseWatch => {
  const { lease, store } = options
  /** When each lease ends, counted from the moment of asking, which is before the one from which the store counts. */
  const ends = new Map<string, number>()
  const isOver = (token: string, now: number) => (ends.get(token) ?? 0) - lease * leftWhenStopped <= now
  const stop = (token: string) => {
    ends.delete(token)
    return options.stop(token)
  }

  const renew = Effect.gen(function*() {
    const tokens = Array.from(ends.keys())
    if (tokens.length === 0) return
    const asked = yield* Clock.currentTimeMillis
    const holding = new Set(yield* store.heartbeat({ tokens, lease }))
    for (const token of tokens) {
      const end = ends.get(token)
      if (end === undefined) continue
      if (holding.has(token)) ends.set(token, Math.max(end, asked + lease))
      else yield* stop(token)
    }
  })

  let heartbeats = 0
  const prolong = Effect.gen(function*() {
    yield* Effect.sleep(lease / heartbeatsPerLease)
    if (heartbeats >= mostHeartbeats) return
    heartbeats++
    yield* Effect.forkDetach(Effect.ensuring(Effect.ignore(renew), Effect.sync(() => heartbeats--)))
  })

  const stopInTime = Effect.gen(function*() {
    yield* Effect.sleep(lease / heartbeatsPerLease / looksPerHeartbeat)
    const now = yield* Clock.currentTimeMillis
    for (const token of Array.from(ends.keys())) if (isOver(token, now)) yield* stop(token)
  })

  return {
    hold: (claims, asked) =>
      Effect.map(Clock.currentTimeMillis, (now) =>
        claims.filter(({ token }) => {
          ends.set(token, asked + lease)
          if (!isOver(token, now)) return true
          ends.delete(token)
          return false
        })),
    forget: (token) => {
      ends.delete(token)
    },
    start: Effect.gen(function*() {
      yield* Effect.forkScoped(Background.quietly(Effect.forever(prolong)))
      yield* Effect.forkScoped(Background.quietly(Effect.forever(stopInTime)))
    })
  }
}
