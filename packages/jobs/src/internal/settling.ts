/** Settles pages. Pages of one job that are ready at the same time share a transaction. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import type { NewPage, OmittedPage } from "../Job.ts"
import type { JobError } from "../JobError.ts"
import { deliverEnd, deliverEndNext } from "./deliveringEnds.ts"
import { endOf } from "./ending.ts"
import * as KnownKeys from "./knownKeys.ts"
import { accountOf, omit } from "./omitting.ts"
import { held } from "./returning.ts"
import type { Settled } from "./service.ts"
import { settleBy } from "./settleCall.ts"
import { NOT_SETTLED, type Request, stateOf, type Waiting, writtenOf } from "./settlements.ts"
import { listOf, type Row, type Sql, together, type Transaction, type Value, valuesOf } from "./sql.ts"
import { insertPages, insertRows } from "./submitting.ts"
import { delayed, done, dropped, failed, isHeldBy, waiting, waitingForNewer } from "./tables.ts"
import type { TurnQueue } from "./turnQueue.ts"

/** Limits a transaction, so that later pages wait only briefly. */
const MAX_PAGES_PER_TRANSACTION = 64
const MAX_CHARACTERS_OF_TRANSACTION = 4_000_000

/** Takes pages from the queue up to the limits. The second result of the same page is left to the next transaction. */
const takeSome = (line: Array<Waiting>): ReadonlyArray<Waiting> => {
  const keys = new Set<string>()
  let characters = 0
  for (const { request: { claim }, written } of line.slice(0, MAX_PAGES_PER_TRANSACTION)) {
    characters += written?.length ?? 0
    if (keys.has(claim.key) || (keys.size > 0 && characters > MAX_CHARACTERS_OF_TRANSACTION)) break
    keys.add(claim.key)
  }
  return line.splice(0, keys.size)
}

/**
 * Settles pages with one transaction at a time per job. Pages that arrive during a transaction share the next one. A
 * page is settled even if its caller is interrupted.
 */
export const settler = (sql: Sql, turns: TurnQueue, settled: Effect.Effect<void>) => {
  const call = sql.call === undefined ? undefined : settleBy(sql, turns)
  const lines = new Map<string, Array<Waiting>>()
  const remember = KnownKeys.make()

  const settleAll = Effect.fnUntraced(function*(job: string, line: Array<Waiting>) {
    for (;;) {
      if (line.length === 0) break
      let some: ReadonlyArray<Waiting> = []
      const taken = () => some.length === 0 ? some = takeSome(line) : some
      const known = remember()
      const inTransaction = Effect.tap(
        sql.transact((transaction) => settlePages(transaction, turns, job, taken(), known)),
        () => Effect.sync(known.keep)
      )
      const exit = yield* Effect.exit(
        call === undefined
          ? inTransaction
          : Effect.flatMap(
            call(job, taken(), known),
            (settled) => settled === undefined ? inTransaction : Effect.as(Effect.sync(known.keep), settled)
          )
      )
      // If the store was never reached, the pages are still in the queue.
      taken()
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
    Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        const { job } = request.claim
        const waits = { request, written: writtenOf(request), answer: Deferred.makeUnsafe<Settled, JobError>() }
        const answered = restore(Deferred.await(waits.answer))
        const line = lines.get(job)
        if (line !== undefined) {
          line.push(waits)
          return answered
        }
        const own = [waits]
        lines.set(job, own)
        return Effect.andThen(Effect.forkDetach(Effect.interruptible(settleAll(job, own))), answered)
      })
    )
}

