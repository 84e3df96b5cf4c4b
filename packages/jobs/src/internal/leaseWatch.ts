/**
 * The leases of a worker: prolonged while the store answers, and given up before they end when it does not. Whoever asks
 * the store gets a page when its lease has ended, so a worker that is cut off must have stopped by then: that is what
 * keeps caps over all workers exact.
 */
import * as Background from "@dunlin/common/Background"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import type { JobStore } from "./service.ts"

/** Whether leases are to be prolonged is looked at this many times before they end: each second time while all is well. */
const looksPerLease = 6

/**
 * Leases that were prolonged this part of a lease ago wait for the next look: an answer that was not heard by the next
 * look is asked for again on the spot, because one dead connection says nothing about another.
 */
const prolongedOf = 1.5 / looksPerLease

/** Part of a lease after which nobody waits for a heartbeat any more. */
const patienceOf = 1 / 3

/**
 * Heartbeats that the store has not ended, let go or not: fewer than a pool of connections has, so that dead connections
 * leave some to others.
 */
const mostHeartbeats = 8

/** How often is looked whether a lease ends before it could be prolonged. */
const looksForEndPerLease = 12

/**
 * Part of a lease that is left when its page is stopped: time to let go, and the most that the clocks of two machines may
 * differ by.
 */
const leftWhenStopped = 1 / 6

/** Milliseconds on a clock that nobody sets: what it measures has passed. */
export const now: Effect.Effect<number> = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e6)

export interface LeaseWatch {
  /** Remembers leases that the store was asked for at this moment (`now`); those that are over by now are left out. */
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
  const isOver = (token: string, time: number) => (ends.get(token) ?? 0) - lease * leftWhenStopped <= time
  const stop = (token: string) => {
    ends.delete(token)
    return options.stop(token)
  }

  /** When the newest heartbeat that was heard was sent. */
  let prolonged = -Infinity
  const renew = Effect.gen(function*() {
    const tokens = Array.from(ends.keys())
    if (tokens.length === 0) return
    const asked = yield* now
    const holding = new Set(yield* store.heartbeat({ tokens, lease }))
    prolonged = Math.max(prolonged, asked)
    for (const token of tokens) {
      const end = ends.get(token)
      if (end === undefined) continue
      if (holding.has(token)) ends.set(token, Math.max(end, asked + lease))
      else yield* stop(token)
    }
  })

  let heartbeats = 0
  const heartbeat = Effect.gen(function*() {
    if (heartbeats >= mostHeartbeats) return
    heartbeats++
    const sent = yield* Effect.forkDetach(Effect.ensuring(Effect.ignore(renew), Effect.sync(() => heartbeats--)))
    yield* Effect.timeoutOption(Fiber.await(sent), lease * patienceOf)
    // A store may finish what cannot be heard any more.
    yield* Effect.forkDetach(Fiber.interrupt(sent))
  })

  const prolong = Effect.gen(function*() {
    yield* Effect.sleep(lease / looksPerLease)
    if ((yield* now) - prolonged < lease * prolongedOf) return
    yield* Effect.forkDetach(heartbeat)
  })

  const stopInTime = Effect.gen(function*() {
    yield* Effect.sleep(lease / looksForEndPerLease)
    const time = yield* now
    for (const token of Array.from(ends.keys())) if (isOver(token, time)) yield* stop(token)
  })

  return {
    hold: (claims, asked) =>
      Effect.map(now, (time) =>
        claims.filter(({ token }) => {
          ends.set(token, asked + lease)
          if (!isOver(token, time)) return true
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
