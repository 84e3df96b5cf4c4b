/**
 * Stores admitted turns as jobs of pg-boss 12, in the database of their pages. It is the second adapter of
 * `TurnQueue`.
 */
import { JobStore, type PostgresJobStore } from "@dunlin/jobs"
import { Effect, Layer, Redacted, type Scope } from "effect"
import { createRequire } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { createClaimFunction } from "../../../../jobs/src/internal/claimFunction.ts"
import * as Postgres from "../../../../jobs/src/internal/postgres.ts"
import { createRefuseFunction } from "../../../../jobs/src/internal/settleCall.ts"
import { type Row, type Statement, unavailable, type Value } from "../../../../jobs/src/internal/sql.ts"
import * as Store from "../../../../jobs/src/internal/store.ts"
import { MAX_LOST_PER_TRANSACTION, toLost, type TurnQueue } from "../../../../jobs/src/internal/turnQueue.ts"

const QUEUE = "dunlin-turns"
/** Name of the dead letter queue, to which pg-boss moves turns of workers without heartbeats. */
const LOST = "dunlin-lost-turns"

interface Database {
  readonly executeSql: (
    text: string,
    values?: ReadonlyArray<unknown>
  ) => Promise<{ readonly rows: ReadonlyArray<unknown> }>
}

export interface PgBoss {
  readonly on: (event: string, listener: (error: Error) => void) => unknown
  readonly start: () => Promise<unknown>
  readonly stop: (options: object) => Promise<void>
  readonly createQueue: (name: string, options: object) => Promise<void>
  readonly supervise: () => Promise<void>
  readonly fetch: (name: string, options: { readonly batchSize: number; readonly db: Database }) => Promise<unknown>
  readonly touch: (name: string, ids: ReadonlyArray<string>, options: { readonly db: Database }) => Promise<unknown>
  readonly cancel: PgBoss["touch"]
  readonly complete: (
    name: string,
    ids: ReadonlyArray<string>,
    output: null,
    options: { readonly db: Database }
  ) => Promise<unknown>
}

/** Returns the statement that a call of pg-boss would send, so that it can run in a transaction of the store. */
const statementOf = (call: (db: Database) => Promise<unknown>): Effect.Effect<Statement> =>
  Effect.promise(async () => {
    let sent: Statement | undefined
    const executeSql: Database["executeSql"] = async (text, values = []) => {
      sent = [text, values as ReadonlyArray<Value>]
      return { rows: [{ count: 0, ids: [] }] }
    }
    await call({ executeSql })
    return sent!
  })

const statementsOf = (
  tokens: ReadonlyArray<string>,
  call: (db: Database) => Promise<unknown>
): Effect.Effect<ReadonlyArray<Statement>> =>
  tokens.length === 0 ? Effect.succeed([]) : Effect.map(statementOf(call), (statement) => [statement])

/**
 * Creates a turn queue. The id of the pg-boss job is the token of the lease. A turn is never retried; its page is
 * admitted again instead.
 */
const queueOver = (boss: PgBoss): TurnQueue => ({
  name: "_boss",
  leaseUntil: "NULL",
  leaseEnd: `(SELECT CAST(EXTRACT(EPOCH FROM turn.heartbeat_on) * 1000 AS BIGINT) + turn.heartbeat_seconds * 1000
    FROM pgboss.job turn WHERE turn.name = '${QUEUE}' AND turn.id::text = job_pages.token)`,
  admit: `
    INSERT INTO pgboss.job (id, name, data, priority, group_id, created_on, start_after, keep_until, retry_limit,
        expire_seconds, deletion_seconds, dead_letter, heartbeat_seconds)
      VALUES (v_page.token::uuid, '${QUEUE}', jsonb_build_object('job', v_job.id, 'key', v_page.key, 'token', v_page.token,
        'attempt', v_page.attempt, 'url', v_page.url), v_job.priority, v_job.team, pgboss.job_now(), pgboss.job_now(),
        pgboss.job_now() + interval '14 days', 0, 86400, 60, '${LOST}', CEIL(p_lease / 1000.0));`,
  take: (most) => statementOf((db) => boss.fetch(QUEUE, { batchSize: most, db })),
  keepAlive: Effect.fnUntraced(function*(sql, { tokens }) {
    if (tokens.length === 0) return []
    const statement = yield* statementOf((db) => boss.touch(QUEUE, tokens, { db }))
    const [[row]] = yield* sql.shot([statement], { forgettable: true })
    const held = new Set(row!.ids as unknown as ReadonlyArray<string>)
    return tokens.filter((token) => held.has(token))
  }),
  finish: (tokens) => statementsOf(tokens, (db) => boss.complete(QUEUE, tokens, null, { db })),
  handBack: (tokens) => statementsOf(tokens, (db) => boss.cancel(QUEUE, tokens, { db })),
  areLost: () => `EXISTS (SELECT 1 FROM pgboss.job WHERE name = '${LOST}' AND state < 'active')`,
  isStillLost: "TRUE",
  lost: Effect.fnUntraced(function*(transaction) {
    const [text, values] = yield* statementOf((db) => boss.fetch(LOST, { batchSize: MAX_LOST_PER_TRANSACTION, db }))
    const rows = yield* transaction.all(text, values)
    const ids = rows.map(({ id }) => String(id))
    for (const [text, values] of yield* statementsOf(ids, (db) => boss.complete(LOST, ids, null, { db }))) {
      yield* transaction.all(text, values)
    }
    return rows.map(({ data }) => toLost(data as unknown as Row))
  })
})

export const start = (
  folder: string,
  url: string,
  options: object = {}
): Effect.Effect<PgBoss, unknown, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: async () => {
        const found = createRequire(join(folder, "x.js")).resolve("pg-boss")
        const { PgBoss } = await import(pathToFileURL(found).href)
        const boss: PgBoss = new PgBoss({
          connectionString: url,
          max: 2,
          superviseIntervalSeconds: 1,
          monitorIntervalSeconds: 1,
          maintenanceIntervalSeconds: 60,
          schedule: false,
          ...options
        })
        // Without a listener, a connection error would end the process. The store's next statement reports the error.
        boss.on("error", () => {})
        await boss.start()
        await boss.createQueue(LOST, { retryLimit: 1000, deleteAfterSeconds: 60 })
        await boss.createQueue(QUEUE, { retryLimit: 0, deadLetter: LOST, heartbeatSeconds: 15, deleteAfterSeconds: 60 })
        return boss
      },
      catch: unavailable
    }),
    (boss) => Effect.promise(() => boss.stop({ graceful: false, close: true }))
  )

export const layerOver = (boss: PgBoss, options: PostgresJobStore.Options): Layer.Layer<JobStore.JobStore, unknown> =>
  Layer.effect(
    JobStore.JobStore,
    Effect.gen(function*() {
      const turns = queueOver(boss)
      const create = [createClaimFunction(turns), createRefuseFunction]
      return Store.make(yield* Postgres.open({ ...options, create }), options, turns)
    })
  )

export const layer = (options: PostgresJobStore.Options & { readonly folder: string }) =>
  Layer.unwrap(
    Effect.map(start(options.folder, Redacted.value(options.url as Redacted.Redacted)), (boss) =>
      layerOver(boss, options))
  )
