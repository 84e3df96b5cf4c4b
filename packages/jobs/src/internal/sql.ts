/** What the algorithm needs of a database. SQLite and PostgreSQL both read the dialect it is written in. */
import * as Effect from "effect/Effect"
import { JobError, StoreUnavailable } from "../JobError.ts"

/** What the database said, as what it means for a job. */
export const unavailable = (cause: unknown): JobError => new JobError({ reason: new StoreUnavailable({ cause }) })

export type Value = string | number | null
export interface Row {
  readonly [column: string]: Value
}

export interface Transaction {
  /**
   * Written behind a SELECT of rows that are held until the end. Whoever changes pages of a job holds its row first, so
   * that nobody waits in a circle and counts fit the pages.
   */
  readonly forUpdate: string
  /** As `forUpdate`, and leaves out rows that somebody else holds. */
  readonly forUpdateOfFree: string
  /** Written behind the name of a table: SQLite reads it by this index, and PostgreSQL knows better from its statistics. */
  readonly by: (index: string) => string
  /** Statements that may be on their way to the database at once: where there is no way, each takes its turn. */
  readonly concurrency: 1 | "unbounded"
  /**
   * Parameters are written `$1`, `$2`, ..., and `$now` is the time in epoch milliseconds: that of whoever keeps the
   * tables, so that all who share them agree on it.
   */
  readonly all: (text: string, values?: ReadonlyArray<Value>) => Effect.Effect<ReadonlyArray<Row>, unknown>
  /** Rows that were changed. */
  readonly run: (text: string, values?: ReadonlyArray<Value>) => Effect.Effect<number, unknown>
  /** Changes rows without waiting for the answer: when it fails, so does the transaction. */
  readonly send: (text: string, values?: ReadonlyArray<Value>) => Effect.Effect<void, unknown>
}

/** Runs statements that need nothing of each other: they travel to the database together, in this order. */
export const together = <const E extends ReadonlyArray<Effect.Effect<unknown, unknown>>>(
  { concurrency }: Transaction,
  ...statements: E
) => Effect.all(statements, { concurrency })

/**
 * How a transaction differs from others. What is `forgettable` is not flushed to the disk by itself: when the database
 * crashes, the last second of it may be gone. It is there whenever a later transaction that is flushed is.
 */
export interface Terms {
  readonly claiming?: boolean
  readonly forgettable?: boolean
  /** Changes nothing, and so waits for nobody who does. */
  readonly reading?: boolean
}

/** Runs one statement that is a transaction, and returns its rows. */
export type Call = (text: string, values: ReadonlyArray<unknown>) => Effect.Effect<ReadonlyArray<Row>, JobError>

/** A statement with its parameters. */
export type Statement = readonly [text: string, values?: ReadonlyArray<Value>]

export interface Sql extends Pick<Transaction, "forUpdate" | "forUpdateOfFree"> {
  /**
   * Runs statements in one transaction, and returns the rows of each. All of them are on their way to the database before
   * the first is answered, so that the transaction ends whatever becomes of this process.
   */
  readonly shot: <const S extends ReadonlyArray<Statement>>(
    statements: S,
    terms?: Terms
  ) => Effect.Effect<{ readonly [K in keyof S]: ReadonlyArray<Row> }, JobError>
  /** Calls the functions of `serverSide.ts`, where the database has them. */
  readonly call?: Call | undefined
  /**
   * Runs the body in one transaction; on a conflict with another it is run again. `claiming` transactions exclude each
   * other, so that caps over all jobs are exact; they are forgettable, because a claim that is forgotten ends like one
   * whose worker disappeared.
   */
  readonly transact: <A>(
    body: (transaction: Transaction) => Effect.Effect<A, unknown>,
    terms?: Terms
  ) => Effect.Effect<A, JobError>
  /** Takes what was deleted out of the logs of the database too, as far as others who read it allow. */
  readonly shred: Effect.Effect<void>
}

/**
 * Rows of one statement: a claim and a settlement have fewer, so that one is enough. With 16 columns they stay far below
 * the parameters that a statement may have: 32,766 in SQLite, 65,535 in PostgreSQL.
 */
export const rowsPerPart = 256

/**
 * Rows as the text behind VALUES, with placeholders numbered behind the first `before` ones. A part is filled up with
 * copies of its last row to a power of two, so that there are few different statements: what reads them takes each row
 * once, however often it occurs.
 */
export const valuesOf = (
  rows: ReadonlyArray<ReadonlyArray<Value>>,
  before: number,
  /** The type of each column that is not text. */
  types: ReadonlyArray<string | undefined> = []
): ReadonlyArray<{ readonly text: string; readonly values: ReadonlyArray<Value> }> => {
  const parts = []
  for (let from = 0; from < rows.length; from += rowsPerPart) {
    const part = rows.slice(from, from + rowsPerPart)
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

/** Values as the text behind IN, in parts as `valuesOf` makes them. */
export const listOf = (values: ReadonlyArray<Value>, before: number) =>
  valuesOf(values.map((value) => [value]), before).map((part) => ({ ...part, text: part.text.replace(/[()]/g, "") }))
