import type { ThreatProtection } from "@dunlin/schema/ThreatProtection"
import type { ThreatGuard } from "@dunlin/threat-protection/ThreatGuard"
import type { Caller } from "../Caller.ts"

/** A team or a request requires scans, but no scanner is configured. */
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

/** The policy allowed these URLs because the classifier did not respond. */
export const unjudged = (count: number): ReadonlyArray<string> =>
  count === 0 ? [] : [
    `The URL scanner returned no result for ${count === 1 ? "1 URL" : `${count} URLs`}, ` +
    "so access was allowed (failurePolicy open)."
  ]
