/** Returns pages of dead workers, and pages whose delay is over, to the queue. */
import * as Effect from "effect/Effect"
import { deliverEnd } from "./deliveringEnds.ts"
import { endOf } from "./ending.ts"
import * as Formats from "./formats.ts"
import { jobColumns } from "./rows.ts"
import type { Row, Transaction } from "./sql.ts"
import { failed, running } from "./tables.ts"
import { MAX_LOST_PER_TRANSACTION, pageTurns, type TurnQueue } from "./turnQueue.ts"

const mostTidied = MAX_LOST_PER_TRANSACTION

const isAny = (parts: ReadonlyArray<string>) => parts.map((part) => `(${part})`).join(" OR ")

const isThereAny = (parts: ReadonlyArray<string>) =>
  `(${parts.map((part) => `EXISTS (SELECT 1 FROM job_pages WHERE ${part})`).join(" OR ")})`

export const held = (transaction: Transaction, job: string) =>
  Effect.map(
    transaction.all(`SELECT ${jobColumns} FROM jobs WHERE id = $1${transaction.forUpdate}`, [job]),
    ([row]) => row
  )

export const hasExpired = (row: Row): boolean => row.state !== "running" && Number(row.expires_at) <= Number(row.now)

export const endWhenEmpty = Effect.fnUntraced(function*(transaction: Transaction, id: string) {
  const job = yield* held(transaction, id)
  if (job?.state !== "running" || Number(job.queued) + Number(job.running) > 0) return
  const { state, warning } = yield* endOf(transaction, job, { done: Number(job.done), failed: Number(job.failed) })
  yield* transaction.run(
    `UPDATE jobs SET state = $2, warning = COALESCE($3, warning), ended_at = $now, expires_at = $now + retention
     WHERE id = $1`,
    [id, state, warning ?? null]
  )
  yield* deliverEnd(transaction, id)
})

const lostError = JSON.stringify({
  code: "WORKER_LOST",
  message: "every worker that leased the page disappeared before completing it"
})

export const takeBack = Effect.fnUntraced(function*(
  transaction: Transaction,
  turns: TurnQueue,
  now: number,
  mostAttempts: number
): Effect.fn.Return<void, unknown> {
  for (const { attempt, job, key, token } of yield* turns.lost(transaction, now)) {
    const isLast = attempt >= mostAttempts
    if ((yield* held(transaction, job))?.state !== "running") continue
    const changed = yield* transaction.run(
      isLast
        ? `UPDATE job_pages SET state = ${failed}, token = NULL, finished_at = $3, error = $4,
             place = (SELECT failed + 1 FROM jobs WHERE id = $1)
           WHERE job = $1 AND key = $2 AND token = $5 AND state = ${running} AND CAST($3 AS BIGINT) > 0 AND ${turns.isStillLost}`
        : `UPDATE job_pages SET state = ${Formats.waitingAgain}, token = NULL
           WHERE job = $1 AND key = $2 AND token = $4 AND state = ${running} AND CAST($3 AS BIGINT) > 0 AND ${turns.isStillLost}`,
      isLast ? [job, key, now, lostError, token] : [job, key, now, token]
    )
    if (changed === 0) continue
    yield* transaction.run(
      isLast
        ? `UPDATE jobs SET running = running - 1, failed = failed + 1, ready_at = 0 WHERE id = $1`
        : `UPDATE jobs SET running = running - 1, queued = queued + 1, ready_at = 0 WHERE id = $1`,
      [job]
    )
    if (isLast) yield* endWhenEmpty(transaction, job)
  }
})

const wakeDelayed = Effect.fnUntraced(function*(transaction: Transaction, now: number) {
  const due = yield* transaction.all(
    `SELECT DISTINCT job FROM (
       SELECT job FROM job_pages WHERE ${isAny(Formats.due("$1"))} ORDER BY due_at LIMIT ${mostTidied}) AS due`,
    [now]
  )
  for (const { job } of due) {
    yield* held(transaction, String(job))
    yield* transaction.run(
      `UPDATE job_pages SET state = ${Formats.waitingAgain}, due_at = NULL
       WHERE job = $1 AND (${isAny(Formats.due("$2"))})`,
      [job!, now]
    )
    yield* transaction.run(`UPDATE jobs SET ready_at = 0 WHERE id = $1 AND ready_at > 0`, [job!])
  }
})

export const untidy = `${isThereAny(Formats.lost("$now"))} AS lost, ${isThereAny(Formats.due("$now"))} AS due`

export const tidy = Effect.fnUntraced(function*(
  transaction: Transaction,
  { due, lost }: Row,
  now: number,
  mostAttempts: number
): Effect.fn.Return<void, unknown> {
  if (lost) yield* takeBack(transaction, pageTurns, now, mostAttempts)
  if (due) yield* wakeDelayed(transaction, now)
})
