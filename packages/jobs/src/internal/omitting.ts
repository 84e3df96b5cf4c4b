/** Counts the URLs that a job has found but that are not its pages. Each URL counts once, under its first reason. */
import type { Omission, OmissionReason } from "@dunlin/schema/Omission"
import * as Effect from "effect/Effect"
import type { OmittedPage } from "../Job.ts"
import { sentencesOf } from "../Omissions.ts"
import { isSitemap } from "./formats.ts"
import type { Sitemaps } from "./sitemaps.ts"
import { listOf, type Row, type Transaction, type Value, valuesOf } from "./sql.ts"
import { delayed, waiting, waitingForNewer } from "./tables.ts"

interface Entry {
  readonly noted: number
  readonly followed: number
  readonly isCut: boolean
  readonly example: string
}

type Account = ReadonlyMap<OmissionReason, Entry>

const none: Entry = { noted: 0, followed: 0, isCut: false, example: "" }

export const accountOf = (transaction: Transaction, job: Value): Effect.Effect<Account, unknown> =>
  Effect.map(
    transaction.all(
      `SELECT reason, noted, followed, is_cut, example FROM job_omissions WHERE job = $1 ORDER BY reason`,
      [job]
    ),
    (rows) =>
      new Map(rows.map(({ example, followed, is_cut, noted, reason }) => [
        String(reason) as OmissionReason,
        { noted: Number(noted), followed: Number(followed), isCut: Number(is_cut) > 0, example: String(example) }
      ]))
  )

export const omissionsOf = (account: Account): ReadonlyArray<Omission> =>
  Array.from(account).flatMap(([reason, { example, followed, isCut, noted }]) =>
    noted === followed
      ? []
      : [{ reason, count: noted - followed, ...(isCut ? { isAtLeast: true } : {}), example }]
  )

const notedIn = (account: Account): number => Array.from(account.values()).reduce((sum, { noted }) => sum + noted, 0)

const add = (account: Map<OmissionReason, Entry>, reason: OmissionReason, change: Partial<Entry>): void => {
  const { example, followed, isCut, noted } = account.get(reason) ?? none
  account.set(reason, {
    noted: noted + (change.noted ?? 0),
    followed: followed + (change.followed ?? 0),
    isCut: isCut || change.isCut === true,
    example: example === "" ? change.example ?? "" : example
  })
}

const note = Effect.fnUntraced(function*(
  transaction: Transaction,
  job: Value,
  account: Map<OmissionReason, Entry>,
  { isOwn, most, pages }: { readonly pages: ReadonlyArray<OmittedPage>; readonly isOwn: boolean; readonly most: number }
): Effect.fn.Return<void, unknown> {
  const first = new Map<string, ReadonlyArray<Value>>()
  for (const { key, reason, url } of pages) if (!first.has(key)) first.set(key, [key, url, reason])
  const rows = Array.from(first.values())
  let left = most
  for (const { text, values } of valuesOf(rows, 2)) {
    if (left <= 0) {
      for (let at = 2; at < values.length; at += 3) add(account, values[at] as OmissionReason, { isCut: true })
      continue
    }
    const noted = yield* transaction.all(
      `WITH passed (key, url, reason) AS (VALUES ${text})
       INSERT INTO job_passed (job, key, url, reason) SELECT DISTINCT $1, key, url, reason FROM passed
       WHERE NOT EXISTS (SELECT 1 FROM job_passed WHERE job = $1 AND job_passed.key = passed.key)
       ${isOwn ? "" : "AND NOT EXISTS (SELECT 1 FROM job_pages WHERE job = $1 AND job_pages.key = passed.key)"}
       ORDER BY key LIMIT $2 ON CONFLICT (job, key) DO NOTHING RETURNING reason, url`,
      [job, left, ...values]
    )
    for (const { reason, url } of noted) {
      add(account, String(reason) as OmissionReason, { noted: 1, example: String(url), isCut: noted.length === left })
    }
    left -= noted.length
  }
})

const follow = Effect.fnUntraced(function*(
  transaction: Transaction,
  job: Value,
  account: Map<OmissionReason, Entry>,
  keys: ReadonlySet<Value>
): Effect.fn.Return<void, unknown> {
  for (const { text, values } of listOf(Array.from(keys), 1)) {
    const followed = yield* transaction.all(
      `DELETE FROM job_passed WHERE job = $1 AND key IN (${text}) RETURNING reason`,
      [job, ...values]
    )
    for (const { reason } of followed) add(account, String(reason) as OmissionReason, { followed: 1 })
  }
})

const IN_QUEUE = `state IN (${waiting}, ${delayed}, ${waitingForNewer})`

