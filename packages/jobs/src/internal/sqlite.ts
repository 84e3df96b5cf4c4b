/** Stores the tables in a SQLite file that several processes share, or in memory. */
import * as Health from "@dunlin/common/Health"
import * as NodeSqlite from "@dunlin/common/NodeSqlite"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Semaphore from "effect/Semaphore"
import type { DatabaseSync, StatementSync } from "node:sqlite"
import { JobError } from "../JobError.ts"
import * as Commits from "./commits.ts"
import { gather } from "./gathering.ts"
import { type Row, type Sql, type Transaction, unavailable, type Value } from "./sql.ts"
import { indexes, laterColumns, tablesIn } from "./tables.ts"

/** In milliseconds. Only the opening of a file blocks the event loop on a lock. */
const LOCK_TIMEOUT = 50
const patience = Schedule.min([Schedule.exponential("5 millis", 1.5), Schedule.spaced("100 millis")]).pipe(
  Schedule.jittered,
  Schedule.upTo({ duration: "10 seconds" })
)

const MAX_PREPARED_STATEMENTS = 500

const attempt = <A>(run: () => A) => Effect.try({ try: run, catch: (cause) => cause })

const waitingForLocks = <A>(effect: Effect.Effect<A, unknown>): Effect.Effect<A, unknown> =>
  Effect.retry(effect, { schedule: patience, while: NodeSqlite.isBusy })

const configure = (database: DatabaseSync, fullSync: boolean): void => {
  database.exec(
    `PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON; PRAGMA synchronous = ${fullSync ? "FULL" : "NORMAL"}`
  )
  createTables(database)
}

const opened = (file: string, prepare: (database: DatabaseSync) => void = () => {}) =>
  Effect.acquireRelease(
    attempt(() => {
      const { DatabaseSync } = NodeSqlite.load()
      NodeSqlite.createFile(file)
      const database = new DatabaseSync(file, { timeout: LOCK_TIMEOUT })
      prepare(database)
      database.exec("PRAGMA busy_timeout = 0")
      return database
    }).pipe(waitingForLocks, Effect.mapError(unavailable)),
    (database) => Effect.sync(() => database.close())
  )

/** Data that a crash may lose is read on the connection of the writer, and other data on a separate one. */
export const open = Effect.fnUntraced(
  function*({ file, fullSync = false }: { readonly file: string; readonly fullSync?: boolean | undefined }) {
    const writer = connect(yield* opened(file, (database) => configure(database, fullSync)))
    const isInMemory = NodeSqlite.isInMemory(file)
    const reader = isInMemory ? writer : connect(yield* opened(file))
    const commit = Commits.make({
      commit: (body) => waitingForLocks(writer.transact("BEGIN IMMEDIATE", body)),
      gather: isInMemory ? Effect.void : gather
    })
    const part = yield* Health.part({
      part: "sqlite",
      use: "jobs",
      consequence: "jobs stop, and requests about jobs return 503",
      isEssential: true,
      slowAfter: "500 millis",
      isWatched: isInMemory ? false : "in-services",
      probe: () => waitingForLocks(writer.probe)
    })
    const transact: Sql["transact"] = (body, { claiming, forgettable = false, reading = false } = {}) =>
      Effect.mapError(
        part.guard(
          reading
            ? waitingForLocks(forgettable ? writer.read(body) : reader.transact("BEGIN", body))
            : commit(body, { isLast: claiming })
        ),
        (cause) => cause instanceof JobError ? cause : unavailable(cause)
      )
    const sql: Sql = {
      forUpdate: "",
      forUpdateOfFree: "",
      transact,
      shot: (statements, terms) =>
        transact(
          (transaction) => Effect.forEach(statements, ([text, values]) => transaction.all(text, values)),
          terms
        ) as Effect.Effect<any, JobError>,
      shred: Effect.ignore(writer.shred)
    }
    return sql
  }
)

