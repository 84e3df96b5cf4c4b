/** The one `JobStore`, over the tables of a database. */
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { Claim, Outcome } from "../Job.ts"
import { JobEnded, JobError, UnknownJob } from "../JobError.ts"
import type { JobStore, Limits } from "../JobStore.ts"
import { claimPages, endWhenEmpty, held } from "./claiming.ts"
import { toFailedPage, toJob } from "./rows.ts"
import type { Row, Sql, Transaction } from "./sql.ts"
import { insertJob, insertPages } from "./submitting.ts"
import { delayed, done, dropped, failed, running, waiting } from "./tables.ts"

/** Ended jobs that one call of `purge` forgets; callers repeat it. */
const mostPurged = 100

const refuse = (reason: JobError["reason"]) => Effect.fail(new JobError({ reason }))

const ofTeam = Effect.fnUntraced(function*(transaction: Transaction, request: JobOfTeam) {
  const row = yield* held(transaction, request.job)
  if (row === undefined || row.team !== request.team) return yield* refuse(new UnknownJob())
  return row
})

type JobOfTeam = { readonly team: string; readonly job: string }

/** Whether a claim is the newest of its page. */
const isNewest = Effect.fnUntraced(function*(transaction: Transaction, { job, key, token }: Claim) {
  const [page] = yield* transaction.all(
    `SELECT token FROM job_pages WHERE job = $1 AND key = $2 AND state = ${running}`,
    [job, key]
  )
  return page?.token === token
})

/** What a page counted as while it ran, and what it counts as now. */
const finish = Effect.fnUntraced(function*(
  transaction: Transaction,
  job: Row,
  { key }: Claim,
  outcome: Outcome,
  now: number
): Effect.fn.Return<void, unknown> {
  const id = job.id!
  switch (outcome._tag) {
    case "Done": {
      const result = outcome.result === undefined ? null : JSON.stringify(outcome.result)
      yield* transaction.run(
        `UPDATE job_pages SET state = ${done}, token = NULL, finished_at = $3, place = $4, result = $5
         WHERE job = $1 AND key = $2`,
        [id, key, now, Number(job.done) + 1, result]
      )
      yield* transaction.run(
        `UPDATE jobs SET running = running - 1, done = done + 1, credits = credits + $2, warning = NULL WHERE id = $1`,
        [id, outcome.credits]
      )
      return
    }
    case "Failed":
      yield* transaction.run(
        `UPDATE job_pages SET state = ${failed}, token = NULL, finished_at = $3, place = $4, error = $5
         WHERE job = $1 AND key = $2`,
        [id, key, now, Number(job.failed) + 1, JSON.stringify(outcome.error)]
      )
      yield* transaction.run(
        `UPDATE jobs SET running = running - 1, failed = failed + 1, credits = credits + $2 WHERE id = $1`,
        [id, outcome.credits]
      )
      return
    case "Dropped":
      yield* transaction.run(
        `UPDATE job_pages SET state = ${dropped}, token = NULL, finished_at = $3 WHERE job = $1 AND key = $2`,
        [id, key, now]
      )
      yield* transaction.run(`UPDATE jobs SET running = running - 1, total = total - 1 WHERE id = $1`, [id])
  }
})

/** What still waits in a job that has enough is let go, and counts no more. */
const stopWhenEnough = Effect.fnUntraced(function*(transaction: Transaction, id: string) {
  const [job] = yield* transaction.all(`SELECT done, most_done, queued FROM jobs WHERE id = $1`, [id])
  if (job === undefined || Number(job.done) < Number(job.most_done) || Number(job.queued) === 0) return
  yield* transaction.run(
    `UPDATE job_pages SET state = ${dropped} WHERE job = $1 AND state IN (${waiting}, ${delayed})`,
    [id]
  )
  yield* transaction.run(`UPDATE jobs SET total = total - queued, queued = 0 WHERE id = $1`, [id])
})

