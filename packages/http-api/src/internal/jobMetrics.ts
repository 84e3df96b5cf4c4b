import { JobStore } from "@dunlin/jobs/JobStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"

const gauge = (name: string, description: string) => Metric.gauge(name, { description })

const jobs = gauge("dunlin_jobs_running", "Running jobs")
const queued = gauge("dunlin_job_pages_queued", "Queued job pages")
const running = gauge("dunlin_job_pages_running", "Job pages leased by a worker")
const oldest = gauge("dunlin_jobs_oldest_seconds", "Age of the oldest running job")
const lag = gauge(
  "dunlin_jobs_expired_seconds",
  "Time since the oldest expired job that is not yet deleted; expired jobs are not readable"
)
const events = gauge(
  "dunlin_webhook_events_waiting",
  "Undelivered webhook events, including the final event of each running job"
)
const pauses = gauge("dunlin_job_pauses", "Pauses set by operators that have not ended")
const isUp = gauge("dunlin_job_store_up", "1 if the job store responds, otherwise 0")

export const measureJobs = Effect.gen(function*() {
  const store = yield* JobStore
  const depth = yield* Effect.option(store.depth())
  yield* Metric.update(isUp, depth._tag === "Some" ? 1 : 0)
  if (depth._tag === "None") return
  const now = yield* Clock.currentTimeMillis
  yield* Metric.update(jobs, depth.value.jobs)
  yield* Metric.update(queued, depth.value.queued)
  yield* Metric.update(running, depth.value.running)
  yield* Metric.update(events, depth.value.events)
  yield* Metric.update(pauses, depth.value.pauses)
  yield* Metric.update(oldest, depth.value.oldest === undefined ? 0 : (now - depth.value.oldest) / 1000)
  yield* Metric.update(lag, depth.value.expired === undefined ? 0 : (now - depth.value.expired) / 1000)
})
