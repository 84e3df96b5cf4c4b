/**
 * Stores the index in SQLite, with `node:sqlite`. Its statements block the thread.
 *
 * @since 0.2.0
 */
import type { DatabaseSync, StatementSync } from "node:sqlite"
import { analysis, type Row, type Storage, type Value } from "./Storage.ts"

const APPLICATION_ID = 0x44756e6c
const FILE_FORMAT = 2

const schema = `
  pragma application_id = ${APPLICATION_ID};
  pragma user_version = ${FILE_FORMAT};
  create table fact(name text primary key, value integer not null) without rowid;
  insert into fact values ('version', 0), ('next', 1), ('documents', 0), ('images', 0), ('analysis', ${analysis});
  create table page(
    id integer primary key, url text not null unique, title text not null, length integer not null,
    passages integer not null, hash text not null, published integer, date text, evidence text, modified text,
    language text, detected text not null, anchors text
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

const later = `
  create table if not exists vector(id integer primary key, data blob not null);
  create table if not exists embedding(model text not null, dimensions integer not null);
`

/** Adds the column for anchors, which an index of an older version lacks. */
const addAnchors = async (database: DatabaseSync): Promise<void> => {
  const column = "select 1 from pragma_table_info('page') where name = 'anchors'"
  if (database.prepare(column).get() !== undefined) return
  await inTransaction(database, async () => {
    // Another process may have added the column in the meantime.
    if (database.prepare(column).get() === undefined) database.exec("alter table page add column anchors text")
  })
}

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

const stateOf = (database: DatabaseSync): "empty" | "index" | "foreign" => {
  const one = (sql: string, column: string) => Number(database.prepare(sql).get()?.[column] ?? 0)
  if (one("select count(*) as tables from sqlite_master", "tables") === 0) return "empty"
  if (one("pragma application_id", "application_id") !== APPLICATION_ID) return "foreign"
  return one("pragma user_version", "user_version") === FILE_FORMAT ? "index" : "foreign"
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

const connect = (database: DatabaseSync): Storage => {
  const prepare = prepared(database)
  const all = (sql: string, values: ReadonlyArray<Value>): ReadonlyArray<Row> => prepare(sql).all(...values)
  const sql: Storage = {
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

/**
 * Returns the storage in an open database. If the database is empty, its tables are created. If it holds other data,
 * the function rejects and closes it.
 *
 * If several processes write to a file, open it with a `timeout` in milliseconds.
 *
 * @category constructors
 * @since 0.2.0
 */
export const open = async (database: DatabaseSync): Promise<Storage> => {
  // The file is not changed until it is known to be empty or to contain an index.
  if (stateOf(database) === "foreign") {
    database.close()
    throw new Error("the file is not an index of this version")
  }
  database.exec(
    "pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -65536; pragma temp_store = memory"
  )
  const sql = connect(database)
  if (stateOf(database) === "empty") {
    await inTransaction(database, async () => {
      // Another process may have created the tables in the meantime.
      if (stateOf(database) === "empty") database.exec(schema)
    })
  }
  database.exec(later)
  await addAnchors(database)
  return sql
}
