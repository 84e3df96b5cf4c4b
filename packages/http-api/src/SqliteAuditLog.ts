/**
 * Keeps audit events in a SQLite file, in a table that refuses changes.
 *
 * Requests put their events in a bounded queue and go on. One writer takes them from there, many in one transaction, and
 * waits outside of the event loop while another process holds the lock of the file. An event is lost only when the queue
 * is full, or when the file cannot be written at the end of the process. Each lost event counts in the metric
 * `dunlin_audit_events_lost_total`, and the log of the server says when losses begin and how many there were.
 *
 * @since 0.1.0
 */
import * as Background from "@dunlin/common/Background"
import * as NodeSqlite from "@dunlin/common/NodeSqlite"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { type AuditEvent, AuditLog } from "./AuditLog.ts"

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

/** Milliseconds that the opening of the file, and the last write at the end, wait for a lock. Nothing else waits then. */
const LOCK_TIMEOUT = 2000

/** Events that wait by default: some megabytes. */
const QUEUE_CAPACITY = 10_000

/** Events of one transaction: it takes a few milliseconds of the event loop. */
const MOST_TOGETHER = 256

/** Pauses between the tries to write, for as long as it takes. */
const retries = Schedule.min([Schedule.exponential("10 millis"), Schedule.spaced("1 second")])

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

const lostEvents = Metric.counter("dunlin_audit_events_lost_total", {
  description: "Audit events that could not be written",
  incremental: true
})

/** A file that is open, and a function that writes events to it in one transaction. */
const open = Effect.fnUntraced(function*(file: string) {
  const { DatabaseSync } = NodeSqlite.load()
  const database = yield* Effect.acquireRelease(
    Effect.try({
      try: () => {
        NodeSqlite.createFile(file)
        const database = new DatabaseSync(file, { timeout: LOCK_TIMEOUT })
        database.exec(schema)
        database.exec("PRAGMA busy_timeout = 0")
        return database
      },
      catch: (cause) => new AuditFileError({ path: file, cause })
    }),
    (database) => Effect.sync(() => database.close())
  )
  const insert = database.prepare("INSERT INTO audit_events (at, team, event) VALUES (?, ?, ?)")
  const write = (events: ReadonlyArray<AuditEvent>): void => {
    database.exec("BEGIN IMMEDIATE")
    try {
      for (const event of events) insert.run(event.at, event.team, JSON.stringify(event))
      database.exec("COMMIT")
    } finally {
      if (database.isTransaction) database.exec("ROLLBACK")
    }
  }
  return { write, waitForLock: () => database.exec(`PRAGMA busy_timeout = ${LOCK_TIMEOUT}`) }
})

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: {
  /** Path of the file, or `:memory:`. Its folder must exist. */
  readonly file: string
  /**
   * Events that wait while the file cannot be written. Further ones are lost, and counted.
   * @default 10000
   */
  readonly capacity?: number | undefined
}): Layer.Layer<AuditLog, AuditFileError> =>
  Layer.effect(
    AuditLog,
    Effect.gen(function*() {
      const { waitForLock, write } = yield* open(options.file)
      const capacity = options.capacity ?? QUEUE_CAPACITY
      const queue: Array<AuditEvent> = []
      const filled = Latch.makeUnsafe(false)
      let lost = 0

      const lose = (count: number, why: string) =>
        Effect.suspend(() => {
          const isFirst = lost === 0
          lost += count
          const counted = Metric.update(lostEvents, count)
          return isFirst ? Effect.andThen(counted, Effect.logError(`Audit events are lost: ${why}`)) : counted
        })
      // Events stay in the queue until they are in the file, without a point in between at which the writer may end.
      const writeSome = Effect.try({
        try: () => {
          const some = queue.slice(0, MOST_TOGETHER)
          write(some)
          queue.splice(0, some.length)
          if (queue.length === 0) filled.closeUnsafe()
        },
        catch: (cause) => cause
      })
      const reported = Effect.suspend(() => {
        if (lost === 0) return Effect.void
        const line = `Audit events are written again: ${lost} were lost in between`
        lost = 0
        return Effect.logError(line)
      })
      const writing = filled.await.pipe(
        Effect.andThen(Effect.retry(writeSome, retries)),
        Effect.andThen(reported),
        Effect.andThen(Effect.yieldNow),
        Effect.forever
      )

      // Runs when the writer has ended, and before the file is closed.
      yield* Effect.addFinalizer(() =>
        Effect.suspend(() => {
          if (queue.length === 0) return Effect.void
          waitForLock()
          return Effect.whileLoop({ while: () => queue.length > 0, body: () => writeSome, step: () => {} })
        }).pipe(
          Effect.catch((cause) => lose(queue.length, `${queue.length} cannot be written at the end (${String(cause)})`))
        )
      )
      yield* Effect.forkScoped(Background.quietly(writing))
      return AuditLog.of({
        record: (event) =>
          Effect.suspend(() => {
            if (queue.length >= capacity) return lose(1, "the queue is full, because the file cannot be written")
            queue.push(event)
            filled.openUnsafe()
            return Effect.void
          })
      })
    })
  )
