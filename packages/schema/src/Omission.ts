/**
 * Lists URLs that a crawl, a map or an index run knows but has no page for, by reason.
 *
 * @since 0.2.0
 */
import * as Schema from "effect/Schema"

/**
 * Reasons why a URL has no page in the result.
 *
 * Not requested:
 *
 * - `outside`: outside the folder of the start URL
 * - `site`: on another site
 * - `excluded`: excluded by a pattern
 * - `file`: a file without text
 * - `depth`, `limit`: above the maximum depth or number of pages
 * - `known`: above the number of URLs that a job may know
 * - `numbers`: reached from pages that differ from others only in numbers
 * - `trap`: similar to URLs that led to no useful page
 * - `alternate`: an alternate URL of another page
 * - `robots`, `nofollow`: forbidden by robots.txt, or linked only from pages with `nofollow`
 * - `copy`, `error`: linked only from a copy or from an error page
 * - `links`: a link in a crawl that only reads sitemaps
 * - `query`: a URL with a query string, which this map omits
 * - `blocked`: blocked by the threat policy
 * - `sitemap`: a sitemap that was not read
 * - `moved`: the URL that a start URL redirects to
 *
 * Requested and omitted:
 *
 * - `duplicate`, `canonical`: a copy of another page, or a page that names another as its canonical page
 * - `noindex`: a page with `noindex`
 * - `redirect`: a redirect out of the crawl
 * - `list`: a list of URLs
 * - `empty`: a page without text
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
 * The URLs that one reason omits.
 *
 * @category schemas
 * @since 0.2.0
 */
export const Omission = Schema.Struct({
  reason: OmissionReason,
  /** The number of URLs, each counted once under its first reason. */
  count: Schema.Int,
  /** Whether there may be more, because the number of recorded URLs is limited. */
  isAtLeast: Schema.optionalKey(Schema.Boolean),
  /** An example of the URLs; for `moved`, the new URL. */
  example: Schema.String
})

/**
 * @category models
 * @since 0.2.0
 */
export type Omission = typeof Omission.Type
