/**
 * Delivers the event that reports the end of a job. The event is delayed until every earlier event is delivered, so
 * that no worker has to poll for it.
 */
import type { Claim } from "../Job.ts"
import type { Statement, Transaction, Value } from "./sql.ts"
import { delayed } from "./tables.ts"
import { deliveriesOf } from "./webhooks.ts"

export const END = "completed"

const endDelay = `UPDATE job_pages SET due_at = $now WHERE job = $1 AND key = '${END}' AND state = ${delayed}`

export const jobOf = (deliveries: Value): string => String(deliveries).replace(/:webhook$/, "")

const hasEnded = (place: string) => `NOT EXISTS (SELECT 1 FROM jobs WHERE id = ${place} AND state = 'running')`

export const deliverEnd = (transaction: Transaction, job: Value) =>
  transaction.send(endDelay, [deliveriesOf(String(job))])

export const deliverEndNext = (transaction: Transaction, deliveries: Value) =>
  transaction.send(`${endDelay} AND ${hasEnded("$2")}`, [deliveries, jobOf(deliveries)])

export const deliverEndAfterRelease = ({ job, key }: Claim): ReadonlyArray<Statement> =>
  key !== END ? [] : [[
    `${endDelay} AND ${hasEnded("$2")} AND (SELECT queued + running FROM jobs WHERE id = $1) = 1`,
    [job, jobOf(job)]
  ]]
