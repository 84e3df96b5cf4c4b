/**
 * The queue of admitted turns. The scheduler decides which page may begin (`claimFunction.ts`, `claiming.ts`): it admits the
 * turn of a page. The queue leases admitted turns to workers, prolongs the leases, ends turns, and returns turns whose
 * worker disappeared. A queue of another engine keeps its rows in the database of the pages and takes part in the
 * transactions of the scheduler, so that no page is ever without its turn.
 */
import * as Effect from "effect/Effect"
import type { JobError } from "../JobError.ts"
import * as Formats from "./formats.ts"
import { listOf, type Row, type Sql, type Statement, type Transaction, type Value } from "./sql.ts"
import { isHeldBy } from "./tables.ts"

/** A turn whose lease has ended. */
export interface LostTurn {
  readonly job: string
  readonly key: string
  readonly attempt: number
  readonly token: string
}

export interface TurnQueue {
  /** Names the functions of the database that admit turns to this queue. */
  readonly name: string
  /** PL/pgSQL that puts the turn of `v_page` into the queue, after its page was marked as admitted. */
  readonly admit: string
  /** When the lease of an admitted page ends, in the claim function. */
  readonly leaseUntil: string
  /** When the lease of a row of `job_pages` ends, in epoch milliseconds plus `Formats.added`. */
  readonly leaseEnd: string
  /** Takes turns that the same transaction has admitted, and returns their tokens as `id`. If missing, admission takes them. */
  readonly take?: ((most: number) => Effect.Effect<Statement>) | undefined
  /** Prolongs leases, and returns the tokens that still hold. */
  readonly keepAlive: (
    sql: Sql,
    request: { readonly tokens: ReadonlyArray<string>; readonly lease: number }
  ) => Effect.Effect<ReadonlyArray<string>, JobError>
  /** Statements that end turns, in the transaction that settles their pages. A missing one ends with its page. */
  readonly finish?: ((tokens: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Statement>>) | undefined
  /** Statements that end turns whose pages wait again, or are cancelled. A missing one ends with its page. */
  readonly handBack?: TurnQueue["finish"]
  /** A condition that holds when the lease of some turn has ended. */
  readonly areLost: (time: string) => string
  /** Whether the lease of a lost turn has still ended when its page is put back, at the time `$3`. */
  readonly isStillLost: string
  /** Turns whose lease has ended, some of them. The transaction puts their pages back. */
  readonly lost: (transaction: Transaction, now: number) => Effect.Effect<ReadonlyArray<LostTurn>, unknown>
}

/** Turns that one transaction puts back. The next one goes on. */
export const MAX_LOST_PER_TRANSACTION = 500

/** The turn queue used with SQLite and PostgreSQL: stores each turn in columns of its page's row. */
export const pageTurns: TurnQueue = {
  name: "",
  admit: "",
  leaseUntil: `v_now + p_lease + ${Formats.added}`,
  leaseEnd: "lease_until",
  keepAlive: Effect.fnUntraced(function*(sql, { lease, tokens }) {
    const known = new Set<Value>()
    for (const { text, values } of listOf(tokens, 0)) {
      const mine = `SELECT token FROM job_pages WHERE ${isHeldBy(text)}`
      const [, rows] = yield* sql.shot([
        // Another transaction settles or takes back a locked row now. A wait for it might be a deadlock.
        [
          `WITH free AS (${mine}${sql.forUpdateOfFree}) UPDATE job_pages
           SET lease_until = $now + CAST($${values.length + 1} AS BIGINT) + ${Formats.added} WHERE ${isHeldBy(text)}
             AND token IN (SELECT token FROM free)`,
          [...values, lease]
        ],
        [mine, values]
      ], { forgettable: true })
      for (const { token } of rows) known.add(token!)
    }
    return tokens.filter((token) => known.has(token))
  }),
  areLost: (time) =>
    `(${Formats.lost(time).map((part) => `EXISTS (SELECT 1 FROM job_pages WHERE ${part})`).join(" OR ")})`,
  isStillLost: `lease_until - ${Formats.added} < $3`,
  lost: (transaction, now) =>
    Effect.map(
      transaction.all(
        `SELECT job, key, attempt, token FROM job_pages WHERE ${
          Formats.lost("$1").map((part) => `(${part})`).join(" OR ")
        } ORDER BY lease_until LIMIT ${MAX_LOST_PER_TRANSACTION}`,
        [now]
      ),
      (rows) => rows.map(toLost)
    )
}

export const toLost = (row: Row): LostTurn => ({
  job: String(row.job),
  key: String(row.key),
  attempt: Number(row.attempt),
  token: String(row.token)
})
