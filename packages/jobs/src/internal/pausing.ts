/**
 * Pauses jobs. `most_running` of a paused job is negative, so that workers of every version skip it. Pauses are also
 * rows, so that new jobs of a paused team start paused.
 */
import * as Effect from "effect/Effect"
import type { JobError } from "../JobError.ts"
import type { JobOperations, Pause, Scope } from "../JobOperations.ts"
import * as Formats from "./formats.ts"
import { Conditions } from "./selecting.ts"
import { listOf, type Row, type Sql } from "./sql.ts"
import { running } from "./tables.ts"
import type { TurnQueue } from "./turnQueue.ts"

/** While this transaction runs, settlements of these jobs wait. */
const JOBS_PER_TRANSACTION = 500

const negated = (limit: string): string => `-1 - ${limit}`

export const isPaused = "jobs.most_running < 0"

/** The warning that users see. */
const PAUSED = "An operator has paused this job; its pages stay queued."

export const pauseWarning = (row: Row): string | undefined =>
  row.state === "running" && Number(row.most_running) < 0 ? PAUSED : undefined

const pausesOf = (team: string, job: string): string =>
  `EXISTS (SELECT 1 FROM job_pauses WHERE job_pauses.scope = 'all'
     OR (job_pauses.scope = 'team' AND job_pauses.name = ${team}) OR (job_pauses.scope = 'job' AND job_pauses.name = ${job}))`

export const limitOfNew = (
  { id, limit, team }: { readonly team: string; readonly id: string; readonly limit: string }
) => {
  const whole = `CAST(${limit} AS INTEGER)`
  return `CASE WHEN ${pausesOf(team, id)} THEN ${negated(whole)} ELSE ${whole} END`
}

const isCovered = pausesOf("jobs.team", "jobs.id")

const flip = Effect.fnUntraced(function*(sql: Sql, condition: string, more = "") {
  const some = sql.transact(Effect.fnUntraced(function*(transaction) {
    const rows = yield* transaction.all(
      `SELECT id FROM jobs WHERE ${condition} ORDER BY id LIMIT ${JOBS_PER_TRANSACTION}${transaction.forUpdate}`
    )
    for (const { text, values } of listOf(rows.map(({ id }) => id!), 0)) {
      yield* transaction.run(
        `UPDATE jobs SET most_running = ${negated("most_running")}${more} WHERE id IN (${text}) AND ${condition}`,
        values
      )
    }
    return rows.length
  }))
  let changed = 0
  for (;;) {
    const jobs = yield* some
    changed += jobs
    if (jobs < JOBS_PER_TRANSACTION) return changed
  }
})

/** A resumed job starts its retention again. */
const KEPT = `, expires_at = CASE WHEN state = 'running' AND expires_at < $now + retention THEN $now + retention
   ELSE expires_at END`

/**
 * Pauses the jobs that match a pause, and resumes the others. The next run also finds jobs that older versions
 * submitted, or that arrived while a pause changed.
 */
export const applyPauses = Effect.fnUntraced(function*(sql: Sql): Effect.fn.Return<number, JobError> {
  const resumed = yield* flip(sql, `most_running < 0 AND NOT ${isCovered}`, KEPT)
  const [pause] = yield* sql.transact(
    (transaction) => transaction.all(`SELECT scope FROM job_pauses LIMIT 1`),
    { reading: true }
  )
  return pause === undefined ? resumed : resumed + (yield* flip(sql, `most_running >= 0 AND ${isCovered}`))
})

const keyOf = ({ job, team }: Scope): readonly [scope: string, name: string] =>
  job !== undefined ? ["job", job] : team !== undefined ? ["team", team] : ["all", ""]

const toPause = ({ name, paused_at, scope }: Row): Pause => ({
  ...(scope === "all" ? {} : { [String(scope)]: String(name) }),
  since: Number(paused_at)
})

export const pausing = (
  sql: Sql,
  { leaseEnd }: Pick<TurnQueue, "leaseEnd">,
  wake: Effect.Effect<void>
): Pick<JobOperations, "pause" | "resume" | "pauses" | "held"> => ({
  pause: Effect.fn("JobOperations.pause")(function*(scope) {
    yield* sql.transact((transaction) =>
      transaction.run(
        `INSERT INTO job_pauses (scope, name, paused_at) VALUES ($1, $2, $now) ON CONFLICT (scope, name) DO NOTHING`,
        keyOf(scope)
      )
    )
    yield* applyPauses(sql)
  }),

  resume: Effect.fn("JobOperations.resume")(function*(scope) {
    const ended = yield* sql.transact((transaction) =>
      transaction.run(`DELETE FROM job_pauses WHERE scope = $1 AND name = $2`, keyOf(scope))
    )
    yield* applyPauses(sql)
    yield* wake
    return ended > 0
  }),

  pauses: Effect.map(
    sql.transact(
      (transaction) => transaction.all(`SELECT scope, name, paused_at FROM job_pauses ORDER BY paused_at, scope, name`),
      { reading: true }
    ),
    (rows) => rows.map(toPause)
  ),

  held: ({ job, team }) => {
    const conditions = new Conditions()
      .add(team, (value) => `jobs.team = ${value}`)
      .add(job, (value) => `jobs.id = ${value}`)
    return sql.transact((transaction) =>
      Effect.map(
        transaction.all(
          `SELECT COUNT(*) AS pages FROM job_pages JOIN jobs ON jobs.id = job_pages.job
           WHERE job_pages.state = ${running} AND (${leaseEnd}) - ${Formats.added} > $now AND ${conditions.text}`,
          conditions.values
        ),
        ([row]) => Number(row!.pages)
      ), { reading: true })
  }
})
