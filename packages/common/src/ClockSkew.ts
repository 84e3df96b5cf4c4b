/**
 * How far the clock of this process is from those of the stores that it shares with other machines.
 *
 * What is shared goes by the clock of its store. What a process signs, dates and checks by itself does not, and is wrong
 * by as much as its clock: operators are told before that matters.
 *
 * @since 0.2.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type * as Scope from "effect/Scope"

/**
 * Milliseconds by which two clocks may differ without a report. Machines that ask a time server are within a tenth of
 * a second of each other, so more means that one of them does not; and what goes by the clock of a process is told in
 * whole seconds (tokens, signatures, HTTP dates), of which two may differ by one by rounding alone.
 *
 * @category constants
 * @since 0.2.0
 */
export const toleranceInMilliseconds = 2000

/** Milliseconds between two looks at one store: the clock of a machine that was suspended differs at once. */
const BETWEEN_LOOKS_MS = 5000

/**
 * A store whose clock says another time.
 *
 * @category models
 * @since 0.2.0
 */
export interface Skew {
  /** Whose clock it is, in lower case and without addresses: `redis`. */
  readonly part: string
  /** Milliseconds by which this process is ahead of it; below zero: behind. */
  readonly ahead: number
}

/**
 * The differences that are known of this program.
 *
 * @category services
 * @since 0.2.0
 */
export const ClockSkew: Context.Reference<Set<Skew>> = Context.Reference("@dunlin/common/ClockSkew", {
  defaultValue: () => new Set<Skew>()
})

const gauge = Metric.gauge("dunlin_clock_ahead_seconds", {
  description: "Seconds by which the clock of this process is ahead of that of a store that it shares, by store"
})

const secondsOf = (milliseconds: number): number => Math.round(milliseconds / 100) / 10

const sentence = ({ ahead, part }: Skew): string =>
  `The clock of this process is ${Math.abs(secondsOf(ahead))} s ${
    ahead > 0 ? "ahead of" : "behind"
  } that of ${part}: what it signs and dates is wrong by as much. Set both by a time server.`

/**
 * Holds the clock of this process against what a store answers when it is asked what time it is, and logs when they begin
 * to differ and when they agree again. What is known is forgotten with the scope.
 *
 * @category constructors
 * @since 0.2.0
 */
export const part = (
  name: string
): Effect.Effect<
  /** Asks, by an effect that answers epoch milliseconds. Nothing is learned from one that fails. */
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
    return Effect.fnUntraced(function*<E, R>(asked: Effect.Effect<number, E, R>) {
      const before = yield* Clock.currentTimeMillis
      const time = yield* asked
      const after = yield* Clock.currentTimeMillis
      // The store looked at its clock at some moment in between.
      const doubt = (after - before) / 2
      const ahead = before + doubt - time
      if (!Number.isFinite(ahead) || doubt > toleranceInMilliseconds / 2) return
      yield* Metric.update(metric, ahead / 1000)
      const wasKnown = forget()
      if (Math.abs(ahead) - doubt > toleranceInMilliseconds) {
        known = { part: name, ahead }
        skews.add(known)
        if (!wasKnown) yield* Effect.logWarning(sentence(known))
      } else if (wasKnown) yield* Effect.logInfo(`The clocks of this process and of ${name} agree again`)
    })
  })

/**
 * Asks at once, and answers what is to run with every use of the store: it asks again, beside the use, when some seconds
 * have passed. No timer is needed for a store that nobody uses.
 *
 * @category running
 * @since 0.2.0
 */
export const beside = Effect.fnUntraced(function*(options: {
  readonly part: string
  /** Asks the store what time it is, in epoch milliseconds. Nothing is learned when that fails. */
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
 * The stores whose clocks say another time now, one of each part: that which differs most.
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
