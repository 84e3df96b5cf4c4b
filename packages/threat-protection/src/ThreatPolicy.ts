/**
 * Defines which URLs an organisation allows, compiled for one request.
 *
 * @since 0.1.0
 */
import type { ThreatProtection } from "@dunlin/schema/ThreatProtection"
import * as DomainMatcher from "./DomainMatcher.ts"
import { hostOf, lastLabel } from "./internal/hosts.ts"

/**
 * The default values of a policy. IPQualityScore calls URLs suspicious from this score.
 *
 * @category constants
 * @since 0.1.0
 */
export const defaults = {
  mode: "normal",
  riskScoreThreshold: 75,
  failurePolicy: "open"
} as const

/**
 * @category models
 * @since 0.1.0
 */
export interface ThreatPolicy {
  /** `off` if the classifier is not called. The lists apply in both modes. */
  readonly mode: "off" | "normal"
  /** The score, from 0 to 100, from which URLs are blocked. */
  readonly riskScoreThreshold: number
  /** The decision about URLs without a verdict: `closed` blocks them, and `open` allows them. */
  readonly failurePolicy: "open" | "closed"
  readonly whitelist: DomainMatcher.DomainMatcher
  readonly blacklist: DomainMatcher.DomainMatcher
  readonly blockedTlds: DomainMatcher.DomainMatcher
}

/**
 * A decision that needs no classifier.
 *
 * @category models
 * @since 0.1.0
 */
export interface ListDecision {
  readonly allowed: boolean
  readonly reason: "off" | "whitelist" | "blacklist" | "tld" | "failure" | "clean"
  readonly scanned: false
}

const allowed = {
  off: { allowed: true, reason: "off", scanned: false },
  clean: { allowed: true, reason: "clean", scanned: false },
  whitelist: { allowed: true, reason: "whitelist", scanned: false }
} as const

const refused = {
  failure: { allowed: false, reason: "failure", scanned: false },
  blacklist: { allowed: false, reason: "blacklist", scanned: false },
  tld: { allowed: false, reason: "tld", scanned: false }
} as const

const compiled = new WeakMap<ReadonlyArray<string>, DomainMatcher.DomainMatcher>()
const none = DomainMatcher.make([])

const compile = (entries: ReadonlyArray<string> | undefined): DomainMatcher.DomainMatcher => {
  if (entries === undefined || entries.length === 0) return none
  let matcher = compiled.get(entries)
  if (matcher === undefined) {
    matcher = DomainMatcher.make(entries)
    compiled.set(entries, matcher)
  }
  return matcher
}

/**
 * Returns the policy of one request. Fields of the override replace the organisation's fields. A list replaces the
 * whole list.
 *
 * @category constructors
 * @since 0.1.0
 */
export const resolve = (
  organisation: ThreatProtection | undefined,
  override?: ThreatProtection | undefined
): ThreatPolicy => ({
  mode: override?.mode ?? organisation?.mode ?? defaults.mode,
  riskScoreThreshold: override?.riskScoreThreshold ?? organisation?.riskScoreThreshold ?? defaults.riskScoreThreshold,
  failurePolicy: override?.failurePolicy ?? organisation?.failurePolicy ?? defaults.failurePolicy,
  whitelist: compile(override?.whitelist ?? organisation?.whitelist),
  blacklist: compile(override?.blacklist ?? organisation?.blacklist),
  blockedTlds: compile(override?.blockedTlds ?? organisation?.blockedTlds)
})

/**
 * A policy without protection: it has no lists and uses no classifier.
 *
 * @category constructors
 * @since 0.1.0
 */
export const off: ThreatPolicy = resolve({ mode: "off" })

/**
 * Returns whether a policy allows every URL, so that no check is needed.
 *
 * @category predicates
 * @since 0.1.0
 */
export const allowsAll = (policy: ThreatPolicy): boolean => policy.mode === "off" && listsNobody(policy)

/**
 * Returns whether all lists of a policy are empty, so that only a classifier could block a URL.
 *
 * @category predicates
 * @since 0.1.0
 */
export const listsNobody = ({ blacklist, blockedTlds, whitelist }: ThreatPolicy): boolean =>
  whitelist.size + blacklist.size + blockedTlds.size === 0

/**
 * Returns the decision about a URL by the lists and the mode, without a service. `undefined` if the classifier must
 * decide.
 *
 * **Details**
 *
 * An invalid URL is blocked as `failure`. A URL without a host (`data:`, `about:`) cannot match a list, and is left
 * to the fetcher.
 *
 * @category accessors
 * @since 0.1.0
 */
export const decide = (policy: ThreatPolicy, url: string): ListDecision | undefined => {
  // Most policies are off and have no lists, so it suffices that the URL is valid.
  if (allowsAll(policy)) {
    return URL.canParse(url) ? allowed.off : refused.failure
  }
  const host = hostOf(url)
  if (host === undefined) return refused.failure
  if (host.name === "") return policy.mode === "off" ? allowed.off : allowed.clean
  if (policy.whitelist.matchesHost(host)) return allowed.whitelist
  if (policy.blacklist.matchesHost(host)) return refused.blacklist
  if (policy.blockedTlds.size > 0 && policy.blockedTlds.matchesHost({ name: lastLabel(host), isAddress: false })) {
    return refused.tld
  }
  return policy.mode === "off" ? allowed.off : undefined
}
