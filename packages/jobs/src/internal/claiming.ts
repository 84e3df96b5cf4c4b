/** Which pages are handed out next. */
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import type { Claim } from "../Job.ts"
import type { ClaimRequest, Limits } from "../JobStore.ts"
import { toClaim } from "./rows.ts"
import type { Row, Transaction } from "./sql.ts"
import { delayed, failed, running, waiting } from "./tables.ts"

const defaultMostPerHost = 8
const defaultMostAttempts = 5
/** Rows that one claim tidies up; the next goes on. */
const mostTidied = 500
/** Hosts of a job that are looked at for one that may be asked; the next claim begins behind them. */
const mostHostsTried = 64

/** The row of a job, held until the transaction ends. */
export const held = (transaction: Transaction, job: string) =>
  Effect.map(transaction.all(`SELECT * FROM jobs WHERE id = $1${transaction.forUpdate}`, [job]), ([row]) => row)

/** Pages whose worker disappeared wait again, or have failed when that happened too often. */
const takeBack = Effect.fnUntraced(function*(transaction: Transaction, now: number, mostAttempts: number) {
  const lost = yield* transaction.all(
    `SELECT job, key, attempt FROM job_pages WHERE state = ${running} AND lease_until < $1 ORDER BY lease_until
     LIMIT ${mostTidied}`,
    [now]
  )
  for (const { attempt, job, key } of lost) {
    const isLast = Number(attempt) >= mostAttempts
    if ((yield* held(transaction, String(job)))?.state !== "running") continue
    const changed = yield* transaction.run(
      isLast
        ? `UPDATE job_pages SET state = ${failed}, token = NULL, finished_at = $3, error = $4,
             place = (SELECT failed + 1 FROM jobs WHERE id = $1)
           WHERE job = $1 AND key = $2 AND state = ${running} AND lease_until < $3`
        : `UPDATE job_pages SET state = ${waiting}, token = NULL
           WHERE job = $1 AND key = $2 AND state = ${running} AND lease_until < $3`,
      isLast ? [job!, key!, now, lostError] : [job!, key!, now]
    )
    if (changed === 0) continue
    yield* transaction.run(
      isLast
        ? `UPDATE jobs SET running = running - 1, failed = failed + 1 WHERE id = $1`
        : `UPDATE jobs SET running = running - 1, queued = queued + 1 WHERE id = $1`,
      [job!]
    )
    if (isLast) yield* endWhenEmpty(transaction, String(job), now)
  }
})

const lostError = JSON.stringify({
  code: "WORKER_LOST",
  message: "every worker that took the page disappeared before it was done"
})

const wakeDelayed = (transaction: Transaction, now: number) =>
  transaction.run(
    `UPDATE job_pages SET state = ${waiting}, due_at = NULL WHERE (job, key) IN (
       SELECT job, key FROM job_pages WHERE state = ${delayed} AND due_at <= $1 ORDER BY due_at LIMIT ${mostTidied})`,
    [now]
  )

/** Ends a running job of which no page is left. */
export const endWhenEmpty = (transaction: Transaction, job: string, now: number) =>
  transaction.run(
    `UPDATE jobs SET state = 'completed', ended_at = $2, expires_at = $2 + retention
     WHERE id = $1 AND state = 'running' AND queued = 0 AND running = 0`,
    [job, now]
  )

type Team = { readonly name: string; running: number; readonly weight: number; readonly most: number }

/** Hands out pages, one after the other: every choice sees the ones before it. */
export const claimPages = Effect.fnUntraced(function*(
  transaction: Transaction,
  request: ClaimRequest,
  limits: Limits,
  now: number
): Effect.fn.Return<ReadonlyArray<Claim>, unknown> {
  yield* takeBack(transaction, now, limits.mostAttempts ?? defaultMostAttempts)
  yield* wakeDelayed(transaction, now)
  const rows = yield* transaction.all(
    `SELECT team, SUM(running) AS running FROM jobs WHERE state = 'running' GROUP BY team`
  )
  let teams = rows.map((row): Team => ({
    name: String(row.team),
    running: Number(row.running),
    weight: limits.weightOf?.(String(row.team)) ?? 1,
    most: limits.mostPerTeam?.(String(row.team)) ?? Infinity
  }))
  const claims: Array<Claim> = []
  const idle = new Set<string>()
  while (claims.length < request.most) {
    teams = teams.filter((team) => team.running < team.most)
    const [first, ...others] = teams
    if (first === undefined) break
    // Whoever has the least of what is due to it.
    const team = others.reduce(
      (one, other) => other.running / other.weight < one.running / one.weight ? other : one,
      first
    )
    const claim = yield* claimOf(transaction, team, request, limits, now, idle)
    if (claim === undefined) teams = teams.filter((other) => other !== team)
    else {
      team.running++
      claims.push(claim)
    }
  }
  return claims
})

