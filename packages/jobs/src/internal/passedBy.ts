/** Addresses that a job knows of and leaves alone, so that it can say what it did not look at. */
import * as Effect from "effect/Effect"
import type { NewPage } from "../Job.ts"
import { listOf, type Row, type Transaction, type Value, valuesOf } from "./sql.ts"

/** How many such addresses a job has noted, and how many of them became pages of it after all. */
export interface PassedBy {
  readonly noted: number
  readonly followed: number
}

/** What is counted of them is a tally of the job; forms of addresses have other names. */
export const tally = "passed by"

export const passedByOf = (transaction: Transaction, job: string): Effect.Effect<PassedBy, unknown> =>
  Effect.map(
    transaction.all(`SELECT tried, useful FROM job_tallies WHERE job = $1 AND name = $2`, [job, tally]),
    ([row]) => ({ noted: Number(row?.tried ?? 0), followed: Number(row?.useful ?? 0) })
  )

/** Notes addresses that are no pages of the job, at most so many, and answers how many are new. */
const note = Effect.fnUntraced(function*(
  transaction: Transaction,
  job: Value,
  pages: ReadonlyArray<NewPage>,
  most: number
): Effect.fn.Return<number, unknown> {
  const rows = Array.from(new Map(pages.map(({ key, url }) => [key, [key, url]])).values())
  let noted = 0
  for (const { text, values } of valuesOf(rows, 2)) {
    if (noted >= most) break
    noted += yield* transaction.run(
      `WITH passed (key, url) AS (VALUES ${text})
       INSERT INTO job_passed (job, key, url) SELECT DISTINCT $1, key, url FROM passed
       WHERE NOT EXISTS (SELECT 1 FROM job_pages WHERE job = $1 AND job_pages.key = passed.key)
         AND NOT EXISTS (SELECT 1 FROM job_passed WHERE job = $1 AND job_passed.key = passed.key)
       ORDER BY key LIMIT $2`,
      [job, most - noted, ...values]
    )
  }
  return noted
})

/** Forgets those that are pages now, and answers how many they are. */
const follow = Effect.fnUntraced(function*(
  transaction: Transaction,
  job: Value,
  keys: ReadonlySet<Value>
): Effect.fn.Return<number, unknown> {
  let followed = 0
  for (const { text, values } of listOf(Array.from(keys), 1)) {
    followed += yield* transaction.run(`DELETE FROM job_passed WHERE job = $1 AND key IN (${text})`, [job, ...values])
  }
  return followed
})

/**
 * Keeps what a job passed by up to date, and answers how it stands: no more addresses are noted than the job may know
 * pages. The row of the job is held.
 */
export const passBy = Effect.fnUntraced(function*(
  transaction: Transaction,
  job: Row,
  before: PassedBy,
  { added, passed }: {
    /** Keys of pages that are new to the job, and in its tables. */
    readonly added: ReadonlySet<Value>
    /** Those that are left alone. */
    readonly passed: ReadonlyArray<NewPage>
  }
): Effect.fn.Return<PassedBy, unknown> {
  const id = job.id!
  const followed = before.noted === before.followed ? 0 : yield* follow(transaction, id, added)
  const noted = yield* note(transaction, id, passed, Number(job.most_pages) - before.noted)
  if (noted + followed === 0) return before
  const after = { noted: before.noted + noted, followed: before.followed + followed }
  yield* transaction.send(
    `INSERT INTO job_tallies (job, name, tried, useful) VALUES ($1, $2, $3, $4)
     ON CONFLICT (job, name) DO UPDATE SET tried = excluded.tried, useful = excluded.useful`,
    [id, tally, after.noted, after.followed]
  )
  return after
})

/** What is said of the addresses that never became pages of the job; nothing when there are none. */
export const warningOf = Effect.fnUntraced(function*(
  transaction: Transaction,
  job: Row,
  { followed, noted }: PassedBy
): Effect.fn.Return<string | undefined, unknown> {
  const passed = noted - followed
  if (passed === 0) return undefined
  const [row] = yield* transaction.all(`SELECT url FROM job_passed WHERE job = $1 ORDER BY key LIMIT 1`, [job.id!])
  const addresses = passed === 1 ? "1 address was" : `${passed} addresses were`
  const most = noted >= Number(job.most_pages) ? `at least ${addresses}` : addresses
  return `${most} not followed, because only pages that differ from others in nothing but numbers lead there ` +
    `(for example ${String(row?.url)}); "deduplicateSimilarURLs": false follows such pages too.`
})
