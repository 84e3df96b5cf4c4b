/**
 * Renews a worker's leases while the store responds. If it does not, stops the work before the lease ends, because
 * another worker then receives the page. This keeps limits over all workers exact.
 */
import * as Background from "@dunlin/common/Background"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import type { JobStore } from "./service.ts"

/** At this rate, a lease is renewed at every second check. */
const CHECKS_PER_LEASE = 6

/**
 * If a renewal has no response by the next check, it is sent again immediately: one connection may be dead while
 * others work.
 */
const MIN_RENEWAL_AGE_OF_LEASE = 1.5 / CHECKS_PER_LEASE

const HEARTBEAT_TIMEOUT_OF_LEASE = 1 / 3

const MAX_PENDING_HEARTBEATS = 4

/**
 * Checks per lease while a lease is in doubt or would end before the next check. A lease in doubt is renewed
 * immediately. If the store does not confirm it by the next check, its work stops.
 */
const END_CHECKS_PER_LEASE = 12

/** Time that work needs to stop, as a share of the lease. */
const REST_OF_LEASE_WHEN_STOPPED = 1 / 6

/**
 * A larger difference between the machine's wall and monotonic clocks means that it slept or that its clock was set.
 * Only the store then knows whether a lease is valid.
 */
const MAX_CLOCK_DRIFT_OF_LEASE = 1 / 6

export interface Moment {
  readonly passed: number
  readonly ahead: number
}

export const now: Effect.Effect<Moment> = Effect.gen(function*() {
  const passed = Number(yield* Clock.monotonicTimeNanos) / 1e6
  return { passed, ahead: (yield* Clock.currentTimeMillis) - passed }
})

export interface LeaseWatch {
  readonly hold: <A extends { readonly token: string }>(claims: ReadonlyArray<A>, requestedAt: Moment) => Effect.Effect<
    ReadonlyArray<A>
  >
  readonly forget: (token: string) => void
  readonly start: Effect.Effect<void, never, Scope.Scope>
}

export const make = (options: {
  readonly store: Pick<JobStore["Service"], "heartbeat">
  readonly lease: number
  readonly stop: (token: string) => Effect.Effect<void>
}): LeaseWatch => {
  const { lease, store } = options
  /** Time of the last request per lease. The lease starts later, when the store processes the request. */
  const asks = new Map<string, Moment>()
  let doubted: ReadonlySet<string> = new Set()
  const isOver = (requestedAt: Moment, time: Moment) =>
    requestedAt.passed + lease * (1 - REST_OF_LEASE_WHEN_STOPPED) <= time.passed
  const isInDoubt = (requestedAt: Moment, time: Moment) =>
    time.ahead - requestedAt.ahead > lease * MAX_CLOCK_DRIFT_OF_LEASE
  const stop = (token: string) => {
    asks.delete(token)
    return options.stop(token)
  }

  let prolonged = -Infinity
  const renew = Effect.gen(function*() {
    const tokens = Array.from(asks.keys())
    if (tokens.length === 0) return
    const requestedAt = yield* now
    const holding = new Set(yield* store.heartbeat({ tokens, lease }))
    prolonged = Math.max(prolonged, requestedAt.passed)
    for (const token of tokens) {
      const before = asks.get(token)
      if (before === undefined) continue
      if (!holding.has(token)) yield* stop(token)
      else if (before.passed <= requestedAt.passed) asks.set(token, requestedAt)
    }
  })

  let heartbeats = 0
  const heartbeat = Effect.gen(function*() {
    if (heartbeats >= MAX_PENDING_HEARTBEATS) return
    heartbeats++
    const sent = yield* Effect.forkDetach(Effect.ensuring(Effect.ignore(renew), Effect.sync(() => heartbeats--)))
    yield* Effect.timeoutOption(Fiber.await(sent), lease * HEARTBEAT_TIMEOUT_OF_LEASE)
    yield* Effect.forkDetach(Fiber.interrupt(sent))
  })

  const prolong = Effect.gen(function*() {
    yield* Effect.sleep(lease / CHECKS_PER_LEASE)
    if ((yield* now).passed - prolonged < lease * MIN_RENEWAL_AGE_OF_LEASE) return
    yield* Effect.forkDetach(heartbeat)
  })

  const stopInTime = Effect.gen(function*() {
    yield* Effect.sleep(lease / END_CHECKS_PER_LEASE)
    const time = yield* now
    const inDoubt = new Set<string>()
    for (const [token, requestedAt] of Array.from(asks)) {
      const isDoubted = isInDoubt(requestedAt, time)
      if (isOver(requestedAt, time) || (isDoubted && doubted.has(token))) yield* stop(token)
      else if (isDoubted) inDoubt.add(token)
      // The wall clock was set back. Later comparisons use the smaller difference.
      else if (time.ahead < requestedAt.ahead) asks.set(token, { ...requestedAt, ahead: time.ahead })
    }
    doubted = inDoubt
    if (inDoubt.size > 0) yield* Effect.forkDetach(heartbeat)
  })

  return {
    hold: (claims, requestedAt) =>
      Effect.map(now, (time) =>
        claims.filter(({ token }) => {
          if (isOver(requestedAt, time) || isInDoubt(requestedAt, time)) return false
          asks.set(token, requestedAt)
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
