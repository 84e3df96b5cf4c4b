import type { RawPage } from "@dunlin/schema/RawPage"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as crypto from "node:crypto"
import type * as CachePlan from "../CachePlan.ts"
import type { PageStore } from "../PageStore.ts"
import type { FailureCodec, Options, Served } from "./cachedPage.ts"
import * as Flights from "./flights.ts"
import { type Counters, survive } from "./metrics.ts"
import type { Reader } from "./pageReader.ts"
import type { PageSource } from "./pageSource.ts"

const MIN_CHECK_DELAY_MS = 25
const MAX_CHECK_DELAY_MS = 500
const PAUSE_GROWTH = 1.5

/** A lease survives two lost renewals. */
const RENEWALS_PER_LEASE = 3

export const make = (parts: {
  readonly store: PageStore
  readonly counters: Counters
  readonly reader: Reader
  readonly source: PageSource
  readonly scope: Scope.Scope
  readonly options: Options | undefined
}) => {
  const { counters, reader, source, store } = parts
  const leaseTtl = Duration.toMillis(parts.options?.leaseTimeToLive ?? "10 seconds")
  const flights = Flights.make(parts.scope)

  const lease = (plan: CachePlan.CachePlan, owner: string) =>
    survive(counters, store.lease(plan.key, owner, leaseTtl), true)

  const look = (plan: CachePlan.CachePlan, since?: number) =>
    survive(counters, reader.findPage(plan.key, plan.policy, since), Option.none())

  /** Returns the page of the other process, or `None` after acquiring the lease. */
  const awaitOther = Effect.fnUntraced(function*(plan: CachePlan.CachePlan, owner: string, since: number) {
    let pause = MIN_CHECK_DELAY_MS
    while (!(yield* lease(plan, owner))) {
      yield* counters.add("waits")
      yield* Effect.sleep(pause)
      pause = Math.min(pause * PAUSE_GROWTH, MAX_CHECK_DELAY_MS)
      const found = yield* look(plan, since)
      if (Option.isSome(found)) return found
    }
    // The last holder may have stored the page since the last read.
    return yield* look(plan, since)
  })

  const lead = <E, R>(
    plan: CachePlan.CachePlan,
    fetch: Effect.Effect<RawPage, E, R>,
    failures: FailureCodec<E> | undefined
  ): Effect.Effect<Served, E, R> => {
    if (!plan.write) return source.fetch(plan, fetch, failures)
    const owner = crypto.randomUUID()
    return Effect.gen(function*() {
      const since = yield* Clock.currentTimeMillis
      const theirs = yield* awaitOther(plan, owner, since)
      if (Option.isSome(theirs)) return yield* source.hit(theirs.value)
      const missing = yield* source.recall(plan, failures)
      if (Option.isSome(missing)) return missing.value
      const renewal = Effect.repeat(
        lease(plan, owner),
        Schedule.spaced(leaseTtl / RENEWALS_PER_LEASE)
      )
      return yield* Effect.raceFirst(
        source.fetch(plan, fetch, failures),
        Effect.andThen(Effect.sleep(leaseTtl / RENEWALS_PER_LEASE), Effect.andThen(renewal, Effect.never))
      )
    }).pipe(Effect.ensuring(survive(counters, store.release(plan.key, owner), undefined)))
  }

  const shared = <E, R>(
    plan: CachePlan.CachePlan,
    fetch: Effect.Effect<RawPage, E, R>,
    failures: FailureCodec<E> | undefined,
    again = false
  ): Effect.Effect<Served, E, R> =>
    Effect.gen(function*() {
      const cached = yield* look(plan)
      if (Option.isSome(cached)) return yield* source.hit(cached.value)
      const missing = yield* source.recall(plan, failures)
      if (Option.isSome(missing)) return missing.value
      const { exit, led } = yield* flights.join(
        `${plan.key} ${plan.write} ${plan.sharing}`,
        lead(plan, fetch, failures),
        counters.add("joined")
      )
      if (Exit.isSuccess(exit)) return exit.value
      // The fetch may have failed because of its caller's options, such as a short timeout, so waiting callers try
      // once more.
      if (!led && !again && !Cause.hasInterrupts(exit.cause)) return yield* shared(plan, fetch, failures, true)
      return yield* Effect.failCause(exit.cause)
    })

  return shared
}
