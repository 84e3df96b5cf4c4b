/** The tables in a SQLite file. Runs inside a worker thread: `node:sqlite` blocks. */
import * as NodeSqlite from "@dunlin/common/NodeSqlite"
import type { DatabaseSync, StatementSync } from "node:sqlite"
import * as Legacy from "./legacy.ts"
import { analysis, type Row, type Sql, type Value } from "./sql.ts"

/** "Dunl" */
const applicationId = 0x44756e6c
const format = 2

/** Milliseconds to wait for another process that writes: here nobody else waits for the thread. */
const LOCK_TIMEOUT = 10_000

const schema = `
  pragma application_id = ${applicationId};
  pragma user_version = ${format};
  create table fact(name text primary key, value integer not null) without rowid;
  insert into fact values ('version', 0), ('next', 1), ('documents', 0), ('images', 0), ('analysis', ${analysis});
  create table page(
    id integer primary key, url text not null unique, title text not null, length integer not null,
    passages integer not null, hash text not null, published integer, date text, evidence text, modified text,
    language text, detected text not null
  );
  create table passage(id integer primary key, body text not null);
  create table picture(
    id integer primary key, page integer not null, url text not null, alt text not null, width integer, height integer
  );
  create index picture_page on picture(page);
  create table segment(
    id integer primary key, kind integer not null, documents integer not null, entries blob not null,
    directory blob not null, spellings blob not null
  );
  create table block(id integer primary key, data blob not null);
  create table gone(kind integer not null, id integer not null, primary key(kind, id)) without rowid;
`

/** Tables that indexes made before have not. */
const later = `
  create table if not exists vector(id integer primary key, data blob not null);
  create table if not exists embedding(model text not null, dimensions integer not null);
`

const inTransaction = async <A>(database: DatabaseSync, body: () => Promise<A>): Promise<A> => {
  database.exec("begin immediate")
  try {
    const value = await body()
    database.exec("commit")
    return value
  } catch (cause) {
    if (database.isTransaction) database.exec("rollback")
    throw cause
  }
}

/** What a file holds when it is opened. */
const stateOf = (database: DatabaseSync): "empty" | "index" | "older" | "foreign" => {
  const one = (sql: string, column: string) => Number(database.prepare(sql).get()?.[column] ?? 0)
  if (one("select count(*) as tables from sqlite_master", "tables") === 0) return "empty"
  if (one("pragma application_id", "application_id") !== applicationId) return "foreign"
  const version = one("pragma user_version", "user_version")
  return version === format ? "index" : version < format ? "older" : "foreign"
}

const prepared = (database: DatabaseSync) => {
  const statements = new Map<string, StatementSync>()
  return (sql: string): StatementSync => {
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = database.prepare(sql)
      statements.set(sql, statement)
    }
    return statement
  }
}

const connect = (database: DatabaseSync): Sql => {
  const prepare = prepared(database)
  const all = (sql: string, values: ReadonlyArray<Value>): ReadonlyArray<Row> => prepare(sql).all(...values)
  const sql: Sql = {
    all: async (text, ...values) => all(text, values),
    run: async (text, ...values) => Number(prepare(text).run(...values).changes),
    among: async (text, key, keys) => {
      const statement = prepare(`${text} where ${key} = ?`)
      const out: Array<Row> = []
      for (const value of keys) out.push(...statement.all(value))
      return out
    },
    insert: async (table, columns, rows) => {
      const statement = prepare(
        `insert into ${table}(${columns.join(", ")}) values(${columns.map(() => "?").join(", ")})`
      )
      for (const row of rows) statement.run(...row)
    },
    ids: (count) =>
      inTransaction(database, async () => {
        const next = Number(
          all("update fact set value = value + ? where name = 'next' returning value", [count])[0]!["value"]
        )
        return Array.from({ length: count }, (_, at) => next - count + at)
      }),
    transaction: (body) => inTransaction(database, () => body(sql)),
    exclusive: (body) => body(),
    bytes: async () =>
      Number(
        all("select page_count * page_size as size from pragma_page_count(), pragma_page_size()", [])[0]?.["size"] ?? 0
      ),
    optimize: async () => database.exec("pragma wal_checkpoint(truncate)"),
    close: async () => database.close()
  }
  return sql
}

/** Opens a file, and makes it an index when it is new. An index of an older format is read into the new one. */
export const open = async (
  filename: string,
  refill: (sql: Sql, documents: Legacy.Documents) => Promise<void>
): Promise<Sql> => {
  if (filename !== "") NodeSqlite.createFile(filename)
  const database = new (NodeSqlite.load().DatabaseSync)(filename, { timeout: LOCK_TIMEOUT })
  // Nothing is changed in a file before it is known to be an index or empty.
  if (stateOf(database) === "foreign") {
    database.close()
    throw new Error("the file is not an index of this version")
  }
  database.exec(
    "pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -65536; pragma temp_store = memory"
  )
  const sql = connect(database)
  if (stateOf(database) !== "index") {
    await inTransaction(database, async () => {
      // Another process may have been faster.
      const state = stateOf(database)
      if (state === "empty") database.exec(schema + later)
      if (state !== "older") return
      database.exec(schema + later)
      await refill({ ...sql, ids: Legacy.ids(database), transaction: (body) => body(sql) }, Legacy.read(database))
      Legacy.drop(database)
    })
  }
  database.exec(later)
  return sql
}
