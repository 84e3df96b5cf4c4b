/** The pauses of hosts, and what is forgotten when jobs have ended. */
import * as Effect from "effect/Effect"
import type { JobStore } from "./service.ts"
import type { Sql, Transaction } from "./sql.ts"

/** Ended jobs that one call of `purge` forgets; callers repeat it. */
const mostPurged = 100

/** Rows of one transaction: it takes much less than a second, whatever their job holds. */
const mostRowsPurged = 5000

/** What there is many of in a job, by what tells the rows of one apart. */
const tablesOfJob = { job_pages: "key", job_passed: "key", job_marks: "mark", job_tallies: "name" }

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

  purge: Effect.gen(function*() {
    const jobs = yield* sql.transact((transaction) =>
      transaction.all(
        `SELECT id FROM jobs WHERE state <> 'running' AND expires_at <= $now ORDER BY expires_at LIMIT ${mostPurged}`
      )
    )
    for (const { id } of jobs) {
      for (const [table, column] of Object.entries(tablesOfJob)) {
        const some = `SELECT ${column} FROM ${table} WHERE job = $1 LIMIT ${mostRowsPurged}`
        const deleteSome = sql.transact((transaction) =>
          transaction.run(`DELETE FROM ${table} WHERE job = $1 AND ${column} IN (${some})`, [id!])
        )
        while ((yield* deleteSome) === mostRowsPurged) continue
      }
      yield* sql.transact(Effect.fnUntraced(function*(transaction) {
        // What a worker noted since.
        for (const table of Object.keys(tablesOfJob)) {
          yield* transaction.run(`DELETE FROM ${table} WHERE job = $1`, [id!])
        }
        yield* transaction.run(`DELETE FROM jobs WHERE id = $1`, [id!])
      }))
    }
    yield* sql.transact((transaction) => transaction.run(`DELETE FROM job_hosts WHERE next_at <= $now`))
    yield* sql.transact((transaction) => transaction.run(`DELETE FROM job_rests WHERE rests_until <= $now`))
    yield* sql.transact((transaction) => transaction.run(`DELETE FROM job_gaps WHERE known_until <= $now`))
    if (jobs.length > 0) yield* sql.shred
    return jobs.length
  }).pipe(Effect.withSpan("JobStore.purge"))
})
