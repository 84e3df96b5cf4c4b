/**
 * Manages accounts in PostgreSQL, for servers on several machines. Requires the package `pg`, which is loaded when
 * the layer is built. Accounts do not wait for each other. The database's clock decides when a reservation expires.
 *
 * @since 0.1.0
 */
import * as ClockSkew from "@dunlin/common/ClockSkew"
import {
  type Client,
  patience as patienceWith,
  query,
  shared,
  transact as inTransaction,
  using
} from "@dunlin/common/NodePostgres"
import * as OptionalPackage from "@dunlin/common/OptionalPackage"
import * as Secret from "@dunlin/common/Secret"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { CreditError, Unavailable } from "./CreditError.ts"
import * as CreditLedger from "./CreditLedger.ts"
import { type Answer, byAccount } from "./internal/byAccount.ts"
import * as Check from "./internal/check.ts"
import * as Quick from "./internal/quick.ts"
import * as RollUp from "./internal/rollUp.ts"
import { type AccountRow, type EntryRow, toColumns, toEntry, toTotals } from "./internal/sql.ts"
import { type Command, decide } from "./internal/transition.ts"
import type { Report } from "./LedgerCheck.ts"

/**
 * @category options
 * @since 0.1.0
 */
export type Options = Pick<CreditLedger.Options, "initial"> & {
  /**
   * A database URL, `postgres://user:password@host:port/database`. To use several servers, separate them with commas.
   * The writable one is used.
   */
  readonly url: Secret.Secret
  /**
   * The maximum number of connections in the pool of a ledger with its own `url`.
   * @default the pool that all stores of the process share
   */
  readonly maxConnections?: number | undefined
  /**
   * The longest time that a connection or a statement may take. If the database takes longer, it counts as unavailable.
   *
   * @default "5 seconds"
   * @since 0.3.0
   */
  readonly silence?: Duration.Input | undefined
}

// The advisory lock prevents servers that start together from creating the tables twice.
const creating = "SELECT pg_advisory_xact_lock(7093171)"

const tables =
  `SELECT to_regclass('credit_rollups') IS NOT NULL AS known, to_regproc('${Quick.name}') IS NOT NULL AS quick`

const schema = `
CREATE TABLE IF NOT EXISTS credit_accounts (
  account TEXT PRIMARY KEY,
  unlimited BOOLEAN NOT NULL,
  granted BIGINT NOT NULL,
  spent BIGINT NOT NULL CHECK (spent >= 0),
  reserved BIGINT NOT NULL CHECK (reserved >= 0),
  CHECK (unlimited OR granted - spent - reserved >= 0)
);
CREATE TABLE IF NOT EXISTS credit_ledger (
  seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('grant', 'reserve', 'settle', 'void', 'expire')),
  pending TEXT,
  amount BIGINT NOT NULL,
  asked BIGINT,
  at BIGINT NOT NULL,
  expires_at BIGINT,
  UNIQUE (account, id),
  UNIQUE (account, pending)
);
CREATE OR REPLACE FUNCTION credit_ledger_append_only() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  IF TG_OP = 'DELETE' AND OLD.kind <> 'grant' AND current_setting('dunlin.rolling_up', true) = 'on' THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'credit_ledger is append-only';
END $$;
CREATE OR REPLACE TRIGGER credit_ledger_no_change BEFORE UPDATE OR DELETE ON credit_ledger
FOR EACH ROW EXECUTE FUNCTION credit_ledger_append_only();
CREATE TABLE IF NOT EXISTS credit_pending (
  account TEXT NOT NULL,
  id TEXT NOT NULL,
  amount BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (account, id)
);
CREATE INDEX IF NOT EXISTS credit_pending_due ON credit_pending (account, expires_at);
${RollUp.tables}
CREATE OR REPLACE FUNCTION credit_rollups_append_only() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('dunlin.rolling_up', true) = 'on' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'credit_rollups is append-only';
END $$;
CREATE OR REPLACE TRIGGER credit_rollups_no_change BEFORE UPDATE OR DELETE ON credit_rollups
FOR EACH ROW EXECUTE FUNCTION credit_rollups_append_only();
`

/** One server at a time rolls up. The setting allows deletions of ledger entries in this transaction. */
const rollingUp = "SELECT pg_try_advisory_xact_lock(7093173) AS mine, set_config('dunlin.rolling_up', 'on', true)"

const append = `INSERT INTO credit_ledger (account, id, kind, pending, amount, asked, at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`

