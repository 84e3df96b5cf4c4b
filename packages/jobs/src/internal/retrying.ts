/** Queues failed pages again. */
import * as Effect from "effect/Effect"
import type { JobError } from "../JobError.ts"
import type { JobOperations, Retried } from "../JobOperations.ts"
import * as Formats from "./formats.ts"
import { held } from "./returning.ts"
import { type Conditions, conditionsOf } from "./selecting.ts"
import type { Sql, Value } from "./sql.ts"
import { failed } from "./tables.ts"

/** While this transaction runs, settlements of its job wait. */
const PAGES_PER_TRANSACTION = 1000

const IS_OPEN = `jobs.failed > 0 AND jobs.state <> 'cancelled' AND jobs.done < jobs.most_done
  AND (jobs.state = 'running' OR jobs.expires_at > $now)`

const HAS_PAYLOAD = `(jobs.kind IN ('batch', 'extract') OR job_pages.payload IS NOT NULL)`

type Request = Parameters<JobOperations["retry"]>[0]

const failedPages = (conditions: Conditions, { code, url }: Request): string => {
  const start = code === undefined ? undefined : `{"code":${JSON.stringify(code)},`
  conditions
    .add(start, (value) => `substr(job_pages.error, 1, ${start!.length}) = ${value}`)
    .add(url, (value) => `job_pages.url = ${value}`)
  return `FROM job_pages JOIN jobs ON jobs.id = job_pages.job
    WHERE job_pages.state = ${failed} AND COALESCE(job_pages.unpaid, 0) = 0
      AND COALESCE(job_pages.owed, 0) = 0 AND ${IS_OPEN} AND ${conditions.text}`
}

const retrySome = (sql: Sql, job: Value, request: Request) =>
  sql.transact(Effect.fnUntraced(function*(transaction) {
    // Transactions that change pages lock the row of their job first.
    yield* held(transaction, String(job))
    const conditions = conditionsOf({ ...request, job: String(job) })
    const some = `SELECT job_pages.key ${failedPages(conditions, request)} AND ${HAS_PAYLOAD}
      ORDER BY job_pages.place LIMIT ${PAGES_PER_TRANSACTION}`
    const own = conditions.value(job)
    const pages = yield* transaction.run(
      `UPDATE job_pages SET state = ${Formats.waitingAgain}, attempt = 0, token = NULL, worker = NULL, lease_until = NULL,
         due_at = NULL, finished_at = NULL, place = NULL, error = NULL
       WHERE job = ${own} AND state = ${failed} AND key IN (${some})`,
      conditions.values
    )
    if (pages === 0) return 0
    yield* transaction.run(
      `UPDATE jobs SET failed = failed - $2, queued = queued + $2, state = 'running', ended_at = NULL, warning = NULL,
         expires_at = $now + retention, ready_at = 0 WHERE id = $1`,
      [job, pages]
    )
    return pages
  }))

const counted = (sql: Sql, request: Request): Effect.Effect<Retried, JobError> => {
  const conditions = conditionsOf(request)
  const pages = failedPages(conditions, request)
  return sql.transact((transaction) =>
    Effect.map(
      transaction.all(
        `SELECT COUNT(DISTINCT CASE WHEN ${HAS_PAYLOAD} THEN jobs.id END) AS jobs,
           COALESCE(SUM(CASE WHEN ${HAS_PAYLOAD} THEN 1 ELSE 0 END), 0) AS pages, COUNT(*) AS all_pages ${pages}`,
        conditions.values
      ),
      ([row]) => ({
        jobs: Number(row!.jobs),
        pages: Number(row!.pages),
        lost: Number(row!.all_pages) - Number(row!.pages)
      })
    ), { reading: true })
}

export const retrying = (sql: Sql, wake: Effect.Effect<void>): Pick<JobOperations, "retry"> => ({
  retry: Effect.fn("JobOperations.retry")(function*(request) {
    const found = yield* counted(sql, request)
    if (request.isDryRun === true) return found
    const conditions = conditionsOf(request)
    const rows = yield* sql.transact(
      (transaction) =>
        transaction.all(
          `SELECT DISTINCT jobs.id ${failedPages(conditions, request)} AND ${HAS_PAYLOAD} ORDER BY jobs.id`,
          conditions.values
        ),
      { reading: true }
    )
    let jobs = 0
    let pages = 0
    for (const { id } of rows) {
      const before = pages
      for (;;) {
        const some = yield* retrySome(sql, id!, request)
        pages += some
        if (some < PAGES_PER_TRANSACTION) break
      }
      if (pages > before) jobs++
    }
    yield* wake
    return { jobs, pages, lost: found.lost }
  })
})
