/** Stores the delays of hosts. */
import * as Effect from "effect/Effect"
import { purger } from "./purging.ts"
import { wakeWaiting } from "./readiness.ts"
import type { JobStore } from "./service.ts"
import type { Sql, Terms } from "./sql.ts"
import type { TurnQueue } from "./turnQueue.ts"

/** RFC 9309, section 2.4: a robots.txt should not be cached for more than 24 hours. */
const ROBOTS_TTL_MS = 86_400_000

type Keeper = Pick<JobStore["Service"], "pace" | "purge" | "rest" | "returnTurn" | "takeTurn">

/** Like claims, transactions that change host limits exclude each other. */
const CLAIMING: Terms = { claiming: true }

export const keeper = (sql: Sql, turns: TurnQueue): Keeper => ({
  pace: Effect.fn("JobStore.pace")(function*({ gap, host }) {
    const pause = Math.ceil(gap)
    const [, taken, [turn]] = yield* sql.shot([
      [
        `INSERT INTO job_gaps (host, gap, known_until) VALUES ($1, $2, $now + ${ROBOTS_TTL_MS})
         ON CONFLICT (host) DO UPDATE SET gap = excluded.gap, known_until = excluded.known_until`,
        [host, pause]
      ],
      [
        `INSERT INTO job_hosts (host, next_at) VALUES ($1, $now + CAST($2 AS BIGINT))
         ON CONFLICT (host) DO UPDATE SET next_at = excluded.next_at WHERE job_hosts.next_at <= $now RETURNING host`,
        [host, pause]
      ],
      [`SELECT next_at - $now AS left_over FROM job_hosts WHERE host = $1`, [host]]
    ], CLAIMING)
    return taken.length > 0 ? 0 : Math.max(0, Number(turn?.left_over ?? 0))
  }),

  takeTurn: Effect.fn("JobStore.takeTurn")(function*({ gap, host }) {
    const [[turn]] = yield* sql.shot([[
      `INSERT INTO job_hosts (host, next_at) VALUES ($1, $now + CAST($2 AS BIGINT))
       ON CONFLICT (host) DO UPDATE SET next_at = CAST($2 AS BIGINT) +
         CASE WHEN job_hosts.next_at > $now THEN job_hosts.next_at ELSE $now END
       RETURNING next_at - CAST($2 AS BIGINT) - $now AS turn_in`,
      [host, Math.ceil(gap)]
    ]], CLAIMING)
    return Number(turn!.turn_in)
  }),

  returnTurn: ({ gap, host, since }) =>
    Effect.asVoid(sql.shot([
      [
        `UPDATE job_hosts SET next_at = $now WHERE host = $1 AND next_at > $now AND next_at <= $now + CAST($2 AS BIGINT)`,
        [host, Math.floor(gap - since)]
      ],
      [wakeWaiting(sql), [host]]
    ], CLAIMING)),

  rest: ({ delay, host, team }) =>
    Effect.asVoid(sql.shot([[
      `INSERT INTO job_rests (team, host, rests_until) VALUES ($1, $2, $now + CAST($3 AS BIGINT))
       ON CONFLICT (team, host) DO UPDATE SET rests_until = excluded.rests_until
       WHERE job_rests.rests_until < excluded.rests_until`,
      [team, host, Math.ceil(delay)]
    ]], CLAIMING)),

  purge: purger(sql, turns)
})
