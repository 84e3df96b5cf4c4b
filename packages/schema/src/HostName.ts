/**
 * Defines host names in a search's domain filters.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { atMostLong } from "./internal/fields.ts"
import * as Limits from "./Limits.ts"

const isLabel = (label: string): boolean => {
  if (label.length === 0 || label.length > 63 || label.startsWith("-") || label.endsWith("-")) return false
  for (const character of label) {
    const isAsciiAlphanumeric = (character >= "a" && character <= "z") || (character >= "0" && character <= "9")
    if (!isAsciiAlphanumeric && character !== "-" && character !== "_" && character < "\u0080") return false
  }
  return true
}

/**
 * Returns whether a lower-case string is a host name: labels of RFC 1123 (and `_`), at most 253 characters, without
 * scheme, port or path. Non-ASCII labels are accepted, because clients send them unencoded.
 *
 * @category guards
 * @since 0.1.0
 */
export const isHostName = (host: string): boolean => host.length <= 253 && host.split(".").every(isLabel)

/**
 * A host name. The decoded value is in lower case and has no trailing dot.
 *
 * @category schemas
 * @since 0.1.0
 */
export const HostName = atMostLong(Limits.texts.hostName).pipe(
  Schema.decodeTo(
    Schema.String.check(
      Schema.makeFilter(isHostName, { expected: "a hostname such as example.com, without protocol, port or path" })
    ),
    SchemaTransformation.transform({
      decode: (host: string) => {
        const lower = host.trim().toLowerCase()
        return lower.endsWith(".") ? lower.slice(0, -1) : lower
      },
      encode: (host: string) => host
    })
  )
)

/**
 * Returns the host of a simple `http` or `https` URL without the cost of parsing it: lower-case ASCII, no credentials,
 * no port, no IP address. `undefined` for every other string, which must be parsed.
 *
 * @category conversions
 * @since 0.1.0
 */
export const ofPlainUrl = (url: string): string | undefined => plainUrl.exec(url)?.[1]

/**
 * Returns whether {@link ofPlainUrl} returns the host of a URL.
 *
 * @category predicates
 * @since 0.1.0
 */
export const isPlainUrl = (url: string): boolean => plainUrl.test(url)

// A Punycode label may be invalid, and then the URL is invalid as well.
const plainUrl = /^https?:\/\/((?:(?!xn--)[a-z0-9-]+\.)+[a-z]{2,})(?:[/?#]|$)/
