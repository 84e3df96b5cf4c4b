/**
 * What visitors call themselves.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"

/**
 * The `user-agent` of the requests of the current fiber. A header of the request and the option of an engine come
 * first; without any of them the engines call themselves a Chrome.
 *
 * @category services
 * @since 0.1.0
 */
export const UserAgent = Context.Reference<string | undefined>("@dunlin/fetcher/UserAgent", {
  defaultValue: () => undefined
})

/**
 * What an agent that obeys robots.txt calls itself: the name that robots.txt has for it (RFC 9309 2.2.1), in the form
 * that sites made for browsers understand.
 *
 * @category constructors
 * @since 0.1.0
 */
export const ofAgent = (agent: string): string => `Mozilla/5.0 (compatible; ${agent})`

/**
 * The name that robots.txt has for a user agent, `undefined` for a browser's: `DunlinBot` of
 * `DunlinBot/1.0 (+https://example.com/bot)` and of `Mozilla/5.0 (compatible; DunlinBot)`.
 *
 * @category conversions
 * @since 0.1.0
 */
export const agentOf = (userAgent: string): string | undefined => {
  const name = /\(compatible;\s{0,8}([A-Za-z_-]{1,64})/.exec(userAgent)?.[1] ??
    /^\s{0,8}([A-Za-z_-]{1,64})/.exec(userAgent)?.[1]
  return name === "Mozilla" || name === "Opera" ? undefined : name
}
