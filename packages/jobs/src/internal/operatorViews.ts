/**
 * Creates the PostgreSQL views for operators, as documented in `docs/how-to/operate.md`. They contain no results or
 * payloads. A later version may append columns but must not remove any.
 */
import * as Formats from "./formats.ts"
import { running } from "./tables.ts"

const timeOf = (milliseconds: string) => `to_timestamp((${milliseconds}) / 1000.0)`

export const views: ReadonlyArray<string> = [
  `CREATE OR REPLACE VIEW dunlin_jobs AS SELECT id AS job, team, kind, state, priority, queued AS waiting, running, done, failed,
     cancelled, credits, ${timeOf("created_at")} AS submitted, ${timeOf("ended_at")} AS ended,
     CASE WHEN state <> 'running' THEN ${timeOf("expires_at")} END AS expires,
     CASE WHEN state = 'running' AND ready_at > 0 THEN ${timeOf("ready_at")} END AS blocked_until, warning
   FROM jobs WHERE kind <> 'webhook'`,
  `CREATE OR REPLACE VIEW dunlin_turns AS SELECT job_pages.job, jobs.team, jobs.kind, job_pages.url, job_pages.host,
     ${Formats.worker} AS worker, job_pages.attempt AS try, ${
    timeOf(`job_pages.lease_until - ${Formats.added}`)
  } AS lease_ends
   FROM job_pages JOIN jobs ON jobs.id = job_pages.job WHERE job_pages.state = ${running}`
]
