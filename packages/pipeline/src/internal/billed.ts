/** Credits around one scrape: the upper bound is set aside before, the cost is taken after. */
import { CreditLedger } from "@dunlin/credits/CreditLedger"
import * as Effect from "effect/Effect"
import { settleDone } from "./settleDone.ts"

/**
 * Runs work that says what it cost. Work that fails, or is interrupted, costs what `costOfFailure` says, usually
 * nothing. A key whose work was paid for before is not charged again.
 */
export const billed = Effect.fnUntraced(function*<A, E, R>(request: {
  readonly account: string
  readonly key: string
  /** Whether nobody will use the key again. */
  readonly once: boolean
  readonly quote: number
  /** Milliseconds the work may take. */
  readonly timeout: number
  readonly work: Effect.Effect<A, E, R>
  readonly costOf: (value: A) => number
  readonly costOfFailure: (error: E) => number
}) {
  const ledger = yield* CreditLedger
  return yield* Effect.uninterruptibleMask((restore) =>
    Effect.gen(function*() {
      const wanted = {
        account: request.account,
        amount: request.quote,
        key: request.key,
        once: request.once,
        // The rest of the time is for settling on a busy machine.
        expiresIn: request.timeout + 60_000
      }
      const reservation = yield* ledger.reserve(wanted)
      const value = yield* restore(request.work).pipe(
        Effect.tapCause((cause) => {
          const failure = cause.reasons.find((reason) => reason._tag === "Fail")
          const cost = failure === undefined ? 0 : request.costOfFailure(failure.error)
          return Effect.ignore(cost === 0 ? ledger.void(reservation) : settleDone(ledger, wanted, reservation, cost))
        })
      )
      const { charged, paid } = yield* settleDone(ledger, wanted, reservation, request.costOf(value))
      return { value, charged, paid }
    })
  )
})
