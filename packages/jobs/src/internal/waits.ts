/** Determines why a job waits, for callers that see no progress. */
import * as Effect from "effect/Effect"
import type { Wait } from "../Job.ts"
import { UnknownJob } from "../JobError.ts"
import * as Formats from "./formats.ts"
import { nextHost } from "./hostTurns.ts"
import { pauseWarning } from "./pausing.ts"
import { type JobOfTeam, refuse } from "./reading.ts"
import type { JobStore, Limits } from "./service.ts"
import type { Row, Sql, Transaction } from "./sql.ts"
import { delayed, running } from "./tables.ts"
import type { TurnQueue } from "./turnQueue.ts"

/** More hosts are rarely unavailable at once. */
const MAX_COMPARED_HOSTS = 16

const turns = `WITH RECURSIVE walked (host, turn) AS (
     SELECT ${nextHost("''")}, 1
     UNION ALL
     SELECT ${
  nextHost("walked.host")
}, turn + 1 FROM walked WHERE walked.host IS NOT NULL AND turn < ${MAX_COMPARED_HOSTS}
   )
   SELECT host, COALESCE((SELECT next_at FROM job_hosts WHERE job_hosts.host = walked.host), 0) - $now AS turn_in,
     COALESCE((SELECT rests_until FROM job_rests WHERE team = $2 AND job_rests.host = walked.host), 0) - $now AS rest,
     COALESCE((SELECT gap FROM job_gaps WHERE job_gaps.host = walked.host AND known_until > $now), 0) AS gap
   FROM walked WHERE host IS NOT NULL`

/**
 * Scans all pages in a state, because they are fewer than a large job's pages. The form of the job's condition
 * prevents the use of the job's index.
 */
const inState = (state: number, column: string) => {
  const those = `FROM job_pages WHERE state = ${state} AND ${column} > 0 AND job || '' = $1`
  return `SELECT host, ${column} - (${Formats.added}) - $now AS left_over, (SELECT COUNT(*) ${those}) AS pages ${those}
   ORDER BY ${column} - (${Formats.added}) LIMIT 1`
}

const newer = `SELECT MIN(host) AS host, COUNT(*) AS pages FROM job_pages WHERE job = $1 AND ${
  Formats.isWaitingForNewer("job_pages")
}`

type Timed = Exclude<Wait, { readonly _tag: "Newer" | "Paused" }>

const ofTurns = (rows: ReadonlyArray<Row>, least: number): Timed | undefined => {
  const waits = rows.map((row): Timed => {
    const [turn, rest] = [Number(row.turn_in), Number(row.rest)]
    return {
      _tag: rest > turn ? "Rest" : "Turn",
      host: String(row.host),
      left: Math.max(turn, rest, 0),
      gap: Math.max(least, Number(row.gap))
    }
  })
  return soonest(waits)
}

const soonest = (waits: ReadonlyArray<Timed>): Timed | undefined =>
  waits.reduce<Timed | undefined>((one, other) => one === undefined || other.left < one.left ? other : one, undefined)

const ofPages = (_tag: "Delay" | "Lease", [row]: ReadonlyArray<Row>): ReadonlyArray<Timed> =>
  row === undefined
    ? []
    : [{ _tag, host: String(row.host), left: Math.max(0, Number(row.left_over)), pages: Number(row.pages) }]

const waitOf = Effect.fnUntraced(function*(
  transaction: Transaction,
  queue: TurnQueue,
  job: Row,
  least: number
): Effect.fn.Return<Wait | undefined, unknown> {
  if (job.state !== "running") return undefined
  if (pauseWarning(job) !== undefined) return { _tag: "Paused" }
  const id = job.id!
  const turn = ofTurns(yield* transaction.all(turns, [id, job.team!]), Math.max(least, Number(job.delay)))
  const delays = ofPages("Delay", yield* transaction.all(inState(delayed, "due_at"), [id]))
  const first = soonest([...turn === undefined ? [] : [turn], ...delays])
  if (first !== undefined) return first.left > 0 ? first : undefined
  const [lease] = ofPages("Lease", yield* transaction.all(inState(running, queue.leaseEnd), [id]))
  if (lease !== undefined) return lease
  const [left] = yield* transaction.all(newer, [id])
  const pages = Number(left?.pages ?? 0)
  return pages === 0 ? undefined : { _tag: "Newer", host: String(left!.host), pages }
})

export const waiter = (sql: Sql, limits: Limits, queue: TurnQueue): Pick<JobStore["Service"], "wait"> => ({
  wait: (request: JobOfTeam) =>
    sql.transact(
      Effect.fnUntraced(function*(transaction) {
        const [job] = yield* transaction.all(`SELECT id, team, state, delay, most_running FROM jobs WHERE id = $1`, [
          request.job
        ])
        if (job === undefined || job.team !== request.team) return yield* refuse(new UnknownJob())
        return yield* waitOf(transaction, queue, job, Math.ceil(limits.delay ?? 0))
      }),
      { reading: true }
    )
})
