/**
 * Parses `host:port` targets that may have private IP addresses, as operators configure them.
 *
 * @since 0.2.0
 */

/**
 * `host:port`, such as `127.0.0.1:8080` or `[::1]:8080`, optionally with surrounding spaces. The first group is the
 * host, the second the port, 0 to 65535.
 *
 * **Example** (Valid targets)
 *
 * ```ts
 * import { EgressTarget } from "@dunlin/common"
 *
 * console.log(EgressTarget.pattern.test("127.0.0.1:8080"), EgressTarget.pattern.test("127.0.0.1:80800")) // true false
 * ```
 *
 * @category patterns
 * @since 0.2.0
 */
export const pattern = /^\s*([^\s/@]+):(\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])\s*$/

/**
 * The advice for a wrong value.
 *
 * @category patterns
 * @since 0.2.0
 */
export const expected = "`host:port` without `http://`, such as `127.0.0.1:8080`"
