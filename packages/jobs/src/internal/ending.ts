/** Determines the final state and warning of a job. */
import * as Effect from "effect/Effect"
import type { Failure, State } from "../Job.ts"
import type { Row, Transaction } from "./sql.ts"
import { failed } from "./tables.ts"

export interface End {
  readonly state: State
  readonly warning: string | undefined
}

const pagesOf = (count: number): string => count === 1 ? "1 page" : `${count} pages`

export const endOf = Effect.fnUntraced(function*(
  transaction: Transaction,
  job: Row,
  counts: { readonly done: number; readonly failed: number }
): Effect.fn.Return<End, unknown> {
  if (job.kind === "webhook" || counts.done > 0) return { state: "completed", warning: undefined }
  if (counts.failed === 0) {
    return { state: "completed", warning: "The job has no results: no page it found belongs to the crawl." }
  }
  const [row] = yield* transaction.all(
    `SELECT error, COUNT(*) AS pages, MIN(url) AS url FROM job_pages WHERE job = $1 AND state = ${failed}
     GROUP BY error ORDER BY COUNT(*) DESC, error LIMIT 1`,
    [job.id!]
  )
  const { code, message }: Failure = JSON.parse(String(row?.error))
  const most = Number(row?.pages)
  const reason = `${message.charAt(0).toUpperCase()}${message.slice(1)} (${code})`
  const where = counts.failed === 1 ? String(row?.url) : `${most} of ${counts.failed}, for example ${String(row?.url)}`
  return {
    state: "failed",
    warning: `All ${pagesOf(counts.failed)} failed. ${reason}: ${where}.`
  }
})
