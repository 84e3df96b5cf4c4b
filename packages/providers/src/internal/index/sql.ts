/** What the tables need of a database; SQLite and PostgreSQL are behind it. Parameters are written `?`. */
export type Value = string | number | null | Uint8Array
export type Row = Readonly<Record<string, unknown>>

/**
 * Counts up with every change of what terms documents have. An index keeps it as a fact; one without is of the first
 * analysis.
 */
export const analysis = 5

export interface Sql {
  /** Nobody writes to it, ever. */
  readonly isFixed?: boolean | undefined
  readonly all: (sql: string, ...values: ReadonlyArray<Value>) => Promise<ReadonlyArray<Row>>
  /** Runs a statement and returns how many rows it changed. */
  readonly run: (sql: string, ...values: ReadonlyArray<Value>) => Promise<number>
  /** Rows whose `key` is one of these, in any order. `sql` ends before its `where`. */
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
  /** New ids, ascending, never given before. */
  readonly ids: (count: number) => Promise<ReadonlyArray<number>>
  /** Runs the body alone among all writers; all of it happens or nothing. */
  readonly transaction: <A>(body: (sql: Sql) => Promise<A>) => Promise<A>
  /** Runs the body when nobody else is at the same; `undefined` when somebody is. */
  readonly exclusive: <A>(body: () => Promise<A>) => Promise<A | undefined>
  readonly bytes: () => Promise<number>
  readonly optimize: () => Promise<void>
  readonly close: () => Promise<void>
}
