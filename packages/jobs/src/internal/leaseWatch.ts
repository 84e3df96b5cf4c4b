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
const mostHeartbeats = 4

/**
 * How often is looked whether a lease ends before it could be prolonged, and whether one is in doubt: then the store is
 * asked at once, and what it has not confirmed by the next look is stopped.
 */
const looksForEndPerLease = 12

/** Part of a lease that is left when its page is stopped: time to let go. */
const leftWhenStopped = 1 / 6

/**
 * Part of a lease by which the clock of the machine may get ahead of the time that passes before a lease is in doubt. The
 * machine slept, or its clock was set: only the store knows which.
 */
const aheadOf = 1 / 6

/** A moment, by both clocks of the machine. */
export interface Moment {
  /**
   * Milliseconds on a clock that nobody sets: what it measures has passed. It stands still while the machine sleeps
   * (`CLOCK_MONOTONIC` of Linux), as its timers do, and the time of the store does not.
   */
  readonly passed: number
  /** Milliseconds by which the clock that tells the time of day is ahead of that one. */
  readonly ahead: number
}

export const now: Effect.Effect<Moment> = Effect.gen(function*() {
  const passed = Number(yield* Clock.monotonicTimeNanos) / 1e6
  return { passed, ahead: (yield* Clock.currentTimeMillis) - passed }
})

export interface LeaseWatch {
  /** Remembers leases that the store was asked for at this moment (`now`); those that are over or in doubt by now are left out. */
  readonly hold: <A extends { readonly token: string }>(claims: ReadonlyArray<A>, asked: Moment) => Effect.Effect<
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
  /** When each lease was asked for last, which is before the moment from which the store counts. */
  const asks = new Map<string, Moment>()
  /** Leases that were in doubt at the last look. */
  let doubted: ReadonlySet<string> = new Set()
  const isOver = (asked: Moment, time: Moment) => asked.passed + lease * (1 - leftWhenStopped) <= time.passed
  const isInDoubt = (asked: Moment, time: Moment) => time.ahead - asked.ahead > lease * aheadOf
  const stop = (token: string) => {
    asks.delete(token)
    return options.stop(token)
  }

  /** When the newest heartbeat that was heard was sent. */
  let prolonged = -Infinity
  const renew = Effect.gen(function*() {
    const tokens = Array.from(asks.keys())
    if (tokens.length === 0) return
    const asked = yield* now
    const holding = new Set(yield* store.heartbeat({ tokens, lease }))
    prolonged = Math.max(prolonged, asked.passed)
    for (const token of tokens) {
      const before = asks.get(token)
      if (before === undefined) continue
      if (!holding.has(token)) yield* stop(token)
      else if (before.passed <= asked.passed) asks.set(token, asked)
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
    if ((yield* now).passed - prolonged < lease * prolongedOf) return
    yield* Effect.forkDetach(heartbeat)
  })

  const stopInTime = Effect.gen(function*() {
    yield* Effect.sleep(lease / looksForEndPerLease)
    const time = yield* now
    const inDoubt = new Set<string>()
    for (const [token, asked] of Array.from(asks)) {
      const isDoubted = isInDoubt(asked, time)
      if (isOver(asked, time) || (isDoubted && doubted.has(token))) yield* stop(token)
      else if (isDoubted) inDoubt.add(token)
      // Set back, the clock must not hide how far it gets ahead afterwards.
      else if (time.ahead < asked.ahead) asks.set(token, { ...asked, ahead: time.ahead })
    }
    doubted = inDoubt
    if (inDoubt.size > 0) yield* Effect.forkDetach(heartbeat)
  })

  return {
    hold: (claims, asked) =>
      Effect.map(now, (time) =>
        claims.filter(({ token }) => {
          if (isOver(asked, time) || isInDoubt(asked, time)) return false
          asks.set(token, asked)
          return true
        })),
    forget: (token) => {
      asks.delete(token)
    },
    start: Effect.gen(function*() {
      yield* Effect.forkScoped(Background.quietly(Effect.forever(prolong)))
      yield* Effect.forkScoped(Background.quietly(Effect.forever(stopInTime)))
    })
  }
}
