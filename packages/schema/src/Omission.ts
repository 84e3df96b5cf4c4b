/**
 * Addresses that a crawl, a map or an index run knows and has no page of, by reason.
 *
 * @since 0.2.0
 */
import * as Schema from "effect/Schema"

/**
 * Why an address has no page in the result.
 *
 * Not requested: `outside` of the folder of the start, on another `site`, `excluded` by a pattern, a `file` without text,
 * beyond the `depth`, beyond the `limit` of pages, beyond the number of addresses that a job may know (`known`), behind
 * pages that differ from others in `numbers` alone, like addresses that led nowhere (`trap`), the `alternate` address of
 * a page, forbidden by `robots`, linked only from pages with `nofollow`, from a `copy` or from an `error`, a link of a
 * crawl that reads sitemaps alone (`links`), an address with a `query` that a map leaves out, `blocked` by the threat
 * policy, a `sitemap` that was not read, or the place that a start has `moved` to.
 *
 * Requested and left out: a `duplicate` of another page, a page that names another as its `canonical` one, a page that
 * asks for `noindex`, a `redirect` out of the crawl, a `list` of addresses, and a page without text (`empty`).
 *
 * @category schemas
 * @since 0.2.0
 */
export const OmissionReason = Schema.Literals([
  "outside",
  "site",
  "excluded",
  "file",
  "depth",
  "limit",
  "known",
  "numbers",
  "trap",
  "alternate",
  "robots",
  "nofollow",
  "copy",
  "error",
  "links",
  "query",
  "blocked",
  "sitemap",
  "moved",
  "duplicate",
  "canonical",
  "noindex",
  "redirect",
  "list",
  "empty"
])

/**
 * @category models
 * @since 0.2.0
 */
export type OmissionReason = typeof OmissionReason.Type

/**
 * The addresses that one reason leaves out.
 *
 * @category schemas
 * @since 0.2.0
 */
export const Omission = Schema.Struct({
  reason: OmissionReason,
  /** Addresses, each counted once, under the first reason that was found. */
  count: Schema.Int,
  /** True when there may be more: the number of addresses that are noted has a limit. */
  isAtLeast: Schema.optionalKey(Schema.Boolean),
  /** One of the addresses; of `moved` the new place. */
  example: Schema.String
})

/**
 * @category models
 * @since 0.2.0
 */
export type Omission = typeof Omission.Type
