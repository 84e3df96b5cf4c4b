/**
 * Decides which jobs a claim examines. A job without an available host is blocked until one may be available, so a
 * claim's cost does not depend on the number of blocked jobs.
 */
import * as Effect from "effect/Effect"
import { nextHost } from "./hostTurns.ts"
import { listOf, type Row, type Transaction } from "./sql.ts"
import { delayed, isReady, running } from "./tables.ts"

export const MAX_WAITS_PER_JOB = 64

/** Workers of older versions add pages without waking the job, so no job is blocked for longer. */
export const MAX_BLOCKED_MS = 300_000

/** The next claim wakes the remaining jobs. */
export const MAX_WOKEN_PER_CLAIM = 256

/** The next claim continues with the remaining jobs. */
export const MAX_BLOCKED_PER_CLAIM = 64

/** Limits the jobs that are woken per team when slots of a host become free. */
export const MAX_WOKEN_PER_HOST = 64

export const MAX_BUSY_HOSTS_PER_CLAIM = 256

export const readyTeams = ({ by }: Pick<Transaction, "by">): string =>
  `WITH RECURSIVE known (team) AS (
     SELECT * FROM (SELECT team FROM jobs ${by("jobs_ready")} WHERE ${isReady} ORDER BY team LIMIT 1) AS first
     UNION ALL
     SELECT (SELECT team FROM jobs ${
    by("jobs_ready")
  } WHERE ${isReady} AND jobs.team > known.team ORDER BY team LIMIT 1)
     FROM known WHERE known.team IS NOT NULL
   )
   SELECT team, (SELECT COALESCE(SUM(jobs.running), 0) FROM jobs ${by("jobs_busy")}
     WHERE jobs.state = 'running' AND jobs.running > 0 AND jobs.team = known.team) AS running
   FROM known WHERE team IS NOT NULL ORDER BY team`

const hostsOfJob = `WITH RECURSIVE walked (host, turn) AS (
     SELECT ${nextHost("''")}, 1
     UNION ALL
     SELECT ${nextHost("walked.host")}, turn + 1 FROM walked
     WHERE walked.host IS NOT NULL AND turn <= ${MAX_WAITS_PER_JOB}
   )
   SELECT host, (SELECT COUNT(*) FROM job_pages work WHERE work.state = ${running} AND work.host = walked.host) AS busy,
     COALESCE((SELECT next_at FROM job_hosts WHERE job_hosts.host = walked.host), 0) AS next_at,
     COALESCE((SELECT rests_until FROM job_rests WHERE team = $2 AND job_rests.host = walked.host), 0) AS rests_until
   FROM walked WHERE host IS NOT NULL`

const wakeAll = Effect.fnUntraced(function*(transaction: Transaction, ids: ReadonlyArray<string>) {
  for (const { text, values } of listOf(ids, 0)) {
    yield* transaction.run(`UPDATE jobs SET ready_at = 0 WHERE id IN (${text}) AND ready_at > 0`, values)
    yield* transaction.run(`DELETE FROM job_waits WHERE job IN (${text})`, values)
  }
})

const wakeBusy = Effect.fnUntraced(function*(transaction: Transaction, mostPerHost: number) {
  let host = ""
  for (let looked = 0; looked < MAX_BUSY_HOSTS_PER_CLAIM; looked++) {
    const [next] = yield* transaction.all(
      `SELECT host, (SELECT COUNT(*) FROM job_pages work WHERE work.state = ${running} AND work.host = job_waits.host) AS busy
       FROM job_waits WHERE is_busy = 1 AND host > $1 ORDER BY host LIMIT 1`,
      [host]
    )
    if (next === undefined) return
    host = String(next.host)
    const room = mostPerHost - Number(next.busy)
    if (room <= 0) continue
    yield* transaction.run(
      `DELETE FROM job_waits WHERE host = $1 AND is_busy = 1
         AND NOT EXISTS (SELECT 1 FROM jobs WHERE id = job AND state = 'running' AND ready_at > 0)`,
      [host]
    )
    const rows = yield* transaction.all(
      `SELECT job FROM (
         SELECT job, team, ROW_NUMBER() OVER (PARTITION BY team ORDER BY priority DESC, created_at, job) AS turn
         FROM job_waits WHERE host = $1 AND is_busy = 1) AS waits
       WHERE turn <= $2 ORDER BY turn, team LIMIT ${MAX_WOKEN_PER_HOST}`,
      [host, room]
    )
    yield* wakeAll(transaction, rows.map(({ job }) => String(job)))
  }
})

export const wakeBlocked = Effect.fnUntraced(function*(
  transaction: Transaction,
  now: number,
  mostPerHost: number
): Effect.fn.Return<void, unknown> {
  yield* transaction.run(
    `UPDATE jobs SET ready_at = 0 WHERE id IN (
       SELECT id FROM jobs WHERE state = 'running' AND ready_at > 0 AND ready_at <= $1
       ORDER BY ready_at LIMIT ${MAX_WOKEN_PER_CLAIM})`,
    [now]
  )
  yield* wakeBusy(transaction, mostPerHost)
})

export const block = Effect.fnUntraced(function*(
  transaction: Transaction,
  job: Row,
  { mostPerHost, now }: { readonly mostPerHost: number; readonly now: number }
): Effect.fn.Return<void, unknown> {
  const hosts = yield* transaction.all(hostsOfJob, [job.id!, job.team!])
  if (hosts.length > MAX_WAITS_PER_JOB) return
  const opensAt = ({ next_at, rests_until }: Row) => Math.max(Number(next_at), Number(rests_until))
  const timed = hosts.filter((host) => opensAt(host) > now)
  const busy = hosts.filter((host) => opensAt(host) <= now && Number(host.busy) >= mostPerHost)
  if (timed.length + busy.length < hosts.length) return
  const readyAt = Math.min(now + MAX_BLOCKED_MS, ...timed.map(opensAt))
  yield* transaction.run(`UPDATE jobs SET ready_at = $2 WHERE id = $1`, [job.id!, readyAt])
  yield* transaction.run(`DELETE FROM job_waits WHERE job = $1`, [job.id!])
  for (const host of hosts) {
    yield* transaction.run(
      `INSERT INTO job_waits (job, host, team, priority, created_at, is_busy) VALUES ($1, $2, $3, $4, $5, $6)`,
      [job.id!, host.host!, job.team!, job.priority!, job.created_at!, busy.includes(host) ? 1 : 0]
    )
  }
})

export const wakeWaiting = ({ forUpdateOfFree }: Pick<Transaction, "forUpdateOfFree">) =>
  `UPDATE jobs SET ready_at = 0 WHERE id IN (
     SELECT id FROM jobs WHERE ready_at > 0 AND id IN (
       SELECT job FROM job_waits WHERE host = $1 AND is_busy = 0 ORDER BY team, priority DESC, created_at, job
       LIMIT ${MAX_WOKEN_PER_HOST}) ORDER BY id${forUpdateOfFree})
   AND EXISTS (SELECT 1 FROM job_hosts WHERE host = $1 AND next_at <= $now)`

export const nextChange = `SELECT
  (SELECT MIN(ready_at) FROM jobs WHERE state = 'running' AND ready_at > 0) AS ready_at,
  (SELECT MIN(due_at) FROM job_pages WHERE state = ${delayed} AND due_at > 0) AS due_at`
