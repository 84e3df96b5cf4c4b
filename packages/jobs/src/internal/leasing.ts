/** Renews and releases leases. */
import * as Spans from "@dunlin/common/Spans"
import type * as Effect from "effect/Effect"
import { deliverEndAfterRelease, jobOf } from "./deliveringEnds.ts"
import * as Formats from "./formats.ts"
import type { JobStore } from "./service.ts"
import type { Sql } from "./sql.ts"
import { delayed, running } from "./tables.ts"
import type { TurnQueue } from "./turnQueue.ts"

export const leaser = (
  sql: Sql,
  turns: TurnQueue,
  released: Effect.Effect<void>
): Pick<JobStore["Service"], "heartbeat" | "release"> => ({
  heartbeat: (request) => Spans.span("JobStore.heartbeat")(turns.keepAlive(sql, request)),

  release: Spans.fn("JobStore.release")(function*({ claim, delay, free, warning }) {
    const [, counted] = yield* sql.shot([
      // Every change of a page locks its job's row first. The next statements therefore see earlier changes.
      [`SELECT id FROM jobs WHERE id IN ($1, $2) ORDER BY id${sql.forUpdate}`, [claim.job, jobOf(claim.job)]],
      [
        `UPDATE jobs SET running = running - 1, queued = queued + 1, ready_at = 0, warning = COALESCE($4, warning)
         WHERE id = $1 AND state = 'running' AND EXISTS (
           SELECT 1 FROM job_pages WHERE job = $1 AND key = $2 AND token = $3 AND job_pages.state = ${running})
         RETURNING id`,
        [claim.job, claim.key, claim.token, warning ?? null]
      ],
      [
        `UPDATE job_pages SET state = ${delay > 0 ? delayed : Formats.waitingAgain}, token = NULL,
           due_at = $now + CAST($4 AS BIGINT) + ${Formats.added}, attempt = attempt - CAST($5 AS INTEGER)
         WHERE job = $1 AND key = $2 AND token = $3 AND state = ${running}
           AND (SELECT jobs.state FROM jobs WHERE id = $1) = 'running'`,
        [claim.job, claim.key, claim.token, delay > 0 ? Math.ceil(delay) : null, free ? 1 : 0]
      ],
      ...(turns.handBack === undefined ? [] : yield* turns.handBack([claim.token])),
      ...(free && claim.kind === "webhook" ? deliverEndAfterRelease(claim) : [])
    ])
    const isReleased = counted.length > 0
    yield* released
    return isReleased
  })
})
