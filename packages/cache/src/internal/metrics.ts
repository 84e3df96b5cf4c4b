import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type { CacheError } from "../CacheError.ts"

const events = Metric.counter("dunlin_cache_events_total", {
  description: "Page cache events, by store and event",
  incremental: true
})

const zero = {
  hits: 0,
  misses: 0,
  negativeHits: 0,
  writes: 0,
  skipped: 0,
  joined: 0,
  waits: 0,
  corrupt: 0,
  errors: 0,
  evicted: 0
}

export type Event = keyof typeof zero

export const make = (store: string) => {
  const counts = { ...zero }
  const metrics = new Map<Event, Metric.Counter<number>>()
  return {
    read: () => ({ ...counts }),
    add: (event: Event, by = 1): Effect.Effect<void> =>
      Effect.suspend(() => {
        counts[event] += by
        let metric = metrics.get(event)
        if (metric === undefined) {
          metric = Metric.withAttributes(events, { store, event })
          metrics.set(event, metric)
        }
        return Metric.update(metric, by)
      })
  }
}

export type Counters = ReturnType<typeof make>

/** A failing store must not fail a fetch, so the failure is counted and replaced by another result. */
export const survive = <A>(counters: Counters, effect: Effect.Effect<A, CacheError>, otherwise: A): Effect.Effect<A> =>
  Effect.catch(effect, () => Effect.as(counters.add("errors"), otherwise))
