/**
 * Applies the lists of a threat policy to URLs that are listed and not visited.
 *
 * @since 0.1.0
 */
import { turn } from "@dunlin/common/Arrived"
import type { ThreatProtection } from "@dunlin/schema/ThreatProtection"
import * as ThreatPolicy from "@dunlin/threat-protection/ThreatPolicy"
import * as Effect from "effect/Effect"
import type { Caller } from "./Caller.ts"
import { policyOf } from "./internal/authorize.ts"

/** URLs checked per event loop iteration, which takes a few milliseconds. */
const LINKS_AT_ONCE = 2000

/**
 * Keeps the URLs that the policy's lists allow. Nothing is sent to a classifier, so nothing is charged; a URL is
 * scanned when it is visited.
 *
 * @category running
 * @since 0.1.0
 */
export const allowed = Effect.fn("LinkPolicy.allowed")(function*<A extends { readonly url: string }>(request: {
  readonly caller: Caller
  /** The request's policy, in addition to the team's. */
  readonly override?: ThreatProtection | undefined
  readonly links: ReadonlyArray<A>
}): Effect.fn.Return<ReadonlyArray<A>> {
  const { caller, links, override } = request
  const policy = policyOf(caller, override)
  const kept: Array<A> = []
  for (const [at, link] of links.entries()) {
    if (at > 0 && at % LINKS_AT_ONCE === 0) yield* turn
    if (ThreatPolicy.decide(policy, link.url)?.allowed !== false) kept.push(link)
  }
  return kept
})