// A new account has no row to lock, so each transaction locks the account's name.
const lock = "SELECT pg_advisory_xact_lock(7093172, hashtext($1))"

const look = `SELECT clock.now, unlimited, granted, spent, reserved
FROM (SELECT CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000 AS BIGINT) AS now) AS clock
LEFT JOIN credit_accounts ON account = $1`

const clock = "SELECT EXTRACT(EPOCH FROM statement_timestamp()) * 1000 AS now"

const sums = `INSERT INTO credit_accounts (account, unlimited, granted, spent, reserved) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (account) DO UPDATE SET unlimited = excluded.unlimited, granted = excluded.granted,
  spent = excluded.spent, reserved = excluded.reserved`

const prolong = "UPDATE credit_pending SET expires_at = greatest(expires_at, $1) WHERE account = $2 AND id = $3"

type Found = { readonly now: string } & (AccountRow | { readonly granted: null })

/** Expiry by the database's clock, so that a reservation lasts as long as requested. */
const commandAt = (command: Command, now: number): Command =>
  command._tag === "reserve"
    ? { ...command, now, expiresAt: command.expiresAt - command.now + now }
    : { ...command, now }

const transact = Effect.fnUntraced(function*(client: Client, asked: Command, initial: number | "unlimited") {
  const { account } = asked
  const key = "key" in asked ? asked.key : undefined
  yield* query(client, lock, [account])
  const known = (yield* query(client, look, [account])).rows[0] as Found
  const command = commandAt(asked, Number(known.now))
  const found = key === undefined
    ? []
    : (yield* query(client, "SELECT * FROM credit_ledger WHERE account = $1 AND (id = $2 OR pending = $2)", [
      account,
      key
    ])).rows as Array<EntryRow>
  const due = (yield* query(client, "SELECT id, amount FROM credit_pending WHERE account = $1 AND expires_at <= $2", [
    account,
    command.now
  ])).rows as Array<{ id: string; amount: string }>
  const entry = found.find((row) => row.id === key)
  const resolution = found.find((row) => row.pending === key)
  const decision = decide(
    {
      // An account without an entry also has a time.
      totals: known.granted === null ? undefined : toTotals(known),
      entry: entry === undefined ? undefined : toEntry(entry),
      resolution: resolution === undefined ? undefined : toEntry(resolution),
      due: due.map((row) => ({ id: row.id, amount: Number(row.amount) }))
    },
    command,
    initial
  )
  for (const line of decision.entries) {
    yield* query(client, append, toColumns(line))
    if (line.pending !== undefined) {
      yield* query(client, "DELETE FROM credit_pending WHERE account = $1 AND id = $2", [account, line.pending])
    } else if (line.kind === "reserve") {
      yield* query(client, "INSERT INTO credit_pending (account, id, amount, expires_at) VALUES ($1, $2, $3, $4)", [
        account,
        line.id,
        line.amount,
        line.expiresAt ?? line.at
      ])
    }
  }
  if (decision.prolonged !== undefined) {
    yield* query(client, prolong, [decision.prolonged.expiresAt, account, decision.prolonged.id])
  }
  if (decision.entries.length > 0 || command._tag === "plan") {
    const { granted, reserved, spent, unlimited } = decision.totals
    yield* query(client, sums, [account, unlimited, granted, spent, reserved])
  }
  return decision.answer as Answer
})

const rollUp = Effect.fnUntraced(function*(client: Client, before: number) {
  const [lock] = (yield* query(client, rollingUp)).rows
  if (lock?.mine !== true) return 0
  return yield* RollUp.rollUpSome({
    all: (statement) => Effect.map(query(client, statement), ({ rows }) => rows),
    run: (statement) => Effect.map(query(client, statement), ({ rowCount }) => rowCount ?? 0)
  }, before)
})

// `CREATE IF NOT EXISTS` takes locks even if the table exists, and could deadlock with running servers. A starting
// server therefore checks first.
const createTables = Effect.fnUntraced(function*(client: Client) {
  yield* query(client, creating)
  const [found] = (yield* query(client, tables)).rows
  if (found?.known !== true) yield* query(client, schema)
  if (found?.quick !== true) yield* query(client, Quick.createQuick)
})

/** Statements take milliseconds, including the wait for others of the same account. */
const SILENCE = "5 seconds"

const migration = "10 minutes"

const unavailable = (cause: unknown) => new CreditError({ reason: new Unavailable({ cause }) })

