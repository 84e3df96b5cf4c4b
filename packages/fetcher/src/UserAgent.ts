/**
 * Sets the user agent of requests.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"

/**
 * The `user-agent` of the requests of the current fiber. A request header and an engine option take precedence. By
 * default the engines identify as Chrome.
 *
 * @category services
 * @since 0.1.0
 */
export const UserAgent = Context.Reference<string | undefined>("@dunlin/fetcher/UserAgent", {
  defaultValue: () => undefined
})

/**
 * Returns the user agent header of a crawler: its robots.txt name (RFC 9309 2.2.1), in a format that sites made for
 * browsers accept.
 *
 * @category constructors
 * @since 0.1.0
 */
export const ofAgent = (agent: string): string => `Mozilla/5.0 (compatible; ${agent})`

/**
 * Returns the robots.txt name in a user agent header; `undefined` for a browser. The name is `DunlinBot` from
 * `DunlinBot/1.0 (+https://example.com/bot)` and from `Mozilla/5.0 (compatible; DunlinBot)`.
 *
 * @category conversions
 * @since 0.1.0
 */
export const agentOf = (userAgent: string): string | undefined => {
  const name = /\(compatible;\s{0,8}([A-Za-z_-]{1,64})/.exec(userAgent)?.[1] ??
    /^\s{0,8}([A-Za-z_-]{1,64})/.exec(userAgent)?.[1]
  return name === "Mozilla" || name === "Opera" ? undefined : name
}
