import type { CreditError } from "@dunlin/credits/CreditError"
import { CreditLedger } from "@dunlin/credits/CreditLedger"
import * as PriceTable from "@dunlin/credits/PriceTable"
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import type * as Scope from "effect/Scope"
import { SearchSettings } from "../SearchSettings.ts"
import type { Input, Reserved } from "../SearchState.ts"

/** Sets the most this search can cost aside. What is not settled when the run ends, however it ends, is given back. */
export const reserveCredits = Effect.fnUntraced(
  function*({ caller, id, request }: Input): Effect.fn.Return<Reserved, CreditError, CreditLedger | Scope.Scope> {
    const ledger = yield* CreditLedger
    const { prices } = yield* SearchSettings
    const settled = yield* Ref.make(false)
    const reservation = yield* Effect.acquireRelease(
      ledger.reserve({
        account: caller.team,
        amount: PriceTable.quote(request, { prices }),
        key: caller.idempotencyKey ?? id,
        expiresIn: request.timeout + 60_000
      }),
      (reservation) =>
        Effect.flatMap(Ref.get(settled), (done) => done ? Effect.void : Effect.ignore(ledger.void(reservation)))
    )
    return {
      settle: (credits) => Effect.tap(ledger.settle(reservation, credits), () => Ref.set(settled, true))
    }
  }
)
