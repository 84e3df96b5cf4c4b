/** Ends the work on pages: those of one job that are ready at the same time, in one transaction. */
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Claim, NewPage, Outcome } from "../Job.ts"
import type { JobError } from "../JobError.ts"
import type { Settled } from "./service.ts"
import { type Row, type Sql, type Transaction, type Value, valuesOf } from "./sql.ts"
import { insertRows } from "./submitting.ts"
import { delayed, done, dropped, failed, running, waiting } from "./tables.ts"

interface Request {
  readonly claim: Claim
  readonly outcome: Outcome
  readonly discovered?: ReadonlyArray<NewPage> | undefined
}

interface Waiting {
  readonly request: Request
  /** JSON of the result or the error. */
  readonly written: string | null
  readonly answer: Deferred.Deferred<Settled, JobError>
}

/** Pages of one transaction, and the characters of their results: nobody waits long for what is before them. */
const mostTogether = 64
const mostCharacters = 4_000_000

const stale: Settled = { settled: false, added: 0, ended: false }

const writtenOf = (outcome: Outcome): string | null =>
  outcome._tag === "Done"
    ? outcome.result === undefined ? null : JSON.stringify(outcome.result)
    : outcome._tag === "Failed"
    ? JSON.stringify(outcome.error)
    : null

const takeSome = (line: Array<Waiting>): ReadonlyArray<Waiting> => {
  let characters = 0
  let count = 0
  while (count < Math.min(line.length, mostTogether)) {
    characters += line[count]!.written?.length ?? 0
    if (count > 0 && characters > mostCharacters) break
    count++
  }
  return line.splice(0, count)
}

/**
 * Settles pages, each job one transaction after the other: what comes while one runs is settled together in the next.
 * Whoever waits may be interrupted; what was asked for is done all the same.
 */
export const settler = (sql: Sql, settled: Effect.Effect<void>) => {
  const lines = new Map<string, Array<Waiting>>()

  const settleAll = Effect.fnUntraced(function*(job: string, line: Array<Waiting>) {
    for (;;) {
      const some = takeSome(line)
      if (some.length === 0) break
      const now = yield* Clock.currentTimeMillis
      const exit = yield* Effect.exit(sql.transact((transaction) => settlePages(transaction, job, some, now)))
      for (const [at, { answer }] of some.entries()) {
        Deferred.doneUnsafe(
          answer,
          Exit.isSuccess(exit) ? Effect.succeed(exit.value[at]!) : Effect.failCause(exit.cause)
        )
      }
      yield* settled
    }
    lines.delete(job)
  })

  return (request: Request): Effect.Effect<Settled, JobError> =>
    Effect.suspend(() => {
      const { job } = request.claim
      const waits = { request, written: writtenOf(request.outcome), answer: Deferred.makeUnsafe<Settled, JobError>() }
      const line = lines.get(job)
      if (line !== undefined) {
        line.push(waits)
        return Deferred.await(waits.answer)
      }
      const own = [waits]
      lines.set(job, own)
      return Effect.andThen(Effect.forkDetach(settleAll(job, own)), Deferred.await(waits.answer))
    })
}

/** Settles pages of one job, in order, and answers what became of each. */
const settlePages = Effect.fnUntraced(function*(
  transaction: Transaction,
  id: string,
  all: ReadonlyArray<Waiting>,
  now: number
): Effect.fn.Return<ReadonlyArray<Settled>, unknown> {
  const [job] = yield* transaction.all(
    `SELECT id, state, known, most_pages, most_done, total, queued, running, done, failed, credits, warning, retention
     FROM jobs WHERE id = $1${transaction.forUpdate}`,
    [id]
  )
  if (job?.state !== "running") return all.map(() => stale)
  const newest = yield* newestOf(transaction, id, all)
  const counts = { ...countsOf(job) }
  const ends = newest.map((waits) => endOf(waits, counts))
  for (const part of valuesOf(ends, 2, [undefined, "SMALLINT", "BIGINT", undefined, undefined])) {
    yield* transaction.run(
      `WITH ended (of_key, new_state, new_place, new_result, new_error) AS (VALUES ${part.text})
       UPDATE job_pages SET state = new_state, token = NULL, finished_at = $2, place = new_place, result = new_result,
         error = new_error FROM ended WHERE job = $1 AND key = of_key`,
      [id, now, ...part.values]
    )
  }
  const added = yield* addDiscovered(transaction, job, newest)
  counts.added = added.reduce((sum, count) => sum + count, 0)
  const ended = yield* writeCounts(transaction, job, counts, now)
  const answers = new Map(newest.map((waits, at): [Waiting, Settled] => [waits, {
    settled: true,
    added: added[at]!,
    ended: ended && at === newest.length - 1
  }]))
  return all.map((waits) => answers.get(waits) ?? stale)
})

