/** Implements the storage of monitors in SQLite or PostgreSQL. */
import type { Summary } from "@dunlin/schema/Monitor"
import * as Effect from "effect/Effect"
import { timingSafeEqual } from "node:crypto"
import { endWhenEmpty, held } from "../returning.ts"
import type { Row, Sql, Transaction } from "../sql.ts"
import { insertJob, insertPages } from "../submitting.ts"
import type { CheckState, Monitors, Observation } from "./kept.ts"
import { beyondKnown, purgeMonitors } from "./monitorPurging.ts"
import { emptySummary, summaryOf, toCheck, toKnownPage, toMonitor, toResult } from "./monitorRows.ts"

const MAX_CLOSED = 64

const reading = { reading: true } as const

const one = (transaction: Transaction, text: string, values: ReadonlyArray<string | number | null>) =>
  Effect.map(transaction.all(text, values), ([row]) => row)

const heldMonitor = (transaction: Transaction, monitor: string) =>
  one(transaction, `SELECT * FROM monitors WHERE id = $1 AND state <> 'deleted'${transaction.forUpdate}`, [monitor])

const counted = (transaction: Transaction, check: string) =>
  Effect.map(
    transaction.all(`SELECT status, COUNT(*) AS count FROM monitor_results WHERE check_id = $1 GROUP BY status`, [
      check
    ]),
    summaryOf
  )

const stateOf = (job: string | undefined, { error, totalPages }: Summary): CheckState => {
  if (job !== "completed" && error === 0 && totalPages === 0) return "failed"
  if (error === 0) return job === "completed" ? "completed" : "partial"
  return error === totalPages ? "failed" : "partial"
}

const withLost = (summary: Summary, lost: number): Summary => ({
  ...summary,
  totalPages: summary.totalPages + lost,
  error: summary.error + lost
})

const close = Effect.fnUntraced(function*(transaction: Transaction, row: Row) {
  const id = String(row.id)
  const summary = withLost(yield* counted(transaction, id), Number(row.failed ?? 0))
  const state = stateOf(row.job_state === null ? undefined : String(row.job_state), summary)
  const error = row.warning ?? (state === "failed" && summary.error > 0 ? "All pages of the check failed." : null)
  const changed = yield* transaction.run(
    `UPDATE monitor_checks SET state = $2, ended_at = COALESCE($3, $now), summary = $4, credits = $5, error = $6
     WHERE id = $1 AND state = 'running'`,
    [id, state, row.job_ended ?? null, JSON.stringify(summary), Number(row.credits ?? 0), error]
  )
  if (changed === 0) return
  yield* transaction.run(`UPDATE monitors SET check_id = NULL, summary = $2 WHERE id = $1 AND check_id = $3`, [
    String(row.monitor),
    JSON.stringify(summary),
    id
  ])
})

const insertCheck = (
  transaction: Transaction,
  monitor: Row,
  { cause, check, retention, scheduledFor }: Parameters<Monitors["begin"]>[0],
  state: CheckState,
  why: string | null
) =>
  transaction.run(
    `INSERT INTO monitor_checks (id, monitor, team, cause, state, scheduled_for, created_at, ended_at, expires_at, error)
     VALUES ($1, $2, $3, $4, $5, $6, $now, CASE WHEN $5 = 'running' THEN NULL ELSE $now END,
       $now + CAST($7 AS BIGINT), $8)
     ON CONFLICT (id) DO NOTHING`,
    [check, monitor.id!, monitor.team!, cause, state, scheduledFor ?? null, retention, why]
  )

