/**
 * The body of `POST /v2/crawl`: the pages of a site, found through links and sitemaps.
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
  prompt: optionalText("Options in a sentence; those that are given win.", Limits.promptMaxLength),
  includePaths: withDefault(patterns, [], "Regular expressions; only pages whose path one of them fits are kept."),
  excludePaths: withDefault(patterns, [], "Regular expressions; pages whose path one of them fits are left out."),
  regexOnFullURL: withDefault(Schema.Boolean, false, "Whether the patterns look at the whole URL."),
  maxDiscoveryDepth: optional(
    integerBetween(Limits.discoveryDepth),
    "How many links away from the start pages may be."
  ),
  sitemap: withDefault(
    Schema.Literals(["include", "skip", "only"]),
    "include",
    "Whether the sitemaps of the site are read beside its links, not at all, or alone."
  ),
  ignoreQueryParameters: withDefault(Schema.Boolean, false, "Takes addresses that differ in their query alone as one."),
  deduplicateSimilarURLs: withDefault(
    Schema.Boolean,
    true,
    "Takes http and https, with and without www. as one page, and follows no links of pages that differ from others in " +
      "nothing but numbers, in their address and in what they say, as the months of a calendar do."
  ),
  limit: withDefault(integerBetween(Limits.crawlLimit), Limits.crawlLimit.default, "Most pages that are returned."),
  crawlEntireDomain: withDefault(Schema.Boolean, false, "Follows links to siblings and parents of the start, too."),
  allowExternalLinks: withDefault(Schema.Boolean, false, "Follows links to other sites."),
  allowSubdomains: withDefault(Schema.Boolean, false, "Follows links to subdomains of the site."),
  delay: optional(
    Schema.Finite.check(
      Schema.isBetween({ minimum: 0, maximum: 60 }, { expected: "a number of seconds from 0 to 60" })
    ),
    "Seconds between the starts of two pages of a host."
  ),
  maxConcurrency: optional(integerBetween(Limits.jobConcurrency), "Most pages of the crawl at the same time."),
  webhook: optional(Webhook, "Where the crawl tells how it goes on."),
  scrapeOptions: withDefault(ScrapeOptions.ScrapeOptions, {}, "How every page is scraped."),
  zeroDataRetention: withDefault(
    Schema.Boolean,
    false,
    "Keeps nothing of the pages but the results, until they are read."
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
