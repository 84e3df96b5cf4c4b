import type { ThreatProtection } from "@dunlin/schema/ThreatProtection"
import type { ThreatGuard } from "@dunlin/threat-protection/ThreatGuard"
import type { Caller } from "../Caller.ts"

export const unscanned = (
  { features: { threatProtection: { enabled, enforced, policy } } }: Caller,
  options: ReadonlyArray<ThreatProtection | undefined>,
  { notice }: ThreatGuard["Service"]
): ReadonlyArray<string> => {
  if (notice === undefined) return []
  const modes = options.flatMap((override) => override?.mode ?? [])
  const isWanted = modes.includes("normal") ||
    (modes.length === 0 && enabled && policy.mode !== "off" && (enforced || policy.mode === "normal"))
  return isWanted ? [notice] : []
}

/** The classifier did not respond, so the policy allowed these URLs. */
export const unjudged = (count: number): ReadonlyArray<string> =>
  count === 0 ? [] : [
    `The URL scanner returned no result for ${count === 1 ? "1 URL" : `${count} URLs`}, ` +
    "so access was allowed (failurePolicy open)."
  ]