const begin = Effect.fnUntraced(function*(transaction: Transaction, request: Parameters<Monitors["begin"]>[0]) {
  const { cause, check, jobs, monitor: id, nextAt, scheduledFor, skipped } = request
  const monitor = yield* heldMonitor(transaction, id)
  if (monitor === undefined) return { _tag: "Gone" as const }
  if (cause === "scheduled") {
    if (monitor.state !== "active" || Number(monitor.next_at) !== scheduledFor) return { _tag: "Taken" as const }
    yield* transaction.run(`UPDATE monitors SET next_at = $2 WHERE id = $1`, [id, nextAt ?? null])
  }
  if (monitor.check_id !== null) {
    if (cause === "scheduled") {
      const why = "The previous check was still running."
      yield* insertCheck(transaction, monitor, request, "skipped_overlap", why)
    }
    return { _tag: "Overlap" as const, check: String(monitor.check_id) }
  }
  if (skipped !== undefined) {
    yield* insertCheck(transaction, monitor, request, skipped.state, skipped.why)
    yield* transaction.run(`UPDATE monitors SET last_at = $now WHERE id = $1`, [id])
    return { _tag: "Begun" as const }
  }
  yield* insertCheck(transaction, monitor, request, "running", null)
  yield* transaction.run(`UPDATE monitors SET check_id = $2, last_at = $now WHERE id = $1`, [id, check])
  for (const job of jobs) {
    if ((yield* insertJob(transaction, job)) === 0) continue
    yield* insertPages(transaction, (yield* held(transaction, job.id))!, job.pages)
    yield* endWhenEmpty(transaction, job.id)
  }
  return { _tag: "Begun" as const }
})

const observe = Effect.fnUntraced(function*(transaction: Transaction, observation: Observation) {
  const { body, check, isChange, known, monitor, page, status, target, url, version } = observation
  // Locks the monitor, so that no page is stored after the monitor is deleted.
  if ((yield* heldMonitor(transaction, monitor)) === undefined) return false
  const before = yield* one(transaction, `SELECT version FROM monitor_pages WHERE monitor = $1 AND page = $2`, [
    monitor,
    page
  ])
  const found = before === undefined ? undefined : Number(before.version)
  const inserted = found !== version ? 0 : yield* transaction.run(
    `INSERT INTO monitor_results (check_id, page, monitor, status, is_change, body, observed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $now) ON CONFLICT (check_id, page) DO NOTHING`,
    [check, page, monitor, status, isChange ? 1 : 0, JSON.stringify(body)]
  )
  if (inserted === 0) return false
  if (known === undefined) {
    yield* transaction.run(`UPDATE monitor_pages SET seen_at = $now WHERE monitor = $1 AND page = $2`, [monitor, page])
    return true
  }
  yield* transaction.run(
    `INSERT INTO monitor_pages (monitor, page, target, url, first_check, version, is_present, content, seen_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $now)
     ON CONFLICT (monitor, page) DO UPDATE SET url = excluded.url, version = excluded.version,
       is_present = excluded.is_present, content = excluded.content, seen_at = excluded.seen_at`,
    [
      monitor,
      page,
      target,
      url,
      check,
      (version ?? 0) + 1,
      known.isPresent ? 1 : 0,
      known.content === undefined ? null : JSON.stringify(known.content)
    ]
  )
  return true
})

const isToken = (given: string, known: string): boolean =>
  given.length === known.length && timingSafeEqual(Buffer.from(given), Buffer.from(known))

const checksOf = (transaction: Transaction, condition: string, values: ReadonlyArray<string | number | null>) =>
  Effect.flatMap(
    transaction.all(`SELECT * FROM monitor_checks WHERE ${condition}`, values),
    (rows) =>
      Effect.forEach(rows, (row) =>
        row.summary === null
          ? Effect.map(
            row.state === "running" ? counted(transaction, String(row.id)) : Effect.succeed(emptySummary),
            (summary) => toCheck(row, summary)
          )
          : Effect.succeed(toCheck(row, JSON.parse(String(row.summary)) as Summary)))
  )

