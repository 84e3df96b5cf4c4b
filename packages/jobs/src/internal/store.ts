/** Implements the `JobStore` on the tables of a database. */
import * as Spans from "@dunlin/common/Spans"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { JobEnded, UnknownJob } from "../JobError.ts"
import { claimer } from "./claims.ts"
import { keeper } from "./keeping.ts"
import { learner } from "./learning.ts"
import { leaser } from "./leasing.ts"
import { looker } from "./looking.ts"
import { monitorsIn } from "./monitors/monitorStore.ts"
import { accountOf, nothingOmitted, omit } from "./omitting.ts"
import { operating } from "./operating.ts"
import { owing } from "./owing.ts"
import { deleteJob, stop } from "./purging.ts"
import { type JobOfTeam, reader, refuse } from "./reading.ts"
import { endWhenEmpty, hasExpired, held } from "./returning.ts"
import { toJob } from "./rows.ts"
import type { JobStore, Limits } from "./service.ts"
import { settler } from "./settling.ts"
import type { Sql, Transaction } from "./sql.ts"
import { insertJob, insertOwed, insertPages } from "./submitting.ts"
import { pageTurns, type TurnQueue } from "./turnQueue.ts"
import { waiter } from "./waits.ts"

const ofTeam = Effect.fnUntraced(function*(transaction: Transaction, request: JobOfTeam) {
  const row = yield* held(transaction, request.job)
  if (row === undefined || row.team !== request.team || hasExpired(row)) return yield* refuse(new UnknownJob())
  return row
})

export const make = (sql: Sql, limits: Limits, turns: TurnQueue = pageTurns): JobStore["Service"] => {
  let work = Deferred.makeUnsafe<void>()
  const wake = Effect.sync(() => {
    Deferred.doneUnsafe(work, Effect.void)
    work = Deferred.makeUnsafe<void>()
  })

  const settle = settler(sql, turns, wake)
  const claim = claimer(sql, limits, turns)

  /** Milliseconds until a page may be due, according to the last claim. */
  let change: number | undefined

  return {
    watch: Effect.sync(() => {
      const notified = Deferred.await(work)
      return Effect.suspend(() => change === undefined ? notified : Effect.race(notified, Effect.sleep(change)))
    }),

    submit: Effect.fn("JobStore.submit")(function*(job) {
      const submitted = yield* sql.transact(Effect.fnUntraced(function*(transaction) {
        const before = yield* held(transaction, job.id)
        if (before !== undefined && hasExpired(before)) yield* deleteJob(transaction, job.id)
        const created = (yield* insertJob(transaction, job)) > 0
        const row = (yield* held(transaction, job.id))!
        if (!created) {
          return row.team === job.team ? { job: toJob(row), created } : yield* refuse(new UnknownJob())
        }
        yield* insertOwed(transaction, job)
        yield* insertPages(transaction, row, job.pages)
        yield* endWhenEmpty(transaction, job.id)
        return { job: toJob((yield* held(transaction, job.id))!), created }
      }))
      yield* wake
      return submitted
    }),

    append: Effect.fn("JobStore.append")(function*({ pages, ...request }) {
      const added = yield* sql.transact(Effect.fnUntraced(function*(transaction) {
        const job = yield* ofTeam(transaction, request)
        if (job.state === "cancelled") return yield* refuse(new JobEnded({ state: job.state }))
        const added = yield* insertPages(transaction, job, pages)
        yield* omit(transaction, job, yield* accountOf(transaction, request.job), { ...nothingOmitted, added })
        if (added.size > 0) {
          yield* transaction.run(`UPDATE jobs SET state = 'running', ended_at = NULL WHERE id = $1`, [request.job])
        }
        return added.size
      }))
      yield* wake
      return added
    }),

    claim: Spans.fn("JobStore.claim")(function*(request) {
      const { claims, next } = yield* claim(request)
      change = next
      return claims
    }),

    settle: (request) => Spans.span("JobStore.settle")(settle(request)),

    cancel: Effect.fn("JobStore.cancel")(function*(request) {
      return yield* sql.transact(Effect.fnUntraced(function*(transaction) {
        const job = yield* ofTeam(transaction, request)
        if (job.state !== "running") return toJob(job)
        yield* stop(transaction, turns, job, { state: "cancelled" })
        return toJob((yield* held(transaction, request.job))!)
      }))
    }),

    ...owing(sql),
    ...leaser(sql, turns, wake),
    ...reader(sql),
    ...waiter(sql, limits, turns),
    ...learner(sql),
    ...looker(sql, turns),
    ...keeper(sql, turns),
    monitors: monitorsIn(sql, wake),
    operations: operating(sql, turns, wake)
  }
}
