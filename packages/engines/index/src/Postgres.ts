/**
 * Stores the index in PostgreSQL 15 or later, without extensions, with the driver `pg`. Any number of processes may
 * write.
 *
 * @since 0.2.0
 */
import { analysis, type Row, type Storage, type Value } from "./Storage.ts"

const TABLE_FORMAT = 1
/** Maximum number of connections. Searches share them, and a writer uses one exclusively. */
const MAX_CONNECTIONS = 8

const tables = `
  create table if not exists fact(name text primary key, value bigint not null);
  insert into fact values ('version', 0), ('documents', 0), ('images', 0), ('format', ${TABLE_FORMAT}) on conflict do nothing;
  create sequence if not exists next_id cache 1;
  create table if not exists page(
    id bigint primary key, url text not null, title text not null, length integer not null, passages integer not null,
    hash text not null, published double precision, date text, evidence text, modified text, language text,
    detected text not null, anchors text
  );
  alter table page add column if not exists anchors text;
  create unique index if not exists page_url on page(md5(url));
  insert into fact select 'analysis', ${analysis} where not exists (select 1 from page) on conflict do nothing;
  create table if not exists passage(id bigint primary key, body text not null);
  create table if not exists picture(
    id bigint primary key, page bigint not null, url text not null, alt text not null, width integer, height integer
  );
  create index if not exists picture_page on picture(page);
  create table if not exists segment(
    id bigint primary key, kind integer not null, documents integer not null, entries bytea not null,
    directory bytea not null, spellings bytea not null
  );
  create table if not exists block(id bigint primary key, data bytea not null);
  alter table block alter column data set storage external;
  create table if not exists vector(id bigint primary key, data bytea not null);
  alter table vector alter column data set storage external;
  create table if not exists embedding(model text not null, dimensions integer not null);
  create table if not exists gone(kind integer not null, id bigint not null, primary key(kind, id));
`

/** Keys of the advisory locks. Each is combined with the key of the schema. */
const locks = { create: 1, write: 2, merge: 3 }

const numbered = (sql: string): string => {
  let count = 0
  return sql.replaceAll("?", () => `$${++count}`)
}

// PostgreSQL text must not contain NUL or half of a surrogate pair.
const safe = (value: Value): Value => typeof value === "string" ? value.replaceAll("\u0000", " ").toWellFormed() : value

const types: Readonly<Record<string, string>> = {
  id: "bigint",
  value: "bigint",
  page: "bigint",
  kind: "integer",
  documents: "integer",
  dimensions: "integer",
  length: "integer",
  passages: "integer",
  width: "integer",
  height: "integer",
  published: "double precision",
  entries: "bytea",
  directory: "bytea",
  spellings: "bytea",
  data: "bytea"
}

/** Returns the condition for a URL: it is looked up by its hash, because a B-tree does not accept long texts. */
const condition = (key: string): string =>
  key === "url" ? "md5(url) in (select md5(u) from unnest($1::text[]) u)" : `${key} = any($1::bigint[])`

interface Result {
  readonly rows: Array<any>
  readonly rowCount: number | null
}

interface Client {
  readonly query: (text: string, values?: Array<unknown>) => Promise<Result>
}

interface PoolClient extends Client {
  readonly release: () => void
}

/**
 * The methods of a pool of `pg` that the storage calls.
 *
 * @category models
 * @since 0.2.0
 */
export interface Pool extends Client {
  readonly connect: () => Promise<PoolClient>
  readonly end: () => Promise<void>
  readonly on: (event: "error", listener: () => void) => unknown
}

/**
 * Where an index is stored.
 *
 * @category options
 * @since 0.2.0
 */
export interface Options {
  /** Connection string of the database. */
  readonly database: string
  /**
   * Schema of the tables; created if it does not exist.
   *
   * @default "dunlin_index"
   */
  readonly schema?: string | undefined
}

interface PoolOptions {
  readonly connectionString: string
  readonly max: number
  readonly application_name: string
  readonly options: string
}

