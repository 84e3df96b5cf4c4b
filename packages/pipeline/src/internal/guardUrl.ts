import { session, ThreatGuard } from "@dunlin/threat-protection/ThreatGuard"
import * as Effect from "effect/Effect"
import * as ScrapeError from "../ScrapeError.ts"
import type { Guarded, Input } from "../ScrapeState.ts"
import { policyOf, refusal } from "./authorize.ts"
import { unjudged, unscanned } from "./unscanned.ts"
import { warned } from "./warned.ts"

export const guardUrl = Effect.fnUntraced(
  function*(
    state: Input
  ): Effect.fn.Return<Guarded & Pick<Input, "warnings">, ScrapeError.ScrapeError, ThreatGuard> {
    const why = refusal(state.caller, {
      zeroDataRetention: state.options.zeroDataRetention,
      threatProtection: [state.options.threatProtection]
    })
    if (why !== undefined) return yield* ScrapeError.make(new ScrapeError.NotAllowed({ why }))
    const policy = policyOf(state.caller, state.options.threatProtection)
    const { check, checkHop, scanned, unjudged: notJudged } = yield* session(policy)
    // The caller provided the page, so there is no URL to check.
    if (state.given !== undefined) return { checkHop, scanned: 0, warnings: state.warnings }
    const decision = yield* check(state.url)
    if (!decision.allowed) {
      return yield* ScrapeError.make(
        new ScrapeError.ThreatBlocked({ rule: decision.reason, scanned: decision.scanned })
      )
    }
    const warnings = [
      ...unscanned(state.caller, [state.options.threatProtection], yield* ThreatGuard),
      ...unjudged(yield* notJudged)
    ]
    return { checkHop, scanned: yield* scanned, warnings: warned(state.warnings, warnings) }
  }
)
