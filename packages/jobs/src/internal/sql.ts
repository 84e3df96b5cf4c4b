/** Defines the database interface of the job store, with an SQL dialect that SQLite and PostgreSQL share. */
import * as Effect from "effect/Effect"
import { JobError, StoreUnavailable } from "../JobError.ts"

export const unavailable = (cause: unknown): JobError => new JobError({ reason: new StoreUnavailable({ cause }) })

export type Value = string | number | null
export interface Row {
  readonly [column: string]: Value
}

export interface Transaction {
  /**
   * Appended to a SELECT to lock its rows until the end of the transaction. To change pages of a job, the transaction
   * must lock the job's row. This prevents deadlocks and keeps counts consistent.
   */
  readonly forUpdate: string
  /** Text like `forUpdate` that skips rows that are locked. */
  readonly forUpdateOfFree: string
  /**
   * An expression whose value changes with each start of the database, because a failover can lose the last
   * transactions.
   */
  readonly sinceStart: string
  /**
   * Returns text to append to a table name. SQLite then uses this index, and PostgreSQL decides from its statistics.
   */
  readonly by: (index: string) => string
  /** The maximum number of pending statements; 1 if the database is in this process. */
  readonly concurrency: 1 | "unbounded"
  /**
   * Runs a statement, and returns its rows. Parameters are `$1`, `$2` and so on. `$now` is the time in epoch
   * milliseconds, from the clock that all processes of the store share.
   */
  readonly all: (text: string, values?: ReadonlyArray<Value>) => Effect.Effect<ReadonlyArray<Row>, unknown>
  readonly run: (text: string, values?: ReadonlyArray<Value>) => Effect.Effect<number, unknown>
  /** Changes rows without waiting for the response. If the change fails, the transaction fails. */
  readonly send: (text: string, values?: ReadonlyArray<Value>) => Effect.Effect<void, unknown>
}

/** Runs independent statements. They are sent to the database together, in this order. */
export const together = <const E extends ReadonlyArray<Effect.Effect<unknown, unknown>>>(
  { concurrency }: Transaction,
  ...statements: E
) => Effect.all(statements, { concurrency })

export interface Terms {
  readonly claiming?: boolean
  readonly forgettable?: boolean
  /** A transaction that changes nothing waits for no lock. */
  readonly reading?: boolean
}

export type Call = (text: string, values: ReadonlyArray<unknown>) => Effect.Effect<ReadonlyArray<Row>, JobError>

export type Statement = readonly [text: string, values?: ReadonlyArray<Value>]

export interface Sql extends Pick<Transaction, "forUpdate" | "forUpdateOfFree"> {
  /**
   * Runs statements in one transaction, and returns the rows of each. All are sent before the first response, so that
   * the transaction completes even if this process stops.
   */
  readonly shot: <const S extends ReadonlyArray<Statement>>(
    statements: S,
    terms?: Terms
  ) => Effect.Effect<{ readonly [K in keyof S]: ReadonlyArray<Row> }, JobError>
  /** Calls the functions of `serverSide.ts`, if the database supports them. */
  readonly call?: Call | undefined
  /**
   * Runs the body in one transaction, and repeats it on a conflict. `claiming` transactions exclude each other, so
   * that limits over all jobs are exact.
   */
  readonly transact: <A>(
    body: (transaction: Transaction) => Effect.Effect<A, unknown>,
    terms?: Terms
  ) => Effect.Effect<A, JobError>
  /** Removes deleted data from the database's logs, as far as other readers allow it. */
  readonly shred: Effect.Effect<void>
}

/** With 16 columns, this is far below the limit on parameters: 32,766 in SQLite, 65,535 in PostgreSQL. */
export const ROWS_PER_STATEMENT = 256

/**
 * Returns rows as VALUES lists. Each list is padded with copies of its last row to a power of two, so that there are
 * few different statements. Readers treat repeated rows as one.
 */
export const valuesOf = (
  rows: ReadonlyArray<ReadonlyArray<Value>>,
  before: number,
  /** The type of each column; `undefined` for text. */
  types: ReadonlyArray<string | undefined> = []
): ReadonlyArray<{ readonly text: string; readonly values: ReadonlyArray<Value> }> => {
  const parts = []
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const part = rows.slice(from, from + ROWS_PER_STATEMENT)
    while (!Number.isInteger(Math.log2(part.length))) part.push(part.at(-1)!)
    const columns = part[0]!.length
    const placeholder = (at: number) => {
      const type = types[at % columns]
      return type === undefined ? `$${before + at + 1}` : `CAST($${before + at + 1} AS ${type})`
    }
    const text = part.map((row, place) => `(${row.map((_, at) => placeholder(place * columns + at)).join(", ")})`)
    parts.push({ text: text.join(", "), values: part.flat() })
  }
  return parts
}

/** Returns values as IN lists, split like the rows of `valuesOf`. */
export const listOf = (values: ReadonlyArray<Value>, before: number) =>
  valuesOf(values.map((value) => [value]), before).map((part) => ({ ...part, text: part.text.replace(/[()]/g, "") }))
