import type { Summary } from "@dunlin/schema/Monitor"
import type * as Schema from "effect/Schema"
import type { Row } from "../sql.ts"
import type { CheckState, KnownPage, Observation, StoredCheck, StoredMonitor, StoredResult } from "./kept.ts"

const json = (value: Row[string] | undefined): Schema.Json => JSON.parse(String(value)) as Schema.Json
const number = (value: Row[string] | undefined): number | undefined => value == null ? undefined : Number(value)
const text = (value: Row[string] | undefined): string | undefined => value == null ? undefined : String(value)

export const emptySummary: Summary = { totalPages: 0, same: 0, changed: 0, new: 0, removed: 0, error: 0 }

export const summaryOf = (rows: ReadonlyArray<Row>): Summary => {
  const counts = Object.fromEntries(rows.map(({ count, status }) => [String(status), Number(count)]))
  const totalPages = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { ...emptySummary, ...counts, totalPages }
}

export const toMonitor = (row: Row): StoredMonitor => ({
  id: String(row.id),
  team: String(row.team),
  state: row.state as StoredMonitor["state"],
  given: json(row.given),
  spec: json(row.spec),
  caller: json(row.caller),
  token: String(row.token),
  nextAt: number(row.next_at),
  lastAt: number(row.last_at),
  check: text(row.check_id),
  summary: row.summary === null ? undefined : json(row.summary) as unknown as Summary,
  warning: text(row.warning),
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at)
})

export const toCheck = (row: Row, summary: Summary): StoredCheck => ({
  id: String(row.id),
  monitor: String(row.monitor),
  state: row.state as CheckState,
  cause: row.cause as StoredCheck["cause"],
  scheduledFor: number(row.scheduled_for),
  createdAt: Number(row.created_at),
  endedAt: number(row.ended_at),
  summary,
  credits: number(row.credits),
  error: text(row.error)
})

export const toKnownPage = (row: Row): KnownPage => ({
  version: Number(row.version),
  firstCheck: String(row.first_check),
  isPresent: Number(row.is_present) === 1,
  content: row.content === null ? undefined : json(row.content)
})

export const toResult = (row: Row): StoredResult => ({
  check: String(row.check_id),
  monitor: String(row.monitor),
  page: String(row.page),
  status: row.status as Observation["status"],
  isChange: Number(row.is_change) === 1,
  body: json(row.body),
  at: Number(row.observed_at)
})
