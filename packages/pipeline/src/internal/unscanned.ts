import type { ThreatProtection } from "@dunlin/schema/ThreatProtection"
import type { ThreatGuard } from "@dunlin/threat-protection/ThreatGuard"

/** What a caller who asks for scans is told where nobody scans. */
export const unscanned = (
  asked: ReadonlyArray<ThreatProtection | undefined>,
  { isImmediate }: ThreatGuard["Service"]
): ReadonlyArray<string> =>
  isImmediate === true && asked.some((override) => override?.mode === "normal")
    ? ["No URL scanner is set up here; threatProtection went by its lists alone."]
    : []
