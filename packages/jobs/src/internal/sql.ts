/** What the algorithm needs of a database. SQLite and PostgreSQL both read the dialect it is written in. */
import type * as Effect from "effect/Effect"
import type { JobError } from "../JobError.ts"

export type Value = string | number | null
export type Row = { readonly [column: string]: Value }

export interface Transaction {
  /**
   * Written behind a SELECT of rows that are held until the end. Whoever changes pages of a job holds its row first, so
   * that nobody waits in a circle and counts fit the pages.
   */
  readonly forUpdate: string
  /** Parameters are written `$1`, `$2`, ... */
  readonly all: (text: string, values?: ReadonlyArray<Value>) => Effect.Effect<ReadonlyArray<Row>, unknown>
  /** Rows that were changed. */
  readonly run: (text: string, values?: ReadonlyArray<Value>) => Effect.Effect<number, unknown>
}

export interface Sql {
  /**
   * Runs the body in one transaction; on a conflict with another it is run again. `claiming` transactions exclude each
   * other, so that caps over all jobs are exact.
   */
  readonly transact: <A>(
    body: (transaction: Transaction) => Effect.Effect<A, unknown>,
    options?: { readonly claiming?: boolean }
  ) => Effect.Effect<A, JobError>
}
