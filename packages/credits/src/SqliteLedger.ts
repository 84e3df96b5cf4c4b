/**
 * Manages accounts in a SQLite file that several processes of one machine share. Operations return after the commit,
 * so each is atomic even if the process dies. A trigger rejects every UPDATE of entries, and every DELETE outside of
 * a roll-up.
 *
 * @since 0.1.0
 */
import * as Health from "@dunlin/common/Health"
import * as NodeSqlite from "@dunlin/common/NodeSqlite"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import type { DatabaseSync } from "node:sqlite"
import { CreditError, Unavailable } from "./CreditError.ts"
import * as CreditLedger from "./CreditLedger.ts"
import * as Check from "./internal/check.ts"
import * as RollUp from "./internal/rollUp.ts"
import { type AccountRow, type EntryRow, toColumns, toEntry, toTotals } from "./internal/sql.ts"
import { together } from "./internal/together.ts"
import { type Command, decide, type Decision } from "./internal/transition.ts"
import type { Report } from "./LedgerCheck.ts"

/**
 * @category options
 * @since 0.1.0
 */
export type Options = Pick<CreditLedger.Options, "initial"> & {
  /** Path of the file, or `:memory:`. Its folder must exist. */
  readonly file: string
  /**
   * Whether a commit waits for the disk. Without it, a power failure (not a process crash) may lose the newest
   * commits, always as a whole.
   * @default false
   */
  readonly fullSync?: boolean | undefined
}

const schema = `
CREATE TABLE IF NOT EXISTS credit_accounts (
  account TEXT PRIMARY KEY,
  unlimited INTEGER NOT NULL CHECK (unlimited IN (0, 1)),
  granted INTEGER NOT NULL,
  spent INTEGER NOT NULL CHECK (spent >= 0),
  reserved INTEGER NOT NULL CHECK (reserved >= 0),
  CHECK (unlimited = 1 OR granted - spent - reserved >= 0)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS credit_ledger (
  seq INTEGER PRIMARY KEY,
  account TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('grant', 'reserve', 'settle', 'void', 'expire')),
  pending TEXT,
  amount INTEGER NOT NULL,
  asked INTEGER,
  at INTEGER NOT NULL,
  expires_at INTEGER,
  UNIQUE (account, id),
  UNIQUE (account, pending)
) STRICT;
CREATE TRIGGER IF NOT EXISTS credit_ledger_no_update BEFORE UPDATE ON credit_ledger
BEGIN SELECT RAISE(ABORT, 'credit_ledger is append-only'); END;
DROP TRIGGER IF EXISTS credit_ledger_no_delete;
CREATE TABLE IF NOT EXISTS credit_rolling (now INTEGER NOT NULL) STRICT;
CREATE TRIGGER IF NOT EXISTS credit_ledger_only_rolled_up BEFORE DELETE ON credit_ledger
WHEN old.kind = 'grant' OR NOT EXISTS (SELECT 1 FROM credit_rolling)
BEGIN SELECT RAISE(ABORT, 'credit_ledger is append-only'); END;
CREATE TABLE IF NOT EXISTS credit_pending (
  account TEXT NOT NULL,
  id TEXT NOT NULL,
  amount INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (account, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS credit_pending_due ON credit_pending (account, expires_at);
${RollUp.tables}
CREATE TRIGGER IF NOT EXISTS credit_rollups_no_update BEFORE UPDATE ON credit_rollups
WHEN NOT EXISTS (SELECT 1 FROM credit_rolling)
BEGIN SELECT RAISE(ABORT, 'credit_rollups is append-only'); END;
CREATE TRIGGER IF NOT EXISTS credit_rollups_no_delete BEFORE DELETE ON credit_rollups
BEGIN SELECT RAISE(ABORT, 'credit_rollups is append-only'); END;
`

