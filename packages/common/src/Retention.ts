/**
 * Deletes expired data of stores in steps while a process runs.
 *
 * @since 0.2.0
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Background from "./Background.ts"

/**
 * @category options
 * @since 0.2.0
 */
export interface Options<E, R> {
  /** The name of the store in the metric and in the log, such as `ledger`. */
  readonly store: string
  /** Deletes some expired data, and returns the number of deleted items; 0 if there are no more. */
  readonly deleteSome: Effect.Effect<number, E, R>
  /** Pause after all expired data is deleted. @default "10 minutes" */
  readonly every?: Duration.Input | undefined
}

const MEASURE_INTERVAL = "1 minute"

const gauges = new Map<string, Metric.Gauge<number>>()

const lagOf = (store: string): Metric.Gauge<number> => {
  const known = gauges.get(store)
  if (known !== undefined) return known
  const gauge = Metric.gauge("dunlin_retention_lag_seconds", {
    description: "Time since expired data was last deleted from a store",
    attributes: { store }
  })
  gauges.set(store, gauge)
  return gauge
}

/**
 * Deletes all expired data, and repeats this after a pause. A failed deletion is logged once and retried after the
 * pause. The gauge `dunlin_retention_lag_seconds` grows while deletions fail.
 *
 * **Example** (Delete old data)
 *
 * ```ts
 * import { Retention } from "@dunlin/common"
 * import { Effect, Fiber } from "effect"
 *
 * let rows = 3
 * const options: Retention.Options<never, never> = { store: "example", deleteSome: Effect.sync(() => rows > 0 ? rows-- : 0) }
 * const program = Effect.gen(function*() {
 *   const deleting = yield* Effect.forkChild(Retention.keep(options))
 *   while (rows > 0) yield* Effect.sleep("5 millis")
 *   yield* Fiber.interrupt(deleting)
 *   return rows
 * })
 * console.log(await Effect.runPromise(program)) // 0
 * ```
 *
 * @category running
 * @since 0.2.0
 */
export const keep = <E, R>(
  { deleteSome, every = "10 minutes", store }: Options<E, R>
): Effect.Effect<never, never, R> =>
  Background.quietly(Effect.gen(function*() {
    const lag = lagOf(store)
    let complete = yield* Clock.currentTimeMillis
    let isFailing = false
    const measure = Effect.flatMap(
      Clock.currentTimeMillis,
      (now) => Metric.update(lag, Math.max(0, now - complete) / 1000)
    )
    const sweep = Effect.gen(function*() {
      let deleted = 0
      for (;;) {
        const begun = yield* Clock.currentTimeMillis
        const some = yield* deleteSome
        deleted += some
        if (some === 0) {
          complete = begun
          break
        }
        yield* Effect.yieldNow
      }
      isFailing = false
      if (deleted > 0) yield* Effect.logDebug("deleted expired data", { store, deleted })
    }).pipe(
      Effect.catch((error) => {
        const isFirst = !isFailing
        isFailing = true
        return isFirst
          ? Effect.logWarning("expired data cannot be deleted", { store, error: String(error) })
          : Effect.void
      }),
      Effect.andThen(measure)
    )
    yield* Effect.forkChild(Effect.forever(Effect.andThen(measure, Effect.sleep(MEASURE_INTERVAL))))
    return yield* Effect.forever(Effect.andThen(sweep, Effect.sleep(Duration.fromInputUnsafe(every))))
  }))
