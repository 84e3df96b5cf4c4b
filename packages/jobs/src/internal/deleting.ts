/** Deletes ended jobs that an operator selects, before they expire. */
import * as Effect from "effect/Effect"
import type { JobError } from "../JobError.ts"
import type { Deleted, JobOperations } from "../JobOperations.ts"
import { deleteEnded } from "./purging.ts"
import { conditionsOf } from "./selecting.ts"
import type { Sql } from "./sql.ts"

/** Each of these jobs may have many rows, so a transaction deletes few jobs. */
const JOBS_PER_STEP = 100

/** Condition: the ledger has not charged some credits of the job. Deleting the job would lose them. */
const IS_UNPAID = `EXISTS (SELECT 1 FROM job_pages WHERE job_pages.job = jobs.id
  AND (job_pages.unpaid > 0 OR job_pages.owed > 0))`

const EVENTS = `jobs.id || ':webhook'`

const IS_UNDELIVERED = `EXISTS (SELECT 1 FROM jobs events WHERE events.id = ${EVENTS} AND events.state = 'running'
  AND events.queued + events.running > 0)`

type Request = Parameters<JobOperations["delete"]>[0]

/** Jobs of webhook events belong to another job, so a request selects them only by their kind. */
const endedJobs = (request: Request) => {
  const conditions = conditionsOf(request)
  const kind = request.kind === undefined ? "AND jobs.kind <> 'webhook'" : ""
  return { text: `FROM jobs WHERE jobs.state <> 'running' AND ${conditions.text} ${kind}`, values: conditions.values }
}

const isDeleted = ({ withUndelivered = false }: Request): string =>
  withUndelivered ? `NOT ${IS_UNPAID}` : `NOT ${IS_UNPAID} AND NOT ${IS_UNDELIVERED}`

const counted = (sql: Sql, request: Request): Effect.Effect<Deleted, JobError> => {
  const { text, values } = endedJobs(request)
  const isKeptForEvents = request.withUndelivered === true ? "1 = 0" : `NOT ${IS_UNPAID} AND ${IS_UNDELIVERED}`
  const when = (condition: string, value: string) => `COALESCE(SUM(CASE WHEN ${condition} THEN ${value} ELSE 0 END), 0)`
  return sql.transact((transaction) =>
    Effect.map(
      transaction.all(
        `SELECT ${when(isDeleted(request), "1")} AS jobs, ${
          when(isDeleted(request), "jobs.done + jobs.failed")
        } AS pages,
           ${when(IS_UNPAID, "1")} AS unpaid, ${when(isKeptForEvents, "1")} AS undelivered ${text}`,
        values
      ),
      ([row]) => ({
        jobs: Number(row!.jobs),
        pages: Number(row!.pages),
        unpaid: Number(row!.unpaid),
        undelivered: Number(row!.undelivered)
      })
    ), { reading: true })
}

export const deleting = (sql: Sql): Pick<JobOperations, "delete"> => ({
  delete: Effect.fn("JobOperations.delete")(function*(request) {
    const found = yield* counted(sql, request)
    if (request.isDryRun === true) return found
    const { text, values } = endedJobs(request)
    let jobs = 0
    let pages = 0
    for (;;) {
      const rows = yield* sql.transact(
        (transaction) =>
          transaction.all(
            `SELECT jobs.id, jobs.done + jobs.failed AS pages ${text} AND ${isDeleted(request)}
             ORDER BY jobs.id LIMIT ${JOBS_PER_STEP}`,
            values
          ),
        { reading: true }
      )
      if (rows.length > 0) yield* deleteEnded(sql, rows.map(({ id }) => String(id)))
      jobs += rows.length
      pages += rows.reduce((sum, row) => sum + Number(row.pages), 0)
      if (rows.length < JOBS_PER_STEP) break
    }
    if (jobs > 0) yield* sql.shred
    return { ...found, jobs, pages }
  })
})
