/**
 * The event that tells a webhook of the end of its job. Its page is delayed until the job has ended and every event before
 * it is delivered, so that no worker asks again and again.
 */
import type { Claim } from "../Job.ts"
import type { Statement, Transaction, Value } from "./sql.ts"
import { delayed } from "./tables.ts"
import { deliveriesOf } from "./webhooks.ts"

/** The key of the page. */
export const END = "completed"

const endDelay = `UPDATE job_pages SET due_at = $now WHERE job = $1 AND key = '${END}' AND state = ${delayed}`

/** The job that deliveries belong to. */
export const jobOf = (deliveries: Value): string => String(deliveries).replace(/:webhook$/, "")

const hasEnded = (place: string) => `NOT EXISTS (SELECT 1 FROM jobs WHERE id = ${place} AND state = 'running')`

/** Delivers the end of a job that has just ended. The caller has locked the row of the job. */
export const deliverEnd = (transaction: Transaction, job: Value) =>
  transaction.send(endDelay, [deliveriesOf(String(job))])

/** Delivers the end of a job, if it has ended, when no other event is left before it. */
export const deliverEndNext = (transaction: Transaction, deliveries: Value) =>
  transaction.send(`${endDelay} AND ${hasEnded("$2")}`, [deliveries, jobOf(deliveries)])

/** Ends the delay of a page that was released just after the job had ended, or after the last event before it. */
export const deliverEndAfterRelease = ({ job, key }: Claim): ReadonlyArray<Statement> =>
  key !== END ? [] : [[
    `${endDelay} AND ${hasEnded("$2")} AND (SELECT queued + running FROM jobs WHERE id = $1) = 1`,
    [job, jobOf(job)]
  ]]