const statements = (database: DatabaseSync) => ({
  begin: database.prepare("BEGIN IMMEDIATE"),
  commit: database.prepare("COMMIT"),
  rollback: database.prepare("ROLLBACK"),
  account: database.prepare("SELECT unlimited, granted, spent, reserved FROM credit_accounts WHERE account = ?"),
  entry: database.prepare("SELECT * FROM credit_ledger WHERE account = ? AND id = ?"),
  resolution: database.prepare("SELECT * FROM credit_ledger WHERE account = ? AND pending = ?"),
  due: database.prepare("SELECT id, amount FROM credit_pending WHERE account = ? AND expires_at <= ?"),
  append: database.prepare(
    `INSERT INTO credit_ledger (account, id, kind, pending, amount, asked, at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
  ),
  open: database.prepare("INSERT INTO credit_pending (account, id, amount, expires_at) VALUES (?, ?, ?, ?)"),
  prolong: database.prepare(
    "UPDATE credit_pending SET expires_at = max(expires_at, ?) WHERE account = ? AND id = ?"
  ),
  close: database.prepare("DELETE FROM credit_pending WHERE account = ? AND id = ?"),
  sums: database.prepare(
    `INSERT INTO credit_accounts (account, unlimited, granted, spent, reserved) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (account) DO UPDATE SET unlimited = excluded.unlimited, granted = excluded.granted,
       spent = excluded.spent, reserved = excluded.reserved`
  ),
  history: database.prepare("SELECT * FROM credit_ledger WHERE account = ? ORDER BY seq DESC LIMIT ?")
})

type Statements = ReturnType<typeof statements>

// Runs without yielding, so that no other fiber uses the connection inside the transaction.
const transact = <A>(database: DatabaseSync, sql: Statements, body: () => A): A => {
  sql.begin.run()
  let committed = false
  try {
    const value = body()
    sql.commit.run()
    committed = true
    return value
  } finally {
    if (!committed && database.isTransaction) sql.rollback.run()
  }
}

const execute = (sql: Statements, command: Command, initial: number | "unlimited"): Decision["answer"] => {
  const account = command.account
  const key = "key" in command ? command.key : undefined
  const totals = sql.account.get(account) as AccountRow | undefined
  const entry = key === undefined ? undefined : sql.entry.get(account, key) as EntryRow | undefined
  const resolution = key === undefined ? undefined : sql.resolution.get(account, key) as EntryRow | undefined
  const decision = decide(
    {
      totals: totals === undefined ? undefined : toTotals(totals),
      entry: entry === undefined ? undefined : toEntry(entry),
      resolution: resolution === undefined ? undefined : toEntry(resolution),
      due: sql.due.all(account, command.now) as Array<{ id: string; amount: number }>
    },
    command,
    initial
  )
  for (const line of decision.entries) {
    sql.append.run(...toColumns(line))
    if (line.pending !== undefined) sql.close.run(account, line.pending)
    else if (line.kind === "reserve") sql.open.run(account, line.id, line.amount, line.expiresAt ?? line.at)
  }
  if (decision.prolonged !== undefined) sql.prolong.run(decision.prolonged.expiresAt, account, decision.prolonged.id)
  if (decision.entries.length > 0 || command._tag === "plan") {
    const { granted, reserved, spent, unlimited } = decision.totals
    sql.sums.run(account, unlimited ? 1 : 0, granted, spent, reserved)
  }
  return decision.answer
}

/** The row in `credit_rolling` allows deletions within this transaction only. */
const rollUp = (database: DatabaseSync, before: number): number => {
  database.exec("INSERT INTO credit_rolling VALUES (1)")
  const gone = Effect.runSync(RollUp.rollUpSome({
    all: (statement) => Effect.sync(() => database.prepare(statement).all()),
    run: (statement) => Effect.sync(() => Number(database.prepare(statement).run().changes))
  }, before))
  database.exec("DELETE FROM credit_rolling")
  return gone
}

const unavailable = (cause: unknown) => new CreditError({ reason: new Unavailable({ cause }) })

/** Milliseconds for which opening the file blocks on a lock. Later waits do not block the event loop. */
const LOCK_TIMEOUT = 50

const patience = Schedule.min([Schedule.exponential("5 millis", 1.5), Schedule.spaced("100 millis")]).pipe(
  Schedule.jittered,
  Schedule.upTo({ duration: "10 seconds" })
)

const acquire = Effect.fnUntraced(function*(options: Options) {
  const { DatabaseSync } = NodeSqlite.load()
  return yield* Effect.acquireRelease(
    Effect.try({
      try: () => {
        NodeSqlite.createFile(options.file)
        const database = new DatabaseSync(options.file, { timeout: LOCK_TIMEOUT })
        database.exec(
          `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${options.fullSync === true ? "FULL" : "NORMAL"}`
        )
        database.exec(`BEGIN IMMEDIATE; ${schema} COMMIT`)
        database.exec("PRAGMA busy_timeout = 0")
        return database
      },
      catch: (cause) => cause
    }).pipe(
      Effect.retry({ schedule: patience, while: NodeSqlite.isBusy }),
      Effect.mapError(unavailable)
    ),
    (database) => Effect.sync(() => database.close())
  )
})

const waitingForLocks = <A>(run: () => A): Effect.Effect<A, unknown> =>
  Effect.retry(Effect.try({ try: run, catch: (cause) => cause }), { schedule: patience, while: NodeSqlite.isBusy })

/**
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(options: Options) {
  const database = yield* acquire(options)
  const sql = statements(database)
  const initial = options.initial ?? 0
  const part = yield* Health.part({
    part: "sqlite",
    use: "credits",
    consequence: "requests that cost credits return 503",
    isEssential: true,
    slowAfter: "500 millis",
    isWatched: NodeSqlite.isInMemory(options.file) ? false : "in-services",
    probe: () => waitingForLocks(() => NodeSqlite.probe(database))
  })
  const attempt = <A>(run: () => A) => part.guard(waitingForLocks(run)).pipe(Effect.mapError(unavailable))
  const run = yield* together((commands) =>
    attempt(() => transact(database, sql, () => commands.map((command) => execute(sql, command, initial))))
  )
  return CreditLedger.make({
    run,
    history: (account, limit) =>
      attempt(() => (sql.history.all(account, limit) as unknown as ReadonlyArray<EntryRow>).map(toEntry)),
    rollUp: (before) => attempt(() => transact(database, sql, () => rollUp(database, before)))
  })
})

/**
 * Opens or creates the file, and closes it with the scope.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options): Layer.Layer<CreditLedger.CreditLedger, CreditError> =>
  Layer.effect(CreditLedger.CreditLedger, make(options))

/** Both snapshots start with one statement, so that no charge of a job falls between them. */
const snapshot = (options: { readonly file: string; readonly jobs?: string | undefined }): DatabaseSync => {
  const { DatabaseSync } = NodeSqlite.load()
  const database = new DatabaseSync(options.file, { readOnly: true, timeout: LOCK_TIMEOUT })
  try {
    if (options.jobs !== undefined) database.prepare("ATTACH DATABASE ? AS job_store").run(options.jobs)
    database.exec("BEGIN")
    const first = "SELECT EXISTS (SELECT 1 FROM credit_ledger)"
    database.prepare(options.jobs === undefined ? first : `${first}, EXISTS (SELECT 1 FROM jobs)`).get()
    return database
  } catch (cause) {
    database.close()
    throw cause
  }
}

/**
 * Compares the entries of a file with its balances, and with the jobs of another file. It changes nothing, and servers
 * can continue meanwhile. Fails with `Unavailable` if the file does not exist.
 *
 * @category running
 * @since 0.2.0
 */
export const check = Effect.fnUntraced(function*(options: {
  readonly file: string
  readonly jobs?: string | undefined
}): Effect.fn.Return<Report, CreditError> {
  const now = yield* Clock.currentTimeMillis
  return yield* Effect.acquireUseRelease(
    Effect.try({ try: () => snapshot(options), catch: (cause) => cause }).pipe(
      Effect.retry({ schedule: patience, while: NodeSqlite.isBusy })
    ),
    (database) =>
      Check.check({
        all: (statement) => Effect.try({ try: () => database.prepare(statement).all(), catch: (cause) => cause }),
        now,
        // A file of an earlier version has no table for roll-ups.
        hasRollUps:
          database.prepare("SELECT 1 FROM main.sqlite_master WHERE name = 'credit_rollups'").get() !== undefined,
        hasJobs: options.jobs !== undefined,
        jobOfLine: "substr(pending, 5, instr(substr(pending, 5), ':') - 1)"
      }),
    (database) => Effect.sync(() => database.close())
  ).pipe(Effect.mapError(unavailable))
})