const settlePages = Effect.fnUntraced(function*(
  transaction: Transaction,
  turns: TurnQueue,
  id: string,
  all: ReadonlyArray<Waiting>,
  known: KnownKeys.Remembering
): Effect.fn.Return<ReadonlyArray<Settled>, unknown> {
  const [[job], keys, account] = yield* together(
    transaction,
    transaction.all(
      `SELECT id, kind, known, most_pages, most_done, total, queued, running, done, failed, credits, warning, retention,
         created_at, ${transaction.sinceStart} AS started
       FROM jobs WHERE id = $1${transaction.forUpdate}`,
      [id]
    ),
    endPages(transaction, id, all),
    accountOf(transaction, id)
  )
  const newest = all.filter(({ request }) => keys.has(request.claim.key))
  if (job === undefined || newest.length === 0) return all.map(() => NOT_SETTLED)
  const counts = newest.reduce(counted, countsOf(job))
  const isNew = known.of({ job: id, name: `${job.created_at} ${job.started}` })
  const { added, behind, cut } = yield* addDiscovered(transaction, job, newest, isNew)
  const own = newest.flatMap(({ request: { claim: { key, url }, reason } }) => reason ? [{ key, url, reason }] : [])
  yield* makeRoom(transaction, id, own)
  const isSatisfied = counts.done >= Number(job.most_done)
  const isEnd = counts.running === 0 && (isSatisfied || counts.queued + added.size === 0)
  const omitted = newest.flatMap(({ request }) => request.omitted?.filter(isNew.isNewlyOmitted) ?? [])
  isNew.keepOmitted(omitted)
  const sentencesOfOmissions = yield* omit(transaction, job, account, {
    added,
    omitted: [...omitted, ...cut],
    own,
    isSatisfied,
    isEnd,
    isAlone: counts.done <= 1
  })
  if (turns.finish !== undefined) {
    for (const [text, values] of yield* turns.finish(newest.map(({ request }) => request.claim.token))) {
      yield* transaction.send(text, values)
    }
  }
  const ended = yield* writeCounts(transaction, job, { ...counts, added: added.size, sentencesOfOmissions })
  yield* announce(transaction, newest)
  const answers = new Map(newest.map((waits, at): [Waiting, Settled] => [waits, {
    settled: true,
    added: behind[at]!,
    ended: ended && at === newest.length - 1
  }]))
  return all.map((waits) => answers.get(waits) ?? NOT_SETTLED)
})

/**
 * Ends pages whose lease is the newest, and returns their keys. Deletes their inputs, such as results in webhook
 * events. Failed pages retain them for retries.
 */
const endPages = (transaction: Transaction, id: string, all: ReadonlyArray<Waiting>) => {
  const rows = all.map(({ request: { claim: { token }, outcome, reservation, took = null }, written }, at) => {
    const [result, error] = outcome._tag === "Done" ? [written, null] : [null, written]
    const owed = reservation === undefined || outcome._tag === "Dropped" ? 0 : outcome.credits
    const owes = owed > 0 ? [owed, reservation!] : [null, null]
    return [at, token, stateOf[outcome._tag], result, error, ...owes, took]
  })
  const [part] = valuesOf(rows, 1, [
    "INTEGER",
    undefined,
    "SMALLINT",
    undefined,
    undefined,
    "BIGINT",
    undefined,
    "BIGINT"
  ])
  const [tokens] = listOf(all.map(({ request }) => request.claim.token), 1 + part!.values.length)
  return Effect.map(
    transaction.all(
      // `valuesOf` pads with copies of a row. They end the same page once.
      `WITH ended (turn, of_token, new_state, new_result, new_error, new_owed, new_owed_to, new_took) AS (VALUES ${
        part!.text
      }),
       living AS (
         SELECT of_token, new_state, new_result, new_error, new_owed, new_owed_to, new_took, ephemeral,
           DENSE_RANK() OVER (PARTITION BY new_state ORDER BY turn) +
             CASE new_state WHEN ${done} THEN done WHEN ${failed} THEN failed END AS new_place
         FROM ended JOIN job_pages ON ${isHeldBy(tokens!.text)} AND token = of_token
         JOIN jobs ON jobs.id = $1 AND jobs.state = 'running')
       UPDATE job_pages SET state = new_state, token = NULL, finished_at = $now, place = new_place,
         payload = CASE WHEN new_state = ${failed} AND ephemeral = 0 THEN payload END,
         result = new_result, error = new_error, unpaid = new_owed, bill = new_owed_to, took = new_took FROM living WHERE ${
        isHeldBy(tokens!.text)
      } AND token = of_token RETURNING key`,
      [id, ...part!.values, ...tokens!.values]
    ),
    (rows) => new Set(rows.map(({ key }) => key))
  )
}

interface Counts {
  readonly queued: number
  readonly running: number
  readonly done: number
  readonly failed: number
  readonly dropped: number
  readonly credits: number
}

const countsOf = (job: Row): Counts => ({
  queued: Number(job.queued),
  running: Number(job.running),
  done: Number(job.done),
  failed: Number(job.failed),
  dropped: 0,
  credits: Number(job.credits)
})

const counted = (counts: Counts, { request: { outcome } }: Waiting): Counts => ({
  ...counts,
  running: counts.running - 1,
  done: counts.done + (outcome._tag === "Done" ? 1 : 0),
  failed: counts.failed + (outcome._tag === "Failed" ? 1 : 0),
  dropped: counts.dropped + (outcome._tag === "Dropped" ? 1 : 0),
  credits: counts.credits + (outcome._tag === "Dropped" ? 0 : outcome.credits)
})