/** Those whose lease is the newest of their page, each page once. */
const newestOf = Effect.fnUntraced(function*(
  transaction: Transaction,
  job: string,
  all: ReadonlyArray<Waiting>
): Effect.fn.Return<ReadonlyArray<Waiting>, unknown> {
  const keys = new Set(all.map(({ request }) => request.claim.key))
  const tokens = new Map<string, Value>()
  for (const part of valuesOf(Array.from(keys, (key) => [key]), 1)) {
    const rows = yield* transaction.all(
      `SELECT key, token FROM job_pages WHERE job = $1 AND state = ${running} AND key IN (VALUES ${part.text})`,
      [job, ...part.values]
    )
    for (const { key, token } of rows) tokens.set(String(key), token!)
  }
  return all.filter(({ request: { claim: { key, token } } }) => tokens.get(key) === token && tokens.delete(key))
})

interface Counts {
  queued: number
  running: number
  done: number
  failed: number
  dropped: number
  credits: number
  added: number
}

const countsOf = (job: Row): Counts => ({
  queued: Number(job.queued),
  running: Number(job.running),
  done: Number(job.done),
  failed: Number(job.failed),
  dropped: 0,
  credits: Number(job.credits),
  added: 0
})

/** What a page is from now on, as a row of the statement above; counts it. */
const endOf = ({ request: { claim: { key }, outcome }, written }: Waiting, counts: Counts): ReadonlyArray<Value> => {
  counts.running--
  switch (outcome._tag) {
    case "Done":
      counts.credits += outcome.credits
      return [key, done, ++counts.done, written, null]
    case "Failed":
      counts.credits += outcome.credits
      return [key, failed, ++counts.failed, null, written]
    case "Dropped":
      counts.dropped++
      return [key, dropped, null, null, null]
  }
}

/** Adds the pages that pages lead to, and answers how many were new behind each. */
const addDiscovered = Effect.fnUntraced(function*(
  transaction: Transaction,
  job: Row,
  settled: ReadonlyArray<Waiting>
): Effect.fn.Return<ReadonlyArray<number>, unknown> {
  const finders = new Map<string, number>()
  const pages: Array<NewPage> = []
  for (const [at, { request }] of settled.entries()) {
    for (const page of request.discovered ?? []) {
      if (finders.has(page.key)) continue
      finders.set(page.key, at)
      pages.push(page)
    }
  }
  const added = settled.map(() => 0)
  for (const key of yield* insertRows(transaction, job, pages)) added[finders.get(String(key))!]!++
  return added
})

/** Writes how the job stands; one that has enough lets go what still waits. Answers whether it has ended. */
const writeCounts = Effect.fnUntraced(function*(
  transaction: Transaction,
  job: Row,
  counts: Counts,
  now: number
): Effect.fn.Return<boolean, unknown> {
  let total = Number(job.total) + counts.added - counts.dropped
  let queued = counts.queued + counts.added
  if (counts.done >= Number(job.most_done) && queued > 0) {
    yield* transaction.run(
      `UPDATE job_pages SET state = ${dropped} WHERE job = $1 AND state IN (${waiting}, ${delayed})`,
      [job.id!]
    )
    total -= queued
    queued = 0
  }
  const ended = queued === 0 && counts.running === 0
  const { credits, done, failed, running } = counts
  const warning = done > Number(job.done) ? null : job.warning!
  const known = Number(job.known) + counts.added
  const values = [job.id!, known, total, queued, running, done, failed, credits, warning]
  const counted =
    `known = $2, total = $3, queued = $4, running = $5, done = $6, failed = $7, credits = $8, warning = $9`
  yield* ended
    ? transaction.run(
      `UPDATE jobs SET ${counted}, state = 'completed', ended_at = $10, expires_at = $11 WHERE id = $1`,
      [...values, now, now + Number(job.retention)]
    )
    : transaction.run(`UPDATE jobs SET ${counted} WHERE id = $1`, values)
  return ended
})
