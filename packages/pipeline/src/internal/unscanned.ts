import type { ThreatProtection } from "@dunlin/schema/ThreatProtection"
import type { ThreatGuard } from "@dunlin/threat-protection/ThreatGuard"

/** What a caller who asks for scans is told where nobody scans. */
export const unscanned = (
  asked: ReadonlyArray<ThreatProtection | undefined>,
  { notice }: ThreatGuard["Service"]
): ReadonlyArray<string> =>
  notice !== undefined && asked.some((override) => override?.mode === "normal") ? [notice] : []
