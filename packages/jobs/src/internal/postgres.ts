/** Stores the tables in PostgreSQL, through `pg`. */
import * as Health from "@dunlin/common/Health"
import * as NodePostgres from "@dunlin/common/NodePostgres"
import * as OptionalPackage from "@dunlin/common/OptionalPackage"
import * as Secret from "@dunlin/common/Secret"
import * as Effect from "effect/Effect"
import type { PoolClient, QueryResult } from "pg"
import { JobError } from "../JobError.ts"
import { CLAIM_LOCK, createClaimFunction } from "./claimFunction.ts"
import { views } from "./operatorViews.ts"
import { createKeys } from "./sealing/keys.ts"
import { createSettleFunction, STARTED_AT } from "./settleFunction.ts"
import { type Row, type Sql, type Statement, type Terms, type Transaction, unavailable } from "./sql.ts"
import { indexes, laterColumns, TABLES_VERSION, tablesIn } from "./tables.ts"
import { pageTurns } from "./turnQueue.ts"
import { createVisitFunction } from "./visitFunction.ts"

/** Long, because operations wait for free connections on a busy machine. */
const connectTimeout = "30 seconds"

const silence = "20 seconds"

const migration = "10 minutes"

const FOR_UPDATE = " FOR UPDATE"
const FOR_UPDATE_OF_FREE = " FOR UPDATE SKIP LOCKED"

/** Advisory locks: the first for creating tables, the second for claims. */
const creating = "SELECT pg_advisory_xact_lock(7093181)"
const claiming = `SELECT pg_advisory_xact_lock(${CLAIM_LOCK})`

/** `pg` returns `bigint` and `numeric` as text. All values of this store are below 2^53. */
const BIGINT_TYPE = 20
const NUMERIC_TYPE = 1700

/**
 * Replaces `$now` by the server's clock, because clocks of worker machines differ. A statement starts after any wait
 * for an advisory lock.
 */
const timed = (text: string): string =>
  text.replaceAll("$now", "CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000 AS BIGINT)")

/** Unnamed statements work behind connection poolers, which may run each transaction on another connection. */
const send = async (client: PoolClient, text: string, values: ReadonlyArray<unknown> = []) => {
  const result = await client.query({ text: timed(text), values: [...values] })
  return { ...result, rows: numbered(result) }
}

const numbered = ({ fields, rows }: QueryResult): ReadonlyArray<Row> => {
  const columns = fields.filter(({ dataTypeID }) => dataTypeID === BIGINT_TYPE || dataTypeID === NUMERIC_TYPE)
  for (const row of rows) {
    for (const { name } of columns) if (row[name] !== null) row[name] = Number(row[name])
  }
  return rows
}

type Sent = Array<Promise<unknown>>

const sendTo = (sent: Sent, statement: Promise<unknown>): void => {
  // The transaction's end awaits the statement and handles its rejection.
  statement.catch(() => {})
  sent.push(statement)
}

const over = (client: PoolClient, sent: Sent): Transaction => {
  const query = (text: string, values?: ReadonlyArray<unknown>) =>
    Effect.tryPromise({ try: () => send(client, text, values), catch: (cause) => cause })
  return {
    forUpdate: FOR_UPDATE,
    forUpdateOfFree: FOR_UPDATE_OF_FREE,
    sinceStart: STARTED_AT,
    by: () => "",
    concurrency: "unbounded",
    all: (text, values) => Effect.map(query(text, values), ({ rows }) => rows),
    run: (text, values) => Effect.map(query(text, values), ({ rowCount }) => rowCount ?? 0),
    send: (text, values) => Effect.sync(() => sendTo(sent, send(client, text, values)))
  }
}

const answersOf = (sent: Sent) => Effect.tryPromise({ try: () => Promise.all(sent), catch: (cause) => cause })

/**
 * Runs a transaction with pipelined statements. `BEGIN` is sent with the first statement, and statements without a
 * needed result are sent with the end. After a failure, the server rejects all later statements and rolls back.
 */
const transact = <A>(
  pool: NodePostgres.Pool<PoolClient>,
  body: (transaction: Transaction) => Effect.Effect<A, unknown>,
  begin: string
): Effect.Effect<A, unknown> =>
  NodePostgres.using(pool, (client) => {
    const sent: Sent = []
    sendTo(sent, client.query(begin))
    return body(over(client, sent)).pipe(
      Effect.tap(() => {
        sendTo(sent, client.query("COMMIT"))
        return answersOf(sent)
      }),
      Effect.tapError(() => answersOf(sent))
    )
  })

