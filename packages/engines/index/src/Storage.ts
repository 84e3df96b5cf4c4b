/**
 * Defines the port between the index and a database: facts, pages, passages, pictures, segments of postings, and
 * vectors. `Sqlite` and `Postgres` implement it. The index reads its tables with plain `select` statements, with `?`
 * for parameters.
 *
 * @since 0.2.0
 */

/**
 * A value of a column.
 *
 * @category models
 * @since 0.2.0
 */
export type Value = string | number | null | Uint8Array

/**
 * A row, with its values by column name.
 *
 * @category models
 * @since 0.2.0
 */
export type Row = Readonly<Record<string, unknown>>

/**
 * Version of the analysis. It increases with every change of the terms of documents. An index stores the version of
 * its own analysis as a fact. Without this fact, it has the first version.
 *
 * @category constants
 * @since 0.2.0
 */
export const analysis = 5

/**
 * A database with the tables of an index.
 *
 * @category models
 * @since 0.2.0
 */
export interface Storage {
  /** Whether the tables are read-only. */
  readonly isFixed?: boolean | undefined
  /** Number of candidates whose texts a search reads, if each read is a separate request. */
  readonly ranked?: number | undefined
  readonly all: (sql: string, ...values: ReadonlyArray<Value>) => Promise<ReadonlyArray<Row>>
  /** Runs a statement. Returns the number of changed rows. */
  readonly run: (sql: string, ...values: ReadonlyArray<Value>) => Promise<number>
  /** Returns the rows whose `key` is one of these values, in any order. `sql` ends before its `where`. */
  readonly among: (
    sql: string,
    key: string,
    keys: ReadonlyArray<string> | ReadonlyArray<number>
  ) => Promise<ReadonlyArray<Row>>
  readonly insert: (
    table: string,
    columns: ReadonlyArray<string>,
    rows: ReadonlyArray<ReadonlyArray<Value>>
  ) => Promise<void>
  /** Reserves new ids. They ascend, and no id is returned twice. */
  readonly ids: (count: number) => Promise<ReadonlyArray<number>>
  /** Runs the body while no other writer runs. Stores all of its changes or no change. */
  readonly transaction: <A>(body: (storage: Storage) => Promise<A>) => Promise<A>
  /** Runs the body while no other process merges segments. Returns `undefined` if another process merges them. */
  readonly exclusive: <A>(body: () => Promise<A>) => Promise<A | undefined>
  /** Size of the database in bytes. */
  readonly bytes: () => Promise<number>
  readonly optimize: () => Promise<void>
  readonly close: () => Promise<void>
}
