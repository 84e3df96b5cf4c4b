/** Reads and writes the file of an audit log, in the thread or in a process without threads. */
import * as NodeSqlite from "@dunlin/common/NodeSqlite"
import type { DatabaseSync } from "node:sqlite"
import type { AuditEvent } from "../AuditLog.ts"

export const LOCK_TIMEOUT = 2000

/** Deleting them takes a few milliseconds. */
const DELETED_TOGETHER = 1000

export type Job =
  | { readonly _tag: "Write"; readonly events: ReadonlyArray<AuditEvent> }
  | { readonly _tag: "Delete"; readonly before: string }

const schema = `
PRAGMA journal_mode = WAL;
CREATE TABLE IF NOT EXISTS audit_events (
  seq INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  team TEXT NOT NULL,
  event TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS audit_events_team ON audit_events (team, at);
CREATE TRIGGER IF NOT EXISTS audit_events_no_update BEFORE UPDATE ON audit_events
BEGIN SELECT RAISE(ABORT, 'audit_events is append-only'); END;
`

export const open = (file: string): DatabaseSync => {
  const { DatabaseSync } = NodeSqlite.load()
  NodeSqlite.createFile(file)
  const database = new DatabaseSync(file, { timeout: LOCK_TIMEOUT })
  database.exec(schema)
  return database
}

const transact = (database: DatabaseSync, body: () => number): number => {
  database.exec("BEGIN IMMEDIATE")
  try {
    const changed = body()
    database.exec("COMMIT")
    return changed
  } finally {
    if (database.isTransaction) database.exec("ROLLBACK")
  }
}

type Delete = Extract<Job, { readonly _tag: "Delete" }>

export const isDue = (database: DatabaseSync, { before }: Delete): boolean => {
  const oldest = database.prepare("SELECT at FROM audit_events ORDER BY seq LIMIT 1").get()
  return oldest !== undefined && String(oldest.at) < before
}

export const perform = (database: DatabaseSync, job: Job): number => {
  if (job._tag === "Write") {
    const insert = database.prepare("INSERT INTO audit_events (at, team, event) VALUES (?, ?, ?)")
    return transact(database, () => {
      for (const event of job.events) insert.run(event.at, event.team, JSON.stringify(event))
      return job.events.length
    })
  }
  if (!isDue(database, job)) return 0
  const some = `SELECT seq FROM audit_events ORDER BY seq LIMIT ${DELETED_TOGETHER}`
  const remove = database.prepare(`DELETE FROM audit_events WHERE at < ? AND seq IN (${some})`)
  return transact(database, () => Number(remove.run(job.before).changes))
}
