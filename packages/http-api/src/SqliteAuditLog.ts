/**
 * Keeps audit events in a SQLite file, in a table that refuses changes.
 *
 * @since 0.1.0
 */
import * as NodeSqlite from "@dunlin/common/NodeSqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { AuditLog } from "./AuditLog.ts"

/**
 * The file cannot be opened.
 *
 * @category errors
 * @since 0.1.0
 */
export class AuditFileError extends Schema.TaggedError<AuditFileError>()("AuditFileError", {
  path: Schema.String,
  cause: Schema.Defect()
}) {
  override get message(): string {
    return `The audit log ${this.path} cannot be opened`
  }
}

/** Milliseconds an event waits for others that are being written. */
const LOCK_TIMEOUT = 2000

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

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: {
  /** Path of the file, or `:memory:`. Its folder must exist. */
  readonly file: string
}): Layer.Layer<AuditLog, AuditFileError> =>
  Layer.effect(
    AuditLog,
    Effect.gen(function*() {
      const { DatabaseSync } = NodeSqlite.load()
      const database = yield* Effect.acquireRelease(
        Effect.try({
          try: () => {
            NodeSqlite.createFile(options.file)
            const database = new DatabaseSync(options.file, { timeout: LOCK_TIMEOUT })
            database.exec(schema)
            return database
          },
          catch: (cause) => new AuditFileError({ path: options.file, cause })
        }),
        (database) => Effect.sync(() => database.close())
      )
      const insert = database.prepare("INSERT INTO audit_events (at, team, event) VALUES (?, ?, ?)")
      return AuditLog.of({
        record: (event) =>
          Effect.try({
            try: () => void insert.run(event.at, event.team, JSON.stringify(event)),
            catch: () => "failed"
          }).pipe(
            Effect.catch(() =>
              Effect.annotateLogs(Effect.logError("An audit event could not be written"), {
                requestId: event.requestId,
                team: event.team
              })
            )
          )
      })
    })
  )
