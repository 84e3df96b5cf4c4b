import type * as Schema from "effect/Schema"
import type { Claim, FailedPage, Failure, Job, Kind, PageRecord, State } from "../Job.ts"
import { pauseWarning } from "./pausing.ts"
import type { Drop } from "./settlements.ts"
import type { Row } from "./sql.ts"
import { done, failed } from "./tables.ts"

const json = (value: Row[string] | undefined): Schema.Json => JSON.parse(String(value)) as Schema.Json
const orNothing = (value: Row[string] | undefined): number | undefined => value === null ? undefined : Number(value)

/** An ended job is invisible from its expiry, even before its rows are deleted. */
export const isVisible = "state = 'running' OR expires_at > $now"

export const jobColumns = "jobs.*, $now AS now"

/** Retention starts when a running job ends, so a running job expires one retention from now at the earliest. */
const expiryOf = (row: Row): number =>
  row.state === "running"
    ? Math.max(Number(row.expires_at), Number(row.now) + Number(row.retention))
    : Number(row.expires_at)

/** A job with enough results drops its other pages, so waiting pages above its limit are not counted. */
const queuedOf = (row: Row): number =>
  Math.min(Number(row.queued), Math.max(0, Number(row.most_done) - Number(row.done) - Number(row.running)))

export const toJob = (row: Row): Job => ({
  id: String(row.id),
  team: String(row.team),
  kind: row.kind as Kind,
  state: row.state as State,
  spec: json(row.spec),
  priority: Number(row.priority),
  counts: {
    total: Number(row.total) - Number(row.queued) + queuedOf(row),
    queued: queuedOf(row),
    running: Number(row.running),
    done: Number(row.done),
    failed: Number(row.failed),
    cancelled: Number(row.cancelled)
  },
  credits: Number(row.credits),
  createdAt: Number(row.created_at),
  endedAt: orNothing(row.ended_at),
  expiresAt: expiryOf(row),
  warning: row.warning === null ? pauseWarning(row) : String(row.warning)
})

export const toClaim = (job: Row, spec: Schema.Json, page: Row, lease: Pick<Claim, "gap" | "token">): Claim => ({
  job: String(job.id),
  team: String(job.team),
  kind: job.kind as Kind,
  spec,
  key: String(page.key),
  url: String(page.url),
  rank: Number(page.page_rank),
  payload: page.payload === null ? undefined : json(page.payload),
  attempt: Number(page.attempt) + 1,
  ...lease
})

export const toFailedPage = (row: Row): FailedPage => ({
  key: String(row.key),
  url: String(row.url),
  error: json(row.error) as unknown as Failure,
  at: Number(row.finished_at)
})

const endOf = (state: number, written: Schema.Json | undefined): Pick<PageRecord, "error" | "reason" | "copyOf"> =>
  written === undefined || state === done
    ? {}
    : state === failed
    ? { error: written as unknown as Failure }
    : written as unknown as Drop

export const toPageRecord = (row: Row): PageRecord => {
  const state = Number(row.state)
  const took = orNothing(row.took)
  return {
    key: String(row.key),
    url: String(row.url),
    state: state === done ? "done" : state === failed ? "failed" : "dropped",
    attempts: Number(row.attempt),
    at: Number(row.finished_at),
    ...(took === undefined ? {} : { took }),
    ...endOf(state, row.error === null ? undefined : json(row.error))
  }
}