const definitions = (sql: Sql): Pick<Monitors, "create" | "get" | "list" | "update" | "remove" | "due"> => ({
  create: ({ caller, given, id, nextAt, spec, team, token }, most) =>
    sql.transact(Effect.fnUntraced(function*(transaction) {
      const row = yield* one(
        transaction,
        `SELECT COUNT(*) AS count FROM monitors WHERE team = $1 AND state <> 'deleted'`,
        [team]
      )
      if (Number(row?.count) >= most) return false
      yield* transaction.run(
        `INSERT INTO monitors (id, team, state, given, spec, caller, token, next_at, created_at, updated_at)
         VALUES ($1, $2, 'active', $3, $4, $5, $6, $7, $now, $now) ON CONFLICT (id) DO NOTHING`,
        [id, team, JSON.stringify(given), JSON.stringify(spec), JSON.stringify(caller), token, nextAt ?? null]
      )
      return true
    })),

  get: ({ monitor, team }) =>
    sql.transact((transaction) =>
      Effect.map(
        one(transaction, `SELECT * FROM monitors WHERE id = $1 AND team = $2 AND state <> 'deleted'`, [
          monitor,
          team
        ]),
        (row) => row === undefined ? undefined : toMonitor(row)
      ), reading),

  list: ({ limit, offset, team }) =>
    sql.transact((transaction) =>
      Effect.map(
        transaction.all(
          `SELECT * FROM monitors WHERE team = $1 AND state <> 'deleted'
           ORDER BY created_at DESC, id LIMIT $2 OFFSET $3`,
          [team, limit, offset]
        ),
        (rows) => rows.map(toMonitor)
      ), reading),

  update: ({ caller, given, monitor, nextAt, spec, state, team, warning }) =>
    sql.transact((transaction) =>
      Effect.map(
        transaction.run(
          `UPDATE monitors SET state = $3, given = $4, spec = $5, caller = $6, next_at = $7, warning = $8, updated_at = $now
           WHERE id = $1 AND team = $2 AND state <> 'deleted'`,
          [
            monitor,
            team,
            state,
            JSON.stringify(given),
            JSON.stringify(spec),
            JSON.stringify(caller),
            nextAt ?? null,
            warning ?? null
          ]
        ),
        (changed) => changed > 0
      )
    ),

  remove: ({ monitor, team }) =>
    sql.transact(Effect.fnUntraced(function*(transaction) {
      const row = yield* heldMonitor(transaction, monitor)
      if (row === undefined || row.team !== team) return undefined
      yield* transaction.run(
        `UPDATE monitors SET state = 'deleted', next_at = NULL, check_id = NULL WHERE id = $1`,
        [monitor]
      )
      yield* transaction.run(`UPDATE monitor_checks SET expires_at = $now WHERE monitor = $1`, [monitor])
      return { check: row.check_id === null ? undefined : String(row.check_id) }
    })),

  due: (limit) =>
    sql.transact(
      Effect.fnUntraced(function*(transaction) {
        const rows = yield* transaction.all(
          `SELECT *, $now AS now FROM monitors WHERE state = 'active' AND next_at > 0 AND next_at <= $now
         ORDER BY next_at LIMIT $1`,
          [limit]
        )
        return { now: Number(rows[0]?.now ?? 0), monitors: rows.map(toMonitor) }
      }),
      reading
    )
})

const checks = (
  sql: Sql,
  wake: Effect.Effect<void>
): Pick<Monitors, "begin" | "checks" | "check" | "finish" | "summary"> => ({
  begin: (request) => Effect.tap(sql.transact((transaction) => begin(transaction, request)), () => wake),

  checks: ({ limit, monitor, offset, state, team }) =>
    sql.transact((transaction) =>
      checksOf(
        transaction,
        `monitor = $1 AND team = $2 AND (state = $3 OR $3 = '') AND expires_at > $now
         ORDER BY created_at DESC, id DESC LIMIT $4 OFFSET $5`,
        [monitor, team, state ?? "", limit, offset]
      ), reading),

  check: ({ check, monitor, team }) =>
    sql.transact((transaction) =>
      Effect.map(
        checksOf(transaction, `id = $1 AND monitor = $2 AND team = $3 AND expires_at > $now`, [check, monitor, team]),
        ([found]) => found
      ), reading),

  finish: Effect.flatMap(
    sql.transact((transaction) =>
      transaction.all(
        `SELECT monitor_checks.id AS id FROM monitor_checks LEFT JOIN jobs ON jobs.id = monitor_checks.id
         WHERE monitor_checks.state = 'running' AND COALESCE(jobs.state, 'gone') <> 'running'
         ORDER BY monitor_checks.created_at LIMIT ${MAX_CLOSED}`
      ), reading),
    (rows) =>
      rows.length === 0 ? Effect.succeed(0) : Effect.as(
        sql.transact(Effect.fnUntraced(function*(transaction) {
          for (const { id } of rows) {
            const row = yield* one(
              transaction,
              `SELECT monitor_checks.id AS id, monitor, jobs.state AS job_state, jobs.failed AS failed,
                 jobs.credits AS credits, jobs.ended_at AS job_ended, jobs.warning AS warning
               FROM monitor_checks LEFT JOIN jobs ON jobs.id = monitor_checks.id
               WHERE monitor_checks.id = $1 AND monitor_checks.state = 'running'`,
              [id!]
            )
            if (row !== undefined && row.job_state !== "running") yield* close(transaction, row)
          }
        })),
        rows.length
      )
  ),

  summary: (check) => sql.transact((transaction) => counted(transaction, check), reading)
})

