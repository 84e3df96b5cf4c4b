/** Deletes expired data in steps of limited size, and ends jobs without progress. */
import * as Effect from "effect/Effect"
import type { JobError } from "../JobError.ts"
import { deliverEnd } from "./deliveringEnds.ts"
import { applyPauses, isPaused } from "./pausing.ts"
import { isVisible } from "./rows.ts"
import type { JobStore } from "./service.ts"
import { listOf, type Row, type Sql, type Transaction } from "./sql.ts"
import { done, dropped, failed, running } from "./tables.ts"
import type { TurnQueue } from "./turnQueue.ts"
import { deliveriesOf } from "./webhooks.ts"

/** Limits one call. Callers repeat `purge` until no job remains. */
const JOBS_PER_CALL = 100

/** Deleting this many rows takes much less than a second. */
const ROWS_PER_TRANSACTION = 5000

const tablesOfJob = {
  job_pages: "key",
  job_passed: "key",
  job_omissions: "reason",
  job_bills: "reservation",
  job_marks: "mark",
  job_tallies: "name",
  job_waits: "host"
}

type Table = keyof typeof tablesOfJob

const HOUR = 3_600_000

const deleteRows = Effect.fnUntraced(function*(
  sql: Sql,
  table: Table,
  ids: ReadonlyArray<string>,
  condition = ""
): Effect.fn.Return<void, JobError> {
  const column = tablesOfJob[table]
  for (const { text, values } of listOf(ids, 0)) {
    const some = `SELECT job, ${column} FROM ${table} WHERE job IN (${text}) ${condition} LIMIT ${ROWS_PER_TRANSACTION}`
    const deleteSome = sql.transact((transaction) =>
      transaction.run(`DELETE FROM ${table} WHERE (job, ${column}) IN (${some})`, values)
    )
    while ((yield* deleteSome) === ROWS_PER_TRANSACTION) continue
  }
})

export const deleteJob = Effect.fnUntraced(function*(transaction: Transaction, id: string) {
  for (const job of [id, deliveriesOf(id)]) {
    for (const table of Object.keys(tablesOfJob)) yield* transaction.run(`DELETE FROM ${table} WHERE job = $1`, [job])
    yield* transaction.run(`DELETE FROM jobs WHERE id = $1`, [job])
  }
})

const jobsThat = (sql: Sql, condition: string) =>
  Effect.map(
    sql.transact((transaction) =>
      transaction.all(`SELECT id FROM jobs WHERE ${condition} ORDER BY expires_at LIMIT ${JOBS_PER_CALL}`)
    ),
    (rows) => rows.map(({ id }) => String(id))
  )

export const deleteEnded = Effect.fnUntraced(function*(sql: Sql, ids: ReadonlyArray<string>) {
  const all = [...ids, ...ids.map(deliveriesOf)]
  for (const table of Object.keys(tablesOfJob) as Array<Table>) yield* deleteRows(sql, table, all)
  yield* sql.transact(Effect.fnUntraced(function*(transaction) {
    for (const id of ids) yield* deleteJob(transaction, id)
  }))
})

const deleteExpired = Effect.fnUntraced(function*(sql: Sql) {
  const ids = yield* jobsThat(sql, "state <> 'running' AND expires_at <= $now")
  if (ids.length > 0) yield* deleteEnded(sql, ids)
  return ids.length
})

/**
 * Deletes an ended crawl's learned data and its skipped URLs, which are many times larger than its results. `known`
 * becomes the number of remaining rows.
 */
const trimEnded = Effect.fnUntraced(function*(sql: Sql) {
  const ids = yield* jobsThat(
    sql,
    `kind = 'crawl' AND state <> 'running' AND known > done + failed AND expires_at > $now`
  )
  if (ids.length === 0) return 0
  for (const table of ["job_passed", "job_marks", "job_tallies"] as const) yield* deleteRows(sql, table, ids)
  yield* deleteRows(sql, "job_pages", ids, `AND state NOT IN (${done}, ${failed})`)
  const [list] = listOf(ids, 0)
  yield* sql.transact((transaction) =>
    transaction.run(
      `UPDATE jobs SET known = done + failed WHERE id IN (${list!.text}) AND state <> 'running'`,
      list!.values
    )
  )
  return ids.length
})

