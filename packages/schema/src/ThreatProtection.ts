/**
 * The threat protection options of one request.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { atMostLong, distinctListOf, integerBetween, optional } from "./internal/fields.ts"
import * as Limits from "./Limits.ts"

const isDomainGlob = (pattern: string): boolean => {
  if (pattern.length === 0 || pattern.length > 253) return false
  for (const character of pattern) {
    if (character <= " " || "/:@?#[]\\\"'`,;(){}<>|^%$&=+!~".includes(character)) return false
  }
  return !pattern.includes("..")
}

const domainGlobs = distinctListOf(
  atMostLong(Limits.texts.hostName).check(
    Schema.makeFilter(isDomainGlob, {
      expected: "a domain or a glob such as *.example.com, without protocol, path or port"
    })
  ),
  Limits.lists.threat
)

const topLevelDomains = distinctListOf(
  atMostLong(Limits.texts.hostName).check(
    Schema.makeFilter(
      (tld: string) => isDomainGlob(tld) && !tld.includes(".") && !tld.includes("*") && tld === tld.toLowerCase(),
      { expected: "a lower-case top-level domain without a dot, such as zip" }
    )
  ),
  Limits.lists.threat
)

/**
 * Given fields override the organisation's policy for this request.
 *
 * @category schemas
 * @since 0.1.0
 */
export const ThreatProtection = Schema.Struct({
  mode: optional(
    Schema.Literals(["off", "normal"]),
    "normal asks the URL classifier, off does not; the lists hold in both, those of the team too where none is given."
  ),
  riskScoreThreshold: optional(
    integerBetween({ minimum: 0, maximum: 100 }),
    "A classifier's score at or above it blocks the URL."
  ),
  blacklist: optional(
    domainGlobs,
    "Domains, with all their subdomains, and globs that are always blocked, unless whitelisted. *.example.com is every " +
      "subdomain at any depth, and not example.com itself."
  ),
  whitelist: optional(
    domainGlobs,
    "Domains and globs, read as in blacklist, that are always allowed; wins over every other rule."
  ),
  blockedTlds: optional(topLevelDomains, "Top-level domains, in lower case and without a dot, that are blocked."),
  failurePolicy: optional(
    Schema.Literals(["open", "closed"]),
    "What happens while the classifier cannot be reached: closed blocks, open allows."
  )
})

/**
 * @category models
 * @since 0.1.0
 */
export type ThreatProtection = typeof ThreatProtection.Type
