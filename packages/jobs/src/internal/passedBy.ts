/** Addresses that a job knows of and leaves alone, so that it can say what it did not look at. */
import * as Effect from "effect/Effect"
import type { NewPage } from "../Job.ts"
import { type Transaction, type Value, valuesOf } from "./sql.ts"

/** What tells the marks of such addresses from those that pages have. */
const prefix = "passed by "

/** Notes addresses that are no pages of the job; one that becomes a page of it later is not counted in the end. */
export const passBy = Effect.fnUntraced(function*(
  transaction: Transaction,
  job: string,
  pages: ReadonlyArray<NewPage>
): Effect.fn.Return<void, unknown> {
  const rows = Array.from(new Map(pages.map(({ key, url }) => [key, [key, url]])).values())
  for (const { text, values } of valuesOf(rows, 2)) {
    yield* transaction.send(
      `WITH passed (key, url) AS (VALUES ${text})
       INSERT INTO job_marks (job, mark, page) SELECT $1, $2 || key, url FROM passed
       WHERE NOT EXISTS (SELECT 1 FROM job_pages WHERE job = $1 AND job_pages.key = passed.key)
       ON CONFLICT (job, mark) DO NOTHING`,
      [job, prefix, ...values]
    )
  }
})

/** What is said of the addresses that never became pages of the job; nothing when there are none. */
export const passedByOf = Effect.fnUntraced(function*(
  transaction: Transaction,
  job: Value
): Effect.fn.Return<string | undefined, unknown> {
  const length = prefix.length
  const [row] = yield* transaction.all(
    `SELECT COUNT(*) AS passed, MIN(page) AS one FROM job_marks WHERE job = $1 AND substr(mark, 1, ${length}) = $2
       AND NOT EXISTS (
         SELECT 1 FROM job_pages WHERE job_pages.job = $1 AND job_pages.key = substr(job_marks.mark, ${length + 1}))`,
    [job, prefix]
  )
  const passed = Number(row?.passed ?? 0)
  if (passed === 0) return undefined
  const addresses = passed === 1 ? "1 address was" : `${passed} addresses were`
  return `${addresses} not followed, because only pages that differ from others in nothing but numbers lead there ` +
    `(for example ${String(row?.one)}); "deduplicateSimilarURLs": false follows such pages too.`
})