const behindSitemap = ({ payload }: Row): ReadonlyArray<OmittedPage> => {
  const { sitemaps } = JSON.parse(String(payload ?? "{}")) as { readonly sitemaps?: Sitemaps }
  if (sitemaps === undefined) return []
  const { addresses, at, behind, isGuess } = sitemaps
  return [
    // A guessed URL may not exist, so it is not reported as an unread sitemap.
    ...(isGuess ? [] : addresses.slice(at)).map((url) => ({ key: `sitemap ${url}`, url, reason: "sitemap" as const })),
    ...behind.map(({ key, url }) => ({ key, url, reason: "limit" as const }))
  ]
}

const leaveWaiting = Effect.fnUntraced(function*(
  transaction: Transaction,
  job: Value,
  account: Map<OmissionReason, Entry>
): Effect.fn.Return<void, unknown> {
  const noted = yield* transaction.run(
    `INSERT INTO job_passed (job, key, url, reason) SELECT job, key, url, 'limit' FROM job_pages
     WHERE job = $1 AND ${IN_QUEUE} AND NOT (${isSitemap})
     ON CONFLICT (job, key) DO NOTHING`,
    [job]
  )
  if (noted > 0) add(account, "limit", { noted })
  const sitemaps = yield* transaction.all(
    `SELECT payload FROM job_pages WHERE job = $1 AND ${IN_QUEUE} AND ${isSitemap}`,
    [job]
  )
  const pages = sitemaps.flatMap(behindSitemap)
  if (pages.length > 0) yield* note(transaction, job, account, { pages, isOwn: false, most: pages.length + 1 })
})

const renewExamples = Effect.fnUntraced(function*(
  transaction: Transaction,
  job: Value,
  account: Map<OmissionReason, Entry>
): Effect.fn.Return<void, unknown> {
  const isOpen = Array.from(account.values()).some(({ example, followed }) => followed > 0 || example === "")
  if (!isOpen) return
  const rows = yield* transaction.all(
    `SELECT job_passed.reason AS reason, job_passed.url AS url FROM job_passed JOIN
       (SELECT reason, MIN(key) AS first_key FROM job_passed WHERE job = $1 GROUP BY reason) AS firsts
     ON job_passed.key = firsts.first_key WHERE job_passed.job = $1`,
    [job]
  )
  for (const { reason, url } of rows) {
    const name = String(reason) as OmissionReason
    const entry = account.get(name)
    if (entry !== undefined) account.set(name, { ...entry, example: String(url) })
  }
})

const write = Effect.fnUntraced(function*(
  transaction: Transaction,
  job: Value,
  before: Account,
  after: Account
): Effect.fn.Return<void, unknown> {
  for (const [reason, entry] of after) {
    const { example, followed, isCut, noted } = entry
    const known = before.get(reason) ?? none
    const isSame = known.noted === noted && known.followed === followed && known.isCut === isCut
    if (isSame && known.example === example) continue
    yield* transaction.send(
      `INSERT INTO job_omissions (job, reason, noted, followed, is_cut, example) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (job, reason) DO UPDATE SET noted = excluded.noted, followed = excluded.followed,
         is_cut = excluded.is_cut, example = excluded.example`,
      [job, reason, noted, followed, isCut ? 1 : 0, example]
    )
  }
})

export interface Change {
  readonly added: ReadonlySet<Value>
  readonly omitted: ReadonlyArray<OmittedPage>
  readonly own: ReadonlyArray<OmittedPage>
  readonly isSatisfied: boolean
  readonly isEnd: boolean
  readonly isAlone: boolean
}

export const nothingOmitted: Omit<Change, "added"> = {
  omitted: [],
  own: [],
  isSatisfied: false,
  isEnd: false,
  isAlone: false
}

/**
 * Updates a job's record of omitted URLs, at most `most_pages` of them. If the job ends, returns the sentences of its
 * warning. Needs a lock on the job's row.
 */
export const omit = Effect.fnUntraced(function*(
  transaction: Transaction,
  job: Row,
  before: Account,
  { added, isAlone, isEnd, isSatisfied, omitted, own }: Change
): Effect.fn.Return<ReadonlyArray<string>, unknown> {
  const id = job.id!
  const account = new Map(before)
  const most = Number(job.most_pages)
  if (before.size > 0) yield* follow(transaction, id, account, added)
  if (own.length > 0) yield* note(transaction, id, account, { pages: own, isOwn: true, most: Number.MAX_SAFE_INTEGER })
  if (omitted.length > 0) {
    yield* note(transaction, id, account, { pages: omitted, isOwn: false, most: most - notedIn(account) })
  }
  if (isSatisfied) yield* leaveWaiting(transaction, id, account)
  if (isEnd) yield* renewExamples(transaction, id, account)
  yield* write(transaction, id, before, account)
  return isEnd ? sentencesOf(omissionsOf(account), { isAlone, isSatisfied }) : []
})

export const omissions = (transaction: Transaction, job: Value): Effect.Effect<ReadonlyArray<Omission>, unknown> =>
  Effect.map(accountOf(transaction, job), omissionsOf)
