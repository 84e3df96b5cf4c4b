import type { CreditError } from "@dunlin/credits/CreditError"
import { CreditLedger } from "@dunlin/credits/CreditLedger"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Teams } from "../Teams.ts"

export const accounts: Layer.Layer<never, CreditError, Teams | CreditLedger> = Layer.effectDiscard(
  Effect.gen(function*() {
    const teams = yield* Teams
    const ledger = yield* CreditLedger
    yield* Effect.forEach(
      teams.all,
      ({ credits, id }) => ledger.plan({ account: id, credits: credits ?? "unlimited" }),
      { discard: true }
    )
  })
)
