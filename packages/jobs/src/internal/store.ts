/** The one `JobStore`, over the tables of a database. */
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { Claim } from "../Job.ts"
import { JobEnded, UnknownJob } from "../JobError.ts"
import { claimPages } from "./claiming.ts"
import { keeper } from "./keeping.ts"
import { type JobOfTeam, reader, refuse } from "./reading.ts"
import { endWhenEmpty, held } from "./returning.ts"
import { toJob } from "./rows.ts"
import type { JobStore, Limits } from "./service.ts"
import { settler } from "./settling.ts"
import type { Sql, Transaction } from "./sql.ts"
import { insertJob, insertPages } from "./submitting.ts"
import { delayed, dropped, running, waiting } from "./tables.ts"

const ofTeam = Effect.fnUntraced(function*(transaction: Transaction, request: JobOfTeam) {
  const row = yield* held(transaction, request.job)
  if (row === undefined || row.team !== request.team) return yield* refuse(new UnknownJob())
  return row
})

/** Whether a claim is the newest of its page. */
const isNewest = Effect.fnUntraced(function*(transaction: Transaction, { job, key, token }: Claim) {
  const [page] = yield* transaction.all(
    `SELECT token FROM job_pages WHERE job = $1 AND key = $2 AND state = ${running}`,
    [job, key]
  )
  return page?.token === token
})

export const make = (sql: Sql, limits: Limits): JobStore["Service"] => {
  let work = Deferred.makeUnsafe<void>()
  const wake = Effect.sync(() => {
    Deferred.doneUnsafe(work, Effect.void)
    work = Deferred.makeUnsafe<void>()
  })

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

    settle: Effect.fn("JobStore.settle")(settler(sql, wake)),

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

    ...reader(sql),
    ...keeper(sql)
  }
}
