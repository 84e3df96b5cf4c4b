/**
 * The threat-protection override of one request (section 2.11).
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { integerBetween } from "./internal/fields.ts"
import * as Limits from "./Limits.ts"

const isDomainGlob = (pattern: string): boolean => {
  if (pattern.length === 0 || pattern.length > 253) return false
  for (const character of pattern) {
    if (character <= " " || "/:@?#[]\\\"'`,;(){}<>|^%$&=+!~".includes(character)) return false
  }
  return !pattern.includes("..")
}

const domainGlobs = Schema.Array(
  Schema.String.check(
    Schema.makeFilter(isDomainGlob, {
      expected: "a domain or a glob such as *.example.com, without protocol, path or port"
    })
  )
).check(Schema.isMaxLength(Limits.threatListMaxItems, { expected: `at most ${Limits.threatListMaxItems} items` }))

const topLevelDomains = Schema.Array(
  Schema.String.check(
    Schema.makeFilter(
      (tld: string) => isDomainGlob(tld) && !tld.includes(".") && !tld.includes("*") && tld === tld.toLowerCase(),
      { expected: "a lower-case top-level domain without a dot, such as zip" }
    )
  )
).check(Schema.isMaxLength(Limits.threatListMaxItems, { expected: `at most ${Limits.threatListMaxItems} items` }))

/**
 * Fields given replace the organisation's for this request; omitted fields keep them.
 *
 * @category schemas
 * @since 0.1.0
 */
export const ThreatProtection = Schema.Struct({
  /** `normal` asks the URL classifier, `off` asks nobody. */
  mode: Schema.optionalKey(Schema.Literals(["off", "normal"])),
  /** A classifier's score at or above it blocks the URL. */
  riskScoreThreshold: Schema.optionalKey(integerBetween({ minimum: 0, maximum: 100 })),
  /** Always blocked, unless whitelisted. */
  blacklist: Schema.optionalKey(domainGlobs),
  /** Always allowed; wins over every other rule. */
  whitelist: Schema.optionalKey(domainGlobs),
  blockedTlds: Schema.optionalKey(topLevelDomains),
  /** What happens while the classifier cannot be reached: `closed` blocks, `open` allows. */
  failurePolicy: Schema.optionalKey(Schema.Literals(["open", "closed"]))
})

/**
 * @category models
 * @since 0.1.0
 */
export type ThreatProtection = typeof ThreatProtection.Type
