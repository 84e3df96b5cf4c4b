/** The pauses of hosts. */
import * as Effect from "effect/Effect"
import { purger } from "./purging.ts"
import type { JobStore } from "./service.ts"
import type { Sql, Transaction } from "./sql.ts"

/** As long as a robots.txt that was read (RFC 9309 2.4). */
const gapKnownFor = 86_400_000

type Keeper = Pick<JobStore["Service"], "pace" | "purge" | "rest" | "returnTurn" | "takeTurn">

/** When the next turn of a host comes, and what the time is. */
const nextTurn = Effect.fnUntraced(function*(transaction: Transaction, host: string) {
  const [known] = yield* transaction.all(
    `SELECT $now AS now, (SELECT next_at FROM job_hosts WHERE host = $1) AS next_at`,
    [host]
  )
  const now = Number(known?.now)
  return { now, at: Math.max(now, Number(known?.next_at ?? 0)) }
})

const keepTurn = (transaction: Transaction, host: string, nextAt: number) =>
  transaction.run(
    `INSERT INTO job_hosts (host, next_at) VALUES ($1, $2) ON CONFLICT (host) DO UPDATE SET next_at = excluded.next_at`,
    [host, nextAt]
  )

export const keeper = (sql: Sql): Keeper => ({
  pace: Effect.fn("JobStore.pace")(function*({ gap, host }) {
    return yield* sql.transact(
      Effect.fnUntraced(function*(transaction) {
        yield* transaction.run(
          `INSERT INTO job_gaps (host, gap, known_until) VALUES ($1, $2, $now + ${gapKnownFor})
           ON CONFLICT (host) DO UPDATE SET gap = excluded.gap, known_until = excluded.known_until`,
          [host, gap]
        )
        const { at, now } = yield* nextTurn(transaction, host)
        if (at > now) return at - now
        yield* keepTurn(transaction, host, now + gap)
        return 0
      }),
      // The turns of hosts are given by one at a time.
      { claiming: true }
    )
  }),

  takeTurn: Effect.fn("JobStore.takeTurn")(function*({ gap, host }) {
    return yield* sql.transact(
      Effect.fnUntraced(function*(transaction) {
        const { at, now } = yield* nextTurn(transaction, host)
        yield* keepTurn(transaction, host, at + Math.ceil(gap))
        return at - now
      }),
      { claiming: true }
    )
  }),

  returnTurn: ({ gap, host, since }) =>
    Effect.asVoid(sql.transact(
      (transaction) =>
        transaction.run(
          `UPDATE job_hosts SET next_at = $now WHERE host = $1 AND next_at > $now
           AND next_at <= $now + CAST($2 AS BIGINT)`,
          [host, Math.floor(gap - since)]
        ),
      { claiming: true }
    )),

  rest: ({ delay, host, team }) =>
    Effect.asVoid(sql.transact(
      (transaction) =>
        transaction.run(
          `INSERT INTO job_rests (team, host, rests_until) VALUES ($1, $2, $now + CAST($3 AS BIGINT))
           ON CONFLICT (team, host) DO UPDATE SET rests_until = excluded.rests_until
           WHERE job_rests.rests_until < excluded.rests_until`,
          [team, host, Math.ceil(delay)]
        ),
      { claiming: true }
    )),

  purge: purger(sql)
})
