/**
 * Who may read `GET /metrics`.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"

/**
 * `key`: whoever may use the server at all, with the key of a team where there are teams. `open`: everybody who reaches
 * it, for a scraper that sends no key. `off`: nobody.
 *
 * @category references
 * @since 0.1.0
 */
export const MetricsAccess = Context.Reference<"key" | "open" | "off">("@dunlin/http-api/MetricsAccess", {
  defaultValue: () => "key"
})
