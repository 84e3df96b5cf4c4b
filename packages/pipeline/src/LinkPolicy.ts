/**
 * The lists of a threat policy, for addresses that are named and not visited.
 *
 * @since 0.1.0
 */
import type { ThreatProtection } from "@dunlin/schema/ThreatProtection"
import * as ThreatGuard from "@dunlin/threat-protection/ThreatGuard"
import * as Effect from "effect/Effect"
import type { Caller } from "./Caller.ts"
import { policyOf } from "./internal/authorize.ts"

/**
 * Keeps what the lists of the policy allow. Nothing is sent to a classifier, so nothing is charged: whoever visits one of
 * the addresses has it scanned then.
 *
 * @category running
 * @since 0.1.0
 */
export const allowed = Effect.fn("LinkPolicy.allowed")(function*<A extends { readonly url: string }>(request: {
  readonly caller: Caller
  /** What the request asks for beside the policy of the team. */
  readonly override?: ThreatProtection | undefined
  readonly links: ReadonlyArray<A>
}): Effect.fn.Return<ReadonlyArray<A>> {
  const { caller, links, override } = request
  const policy = policyOf(caller, override)
  const decisions = yield* Effect.provide(
    Effect.flatMap(ThreatGuard.session(policy), ({ checkAll }) => checkAll(links.map(({ url }) => url))),
    ThreatGuard.layerLists
  )
  return links.filter((_, at) => decisions[at]?.allowed === true)
})
