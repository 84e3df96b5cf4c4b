/**
 * Defines who may read `GET /metrics`.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"

/**
 * Defines who may read the metrics. `key`: callers with a team's key, or every caller of a server without teams.
 * `open`: every client, for a scraper without a key. `off`: no client.
 *
 * @category references
 * @since 0.1.0
 */
export const MetricsAccess = Context.Reference<"key" | "open" | "off">("@dunlin/http-api/MetricsAccess", {
  defaultValue: () => "key"
})