const connect = Effect.fnUntraced(function*(options: Options) {
  // esbuild does not bundle an import whose rejection is handled, so a missing package is reported at run time.
  const { default: pg } = yield* OptionalPackage.load(
    "pg",
    () => import("pg").catch((cause: unknown) => Promise.reject(cause))
  ).pipe(Effect.mapError((reason) => new CreditError({ reason })))
  return yield* shared(pg, {
    connectionString: Secret.text(options.url, "url"),
    max: options.maxConnections,
    connectTimeout: options.silence ?? SILENCE,
    silence: options.silence ?? SILENCE
  })
})

const patience = patienceWith(["23505"])

/**
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(options: Options) {
  const connections = yield* connect(options).pipe(
    Effect.mapError((error) => error instanceof CreditError ? error : unavailable(error))
  )
  const initial = options.initial ?? 0
  yield* inTransaction(connections.within(migration), createTables).pipe(
    Effect.retry(patience),
    Effect.mapError(unavailable)
  )
  const used = yield* ClockSkew.beside({
    part: "postgres",
    time: Effect.map(using(connections, (client) => query(client, clock)), ({ rows }) => Number(rows[0]?.now))
  })
  const throughRules = (commands: ReadonlyArray<Command>) =>
    inTransaction(connections, (client) => Effect.forEach(commands, (command) => transact(client, command, initial)))
  const runTogether = Effect.fnUntraced(function*(
    account: string,
    commands: ReadonlyArray<Command>
  ): Effect.fn.Return<ReadonlyArray<Answer>, unknown> {
    const values = Quick.valuesOf(account, commands)
    if (values === undefined) return yield* throughRules(commands)
    const { rows } = yield* using(connections, (client) => query(client, Quick.quick, values))
    const now = rows[0]?.now
    if (now === null || now === undefined) return yield* throughRules(commands)
    return commands.map((command) => Result.succeed(Quick.answerOf(command, Number(now))))
  })
  return CreditLedger.make({
    run: byAccount((account, commands) =>
      runTogether(account, commands).pipe(
        Effect.retry(patience),
        Effect.mapError(unavailable),
        Effect.tap(() => used)
      )
    ),
    history: (account, limit) =>
      inTransaction(
        connections,
        (client) =>
          query(client, "SELECT * FROM credit_ledger WHERE account = $1 ORDER BY seq DESC LIMIT $2", [account, limit])
      ).pipe(
        Effect.map((result) => (result.rows as Array<EntryRow>).map(toEntry)),
        Effect.mapError(unavailable)
      ),
    rollUp: (before) =>
      inTransaction(connections, (client) => rollUp(client, before)).pipe(
        Effect.retry(patience),
        Effect.mapError(unavailable)
      )
  })
})

/**
 * Creates missing tables, and closes the connections with the scope. If the database hangs, an operation fails with
 * `Unavailable` within 15 seconds: 5 for a connection, and at most 10 for the response.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options): Layer.Layer<CreditLedger.CreditLedger, CreditError> =>
  Layer.effect(CreditLedger.CreditLedger, make(options))

const CHECK_LIMIT = "30 minutes"

const SNAPSHOT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"

/**
 * Compares the entries of the ledger with its balances, and with the jobs of the same database. It changes nothing, and
 * servers can continue meanwhile. Fails with `Unavailable` if the database has no ledger.
 *
 * @category running
 * @since 0.2.0
 */
export const check = (options: Pick<Options, "url" | "silence">): Effect.Effect<Report, CreditError> =>
  Effect.scoped(Effect.flatMap(connect({ ...options, maxConnections: 1 }), (connections) =>
    inTransaction(
      connections.within(CHECK_LIMIT),
      Effect.fnUntraced(function*(client) {
        yield* query(client, SNAPSHOT)
        const all = (statement: string) => Effect.map(query(client, statement), ({ rows }) => rows)
        const [time] = yield* all(clock)
        const [known] = yield* all(
          "SELECT to_regclass('jobs') IS NOT NULL AS jobs, to_regclass('credit_rollups') IS NOT NULL AS rollups"
        )
        return yield* Check.check({
          all,
          now: Math.floor(Number(time?.now)),
          hasRollUps: known?.rollups === true,
          hasJobs: known?.jobs === true,
          jobOfLine: "split_part(pending, ':', 2)"
        })
      })
    ))).pipe(Effect.mapError((error) => error instanceof CreditError ? error : unavailable(error)))
