import type { CreditError } from "@dunlin/credits/CreditError"
import { CreditLedger, type Reservation } from "@dunlin/credits/CreditLedger"
import * as PriceTable from "@dunlin/credits/PriceTable"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import { SearchSettings } from "../SearchSettings.ts"
import type { Input, Reserved } from "../SearchState.ts"

/** Sets the most this search can cost aside. What is not settled when the run ends, however it ends, is given back. */
export const reserveCredits = Effect.fnUntraced(
  function*({ caller, id, request }: Input): Effect.fn.Return<Reserved, CreditError, CreditLedger | Scope.Scope> {
    const ledger = yield* CreditLedger
    const scope = yield* Scope.Scope
    const { prices } = yield* SearchSettings
    const reserved = ledger.reserve({
      account: caller.team,
      amount: PriceTable.quote(request, { prices }),
      key: caller.idempotencyKey ?? id,
      expiresIn: request.timeout + 60_000
    })
    let settled = false
    const giveBack = (reservation: Reservation) =>
      Scope.addFinalizer(scope, Effect.suspend(() => settled ? Effect.void : Effect.ignore(ledger.void(reservation))))
    const reservation = yield* Effect.uninterruptible(Effect.tap(reserved, giveBack))
    return {
      settle: (credits) =>
        Effect.map(ledger.settle(reservation, credits), (settlement) => {
          settled = true
          return settlement
        })
    }
  }
)
