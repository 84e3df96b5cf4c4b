/**
 * Parses the header `Retry-After` (RFC 9110 10.2.3), which states the wait before the next request.
 *
 * @since 0.2.0
 */

/**
 * Returns the milliseconds of a `Retry-After` header, counted from `now` in epoch milliseconds. Returns 0 for a date
 * in the past, and `undefined` for a value that is neither seconds nor a date. Fractions of a second are not in the
 * RFC, but limiters send them, so they are accepted.
 *
 * **Example** (Seconds, or a date)
 *
 * ```ts
 * import { RetryAfter } from "@dunlin/common"
 *
 * console.log(RetryAfter.millis("30", 0)) // 30000
 * console.log(RetryAfter.millis("Thu, 01 Jan 1970 00:01:00 GMT", 45_000)) // 15000
 * ```
 *
 * @category conversions
 * @since 0.2.0
 */
export const millis = (header: string | undefined, now: number): number | undefined => {
  if (header === undefined) return undefined
  const text = header.trim()
  if (/^\d{1,9}(?:\.\d{1,6})?$/.test(text)) return Math.ceil(Number(text) * 1000)
  // An HTTP date contains the name of a month. `Date.parse` alone would accept "-5".
  const date = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
