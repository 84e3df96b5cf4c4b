/**
 * Stores audit events in a SQLite table that rejects changes. Requests put their events into a bounded queue, and a
 * thread writes them. An event is lost only if the queue is full, or if the file is not writable when the process
 * ends. The metric `dunlin_audit_events_lost_total` counts lost events.
 *
 * @since 0.1.0
 */
import * as Background from "@dunlin/common/Background"
import * as NodeSqlite from "@dunlin/common/NodeSqlite"
import * as PackageFile from "@dunlin/common/PackageFile"
import * as Retention from "@dunlin/common/Retention"
import * as Threads from "@dunlin/common/Threads"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import type { DatabaseSync } from "node:sqlite"
import { type AuditEvent, AuditLog } from "./AuditLog.ts"
import * as AuditFile from "./internal/auditFile.ts"

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

/** This many events use a few megabytes. */
const QUEUE_CAPACITY = 10_000

const MAX_EVENTS_PER_TRANSACTION = 256

const retries = Schedule.min([Schedule.exponential("10 millis"), Schedule.spaced("1 second")])

const lostEvents = Metric.counter("dunlin_audit_events_lost_total", {
  description: "Audit events lost because they could not be written",
  incremental: true
})

const THREAD_HEAP = 64

const THREAD_TIMEOUT = "10 minutes"

const PATIENCE_AT_THE_END = "2 seconds"

const openHere = (file: string) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        const database = AuditFile.open(file)
        database.exec("PRAGMA busy_timeout = 0")
        return database
      },
      catch: (cause) => new AuditFileError({ path: file, cause })
    }),
    (database) => Effect.sync(() => database.close())
  )

const asker = { here: import.meta.url, name: "@dunlin/http-api", module: "SqliteAuditLog" }

/**
 * Runs jobs in a thread, so that locks and the disk do not block the event loop. Without threads, or for a log in
 * memory, they run in this process.
 */
const performer = Effect.fnUntraced(function*(file: string, database: DatabaseSync) {
  const entry = PackageFile.module(asker, "internal/auditThread")
  if (entry === undefined || !Threads.areSupported() || NodeSqlite.isInMemory(file)) {
    return (job: AuditFile.Job): Effect.Effect<number, unknown> =>
      Effect.try({ try: () => AuditFile.perform(database, job), catch: (cause) => cause })
  }
  const { run } = yield* Threads.make<{ readonly file: string; readonly job: AuditFile.Job }, number>({
    entry,
    size: 1,
    maxHeap: THREAD_HEAP,
    timeout: THREAD_TIMEOUT
  })
  return (job: AuditFile.Job): Effect.Effect<number, unknown> => run({ file, job })
})

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: {
  /** Path of the file, or `:memory:`. Its folder must exist. */
  readonly file: string
  /**
   * Maximum queued events while the file cannot be written. Further events are lost and counted.
   * @default 10000
   */
  readonly capacity?: number | undefined
  /**
   * Maximum age of events. Older events are deleted every ten minutes. The gauge `dunlin_retention_lag_seconds` with
   * the label `store="audit"` shows the delay.
   *
   * @default events are kept
   * @since 0.2.0
   */
  readonly retention?: Duration.Input | undefined
}): Layer.Layer<AuditLog, AuditFileError> =>
  Layer.effect(
    AuditLog,
    Effect.gen(function*() {
      const database = yield* openHere(options.file)
      const perform = yield* performer(options.file, database)
      const capacity = options.capacity ?? QUEUE_CAPACITY
      const queue: Array<AuditEvent> = []
      const filled = Latch.makeUnsafe(false)
      let lost = 0

      const lose = (count: number, why: string) =>
        Effect.suspend(() => {
          const isFirst = lost === 0
          lost += count
          const counted = Metric.update(lostEvents, count)
          return isFirst ? Effect.andThen(counted, Effect.logError(`Audit events are being lost: ${why}`)) : counted
        })
      const next = () => queue.slice(0, MAX_EVENTS_PER_TRANSACTION)
      const written = (count: number) => {
        queue.splice(0, count)
        if (queue.length === 0) filled.closeUnsafe()
      }
      const writeNext = Effect.map(Effect.suspend(() => perform({ _tag: "Write", events: next() })), written)
      const writeSome = Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(Effect.forkDetach(Effect.interruptible(writeNext)), (writer) =>
          Effect.onInterrupt(
            restore(Fiber.join(writer)),
            () =>
              Effect.timeoutOption(Fiber.await(writer), PATIENCE_AT_THE_END).pipe(
                Effect.andThen(Fiber.interrupt(writer))
              )
          ))
      )
      const writeHere = Effect.try({
        try: () => written(AuditFile.perform(database, { _tag: "Write", events: next() })),
        catch: (cause) => cause
      })
      const reported = Effect.suspend(() => {
        if (lost === 0) return Effect.void
        const events = lost === 1 ? "1 event was" : `${lost} events were`
        const line = `Writing audit events works again; ${events} lost in the meantime`
        lost = 0
        return Effect.logError(line)
      })
      const writing = filled.await.pipe(
        Effect.andThen(Effect.retry(writeSome, retries)),
        Effect.andThen(reported),
        Effect.andThen(Effect.yieldNow),
        Effect.forever
      )

      // Must run after the writer has stopped, and before the file is closed.
      yield* Effect.addFinalizer(() =>
        Effect.suspend(() => {
          if (queue.length === 0) return Effect.void
          database.exec(`PRAGMA busy_timeout = ${AuditFile.LOCK_TIMEOUT}`)
          return Effect.whileLoop({ while: () => queue.length > 0, body: () => writeHere, step: () => {} })
        }).pipe(
          Effect.catch((cause) =>
            lose(queue.length, `${queue.length} cannot be written at shutdown (${String(cause)})`)
          )
        )
      )
      yield* Effect.forkScoped(Background.quietly(writing))
      const { retention } = options
      if (retention !== undefined) {
        const deleteSome = Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const before = now - Duration.toMillis(Duration.fromInputUnsafe(retention))
          const job = { _tag: "Delete", before: DateTime.formatIso(DateTime.makeUnsafe(before)) } as const
          return AuditFile.isDue(database, job) ? perform(job) : Effect.succeed(0)
        })
        yield* Effect.forkScoped(Retention.keep({ store: "audit", deleteSome }))
      }
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
