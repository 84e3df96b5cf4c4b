/** Reads the state and results of jobs. */
import * as Effect from "effect/Effect"
import { JobError, UnknownJob } from "../JobError.ts"
import { omissions } from "./omitting.ts"
import { firstExpired } from "./purging.ts"
import { isVisible, jobColumns, toFailedPage, toJob, toPageRecord } from "./rows.ts"
import type { JobStore } from "./service.ts"
import { type Row, type Sql, type Terms, together, type Transaction } from "./sql.ts"
import { done, dropped, failed } from "./tables.ts"

const RESULTS_PER_READ = 16

export const refuse = (reason: JobError["reason"]) => Effect.fail(new JobError({ reason }))

export interface JobOfTeam {
  readonly team: string
  readonly job: string
}

type Reader = Pick<
  JobStore["Service"],
  "get" | "list" | "results" | "failures" | "records" | "omissions" | "depth" | "lastDone"
>

const reading: Terms = { reading: true }

const resultsBehind = Effect.fnUntraced(function*(transaction: Transaction, { job, limit, maxBytes, skip }: {
  readonly job: string
  readonly limit: number
  readonly maxBytes: number
  readonly skip: number
}) {
  const results: Array<Row> = []
  let bytes = 0
  let place = skip
  reading: while (results.length < limit) {
    const rows = yield* transaction.all(
      `SELECT place, result FROM job_pages WHERE job = $1 AND state = ${done} AND place > $2
       ORDER BY place LIMIT ${RESULTS_PER_READ}`,
      [job, place]
    )
    for (const row of rows) {
      const size = row.result === null ? 0 : Buffer.byteLength(String(row.result))
      if (results.length > 0 && (bytes + size > maxBytes || results.length >= limit)) break reading
      bytes += size
      place = Number(row.place)
      if (row.result !== null) results.push(row)
    }
    if (rows.length < RESULTS_PER_READ) break
  }
  return { place, results }
})

const depthOf = Effect.fnUntraced(function*(transaction: Transaction, team: string) {
  const [[row], [first], [other]] = yield* together(
    transaction,
    transaction.all(
      `SELECT COUNT(*) AS jobs, COALESCE(SUM(queued), 0) AS queued, COALESCE(SUM(running), 0) AS running,
         MIN(created_at) AS oldest
       FROM jobs WHERE state = 'running' AND kind <> 'webhook' AND (team = $1 OR $1 = '')`,
      [team]
    ),
    firstExpired(transaction),
    transaction.all(
      `SELECT (SELECT COUNT(*) FROM job_pauses) AS pauses, (
         SELECT COALESCE(SUM(queued + running), 0) FROM jobs
         WHERE state = 'running' AND kind = 'webhook' AND (team = $1 OR $1 = '')) AS events`,
      [team]
    )
  )
  return {
    jobs: Number(row?.jobs),
    queued: Number(row?.queued),
    running: Number(row?.running),
    oldest: row?.oldest == null ? undefined : Number(row.oldest),
    expired: first?.at == null ? undefined : Number(first.at),
    events: Number(other?.events),
    pauses: Number(other?.pauses)
  }
})

export const reader = (sql: Sql): Reader => {
  const read = <A>(
    request: JobOfTeam,
    body: (transaction: Transaction, job: Row) => Effect.Effect<A, unknown>,
    terms = reading
  ) =>
    sql.transact(
      Effect.fnUntraced(function*(transaction) {
        const [job] = yield* transaction.all(
          `SELECT ${jobColumns} FROM jobs WHERE id = $1 AND (${isVisible})`,
          [request.job]
        )
        if (job === undefined || job.team !== request.team) return yield* refuse(new UnknownJob())
        return yield* body(transaction, job)
      }),
      terms
    )

  return {
    get: (request) => read(request, (_, job) => Effect.succeed(toJob(job))),

    list: ({ kind, limit, state, team }) =>
      sql.transact((transaction) =>
        Effect.map(
          transaction.all(
            `SELECT ${jobColumns} FROM jobs
             WHERE ${
              team === undefined ? "$1 = ''" : "team = $1"
            } AND (kind = $2 OR $2 = '') AND (state = $3 OR $3 = '') AND (${isVisible})
             ORDER BY created_at DESC, id LIMIT $4`,
            [team ?? "", kind ?? "", state ?? "", limit]
          ),
          (rows) => rows.map(toJob)
        ), reading),

    results: Effect.fnUntraced(function*({ limit, maxBytes, skip, ...request }) {
      const { forgotten, ...found } = yield* read(
        request,
        Effect.fnUntraced(function*(transaction, job) {
          const { place, results } = yield* resultsBehind(transaction, { job: request.job, limit, maxBytes, skip })
          const forgotten = job.ephemeral === 1 && job.state !== "running"
            ? yield* transaction.run(
              `UPDATE job_pages SET result = NULL
               WHERE job = $1 AND state = ${done} AND place <= $2 AND result IS NOT NULL`,
              [request.job, place]
            )
            : 0
          return {
            forgotten,
            results: results.map(({ result }) => JSON.parse(String(result))),
            next: place < Number(job.done) ? place : undefined
          }
        }),
        // Learned data may be lost in a crash, so its commit does not wait for the disk.
        {}
      )
      if (forgotten > 0) yield* sql.shred
      return found
    }),

    omissions: (request) => read(request, (transaction) => omissions(transaction, request.job)),

    failures: ({ limit, ...request }) =>
      read(request, (transaction) =>
        Effect.map(
          transaction.all(
            `SELECT key, url, error, finished_at FROM job_pages WHERE job = $1 AND state = ${failed}
             ORDER BY place LIMIT $2`,
            [request.job, limit]
          ),
          (rows) => rows.map(toFailedPage)
        )),

    records: ({ after, limit, ...request }) =>
      read(request, (transaction) =>
        Effect.map(
          transaction.all(
            `SELECT key, url, state, attempt, finished_at, took, error FROM job_pages
             WHERE job = $1 AND key > $2 AND finished_at IS NOT NULL AND state IN (${done}, ${failed}, ${dropped})
             ORDER BY key LIMIT $3`,
            [request.job, after ?? "", limit]
          ),
          (rows) => rows.map(toPageRecord)
        )),

    depth: (team) => sql.transact((transaction) => depthOf(transaction, team ?? ""), reading),

    lastDone: (team) =>
      sql.transact((transaction) =>
        Effect.map(
          transaction.all(
            `SELECT MAX((SELECT finished_at FROM job_pages WHERE job = jobs.id AND state = ${done}
               ORDER BY place DESC LIMIT 1)) AS at
             FROM jobs WHERE team = $1 AND kind <> 'webhook' AND done > 0 AND (${isVisible})`,
            [team]
          ),
          ([row]) => row?.at == null ? undefined : Number(row.at)
        ), reading)
  }
}
