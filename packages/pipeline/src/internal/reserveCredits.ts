import type { CreditError } from "@dunlin/credits/CreditError"
import { CreditLedger, type Reservation } from "@dunlin/credits/CreditLedger"
import * as PriceTable from "@dunlin/credits/PriceTable"
import { scans, ThreatGuard } from "@dunlin/threat-protection/ThreatGuard"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import { SearchSettings } from "../SearchSettings.ts"
import type { Authorized, Input, Reserved } from "../SearchState.ts"
import * as Receipt from "./receipt.ts"
import { settleDone } from "./settleDone.ts"

export const reserveCredits = (
  { caller, id, many, request, threatPolicy }: Input & Authorized,
  services: Context.Context<CreditLedger | Scope.Scope | ThreatGuard>
): Effect.Effect<Reserved, CreditError> => {
  const threatScan = scans(Context.get(services, ThreatGuard), threatPolicy)
  const ledger = Context.get(services, CreditLedger)
  const { prices } = Context.get(services, SearchSettings)
  const wanted = {
    account: caller.team,
    amount: PriceTable.quote({ ...request, queries: many?.queries.length }, { prices, threatScan }),
    key: caller.idempotencyKey ?? id,
    once: caller.idempotencyKey === undefined,
    expiresIn: request.timeout + 60_000
  }
  const receipt = Context.get(services, Receipt.Current)
  let settled = false
  const giveBack = (reservation: Reservation) => Effect.ignore(ledger.void(reservation))
  const toState = (reservation: Reservation): Reserved => ({
    settle: (credits) =>
      Effect.map(settleDone(ledger, wanted, reservation, credits), (settlement) => {
        settled = true
        return settlement
      })
  })
  return Effect.uninterruptible(Effect.flatMap(ledger.reserve(wanted), (reservation) => {
    if (receipt !== undefined) {
      const { enterprise } = request
      const settle = (credits: number) => settleDone(ledger, wanted, reservation, credits)
      receipt.reserved({ enterprise, prices, settle, giveBack: giveBack(reservation) })
      return Effect.succeed({ settle: receipt.settle })
    }
    return Effect.as(
      Scope.addFinalizer(
        Context.get(services, Scope.Scope),
        Effect.suspend(() => settled ? Effect.void : giveBack(reservation))
      ),
      toState(reservation)
    )
  }))
}
