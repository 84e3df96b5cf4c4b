/** Measures this process's concurrent work. */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { Capacity } from "../Capacity.ts"

const atWork = Metric.gauge("dunlin_http_requests_at_work", { description: "Running requests" })
const waiting = Metric.gauge("dunlin_http_requests_waiting", { description: "Queued requests" })
const refused = Metric.counter("dunlin_http_requests_refused_total", {
  description: "Requests rejected because the queue was full, or because they were queued too long",
  incremental: true
})

const counted = new WeakMap<object, number>()

export const measureLoad = Effect.gen(function*() {
  const capacity = yield* Capacity
  const load = capacity.load()
  yield* Metric.update(atWork, load.atWork)
  yield* Metric.update(waiting, load.waiting)
  yield* Metric.update(refused, load.refused - (counted.get(capacity) ?? 0))
  counted.set(capacity, load.refused)
})
