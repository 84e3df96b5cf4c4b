/**
 * Defines the threat protection options of one request.
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
    "`normal` uses the URL scanner, `off` does not. The lists apply in both modes; absent lists default to the team's."
  ),
  riskScoreThreshold: optional(
    integerBetween({ minimum: 0, maximum: 100 }),
    "Minimum score of the URL scanner that blocks a URL."
  ),
  blacklist: optional(
    domainGlobs,
    "Domains (with their subdomains) and globs to block, unless whitelisted. `*.example.com` matches subdomains at any " +
      "depth, but not `example.com`."
  ),
  whitelist: optional(
    domainGlobs,
    "Domains and globs, as in `blacklist`, to allow. It overrides every other rule."
  ),
  blockedTlds: optional(topLevelDomains, "Top-level domains to block, in lower case and without a dot."),
  failurePolicy: optional(
    Schema.Literals(["open", "closed"]),
    "If the URL scanner is unavailable, `closed` blocks URLs and `open` allows them."
  )
})

/**
 * @category models
 * @since 0.1.0
 */
export type ThreatProtection = typeof ThreatProtection.Type
