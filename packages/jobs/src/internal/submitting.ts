/** Inserts jobs and their pages into the tables. */
import * as Effect from "effect/Effect"
import type { NewJob, NewPage } from "../Job.ts"
import { PAGE_FORMAT, waitingStateOf } from "./formats.ts"
import { limitOfNew } from "./pausing.ts"
import { type Row, ROWS_PER_STATEMENT, type Transaction, type Value, valuesOf } from "./sql.ts"
import { dropped } from "./tables.ts"

const unlimited = Number.MAX_SAFE_INTEGER
const mostRunning = 2 ** 31 - 1
const DAY_MS = 86_400_000

export const hostOf = (url: string): string => URL.parse(url)?.host || "none"

export const insertJob = (transaction: Transaction, job: NewJob) => {
  const retention = job.retention ?? DAY_MS
  const limit = limitOfNew({ team: "$2", id: "$1", limit: "$6" })
  return transaction.run(
    `INSERT INTO jobs (id, team, kind, state, spec, priority, most_running, most_done, most_pages, delay, retention,
       ephemeral, known, total, queued, running, done, failed, cancelled, credits, last_host, created_at, expires_at)
     VALUES ($1, $2, $3, 'running', $4, $5, ${limit}, $7, $8, $9, $10, $11, 0, 0, 0, 0, 0, 0, 0, $12, '', $now, $now + CAST($10 AS BIGINT))
     ON CONFLICT (id) DO NOTHING`,
    [
      job.id,
      job.team,
      job.kind,
      JSON.stringify(job.spec),
      job.priority ?? 0,
      job.maxConcurrency ?? mostRunning,
      job.mostDone ?? unlimited,
      job.mostPages ?? unlimited,
      Math.ceil(job.delay ?? 0),
      retention,
      job.ephemeral === true ? 1 : 0,
      (job.owed ?? []).reduce((sum, { credits }) => sum + credits, 0)
    ]
  )
}

export const insertOwed = (transaction: Transaction, { id, owed = [] }: NewJob) =>
  Effect.forEach(owed, ({ credits, key, reservation, url }) =>
    transaction.run(
      `INSERT INTO job_pages (job, key, seq, url, host, page_rank, state, format, attempt, finished_at, unpaid, bill)
       VALUES ($1, $2, -1, $3, $4, 0, ${dropped}, ${PAGE_FORMAT}, 0, $now, $5, $6)`,
      [id, key, url, hostOf(url), credits, reservation]
    ), { discard: true })

const insertPart = (transaction: Transaction, rows: ReadonlyArray<ReadonlyArray<Value>>) => {
  const [part] = valuesOf(rows, 0)
  return transaction.all(
    `INSERT INTO job_pages (job, key, seq, url, host, page_rank, payload, state, format, attempt) VALUES ${part!.text}
     ON CONFLICT (job, key) DO NOTHING RETURNING key`,
    part!.values
  )
}

/**
 * Adds pages with new keys, up to the job's limit, and returns their keys. Needs a lock on the job's row, whose
 * counts the caller must update.
 */
export const insertRows = Effect.fnUntraced(function*(
  transaction: Transaction,
  job: Row,
  pages: ReadonlyArray<NewPage>
): Effect.fn.Return<ReadonlySet<Value>, unknown> {
  const known = Number(job.known)
  const mostPages = Number(job.most_pages)
  const added = new Set<Value>()
  for (let from = 0; from < pages.length && known + added.size < mostPages;) {
    const chunk = pages.slice(from, from + Math.min(ROWS_PER_STATEMENT, mostPages - known - added.size))
    const rows = yield* insertPart(
      transaction,
      chunk.map((page, at) => [
        String(job.id),
        page.key,
        known + from + at,
        page.url,
        hostOf(page.url),
        page.rank ?? 0,
        page.payload === undefined ? null : JSON.stringify(page.payload),
        waitingStateOf(page.format ?? PAGE_FORMAT),
        page.format ?? PAGE_FORMAT,
        0
      ])
    )
    for (const { key } of rows) added.add(key!)
    from += chunk.length
  }
  return added
})

export const insertPages = Effect.fnUntraced(function*(
  transaction: Transaction,
  job: Row,
  pages: ReadonlyArray<NewPage>
): Effect.fn.Return<ReadonlySet<Value>, unknown> {
  const added = yield* insertRows(transaction, job, pages)
  if (added.size > 0) {
    yield* transaction.run(
      `UPDATE jobs SET known = known + $2, total = total + $2, queued = queued + $2, ready_at = 0 WHERE id = $1`,
      [String(job.id), added.size]
    )
  }
  return added
})
