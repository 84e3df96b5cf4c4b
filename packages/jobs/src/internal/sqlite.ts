/** The tables in a SQLite file that several processes share, or in memory, through `node:sqlite`. */
import * as NodeSqlite from "@dunlin/common/NodeSqlite"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Semaphore from "effect/Semaphore"
import type { DatabaseSync, StatementSync } from "node:sqlite"
import { JobError } from "../JobError.ts"
import { type Row, type Sql, type Transaction, unavailable, type Value } from "./sql.ts"
import { indexes, laterColumns, tablesIn } from "./tables.ts"

/** Milliseconds that the connection itself waits for a lock, briefly because that blocks the event loop. */
const ownPatience = 50
/** The rest of the time that a lock is waited for. */
const patience = Schedule.min([Schedule.exponential("5 millis", 1.5), Schedule.spaced("100 millis")]).pipe(
  Schedule.jittered,
  Schedule.upTo({ duration: "10 seconds" })
)

const mostPrepared = 500

const attempt = <A>(run: () => A) => Effect.try({ try: run, catch: (cause) => cause })

export const open = Effect.fnUntraced(
  function*(options: { readonly file: string; readonly fullSync?: boolean | undefined }) {
    const { DatabaseSync } = yield* Effect.sync(() => NodeSqlite.load())
    const database = yield* Effect.acquireRelease(
      attempt(() => {
        NodeSqlite.createFile(options.file)
        const database = new DatabaseSync(options.file, { timeout: ownPatience })
        database.exec(
          `PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON; PRAGMA synchronous = ${
            options.fullSync === true ? "FULL" : "NORMAL"
          }`
        )
        createTables(database)
        return database
      }).pipe(Effect.retry({ schedule: patience, while: NodeSqlite.isBusy }), Effect.mapError(unavailable)),
      (database) => Effect.sync(() => database.close())
    )
    return yield* connected(database)
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

/** The place of the time, which is none of the values. */
const time = -1

interface Prepared {
  readonly statement: StatementSync
  /** Which value stands at each place. */
  readonly places: ReadonlyArray<number>
}

/**
 * SQLite takes `$1` for a name, and looks for each name among all those of the statement: with a few hundred rows that
 * takes longer than writing them. Places without a name are bound in their order.
 */
const prepare = (database: DatabaseSync, text: string): Prepared => {
  const places: Array<number> = []
  const statement = database.prepare(text.replace(/\$(\d+|now)/g, (_, name) => {
    places.push(name === "now" ? time : Number(name) - 1)
    return "?"
  }))
  return { statement, places }
}

const connected = Effect.fnUntraced(function*(database: DatabaseSync) {
  // All who share the file are on one machine. Within a transaction time stands still.
  let now = 0
  const prepared = new Map<string, Prepared>()
  const statement = (text: string): Prepared => {
    const known = prepared.get(text)
    if (known !== undefined) return known
    const made = prepare(database, text)
    // Most statements are few; those with lists of several lengths come and go.
    if (prepared.size >= mostPrepared) prepared.clear()
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
      return use(made, places.map((place) => place === time ? now : values[place]!))
    })

  const transaction: Transaction = {
    forUpdate: "",
    forUpdateOfFree: "",
    all: (text, values = []) => using(text, values, (made, bound) => made.all(...bound) as ReadonlyArray<Row>),
    run: (text, values = []) => using(text, values, (made, bound) => Number(made.run(...bound).changes)),
    send: (text, values = []) => using(text, values, (made, bound) => void made.run(...bound))
  }
  // One connection has one transaction at a time.
  const turns = yield* Semaphore.make(1)
  const sql: Sql = {
    transact: (body, { reading = false } = {}) =>
      Effect.acquireUseRelease(
        Effect.andThen(
          attempt(() => database.exec(reading ? "BEGIN" : "BEGIN IMMEDIATE")),
          Effect.map(Clock.currentTimeMillis, (millis) => now = millis)
        ),
        () => Effect.tap(body(transaction), () => attempt(() => database.exec("COMMIT"))),
        () =>
          Effect.sync(() => {
            if (database.isTransaction) database.exec("ROLLBACK")
          })
      ).pipe(
        turns.withPermit,
        Effect.retry({ schedule: patience, while: NodeSqlite.isBusy }),
        Effect.mapError((cause) => cause instanceof JobError ? cause : unavailable(cause))
      ),
    shred: Effect.asVoid(transaction.all("PRAGMA wal_checkpoint(TRUNCATE)")).pipe(turns.withPermit, Effect.ignore)
  }
  return sql
})
