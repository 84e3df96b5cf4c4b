/** How leases are prolonged, and given back. */
import * as Spans from "@dunlin/common/Spans"
import * as Effect from "effect/Effect"
import type { Claim } from "../Job.ts"
import * as Formats from "./formats.ts"
import { held } from "./returning.ts"
import type { JobStore } from "./service.ts"
import { listOf, type Sql, together, type Transaction, type Value } from "./sql.ts"
import { delayed, isHeldBy, running } from "./tables.ts"

/** Whether a claim is the newest of its page. */
const isNewest = Effect.fnUntraced(function*(transaction: Transaction, { job, key, token }: Claim) {
  const [page] = yield* transaction.all(
    `SELECT token FROM job_pages WHERE job = $1 AND key = $2 AND state = ${running}`,
    [job, key]
  )
  return page?.token === token
})

export const leaser = (
  sql: Sql,
  released: Effect.Effect<void>
): Pick<JobStore["Service"], "heartbeat" | "release"> => ({
  heartbeat: Spans.fn("JobStore.heartbeat")(function*({ lease, tokens }) {
    const known = new Set<Value>()
    for (const { text, values } of listOf(tokens, 0)) {
      const mine = `SELECT token FROM job_pages WHERE ${isHeldBy(text)}`
      const [, rows] = yield* sql.transact((transaction) =>
        together(
          transaction,
          // A row that somebody holds is settled or taken away now: who waited for it might wait in a circle.
          transaction.run(
            `WITH free AS (${mine}${transaction.forUpdateOfFree}) UPDATE job_pages
             SET lease_until = $now + CAST($${values.length + 1} AS BIGINT) + ${Formats.added} WHERE ${
              isHeldBy(text)
            } AND token IN (SELECT token FROM free)`,
            [...values, lease]
          ),
          transaction.all(mine, values)
        ), { forgettable: true })
      for (const { token } of rows) known.add(token!)
    }
    return tokens.filter((token) => known.has(token))
  }),

  release: Spans.fn("JobStore.release")(function*({ claim, delay, free, warning }) {
    const isReleased = yield* sql.transact(Effect.fnUntraced(function*(transaction) {
      const job = yield* held(transaction, claim.job)
      if (job?.state !== "running" || !(yield* isNewest(transaction, claim))) return false
      yield* transaction.run(
        `UPDATE job_pages SET state = ${delay > 0 ? delayed : Formats.waitingAgain}, token = NULL,
           due_at = $now + CAST($3 AS BIGINT) + ${Formats.added}, attempt = attempt - $4
         WHERE job = $1 AND key = $2`,
        [claim.job, claim.key, delay > 0 ? Math.ceil(delay) : null, free ? 1 : 0]
      )
      yield* transaction.run(
        `UPDATE jobs SET running = running - 1, queued = queued + 1, warning = COALESCE($2, warning) WHERE id = $1`,
        [claim.job, warning ?? null]
      )
      return true
    }))
    yield* released
    return isReleased
  })
})