/** Sends all statements at once, so that the database completes the transaction even if this process stops. */
const shoot = (pool: NodePostgres.Pool<PoolClient>, statements: ReadonlyArray<Statement>, begin: string) =>
  NodePostgres.using(pool, (client) => {
    const sent: Sent = []
    sendTo(sent, client.query(begin))
    const answers = statements.map(([text, values]) => {
      const answer = send(client, text, values)
      sendTo(sent, answer)
      return answer
    })
    sendTo(sent, client.query("COMMIT"))
    return Effect.tryPromise({
      try: async () => {
        await Promise.all(sent)
        return (await Promise.all(answers)).map(({ rows }) => rows)
      },
      catch: (cause) => cause
    })
  })

/** Lets a commit return before its disk flush. The flush follows within a second. */
const unflushed = "SET LOCAL synchronous_commit = off"

const beginOf = (begin: string, { claiming: isClaiming = false, forgettable = isClaiming }: Terms): string =>
  [begin, ...(forgettable ? [unflushed] : []), ...(isClaiming ? [claiming] : [])].join("; ")

const patience = NodePostgres.patience()

/**
 * Checks for existing objects first: `CREATE ... IF NOT EXISTS` takes locks even if the object exists, and could
 * deadlock with running workers.
 */
const createTables = Effect.fnUntraced(function*(client: PoolClient) {
  yield* NodePostgres.query(client, creating)
  const { rows } = yield* NodePostgres.query(client, "SELECT to_regclass('job_schema') AS known")
  if (rows[0]?.known !== null) {
    const found = (yield* NodePostgres.query(client, "SELECT version FROM job_schema")).rows[0]?.version
    if (Number(found) >= TABLES_VERSION) return
  }
  const stamp = [
    "CREATE TABLE IF NOT EXISTS job_schema (version INTEGER NOT NULL)",
    "DELETE FROM job_schema",
    `INSERT INTO job_schema VALUES (${TABLES_VERSION})`
  ]
  const columns = laterColumns.map(({ column, table, type }) =>
    `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS ${column} ${type}`
  )
  yield* Effect.forEach(
    [
      ...tablesIn("\"C\""),
      ...columns,
      ...indexes,
      ...views,
      createClaimFunction(pageTurns),
      createSettleFunction,
      createVisitFunction,
      ...createKeys,
      ...stamp
    ],
    (text) => NodePostgres.query(client, text),
    { discard: true }
  )
})

// esbuild does not bundle an import whose rejection is handled, so a missing package is reported at run time.
const driver = OptionalPackage.load("pg", () => import("pg").catch((cause: unknown) => Promise.reject(cause))).pipe(
  Effect.mapError((reason) => new JobError({ reason }))
)

export const watch = Effect.fnUntraced(function*(options: { readonly url: Secret.Secret }) {
  const { default: pg } = yield* driver
  const part = yield* Health.part({
    part: "postgres",
    use: "watch",
    consequence: "jobs stop until it is back",
    isEssential: true
  })
  const connectionString = Secret.text(options.url, "url")
  yield* Effect.forkScoped(NodePostgres.watch(pg, { connectionString, part }))
})

export const open = Effect.fnUntraced(function*(options: {
  readonly url: Secret.Secret
  readonly maxConnections?: number | undefined
  readonly create?: ReadonlyArray<string> | undefined
}) {
  const { default: pg } = yield* driver
  const pool = yield* NodePostgres.shared<PoolClient>(pg, {
    connectionString: Secret.text(options.url, "url"),
    max: options.maxConnections,
    connectTimeout,
    silence
  })
  yield* NodePostgres.transact(pool.within(migration), createTables).pipe(
    Effect.retry(patience),
    Effect.mapError(unavailable)
  )
  const { create = [] } = options
  if (create.length > 0) {
    yield* NodePostgres.transact(
      pool,
      (client) => Effect.forEach([creating, ...create], (text) => NodePostgres.query(client, text), { discard: true })
    ).pipe(
      Effect.retry(patience),
      Effect.mapError(unavailable)
    )
  }
  const finished = <A>(effect: Effect.Effect<A, unknown>) =>
    effect.pipe(
      Effect.retry(patience),
      Effect.mapError((cause) => cause instanceof JobError ? cause : unavailable(cause))
    )
  const sql: Sql = {
    forUpdate: FOR_UPDATE,
    forUpdateOfFree: FOR_UPDATE_OF_FREE,
    transact: (body, terms = {}) => finished(transact(pool, body, beginOf(pool.begin, terms))),
    shot: (statements, terms = {}) =>
      finished(shoot(pool, statements, beginOf(pool.begin, terms))) as Effect.Effect<any, JobError>,
    call: (text, values) =>
      finished(
        NodePostgres.using(pool, (client) =>
          Effect.tryPromise({
            try: async () => (await send(client, text, values)).rows,
            catch: (cause) => cause
          }))
      ),
    // PostgreSQL vacuums its tables and recycles its log itself.
    shred: Effect.void
  }
  return sql
})
