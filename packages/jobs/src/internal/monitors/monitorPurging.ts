/** Deletes data that monitors no longer need, in steps of limited size. */
import * as Effect from "effect/Effect"
import type { Sql } from "../sql.ts"

const MAX_ROWS = 1000

export const MAX_KNOWN_PER_TARGET = 20_000

const ofExpiredChecks = `DELETE FROM monitor_results WHERE (check_id, page) IN (
  SELECT monitor_results.check_id, monitor_results.page FROM monitor_checks
  JOIN monitor_results ON monitor_results.check_id = monitor_checks.id
  WHERE monitor_checks.expires_at <= $now LIMIT ${MAX_ROWS})`

const expiredChecks = `DELETE FROM monitor_checks WHERE id IN (
  SELECT id FROM monitor_checks WHERE expires_at <= $now AND NOT EXISTS
    (SELECT 1 FROM monitor_results WHERE monitor_results.check_id = monitor_checks.id) LIMIT ${MAX_ROWS})`

const ofDeletedMonitors = `DELETE FROM monitor_pages WHERE (monitor, page) IN (
  SELECT monitor_pages.monitor, monitor_pages.page FROM monitors
  JOIN monitor_pages ON monitor_pages.monitor = monitors.id WHERE monitors.state = 'deleted' LIMIT ${MAX_ROWS})`

const deletedMonitors = `DELETE FROM monitors WHERE state = 'deleted' AND NOT EXISTS
  (SELECT 1 FROM monitor_pages WHERE monitor_pages.monitor = monitors.id)`

export const purgeMonitors = (sql: Sql) =>
  Effect.map(
    Effect.forEach(
      [ofExpiredChecks, expiredChecks, ofDeletedMonitors, deletedMonitors],
      (statement) => sql.transact((transaction) => transaction.run(statement))
    ),
    (counts) => counts.reduce((sum, count) => sum + count, 0)
  )

export const beyondKnown = `DELETE FROM monitor_pages WHERE monitor = $1 AND page IN (
  SELECT page FROM monitor_pages WHERE monitor = $1 AND target = $2
  ORDER BY seen_at DESC LIMIT ${MAX_ROWS} OFFSET ${MAX_KNOWN_PER_TARGET})`
