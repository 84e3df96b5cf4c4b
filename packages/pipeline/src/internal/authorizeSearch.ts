import * as Effect from "effect/Effect"
import * as Retention from "../Retention.ts"
import { SearchRefused } from "../SearchFailure.ts"
import type { Authorized, Input } from "../SearchState.ts"
import { policyOf, refusal } from "./authorize.ts"

export const authorizeSearch = ({ caller, request }: Input): Effect.Effect<Authorized, SearchRefused> => {
  const override = request.threatProtection ?? request.scrapeOptions?.threatProtection
  const why = refusal(caller, {
    enterprise: request.enterprise,
    zeroDataRetention: request.scrapeOptions?.zeroDataRetention,
    threatProtection: [request.threatProtection, request.scrapeOptions?.threatProtection]
  })
  return why === undefined
    ? Effect.succeed({
      retention: Retention.of(request.enterprise, request.scrapeOptions),
      threatPolicy: policyOf(caller, override)
    })
    : Effect.fail(new SearchRefused({ why }))
}
