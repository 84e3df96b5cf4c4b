import { session, ThreatGuard } from "@dunlin/threat-protection/ThreatGuard"
import * as ThreatPolicy from "@dunlin/threat-protection/ThreatPolicy"
import * as Effect from "effect/Effect"
import * as ScrapeError from "../ScrapeError.ts"
import type { Guarded, Input } from "../ScrapeState.ts"
import { refusal } from "./authorize.ts"
import { unscanned } from "./unscanned.ts"
import { warned } from "./warned.ts"

/** Checks that the team may ask for this, asks the threat policy about the URL, and keeps the session for the redirects to come. */
export const guardUrl = Effect.fnUntraced(
  function*(
    state: Input
  ): Effect.fn.Return<Guarded & Pick<Input, "warnings">, ScrapeError.ScrapeError, ThreatGuard> {
    const why = refusal(state.caller, {
      zeroDataRetention: state.options.zeroDataRetention,
      threatProtection: [state.options.threatProtection]
    })
    if (why !== undefined) return yield* ScrapeError.make(new ScrapeError.NotAllowed({ why }))
    const policy = ThreatPolicy.resolve(state.caller.features.threatProtection.policy, state.options.threatProtection)
    const { check, checkHop, scanned } = yield* session(policy)
    const decision = yield* check(state.url)
    if (!decision.allowed) {
      return yield* ScrapeError.make(new ScrapeError.ThreatBlocked({ rule: decision.reason }))
    }
    const warnings = unscanned([state.options.threatProtection], yield* ThreatGuard)
    return { checkHop, scanned: yield* scanned, warnings: warned(state.warnings, warnings) }
  }
)
