/**
 * Applies the lists of a threat policy to URLs that are listed but not visited.
 *
 * @since 0.1.0
 */
import { turn } from "@dunlin/common/Arrived"
import type { ThreatProtection } from "@dunlin/schema/ThreatProtection"
import * as ThreatPolicy from "@dunlin/threat-protection/ThreatPolicy"
import * as Effect from "effect/Effect"
import type { Caller } from "./Caller.ts"
import { policyOf } from "./internal/authorize.ts"

/** Checking this many links takes a few milliseconds. The event loop then runs other work. */
const LINKS_AT_ONCE = 2000

/**
 * Returns the URLs that the policy's lists allow. URLs are not sent to a classifier, so nothing is charged. A URL is
 * scanned when it is visited.
 *
 * @category running
 * @since 0.1.0
 */
export const allowed = Effect.fn("LinkPolicy.allowed")(function*<A extends { readonly url: string }>(request: {
  readonly caller: Caller
  readonly override?: ThreatProtection | undefined
  readonly links: ReadonlyArray<A>
}): Effect.fn.Return<ReadonlyArray<A>> {
  const { caller, links, override } = request
  const policy = policyOf(caller, override)
  const followed: Array<A> = []
  for (const [at, link] of links.entries()) {
    if (at > 0 && at % LINKS_AT_ONCE === 0) yield* turn
    if (ThreatPolicy.decide(policy, link.url)?.allowed !== false) followed.push(link)
  }
  return followed
})
