/**
 * Defines the body of `POST /v2/crawl`: the pages of a site, found through links and sitemaps.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { integerBetween, optional, optionalText, textUpTo, withDefault } from "./internal/fields.ts"
import type { Given } from "./internal/given.ts"
import { decodeRequest } from "./internal/wire.ts"
import type * as InvalidRequest from "./InvalidRequest.ts"
import * as Limits from "./Limits.ts"
import * as ScrapeOptions from "./ScrapeOptions.ts"
import { PageUrl } from "./ScrapeRequest.ts"
import { Webhook } from "./Webhook.ts"

const patterns = Schema.Array(textUpTo(Limits.pathPatternMaxLength)).check(
  Schema.isMaxLength(Limits.pathPatternsMaximum, { expected: `at most ${Limits.pathPatternsMaximum} patterns` })
)

/**
 * A crawl with all defaults.
 *
 * @category schemas
 * @since 0.1.0
 */
export const CrawlRequest = Schema.Struct({
  url: PageUrl,
  prompt: optionalText("Crawl options in natural language. Explicit options take precedence.", Limits.promptMaxLength),
  includePaths: withDefault(
    patterns,
    [],
    "Regular expressions. Only pages whose path matches one of them are returned."
  ),
  excludePaths: withDefault(patterns, [], "Regular expressions. Pages whose path matches one of them are omitted."),
  regexOnFullURL: withDefault(Schema.Boolean, false, "Matches the patterns against the whole URL instead of the path."),
  maxDiscoveryDepth: optional(
    integerBetween(Limits.discoveryDepth),
    "Maximum number of links between the start URL and a page."
  ),
  sitemap: withDefault(
    Schema.Literals(["include", "skip", "only"]),
    "include",
    "`include` reads sitemaps and links, `skip` reads only links, `only` reads only sitemaps."
  ),
  ignoreQueryParameters: withDefault(
    Schema.Boolean,
    false,
    "Treats URLs that differ only in their query string as one page."
  ),
  deduplicateSimilarURLs: withDefault(
    Schema.Boolean,
    true,
    "Treats http and https, with and without `www.`, as one page. Links of pages that differ only in numbers are " +
      "followed only while they lead to new text."
  ),
  limit: withDefault(
    integerBetween(Limits.crawlLimit),
    Limits.crawlLimit.default,
    "Maximum number of pages to return."
  ),
  crawlEntireDomain: withDefault(
    Schema.Boolean,
    false,
    "Also follows links to pages of the site that are outside the folder of the start URL."
  ),
  allowExternalLinks: withDefault(Schema.Boolean, false, "Follows links to other sites."),
  allowSubdomains: withDefault(Schema.Boolean, false, "Follows links to subdomains of the site."),
  delay: optional(
    Schema.Finite.check(
      Schema.isBetween({ minimum: 0, maximum: 60 }, { expected: "a number of seconds from 0 to 60" })
    ),
    "Seconds between requests for two pages of the same host."
  ),
  maxConcurrency: optional(
    integerBetween(Limits.jobConcurrency),
    "Maximum number of pages that are read concurrently."
  ),
  webhook: optional(Webhook, "Webhook that receives the crawl's events."),
  scrapeOptions: withDefault(ScrapeOptions.ScrapeOptions, {}, "Scrape options for every page."),
  zeroDataRetention: withDefault(
    Schema.Boolean,
    false,
    "Does not cache pages. Results are stored until a response returns them, or until the job expires."
  )
})

/**
 * @category models
 * @since 0.1.0
 */
export type CrawlRequest = typeof CrawlRequest.Type

/**
 * The input of a crawl: only `url` is required.
 *
 * @category models
 * @since 0.1.0
 */
export interface CrawlRequestInput extends Given<typeof CrawlRequest.Encoded> {}

const decodeWire = decodeRequest({
  schema: CrawlRequest,
  decoder: Schema.decodeUnknownEffect(CrawlRequest, { errors: "all" }),
  placeholders: { url: "https://example.com/" }
})

/**
 * Decodes a request body, with warnings about ignored fields. Fails with one issue per fault.
 *
 * @category decoding
 * @since 0.1.0
 */
export const decodeBody = (
  input: unknown,
  options?: InvalidRequest.DecodeOptions
): Effect.Effect<
  { readonly request: CrawlRequest; readonly warnings: ReadonlyArray<string> },
  InvalidRequest.InvalidRequest
> =>
  Effect.map(decodeWire(input, options), ({ request, warnings }) => ({
    request,
    warnings: [...warnings, ...ScrapeOptions.notices(request.scrapeOptions)]
  }))

/**
 * Decodes a request body. Fails with one issue per fault.
 *
 * @category decoding
 * @since 0.1.0
 */
export const decode = (
  input: unknown,
  options?: InvalidRequest.DecodeOptions
): Effect.Effect<CrawlRequest, InvalidRequest.InvalidRequest> =>
  Effect.map(decodeWire(input, options), ({ request }) => request)
