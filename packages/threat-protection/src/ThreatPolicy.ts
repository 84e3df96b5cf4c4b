/**
 * Which URLs an organisation lets through, compiled for one request.
 *
 * @since 0.1.0
 */
import type { ThreatProtection } from "@dunlin/schema/ThreatProtection"
import * as DomainMatcher from "./DomainMatcher.ts"
import { type Host, lastLabel } from "./internal/hosts.ts"

/**
 * Values that hold where neither the organisation nor the request says anything. The score is the one
 * from which IPQualityScore calls a URL suspicious.
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
  /** `off`: the classifier is not asked. The lists hold in both modes. */
  readonly mode: "off" | "normal"
  /** 0 to 100; a score at or above it blocks. */
  readonly riskScoreThreshold: number
  /** `closed` blocks and `open` allows what the classifier could not judge. */
  readonly failurePolicy: "open" | "closed"
  readonly whitelist: DomainMatcher.DomainMatcher
  readonly blacklist: DomainMatcher.DomainMatcher
  readonly blockedTlds: DomainMatcher.DomainMatcher
}

const compiled = new WeakMap<ReadonlyArray<string>, DomainMatcher.DomainMatcher>()
const none = DomainMatcher.make([])

/** The lists of an organisation are compiled once, however many requests use them. */
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
 * The policy of one request: fields of the override replace the organisation's, omitted ones keep them.
 * A list replaces a list as a whole.
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
 * No protection: nothing is listed and nobody is asked.
 *
 * @category constructors
 * @since 0.1.0
 */
export const off: ThreatPolicy = resolve({ mode: "off" })

/**
 * What the lists alone say, in their order: `whitelist` before `blacklist` before `tld`. `undefined`:
 * no list names the host.
 *
 * @internal
 */
export const listed = (policy: ThreatPolicy, host: Host): "whitelist" | "blacklist" | "tld" | undefined => {
  if (policy.whitelist.matchesHost(host)) return "whitelist"
  if (policy.blacklist.matchesHost(host)) return "blacklist"
  if (policy.blockedTlds.size > 0 && policy.blockedTlds.matches(lastLabel(host))) return "tld"
  return undefined
}