export const make = (sql: Sql, limits: Limits): JobStore["Service"] => {
  let work = Deferred.makeUnsafe<void>()
  const wake = Effect.sync(() => {
    Deferred.doneUnsafe(work, Effect.void)
    work = Deferred.makeUnsafe<void>()
  })
  // Reading a job does not need its lock, and must not wait for who has it.
  const read = <A>(request: JobOfTeam, body: (transaction: Transaction, job: Row) => Effect.Effect<A, unknown>) =>
    sql.transact(Effect.fnUntraced(function*(transaction) {
      const [job] = yield* transaction.all(`SELECT * FROM jobs WHERE id = $1`, [request.job])
      if (job === undefined || job.team !== request.team) return yield* refuse(new UnknownJob())
      return yield* body(transaction, job)
    }))

  return {
    watch: Effect.sync(() => Deferred.await(work)),

    submit: Effect.fn("JobStore.submit")(function*(job) {
      const now = yield* Clock.currentTimeMillis
      const submitted = yield* sql.transact(Effect.fnUntraced(function*(transaction) {
        const created = (yield* insertJob(transaction, job, now)) > 0
        const row = (yield* held(transaction, job.id))!
        if (!created) {
          return row.team === job.team ? { job: toJob(row), created } : yield* refuse(new UnknownJob())
        }
        yield* insertPages(transaction, row, job.pages)
        yield* endWhenEmpty(transaction, job.id, now)
        return { job: toJob((yield* held(transaction, job.id))!), created }
      }))
      yield* wake
      return submitted
    }),

    append: Effect.fn("JobStore.append")(function*({ pages, ...request }) {
      const added = yield* sql.transact(Effect.fnUntraced(function*(transaction) {
        const job = yield* ofTeam(transaction, request)
        if (job.state === "cancelled" || job.state === "failed") {
          return yield* refuse(new JobEnded({ state: job.state }))
        }
        const added = yield* insertPages(transaction, job, pages)
        if (added > 0) {
          yield* transaction.run(`UPDATE jobs SET state = 'running', ended_at = NULL WHERE id = $1`, [request.job])
        }
        return added
      }))
      yield* wake
      return added
    }),

    claim: Effect.fn("JobStore.claim")(function*(request) {
      const now = yield* Clock.currentTimeMillis
      return yield* sql.transact((transaction) => claimPages(transaction, request, limits, now), { claiming: true })
    }),

    heartbeat: Effect.fn("JobStore.heartbeat")(function*({ lease, tokens }) {
      const now = yield* Clock.currentTimeMillis
      const holding: Array<string> = []
      for (const token of tokens) {
        const changed = yield* sql.transact((transaction) =>
          transaction.run(`UPDATE job_pages SET lease_until = $2 WHERE token = $1 AND state = ${running}`, [
            token,
            now + lease
          ])
        )
        if (changed > 0) holding.push(token)
      }
      return holding
    }),

    settle: Effect.fn("JobStore.settle")(function*({ claim, discovered = [], outcome }) {
      const now = yield* Clock.currentTimeMillis
      const settled = yield* sql.transact(Effect.fnUntraced(function*(transaction) {
        const job = yield* held(transaction, claim.job)
        if (job?.state !== "running" || !(yield* isNewest(transaction, claim))) {
          return { settled: false, added: 0, ended: false }
        }
        yield* finish(transaction, job, claim, outcome, now)
        const added = yield* insertPages(transaction, job, discovered)
        yield* stopWhenEnough(transaction, claim.job)
        const ended = (yield* endWhenEmpty(transaction, claim.job, now)) > 0
        return { settled: true, added, ended }
      }))
      yield* wake
      return settled
    }),

    release: Effect.fn("JobStore.release")(function*({ claim, delay, free, warning }) {
      const now = yield* Clock.currentTimeMillis
      const released = yield* sql.transact(Effect.fnUntraced(function*(transaction) {
        const job = yield* held(transaction, claim.job)
        if (job?.state !== "running" || !(yield* isNewest(transaction, claim))) return false
        yield* transaction.run(
          `UPDATE job_pages SET state = $3, token = NULL, due_at = $4, attempt = attempt - $5
           WHERE job = $1 AND key = $2`,
          [claim.job, claim.key, delay > 0 ? delayed : waiting, delay > 0 ? now + delay : null, free ? 1 : 0]
        )
        yield* transaction.run(
          `UPDATE jobs SET running = running - 1, queued = queued + 1, warning = COALESCE($2, warning) WHERE id = $1`,
          [claim.job, warning ?? null]
        )
        return true
      }))
      yield* wake
      return released
    }),

    cancel: Effect.fn("JobStore.cancel")(function*(request) {
      const now = yield* Clock.currentTimeMillis
      return yield* sql.transact(Effect.fnUntraced(function*(transaction) {
        const job = yield* ofTeam(transaction, request)
        if (job.state !== "running") return toJob(job)
        yield* transaction.run(
          `UPDATE job_pages SET state = ${dropped}, token = NULL WHERE job = $1 AND state = ${running}`,
          [request.job]
        )
        yield* transaction.run(
          `UPDATE jobs SET state = 'cancelled', ended_at = $2, expires_at = $2 + retention,
             cancelled = cancelled + queued + running, queued = 0, running = 0
           WHERE id = $1`,
          [request.job, now]
        )
        return toJob((yield* held(transaction, request.job))!)
      }))
    }),

    get: (request) => read(request, (_, job) => Effect.succeed(toJob(job))),

    list: ({ kind, limit, state, team }) =>
      sql.transact((transaction) =>
        Effect.map(
          transaction.all(
            `SELECT * FROM jobs WHERE team = $1 AND (kind = $2 OR $2 = '') AND (state = $3 OR $3 = '')
             ORDER BY created_at DESC, id LIMIT $4`,
            [team, kind ?? "", state ?? "", limit]
          ),
          (rows) => rows.map(toJob)
        )
      ),

    results: ({ limit, maxBytes, skip, ...request }) =>
      read(
        request,
        Effect.fnUntraced(function*(transaction, job) {
          const results: Array<Row> = []
          let bytes = 0
          let place = skip
          // Some at a time: nobody knows how large they are.
          reading: while (results.length < limit) {
            const rows = yield* transaction.all(
              `SELECT place, result FROM job_pages WHERE job = $1 AND state = ${done} AND place > $2
               ORDER BY place LIMIT ${resultsPerRead}`,
              [request.job, place]
            )
            for (const row of rows) {
              const size = row.result === null ? 0 : Buffer.byteLength(String(row.result))
              if (results.length > 0 && (bytes + size > maxBytes || results.length >= limit)) break reading
              bytes += size
              place = Number(row.place)
              if (row.result !== null) results.push(row)
            }
            if (rows.length < resultsPerRead) break
          }
          if (job.ephemeral === 1 && job.state !== "running") {
            yield* transaction.run(
              `UPDATE job_pages SET result = NULL WHERE job = $1 AND state = ${done} AND place <= $2`,
              [
                request.job,
                place
              ]
            )
          }
          return {
            results: results.map(({ result }) => JSON.parse(String(result))),
            next: place < Number(job.done) ? place : undefined
          }
        })
      ),

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

    meet: ({ job, mark, page }) =>
      sql.transact(Effect.fnUntraced(function*(transaction) {
        const insert = `INSERT INTO job_marks (job, mark, page) VALUES ($1, $2, $3) ON CONFLICT (job, mark) DO NOTHING`
        if ((yield* transaction.run(insert, [job, mark, page])) > 0) return true
        const [first] = yield* transaction.all(`SELECT page FROM job_marks WHERE job = $1 AND mark = $2`, [job, mark])
        return first?.page === page
      })),

    tally: ({ job, name, tried, useful }) =>
      sql.transact((transaction) =>
        Effect.map(
          transaction.all(
            `INSERT INTO job_tallies (job, name, tried, useful) VALUES ($1, $2, $3, $4)
             ON CONFLICT (job, name) DO UPDATE SET tried = job_tallies.tried + excluded.tried,
               useful = job_tallies.useful + excluded.useful
             RETURNING tried, useful`,
            [job, name, tried, useful]
          ),
          ([row]) => ({ tried: Number(row?.tried), useful: Number(row?.useful) })
        )
      ),

    purge: Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const jobs = yield* sql.transact((transaction) =>
        transaction.all(
          `SELECT id FROM jobs WHERE state <> 'running' AND expires_at <= $1 ORDER BY expires_at LIMIT ${mostPurged}`,
          [now]
        )
      )
      for (const { id } of jobs) {
        yield* sql.transact(Effect.fnUntraced(function*(transaction) {
          for (const table of ["job_pages", "job_marks", "job_tallies"]) {
            yield* transaction.run(`DELETE FROM ${table} WHERE job = $1`, [id!])
          }
          yield* transaction.run(`DELETE FROM jobs WHERE id = $1`, [id!])
        }))
      }
      yield* sql.transact((transaction) => transaction.run(`DELETE FROM job_hosts WHERE next_at <= $1`, [now]))
      return jobs.length
    }).pipe(Effect.withSpan("JobStore.purge")),

    depth: (team) =>
      sql.transact((transaction) =>
        Effect.map(
          transaction.all(
            `SELECT COUNT(*) AS jobs, COALESCE(SUM(queued), 0) AS queued, COALESCE(SUM(running), 0) AS running,
               MIN(created_at) AS oldest
             FROM jobs WHERE state = 'running' AND kind <> 'webhook' AND (team = $1 OR $1 = '')`,
            [team ?? ""]
          ),
          ([row]) => ({
            jobs: Number(row?.jobs),
            queued: Number(row?.queued),
            running: Number(row?.running),
            oldest: row?.oldest == null ? undefined : Number(row.oldest)
          })
        )
      )
  }
}

const resultsPerRead = 16
