import { CreditLedger } from "@dunlin/credits/CreditLedger"
import type { CreditUsage } from "@dunlin/schema/CreditUsage"
import * as Effect from "effect/Effect"
import { Admission } from "../Admission.ts"
import { fromCreditError } from "./failures.ts"
import { operation } from "./operation.ts"
import { json } from "./respond.ts"

/** What clients are told of an account that never runs out: JSON has no infinity. */
const plenty = Number.MAX_SAFE_INTEGER

/** `GET /v2/team/queue-status`: nothing waits here, so what is there is running. */
export const queueStatus = operation({ name: "queue-status", metered: false }, (session) =>
  Effect.gen(function*() {
    const { running } = yield* Admission
    const active = yield* running(session.team)
    return json({
      success: true,
      jobsInQueue: active,
      activeJobsInQueue: active,
      waitingJobsInQueue: 0,
      maxConcurrency: session.team.maxConcurrent ?? plenty,
      mostRecentSuccess: null
    })
  }))

/** `GET /v2/team/credit-usage`. */
export const creditUsage = operation({ name: "credit-usage", metered: false }, (session) =>
  Effect.gen(function*() {
    const ledger = yield* CreditLedger
    const balance = yield* Effect.mapError(ledger.balance(session.team.id), fromCreditError)
    const body: CreditUsage = {
      success: true,
      data: {
        remainingCredits: balance.unlimited ? plenty : balance.available,
        planCredits: balance.unlimited ? plenty : balance.granted,
        billingPeriodStart: null,
        billingPeriodEnd: null
      }
    }
    return json(body)
  }))