const connect = (client: Client, pool: Pool, key: number): Storage => ({
  all: async (sql, ...values) => (await client.query(numbered(sql), values.map(safe))).rows as ReadonlyArray<Row>,
  run: async (sql, ...values) => (await client.query(numbered(sql), values.map(safe))).rowCount ?? 0,
  among: async (sql, column, keys) =>
    keys.length === 0
      ? []
      : (await client.query(`${sql} where ${condition(column)}`, [keys.map(safe)])).rows as ReadonlyArray<Row>,
  insert: async (table, columns, rows) => {
    if (rows.length === 0) return
    const parameters = columns.map((column, at) => `$${at + 1}::${types[column] ?? "text"}[]`).join(", ")
    await client.query(
      `insert into ${table}(${columns.join(", ")}) select * from unnest(${parameters}) on conflict do nothing`,
      columns.map((_, at) => rows.map((row) => safe(row[at]!)))
    )
  },
  ids: async (count) => {
    const { rows } = await client.query("select nextval('next_id') as id from generate_series(1, $1)", [count])
    return rows.map((row: Row) => Number(row["id"])).sort((left, right) => left - right)
  },
  transaction: async (body) => {
    const own = await pool.connect()
    try {
      await own.query("begin")
      await own.query("select pg_advisory_xact_lock($1, $2)", [key, locks.write])
      const value = await body(connect(own, pool, key))
      await own.query("commit")
      return value
    } catch (cause) {
      await own.query("rollback").catch(() => {})
      throw cause
    } finally {
      own.release()
    }
  },
  exclusive: async (body) => {
    const own = await pool.connect()
    try {
      const { rows } = await own.query("select pg_try_advisory_lock($1, $2) as got", [key, locks.merge])
      if ((rows[0] as Row)["got"] !== true) return undefined
      try {
        return await body()
      } finally {
        await own.query("select pg_advisory_unlock($1, $2)", [key, locks.merge])
      }
    } finally {
      own.release()
    }
  },
  bytes: async () => {
    const { rows } = await client.query(
      "select coalesce(sum(pg_total_relation_size(c.oid)), 0) as size from pg_class c " +
        "where c.relnamespace = (select oid from pg_namespace where nspname = current_schema()) and c.relkind = 'r'"
    )
    return Number((rows[0] as Row)["size"])
  },
  optimize: async () => {
    await client.query("analyze page, passage, block")
  },
  close: () => pool.end()
})

/** Returns the key of a schema, so that indexes of one database do not wait for each other. */
const keyOf = (schema: string): number => {
  let hash = 0
  for (let at = 0; at < schema.length; at++) hash = (Math.imul(hash, 31) + schema.charCodeAt(at)) | 0
  return hash
}

/**
 * Opens the storage in a schema of a database, by the `Pool` class of `pg`; creates it when it does not exist.
 *
 * @category constructors
 * @since 0.2.0
 */
export const open = async (
  Pool: new(options: PoolOptions) => Pool,
  { database, schema = "dunlin_index" }: Options
): Promise<Storage> => {
  const quoted = `"${schema.replaceAll("\"", "\"\"")}"`
  const pool = new Pool({
    connectionString: database,
    max: MAX_CONNECTIONS,
    application_name: "dunlin-index",
    options: `-c search_path=${quoted.replaceAll(" ", "\\ ")}`
  })
  // A connection that breaks while it is idle is replaced at the next query.
  pool.on("error", () => {})
  const key = keyOf(schema)
  const client = await pool.connect()
  try {
    await client.query("begin")
    await client.query("select pg_advisory_xact_lock($1, $2)", [key, locks.create])
    await client.query(`create schema if not exists ${quoted}`)
    await client.query(tables)
    const { rows } = await client.query("select value from fact where name = 'format'")
    if (Number((rows[0] as Row)["value"]) !== TABLE_FORMAT) throw new Error("the file is not an index of this version")
    await client.query("commit")
  } catch (cause) {
    await client.query("rollback").catch(() => {})
    client.release()
    await pool.end()
    throw cause
  }
  client.release()
  return connect(pool, pool, key)
}
