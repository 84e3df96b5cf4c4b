import type { ThreatProtection } from "@dunlin/schema/ThreatProtection"
import * as ThreatPolicy from "@dunlin/threat-protection/ThreatPolicy"
import type { Caller } from "../Caller.ts"

/** For teams without protection, the lists of a policy are ignored, and no URL is sent to a classifier. */
export const policyOf = (
  { features: { threatProtection } }: Caller,
  override: ThreatProtection | undefined
): ThreatPolicy.ThreatPolicy =>
  threatProtection.enabled ? ThreatPolicy.resolve(threatProtection.policy, override) : ThreatPolicy.off

/** Returns `undefined` if the team may send this request. */
export const refusal = (caller: Caller, asked: {
  readonly enterprise?: ReadonlyArray<"anon" | "zdr"> | undefined
  readonly zeroDataRetention?: boolean | undefined
  readonly threatProtection?: ReadonlyArray<ThreatProtection | undefined> | undefined
}): string | undefined => {
  const { anon, threatProtection, zdr } = caller.features
  if (!zdr && (asked.enterprise?.includes("zdr") === true || asked.zeroDataRetention === true)) {
    return "Zero data retention (zdr) is not enabled for this team."
  }
  if (!anon && asked.enterprise?.includes("anon") === true) {
    return "Anonymized zero data retention (anon) is not enabled for this team."
  }
  const overrides = (asked.threatProtection ?? []).filter((override) => override !== undefined)
  if (overrides.length === 0) return undefined
  if (!threatProtection.enabled) return "Threat protection is not enabled for this team."
  if (!threatProtection.allowOverrides) return "The organization does not allow requests to override threat protection."
  if (threatProtection.enforced && overrides.some((override) => override.mode === "off")) {
    return "Threat protection is enforced for this team; its mode must not be off."
  }
  return undefined
}
