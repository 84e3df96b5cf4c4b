/** How much this process does at the same time. */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { Capacity } from "../Capacity.ts"

const atWork = Metric.gauge("dunlin_http_requests_at_work", { description: "Requests that are worked on" })
const waiting = Metric.gauge("dunlin_http_requests_waiting", { description: "Requests that wait for their turn" })
const refused = Metric.gauge("dunlin_http_requests_refused", {
  description: "Requests that were refused since the start because too many waited, or waited too long"
})

/** Sets the gauges to what is so now. */
export const measureLoad = Effect.gen(function*() {
  const load = (yield* Capacity).load()
  yield* Metric.update(atWork, load.atWork)
  yield* Metric.update(waiting, load.waiting)
  yield* Metric.update(refused, load.refused)
})
