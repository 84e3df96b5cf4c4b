/**
 * Who may read `GET /metrics`.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"

/**
 * Access to the metrics. `key`: every caller of the server, with the key of a team where there are teams. `open`: every
 * client that reaches the server, for a scraper without a key. `off`: no client.
 *
 * @category references
 * @since 0.1.0
 */
export const MetricsAccess = Context.Reference<"key" | "open" | "off">("@dunlin/http-api/MetricsAccess", {
  defaultValue: () => "key"
})
