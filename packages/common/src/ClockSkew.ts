/**
 * Measures the difference between the clock of this process and the clocks of shared stores. Shared state uses the
 * clock of its store. Signatures, dates and checks of a process use its own clock, so a report tells operators early
 * if it is wrong.
 *
 * @since 0.2.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type * as Scope from "effect/Scope"

/**
 * Maximum difference of two clocks without a report, in milliseconds. Machines with a time server differ by at most
 * 0.1 s, so a larger difference means that one machine has none. Tokens, signatures and HTTP dates have whole
 * seconds, so rounding alone can cause a difference of one.
 *
 * @category constants
 * @since 0.2.0
 */
export const MAX_UNREPORTED_CLOCK_SKEW_MS = 2000

/** Short, because the clock of a suspended machine differs at once. */
const BETWEEN_LOOKS_MS = 5000

/**
 * A store whose clock differs.
 *
 * @category models
 * @since 0.2.0
 */
export interface Skew {
  /** The store, in lower case and without its URL: `redis`. */
  readonly part: string
  /** Milliseconds by which this process is ahead of the store; negative if it is behind. */
  readonly ahead: number
}

/**
 * Differences between this process's clock and the clocks of its stores.
 *
 * @category services
 * @since 0.2.0
 */
export const ClockSkew: Context.Reference<Set<Skew>> = Context.Reference("@dunlin/common/ClockSkew", {
  defaultValue: () => new Set<Skew>()
})

const gauge = Metric.gauge("dunlin_clock_ahead_seconds", {
  description: "Seconds by which this process's clock is ahead of a shared store's clock, by store"
})

const secondsOf = (milliseconds: number): number => Math.round(milliseconds / 100) / 10

const sentence = ({ ahead, part }: Skew): string =>
  `This process's clock is ${Math.abs(secondsOf(ahead))} s ${
    ahead > 0 ? "ahead of" : "behind"
  } the clock of ${part}, so its signatures and dates are off by that time. Synchronize both clocks (NTP).`

/**
 * Compares the clock of this process with the time of a store. Logs when the two begin to differ, and when they agree
 * again. The known difference is removed when the scope ends.
 *
 * @category constructors
 * @since 0.2.0
 */
export const part = (
  name: string
): Effect.Effect<
  /** The result of the effect is in epoch milliseconds. If it fails, nothing changes. */
  <E, R>(time: Effect.Effect<number, E, R>) => Effect.Effect<void, E, R>,
  never,
  Scope.Scope
> =>
  Effect.gen(function*() {
    const skews = yield* ClockSkew
    const metric = Metric.withAttributes(gauge, { store: name })
    let known: Skew | undefined
    const forget = () => {
      if (known === undefined) return false
      skews.delete(known)
      known = undefined
      return true
    }
    yield* Effect.addFinalizer(() => Effect.sync(forget))
    return Effect.fnUntraced(function*<E, R>(readServerTime: Effect.Effect<number, E, R>) {
      const before = yield* Clock.currentTimeMillis
      const time = yield* readServerTime
      const after = yield* Clock.currentTimeMillis
      // The store read its clock at some time between these two.
      const doubt = (after - before) / 2
      const ahead = before + doubt - time
      if (!Number.isFinite(ahead) || doubt > MAX_UNREPORTED_CLOCK_SKEW_MS / 2) return
      yield* Metric.update(metric, ahead / 1000)
      const wasKnown = forget()
      if (Math.abs(ahead) - doubt > MAX_UNREPORTED_CLOCK_SKEW_MS) {
        known = { part: name, ahead }
        skews.add(known)
        if (!wasKnown) yield* Effect.logWarning(sentence(known))
      } else if (wasKnown) yield* Effect.logInfo(`The clocks of this process and ${name} agree again`)
    })
  })

/**
 * Compares now, and returns an effect to run with every use of the store. The effect compares again in the background when
 * some seconds have passed, so an unused store needs no timer.
 *
 * @category running
 * @since 0.2.0
 */
export const beside = Effect.fnUntraced(function*(options: {
  readonly part: string
  /** Returns epoch milliseconds. If reading fails, nothing changes. */
  readonly time: Effect.Effect<number, unknown>
}): Effect.fn.Return<Effect.Effect<void>, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const look = Effect.ignore((yield* part(options.part))(options.time))
  let lookedAt = -Infinity
  const used = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    if (Math.abs(now - lookedAt) < BETWEEN_LOOKS_MS) return Effect.void
    lookedAt = now
    return Effect.asVoid(Effect.forkIn(look, scope))
  })
  yield* used
  return used
})

/**
 * The stores whose clocks differ now. For each part, the store with the largest difference is returned.
 *
 * @category accessors
 * @since 0.2.0
 */
export const skews: Effect.Effect<ReadonlyArray<Skew>> = Effect.map(ClockSkew, (all) => {
  const most = new Map<string, Skew>()
  for (const skew of [...all].sort((one, other) => Math.abs(other.ahead) - Math.abs(one.ahead))) {
    if (!most.has(skew.part)) most.set(skew.part, skew)
  }
  return [...most.values()]
})
