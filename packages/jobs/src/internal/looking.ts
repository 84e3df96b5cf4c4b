/** Lists the pages that workers have leased, for operators. */
import * as Effect from "effect/Effect"
import type { Kind, Turn } from "../Job.ts"
import * as Formats from "./formats.ts"
import { workerOf } from "./owners.ts"
import type { JobStore } from "./service.ts"
import type { Row, Sql } from "./sql.ts"
import { running } from "./tables.ts"
import type { TurnQueue } from "./turnQueue.ts"

const toTurn = (row: Row): Turn => ({
  job: String(row.job),
  team: String(row.team),
  kind: row.kind as Kind,
  url: String(row.url),
  host: String(row.host),
  worker: workerOf(String(row.worker)),
  attempt: Number(row.attempt),
  left: Number(row.left_over)
})

export const looker = (sql: Sql, { leaseEnd }: TurnQueue): Pick<JobStore["Service"], "look"> => ({
  look: ({ job, limit, team }) =>
    sql.transact(
      (transaction) =>
        Effect.map(
          // Few pages run at a time, so the index of running pages serves every filter.
          transaction.all(
            `SELECT job_pages.job, jobs.team, jobs.kind, job_pages.url, job_pages.host, ${Formats.worker} AS worker,
               job_pages.attempt, (${leaseEnd}) - ${Formats.added} - $now AS left_over
             FROM job_pages JOIN jobs ON jobs.id = job_pages.job
             WHERE job_pages.state = ${running} AND (jobs.team = $1 OR $1 = '') AND (jobs.id = $2 OR $2 = '')
             ORDER BY left_over, job_pages.url LIMIT $3`,
            [team ?? "", job ?? "", limit]
          ),
          (rows) => rows.map(toTurn)
        ),
      { reading: true }
    )
})