const createTables = (database: DatabaseSync): void => {
  database.exec(`BEGIN IMMEDIATE; ${tablesIn("BINARY").join(";\n")}`)
  const added = laterColumns.filter(({ column, table }) =>
    database.prepare("SELECT 1 FROM pragma_table_info(?) WHERE name = ?").get(table, column) === undefined
  )
  for (const { column, table, type } of added) database.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`)
  database.exec(`${indexes.join(";\n")}; COMMIT`)
}

/** Marks the position of the current time among the parameters. */
const TIME_PARAMETER = -1

interface Prepared {
  readonly statement: StatementSync
  readonly places: ReadonlyArray<number>
}

/**
 * Replaces named parameters by positions. SQLite searches all names for each `$1`, which takes longer than writing a
 * few hundred rows.
 */
const prepare = (database: DatabaseSync, text: string): Prepared => {
  const places: Array<number> = []
  const statement = database.prepare(text.replace(/\$(\d+|now)/g, (_, name) => {
    places.push(name === "now" ? TIME_PARAMETER : Number(name) - 1)
    return "?"
  }))
  return { statement, places }
}

interface Connection {
  readonly transact: <A>(
    begin: "BEGIN" | "BEGIN IMMEDIATE",
    body: (transaction: Transaction) => Effect.Effect<A, unknown>
  ) => Effect.Effect<A, unknown>
  /**
   * Reads without a transaction, so changes that are not committed yet are visible. This connection reuses its cached
   * pages of the file. A second connection reads them again after each commit.
   */
  readonly read: <A>(body: (transaction: Transaction) => Effect.Effect<A, unknown>) => Effect.Effect<A, unknown>
  readonly shred: Effect.Effect<void, unknown>
  readonly probe: Effect.Effect<void, unknown>
}

const connect = (database: DatabaseSync): Connection => {
  // Constant within a transaction.
  let now = 0
  const prepared = new Map<string, Prepared>()
  const statement = (text: string): Prepared => {
    const known = prepared.get(text)
    if (known !== undefined) return known
    const made = prepare(database, text)
    if (prepared.size >= MAX_PREPARED_STATEMENTS) prepared.clear()
    prepared.set(text, made)
    return made
  }
  const using = <A>(
    text: string,
    values: ReadonlyArray<Value>,
    use: (statement: StatementSync, values: ReadonlyArray<Value>) => A
  ) =>
    attempt(() => {
      const { places, statement: made } = statement(text)
      return use(made, places.map((place) => place === TIME_PARAMETER ? now : values[place]!))
    })

  const transaction: Transaction = {
    forUpdate: "",
    forUpdateOfFree: "",
    sinceStart: "''",
    by: (index) => `INDEXED BY ${index}`,
    concurrency: 1,
    all: (text, values = []) => using(text, values, (made, bound) => made.all(...bound) as ReadonlyArray<Row>),
    run: (text, values = []) => using(text, values, (made, bound) => Number(made.run(...bound).changes)),
    send: (text, values = []) => using(text, values, (made, bound) => void made.run(...bound))
  }
  const turns = Semaphore.makeUnsafe(1)
  return {
    transact: (begin, body) =>
      Effect.acquireUseRelease(
        attempt(() => statement(begin).statement.run()),
        () =>
          Effect.flatMap(Clock.currentTimeMillis, (millis) => {
            now = millis
            return Effect.tap(body(transaction), () => attempt(() => statement("COMMIT").statement.run()))
          }),
        () =>
          Effect.sync(() => {
            if (database.isTransaction) database.exec("ROLLBACK")
          })
      ).pipe(turns.withPermit),
    read: (body) => body(transaction),
    probe: attempt(() => NodeSqlite.probe(database)).pipe(turns.withPermit),
    shred: Effect.asVoid(transaction.all("PRAGMA wal_checkpoint(TRUNCATE)")).pipe(turns.withPermit)
  }
}
