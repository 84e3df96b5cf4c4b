/** Credits that pages owe from the moment the store accepts them until the ledger has taken them. */
import * as Effect from "effect/Effect"
import type { Kind } from "../Job.ts"
import { held } from "./returning.ts"
import type { JobStore, Owed } from "./service.ts"
import type { Sql } from "./sql.ts"

/** Milliseconds in which the worker that settled a page takes its credits itself. */
const WORKERS_OWN_TIME = 10_000

/** Pages that one call hands out. */
const MOST_OWED = 256

export const owing = (sql: Sql): Pick<JobStore["Service"], "owed" | "paid"> => ({
  owed: Effect.map(
    sql.transact((transaction) =>
      transaction.all(
        `SELECT job_pages.job, job_pages.key, owed, owed_to, jobs.team, jobs.kind FROM job_pages JOIN jobs ON jobs.id = job_pages.job
         WHERE owed > 0 AND finished_at <= $now - ${WORKERS_OWN_TIME} ORDER BY finished_at LIMIT ${MOST_OWED}`
      ), { reading: true }),
    (rows) =>
      rows.map((row): Owed => ({
        job: String(row.job),
        key: String(row.key),
        team: String(row.team),
        kind: row.kind as Kind,
        credits: Number(row.owed),
        reservation: String(row.owed_to)
      }))
  ),

  paid: (pages) =>
    sql.transact(
      Effect.fnUntraced(function*(transaction) {
        for (const { charged, job, key, owed } of pages) {
          if (charged < owed) yield* held(transaction, job)
          const changed = yield* transaction.run(
            `UPDATE job_pages SET owed = NULL, owed_to = NULL WHERE job = $1 AND key = $2 AND owed > 0`,
            [job, key]
          )
          if (changed === 0 || charged >= owed) continue
          yield* transaction.run(
            `UPDATE jobs SET credits = credits - $2, warning = $3 WHERE id = $1`,
            [job, owed - charged, `The job cost ${owed - charged} credits more than the team had.`]
          )
        }
      }),
      { forgettable: true }
    )
})