export const stop = Effect.fnUntraced(function*(
  transaction: Transaction,
  turns: TurnQueue,
  job: Row,
  { state, warning }: { readonly state: "cancelled" | "failed"; readonly warning?: string | undefined }
) {
  const queued = Math.min(
    Number(job.queued),
    Math.max(0, Number(job.most_done) - Number(job.done) - Number(job.running))
  )
  const cancelled = queued + Number(job.running)
  if (turns.handBack !== undefined) {
    const held = yield* transaction.all(
      `SELECT token FROM job_pages WHERE job = $1 AND state = ${running} AND token <> ''`,
      [job.id!]
    )
    for (const [text, values] of yield* turns.handBack(held.map(({ token }) => String(token)))) {
      yield* transaction.run(text, values)
    }
  }
  yield* transaction.run(
    `UPDATE job_pages SET state = ${dropped}, token = NULL WHERE job = $1 AND state = ${running}`,
    [job.id!]
  )
  yield* transaction.run(
    `UPDATE jobs SET state = $3, ended_at = $now, expires_at = $now + retention, warning = COALESCE($4, warning),
       cancelled = cancelled + $2, total = done + failed + cancelled + $2, queued = 0, running = 0
     WHERE id = $1`,
    [job.id!, cancelled, state, warning ?? null]
  )
  yield* deliverEnd(transaction, job.id!)
})

/** Ends running jobs that have finished no page for as long as their retention. Paused jobs are excluded. */
const endStalled = Effect.fnUntraced(function*(sql: Sql, turns: TurnQueue) {
  const ids = yield* jobsThat(sql, `state = 'running' AND kind <> 'webhook' AND expires_at <= $now AND NOT ${isPaused}`)
  for (const id of ids) {
    yield* sql.transact(Effect.fnUntraced(function*(transaction) {
      const [job] = yield* transaction.all(
        `SELECT * FROM jobs WHERE id = $1 AND state = 'running' AND expires_at <= $now${transaction.forUpdate}`,
        [id]
      )
      if (job === undefined) return
      const hours = Math.round(Number(job.retention) / HOUR)
      const before = job.warning === null ? "" : `${job.warning} `
      const warning = `${before}The job ended because it completed no page for ${hours} hours.`
      yield* stop(transaction, turns, job, { state: "failed", warning })
    }))
  }
  return ids.length
})

export const purger = (sql: Sql, turns: TurnQueue): Effect.Effect<number, JobError> =>
  Effect.gen(function*() {
    yield* applyPauses(sql)
    const ended = yield* endStalled(sql, turns)
    const deleted = yield* deleteExpired(sql)
    const trimmed = yield* trimEnded(sql)
    yield* sql.transact((transaction) => transaction.run(`DELETE FROM job_hosts WHERE next_at <= $now`))
    yield* sql.transact((transaction) => transaction.run(`DELETE FROM job_rests WHERE rests_until <= $now`))
    yield* sql.transact((transaction) => transaction.run(`DELETE FROM job_gaps WHERE known_until <= $now`))
    if (deleted > 0) yield* sql.shred
    return ended + deleted + trimmed
  }).pipe(Effect.withSpan("JobStore.purge"))

export const firstExpired = (transaction: Transaction) =>
  transaction.all(`SELECT MIN(expires_at) AS at FROM jobs WHERE NOT (${isVisible})`)

const PURGE_INTERVAL = "1 minute"

export const purging = (store: Pick<JobStore["Service"], "purge">): Effect.Effect<never> => {
  const purgeAll = Effect.gen(function*() {
    while ((yield* store.purge) > 0) yield* Effect.yieldNow
  })
  return Effect.forever(Effect.andThen(Effect.ignore(purgeAll), Effect.sleep(PURGE_INTERVAL)))
}
