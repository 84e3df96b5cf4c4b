/**
 * Defines the queue of admitted pages. The scheduler (`claimFunction.ts`, `claiming.ts`) decides which page may
 * start, and the queue leases it to a worker. A custom queue stores its rows in the same database, within the
 * scheduler's transactions.
 */
import * as Effect from "effect/Effect"
import type { JobError } from "../JobError.ts"
import * as Formats from "./formats.ts"
import { listOf, type Row, type Sql, type Statement, type Transaction, type Value } from "./sql.ts"
import { isHeldBy } from "./tables.ts"

export interface LostTurn {
  readonly job: string
  readonly key: string
  readonly attempt: number
  readonly token: string
}

export interface TurnQueue {
  readonly name: string
  /** PL/pgSQL that inserts the turn of `v_page` into the queue. The page is already marked as admitted. */
  readonly admit: string
  readonly leaseUntil: string
  readonly leaseEnd: string
  /**
   * Returns the statement that leases turns which the same transaction has admitted. Its rows contain their tokens as
   * `id`. By default, admission leases them.
   */
  readonly take?: ((most: number) => Effect.Effect<Statement>) | undefined
  readonly keepAlive: (
    sql: Sql,
    request: { readonly tokens: ReadonlyArray<string>; readonly lease: number }
  ) => Effect.Effect<ReadonlyArray<string>, JobError>
  /**
   * Returns statements that end turns in the transaction that settles their pages. By default, a turn ends with its
   * page.
   */
  readonly finish?: ((tokens: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Statement>>) | undefined
  /**
   * Returns statements that end turns whose pages are queued again or cancelled. By default, a turn ends with its
   * page.
   */
  readonly handBack?: TurnQueue["finish"]
  readonly areLost: (time: string) => string
  readonly isStillLost: string
  readonly lost: (transaction: Transaction, now: number) => Effect.Effect<ReadonlyArray<LostTurn>, unknown>
}

export const MAX_LOST_PER_TRANSACTION = 500

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
        // Skips a locked row, because another transaction is settling or returning it. Waiting could deadlock.
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
