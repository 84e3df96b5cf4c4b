/** The tables in PostgreSQL, through `pg`. */
import * as NodePostgres from "@dunlin/common/NodePostgres"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createHash } from "node:crypto"
import type { PoolClient } from "pg"
import { JobError, StoreUnavailable } from "../JobError.ts"
import type { Row, Sql, Transaction } from "./sql.ts"
import { tablesIn, tablesVersion } from "./tables.ts"

const unavailable = (cause: unknown) => new JobError({ reason: new StoreUnavailable({ cause }) })

/** Keys of the advisory locks: one for creating the tables, one for who claims. */
const creating = "SELECT pg_advisory_xact_lock(7093181)"
const claiming = "SELECT pg_advisory_xact_lock(7093182)"

/** The object identifier of `bigint`, which `pg` reads as text: our numbers are all below 2^53. */
const bigintType = 20
const numericType = 1700

/** Names of prepared statements, by their texts: planning some of them takes longer than running them. */
const names = new Map<string, string>()
const mostNames = 200

const prepared = (client: PoolClient, text: string, values: ReadonlyArray<unknown> = []) => {
  let name = names.get(text)
  if (name === undefined && names.size < mostNames) {
    name = `dunlin_${createHash("sha256").update(text).digest("base64url").slice(0, 22)}`
    names.set(text, name)
  }
  return Effect.tryPromise({
    try: () => client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) }),
    catch: (cause) => cause
  })
}

const over = (client: PoolClient): Transaction => ({
  forUpdate: " FOR UPDATE",
  all: (text, values) => Effect.map(prepared(client, text, values), ({ rows }) => rows as ReadonlyArray<Row>),
  run: (text, values) => Effect.map(prepared(client, text, values), ({ rowCount }) => rowCount ?? 0)
})

const patience = NodePostgres.patience()

/**
 * Statements that create what is there already take locks all the same, which would stand in a circle with those of
 * workers that run: a process that starts beside others must not ask for them.
 */
const createTables = Effect.fnUntraced(function*(client: PoolClient) {
  yield* NodePostgres.query(client, creating)
  const { rows } = yield* NodePostgres.query(client, "SELECT to_regclass('job_schema') AS known")
  if (rows[0]?.known !== null) {
    const found = (yield* NodePostgres.query(client, "SELECT version FROM job_schema")).rows[0]?.version
    if (Number(found) >= tablesVersion) return
  }
  const stamp = [
    "CREATE TABLE IF NOT EXISTS job_schema (version INTEGER NOT NULL)",
    "DELETE FROM job_schema",
    `INSERT INTO job_schema VALUES (${tablesVersion})`
  ]
  yield* Effect.forEach([...tablesIn("\"C\""), ...stamp], (text) => NodePostgres.query(client, text), { discard: true })
})

export const open = Effect.fnUntraced(function*(options: {
  readonly url: Redacted.Redacted<string>
  readonly maxConnections?: number | undefined
}) {
  // esbuild leaves the import of a package that is not installed alone where its failure is handled
  const { default: pg } = yield* Effect.tryPromise({
    try: () => import("pg").catch((cause: unknown) => Promise.reject(cause)),
    catch: unavailable
  })
  const types = {
    getTypeParser: (type: number, format?: "text" | "binary") =>
      type === bigintType || type === numericType ? Number : pg.types.getTypeParser(type, format)
  }
  const pool = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const pool = new pg.Pool({
        connectionString: Redacted.value(options.url),
        max: options.maxConnections ?? 10,
        // Also how long an operation waits for its turn on a busy machine.
        connectionTimeoutMillis: 30_000,
        types
      })
      // A connection that breaks is replaced by the pool, and fails the query that runs on it; without a listener of the
      // pool while it is idle, and of its own while it is used, it would end the process.
      pool.on("error", () => {})
      pool.on("connect", (client) => client.on("error", () => {}))
      return pool
    }),
    (pool) => Effect.promise(() => pool.end())
  )
  const connect = () => pool.connect()
  yield* NodePostgres.transact(connect, createTables).pipe(Effect.retry(patience), Effect.mapError(unavailable))
  const sql: Sql = {
    transact: (body, transactOptions) =>
      // Both statements in one go.
      NodePostgres.transact(
        connect,
        (client) => body(over(client)),
        transactOptions?.claiming === true ? `BEGIN; ${claiming}` : "BEGIN"
      ).pipe(
        Effect.retry(patience),
        Effect.mapError((cause) => cause instanceof JobError ? cause : unavailable(cause))
      )
  }
  return sql
})
