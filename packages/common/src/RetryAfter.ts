/**
 * How long a server wants to be left alone: the header `Retry-After` (RFC 9110 10.2.3).
 *
 * @since 0.2.0
 */

/**
 * Milliseconds that a `Retry-After` asks for, counted from `now` in epoch milliseconds, and 0 for a date that is over;
 * `undefined` for what is neither seconds nor a date. Parts of a second, which the RFC does not know, are understood too:
 * limiters send them, and what is meant is plain.
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
  // What has no name of a month is no date of HTTP, although the platform would make one of "-5".
  const date = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