const addDiscovered = Effect.fnUntraced(function*(
  transaction: Transaction,
  job: Row,
  settled: ReadonlyArray<Waiting>,
  isNew: KnownKeys.Known
): Effect.fn.Return<
  {
    readonly added: ReadonlySet<Value>
    readonly behind: ReadonlyArray<number>
    readonly cut: ReadonlyArray<OmittedPage>
  },
  unknown
> {
  const finders = new Map<string, number>()
  const pages: Array<NewPage> = []
  for (const [at, { request }] of settled.entries()) {
    for (const page of request.discovered ?? []) {
      if (finders.has(page.key) || !isNew.isNewPage(page)) continue
      finders.set(page.key, at)
      pages.push(page)
    }
  }
  const added = yield* insertRows(transaction, job, pages)
  const behind = settled.map(() => 0)
  for (const key of added) behind[finders.get(String(key))!]!++
  const isFull = Number(job.known) + added.size >= Number(job.most_pages)
  if (!isFull) isNew.keepPages(pages)
  const cut = isFull ? pages.filter(({ key }) => !added.has(key)) : []
  return { added, behind, cut: cut.map(({ key, url }) => ({ key, url, reason: "known" })) }
})

const makeRoom = Effect.fnUntraced(function*(transaction: Transaction, job: string, own: ReadonlyArray<OmittedPage>) {
  const keys = own.filter(({ reason }) => reason === "numbers").map(({ key }) => key)
  for (const { text, values } of listOf(keys, 1)) {
    yield* transaction.run(
      `DELETE FROM job_pages WHERE job = $1 AND key IN (${text}) AND state = ${dropped}`,
      [job, ...values]
    )
  }
})

const announce = Effect.fnUntraced(function*(transaction: Transaction, accepted: ReadonlyArray<Waiting>) {
  const events = accepted.flatMap(({ request: { event } }) => event ?? [])
  for (const id of new Set(events.map(({ job }) => job))) {
    const job = yield* held(transaction, id)
    if (job === undefined || job.state === "cancelled") continue
    const pages = events.filter((event) => event.job === id).map(({ page }) => page)
    if ((yield* insertPages(transaction, job, pages)).size === 0) continue
    yield* transaction.run(`UPDATE jobs SET state = 'running', ended_at = NULL WHERE id = $1`, [id])
  }
})

const writeCounts = Effect.fnUntraced(function*(
  transaction: Transaction,
  job: Row,
  { added, sentencesOfOmissions, ...counts }: Counts & {
    readonly added: number
    readonly sentencesOfOmissions: ReadonlyArray<string>
  }
): Effect.fn.Return<boolean, unknown> {
  let total = Number(job.total) + added - counts.dropped
  let queued = counts.queued + added
  if (counts.done >= Number(job.most_done) && queued > 0) {
    yield* transaction.send(
      `UPDATE job_pages SET state = ${dropped} WHERE job = $1
         AND state IN (${waiting}, ${delayed}, ${waitingForNewer})`,
      [job.id!]
    )
    total -= queued
    queued = 0
  }
  const ended = queued === 0 && counts.running === 0
  const { credits, done, failed, running } = counts
  const untilNow = ended || done > Number(job.done) ? null : job.warning!
  const end = ended ? yield* endOf(transaction, job, { done, failed }) : undefined
  const sentences = [end?.warning, ...sentencesOfOmissions].filter(Predicate.isNotUndefined)
  const warning = sentences.length > 0 ? sentences.join(" ") : untilNow
  const known = Number(job.known) + added
  const values = [job.id!, known, total, queued, running, done, failed, credits, warning]
  const columns =
    `known = $2, total = $3, queued = $4, running = $5, done = $6, failed = $7, credits = $8, warning = $9, ready_at = 0`
  yield* ended
    ? transaction.send(
      `UPDATE jobs SET ${columns}, state = $10, ended_at = $now, expires_at = $now + retention WHERE id = $1`,
      [...values, end!.state]
    )
    : transaction.send(`UPDATE jobs SET ${columns}, expires_at = $now + retention WHERE id = $1`, values)
  if (ended) yield* deliverEnd(transaction, job.id!)
  else if (job.kind === "webhook" && queued + running === 1) yield* deliverEndNext(transaction, job.id!)
  return ended
})