const pages = (sql: Sql): Pick<Monitors, "page" | "observe" | "unseen" | "begun" | "trim" | "purge"> => ({
  page: ({ check, monitor, page }) =>
    sql.transact(
      Effect.fnUntraced(function*(transaction) {
        const known = yield* one(
          transaction,
          `SELECT version, first_check, is_present, content FROM monitor_pages WHERE monitor = $1 AND page = $2`,
          [monitor, page]
        )
        const result = yield* one(transaction, `SELECT * FROM monitor_results WHERE check_id = $1 AND page = $2`, [
          check,
          page
        ])
        return {
          known: known === undefined ? undefined : toKnownPage(known),
          result: result === undefined ? undefined : toResult(result)
        }
      }),
      reading
    ),

  observe: (observation) => sql.transact((transaction) => observe(transaction, observation)),

  unseen: ({ check, limit, monitor, target }) =>
    sql.transact((transaction) =>
      Effect.map(
        transaction.all(
          `SELECT page, url FROM monitor_pages WHERE monitor = $1 AND target = $2 AND is_present = 1 AND NOT EXISTS
             (SELECT 1 FROM monitor_results WHERE check_id = $3 AND monitor_results.page = monitor_pages.page)
           ORDER BY page LIMIT $4`,
          [monitor, target, check, limit]
        ),
        (rows) => rows.map(({ page, url }) => ({ page: String(page), url: String(url) }))
      ), reading),

  begun: ({ check, monitor, page, target }) =>
    sql.transact(Effect.fnUntraced(function*(transaction) {
      if ((yield* heldMonitor(transaction, monitor)) === undefined) return
      yield* transaction.run(
        `INSERT INTO monitor_pages (monitor, page, target, url, first_check, version, is_present, content, seen_at)
         VALUES ($1, $2, $3, '', $4, 1, 0, NULL, $now) ON CONFLICT (monitor, page) DO NOTHING`,
        [monitor, page, target, check]
      )
    })),

  trim: ({ monitor, target }) =>
    sql.transact((transaction) => Effect.asVoid(transaction.run(beyondKnown, [monitor, target]))),

  purge: purgeMonitors(sql)
})

const results = (sql: Sql): Pick<Monitors, "result" | "results" | "changes"> => ({
  result: ({ check, page }) =>
    sql.transact((transaction) =>
      Effect.map(
        one(transaction, `SELECT * FROM monitor_results WHERE check_id = $1 AND page = $2`, [check, page]),
        (row) => row === undefined ? undefined : toResult(row)
      ), reading),

  results: ({ check, limit, monitor, skip, status }) =>
    sql.transact((transaction) =>
      Effect.map(
        transaction.all(
          `SELECT * FROM monitor_results WHERE check_id = $1 AND monitor = $2 AND (status = $3 OR $3 = '')
           ORDER BY observed_at, page LIMIT $4 OFFSET $5`,
          [check, monitor, status ?? "", limit, skip]
        ),
        (rows) => rows.map(toResult)
      ), reading),

  changes: ({ limit, monitor, token }) =>
    sql.transact(
      Effect.fnUntraced(function*(transaction) {
        const row = yield* one(transaction, `SELECT * FROM monitors WHERE id = $1 AND state <> 'deleted'`, [monitor])
        if (row === undefined || !isToken(token, String(row.token))) return undefined
        const rows = yield* transaction.all(
          `SELECT * FROM monitor_results WHERE monitor = $1 AND is_change = 1 ORDER BY observed_at DESC, page LIMIT $2`,
          [monitor, limit]
        )
        return { monitor: toMonitor(row), results: rows.map(toResult) }
      }),
      reading
    )
})

export const monitorsIn = (sql: Sql, wake: Effect.Effect<void>): Monitors => ({
  ...definitions(sql),
  ...checks(sql, wake),
  ...pages(sql),
  ...results(sql)
})
