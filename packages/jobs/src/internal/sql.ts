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
   * Suffix of a SELECT that locks its rows until the transaction ends. A transaction must lock a job's row before it
   * changes the job's pages, to prevent deadlocks and keep counts consistent.
   */
  readonly forUpdate: string
  /** Like `forUpdate`, but skips locked rows. */
  readonly forUpdateOfFree: string
  /** An expression that changes with each start of the database, because a failover can lose the last transactions. */
  readonly sinceStart: string
  readonly by: (index: string) => string
  readonly concurrency: 1 | "unbounded"
  /**
   * Runs a statement, and returns its rows. Parameters are `$1`, `$2` and so on. `$now` is the time in epoch
   * milliseconds by the clock that all processes share.
   */
  readonly all: (text: string, values?: ReadonlyArray<Value>) => Effect.Effect<ReadonlyArray<Row>, unknown>
  readonly run: (text: string, values?: ReadonlyArray<Value>) => Effect.Effect<number, unknown>
  /** Runs a statement without waiting for its result. If it fails, the transaction fails. */
  readonly send: (text: string, values?: ReadonlyArray<Value>) => Effect.Effect<void, unknown>
}

export const together = <const E extends ReadonlyArray<Effect.Effect<unknown, unknown>>>(
  { concurrency }: Transaction,
  ...statements: E
) => Effect.all(statements, { concurrency })

export interface Terms {
  readonly claiming?: boolean
  readonly forgettable?: boolean
  /** A transaction without changes, which waits for no lock. */
  readonly reading?: boolean
}

export type Call = (text: string, values: ReadonlyArray<unknown>) => Effect.Effect<ReadonlyArray<Row>, JobError>

export type Statement = readonly [text: string, values?: ReadonlyArray<Value>]

export interface Sql extends Pick<Transaction, "forUpdate" | "forUpdateOfFree"> {
  /**
   * Runs statements in one transaction, and returns the rows of each. Sends all before the first response, so that
   * the transaction completes even if this process stops.
   */
  readonly shot: <const S extends ReadonlyArray<Statement>>(
    statements: S,
    terms?: Terms
  ) => Effect.Effect<{ readonly [K in keyof S]: ReadonlyArray<Row> }, JobError>
  readonly call?: Call | undefined
  /**
   * Runs the body in one transaction, and repeats it after a conflict. `claiming` transactions exclude each other, so
   * that limits over all jobs are exact.
   */
  readonly transact: <A>(
    body: (transaction: Transaction) => Effect.Effect<A, unknown>,
    terms?: Terms
  ) => Effect.Effect<A, JobError>
  readonly shred: Effect.Effect<void>
}

/** With 16 columns, far below the maximum number of parameters: 32,766 in SQLite, 65,535 in PostgreSQL. */
export const ROWS_PER_STATEMENT = 256

/**
 * Returns rows as VALUES lists. Each list is padded to a power of two with copies of its last row, so that few
 * different statements exist. Readers must treat repeated rows as one.
 */
export const valuesOf = (
  rows: ReadonlyArray<ReadonlyArray<Value>>,
  before: number,
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

export const listOf = (values: ReadonlyArray<Value>, before: number) =>
  valuesOf(values.map((value) => [value]), before).map((part) => ({ ...part, text: part.text.replace(/[()]/g, "") }))