/** One page of a team; jobs without one to hand out are added to `idle`. */
const claimOf = Effect.fnUntraced(function*(
  transaction: Transaction,
  team: Team,
  request: ClaimRequest,
  limits: Limits,
  now: number,
  idle: Set<string>
): Effect.fn.Return<Claim | undefined, unknown> {
  for (;;) {
    const passed = Array.from(idle)
    const [job] = yield* transaction.all(
      `SELECT id, team, kind, spec, delay, last_host FROM jobs
       WHERE team = $1 AND state = 'running' AND queued > 0 AND running < most_running AND done + running < most_done
         ${passed.length === 0 ? "" : `AND id NOT IN (${passed.map((_, at) => `$${at + 2}`).join(", ")})`}
       ORDER BY priority DESC, running, created_at, id LIMIT 1${transaction.forUpdate}`,
      [team.name, ...passed]
    )
    if (job === undefined) return undefined
    const page = yield* nextPage(transaction, job, limits.mostPerHost ?? defaultMostPerHost, now)
    if (page === undefined) {
      idle.add(String(job.id))
      continue
    }
    return yield* take(transaction, job, page, request, now)
  }
})

/** The first page of the next host that may be asked: hosts take turns, beginning behind the last one served. */
const nextPage = Effect.fnUntraced(function*(
  transaction: Transaction,
  job: Row,
  mostPerHost: number,
  now: number
): Effect.fn.Return<Row | undefined, unknown> {
  const last = String(job.last_host)
  for (const [after, upTo] of [[last, highest], ["", last]] as const) {
    let host = after
    for (let tried = 0; tried < mostHostsTried; tried++) {
      const [found] = yield* transaction.all(
        `SELECT host FROM job_pages WHERE job = $1 AND state = ${waiting} AND host > $2 AND host <= $3
         ORDER BY host LIMIT 1`,
        [job.id!, host, upTo]
      )
      if (found === undefined) break
      host = String(found.host)
      if (!(yield* mayBeAsked(transaction, host, mostPerHost, now))) continue
      const [page] = yield* transaction.all(
        `SELECT key, url, host, page_rank, payload, attempt FROM job_pages
         WHERE job = $1 AND state = ${waiting} AND host = $2 ORDER BY page_rank, seq LIMIT 1`,
        [job.id!, host]
      )
      return page
    }
  }
  return undefined
})

/** Sorts behind every host: hosts are ASCII. */
const highest = "~"

const mayBeAsked = Effect.fnUntraced(function*(
  transaction: Transaction,
  host: string,
  mostPerHost: number,
  now: number
): Effect.fn.Return<boolean, unknown> {
  const [{ busy = 0, next_at = 0 } = {}] = yield* transaction.all(
    `SELECT (SELECT COUNT(*) FROM job_pages WHERE state = ${running} AND host = $1) AS busy,
       COALESCE((SELECT next_at FROM job_hosts WHERE host = $1), 0) AS next_at`,
    [host]
  )
  return Number(busy) < mostPerHost && Number(next_at) <= now
})

const take = Effect.fnUntraced(function*(
  transaction: Transaction,
  job: Row,
  page: Row,
  request: ClaimRequest,
  now: number
): Effect.fn.Return<Claim, unknown> {
  const token = randomUUID()
  yield* transaction.run(
    `UPDATE job_pages SET state = ${running}, attempt = attempt + 1, token = $3, worker = $4, lease_until = $5
     WHERE job = $1 AND key = $2`,
    [job.id!, page.key!, token, request.worker, now + request.lease]
  )
  yield* transaction.run(
    `UPDATE jobs SET queued = queued - 1, running = running + 1, last_host = $2 WHERE id = $1`,
    [job.id!, page.host!]
  )
  if (Number(job.delay) > 0) {
    yield* transaction.run(
      `INSERT INTO job_hosts (host, next_at) VALUES ($1, $2)
       ON CONFLICT (host) DO UPDATE SET next_at = excluded.next_at`,
      [page.host!, now + Number(job.delay)]
    )
  }
  return toClaim(job, page, token)
})
