import { CreditLedger } from "@dunlin/credits/CreditLedger"
import { JobStore } from "@dunlin/jobs/JobStore"
import type { CreditUsage } from "@dunlin/schema/CreditUsage"
import type { QueueStatus } from "@dunlin/schema/QueueStatus"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Admission } from "../Admission.ts"
import type { ApiError } from "../ApiError.ts"
import { fromCreditError } from "./failures.ts"
import { fromJobError } from "./jobs/answers.ts"
import { operation } from "./operation.ts"
import { json } from "./respond.ts"

/** JSON has no infinity. The largest integer that 32-bit clients can read. */
const UNLIMITED = 2 ** 31 - 1

export const queueStatus = operation({ name: "queue-status", metered: false }, (session) =>
  Effect.gen(function*() {
    const { running } = yield* Admission
    const store = yield* JobStore
    const depth = yield* Effect.mapError(store.depth(session.team.id), fromJobError)
    const lastDone = yield* Effect.mapError(store.lastDone(session.team.id), fromJobError)
    const active = (yield* running(session.team)) + depth.running
    const body: QueueStatus = {
      success: true,
      jobsInQueue: active + depth.queued,
      activeJobsInQueue: active,
      waitingJobsInQueue: depth.queued,
      maxConcurrency: session.team.maxConcurrent ?? UNLIMITED,
      mostRecentSuccess: lastDone === undefined ? null : DateTime.formatIso(DateTime.makeUnsafe(lastDone))
    }
    return json(body)
  }))

const creditsOf = Effect.fnUntraced(function*(account: string): Effect.fn.Return<
  CreditUsage["data"],
  ApiError,
  CreditLedger
> {
  const ledger = yield* CreditLedger
  const balance = yield* Effect.mapError(ledger.balance(account), fromCreditError)
  return {
    remainingCredits: balance.unlimited ? UNLIMITED : balance.available,
    planCredits: balance.unlimited ? UNLIMITED : balance.granted,
    billingPeriodStart: null,
    billingPeriodEnd: null
  }
})

export const creditUsage = operation(
  { name: "credit-usage", metered: false },
  (session) => Effect.map(creditsOf(session.team.id), (data) => json({ success: true, data } satisfies CreditUsage))
)

export const creditUsageVersion1 = operation(
  { name: "credit-usage", metered: false },
  (session) =>
    Effect.map(creditsOf(session.team.id), (data) =>
      json({
        success: true,
        data: {
          remaining_credits: data.remainingCredits,
          plan_credits: data.planCredits,
          billing_period_start: data.billingPeriodStart,
          billing_period_end: data.billingPeriodEnd
        }
      }))
)

export const concurrency = operation(
  { name: "concurrency-check", metered: false },
  (session) =>
    Effect.gen(function*() {
      const { running } = yield* Admission
      const store = yield* JobStore
      const requests = yield* running(session.team)
      const { running: pages } = yield* Effect.mapError(store.depth(session.team.id), fromJobError)
      return json({
        success: true,
        concurrency: requests + pages,
        maxConcurrency: session.team.maxConcurrent ?? UNLIMITED
      })
    })
)
