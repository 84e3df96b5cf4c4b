/**
 * Defines `POST /v2/map`: the URLs of a site, without its pages.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { integerBetween, integerFrom, optional, optionalText, withDefault } from "./internal/fields.ts"
import type { Given } from "./internal/given.ts"
import { decodeRequest } from "./internal/wire.ts"
import type * as InvalidRequest from "./InvalidRequest.ts"
import * as Limits from "./Limits.ts"
import { Omission } from "./Omission.ts"
import { AuditMetadata, PageLocation } from "./ScrapeOptions.ts"
import { PageUrl } from "./ScrapeRequest.ts"
import { ThreatProtection } from "./ThreatProtection.ts"

/**
 * A map with all defaults.
 *
 * @category schemas
 * @since 0.1.0
 */
export const MapRequest = Schema.Struct({
  url: PageUrl,
  search: optionalText("Query by which the URLs are ranked.", Limits.queryMaxCodePoints),
  sitemap: withDefault(
    Schema.Literals(["include", "skip", "only"]),
    "include",
    "`include` reads sitemaps and links, `skip` reads only links, `only` reads only sitemaps."
  ),
  includeSubdomains: withDefault(Schema.Boolean, true, "Includes URLs of subdomains."),
  ignoreQueryParameters: withDefault(Schema.Boolean, true, "Omits URLs with a query string."),
  ignoreCache: withDefault(Schema.Boolean, false, "Fetches from the site instead of the cache."),
  limit: withDefault(integerBetween(Limits.mapLimit), Limits.mapLimit.default, "Maximum number of URLs to return."),
  timeout: withDefault(integerFrom(1), Limits.scrapeTimeout.default, "Timeout of the request, in milliseconds."),
  location: withDefault(PageLocation, {}, "Country and languages of the requests."),
  threatProtection: optional(ThreatProtection, "Overrides fields of the team's threat policy for this request."),
  auditMetadata: optional(AuditMetadata, "User that the audit log records for this request.")
})

/**
 * @category models
 * @since 0.1.0
 */
export type MapRequest = typeof MapRequest.Type

/**
 * The input of a map: only `url` is required.
 *
 * @category models
 * @since 0.1.0
 */
export interface MapRequestInput extends Given<typeof MapRequest.Encoded> {}

/**
 * A URL of the site, with known properties of the page.
 *
 * @category schemas
 * @since 0.1.0
 */
export const MapLink = Schema.Struct({
  url: Schema.String,
  title: Schema.optionalKey(Schema.String),
  description: Schema.optionalKey(Schema.String)
})

/**
 * @category models
 * @since 0.1.0
 */
export type MapLink = typeof MapLink.Type

/**
 * @category schemas
 * @since 0.1.0
 */
export const MapResponse = Schema.Struct({
  success: Schema.Literal(true),
  links: Schema.Array(MapLink),
  omitted: Schema.optionalKey(Schema.Array(Omission)),
  warning: Schema.optionalKey(Schema.String)
})

/**
 * @category models
 * @since 0.1.0
 */
export type MapResponse = typeof MapResponse.Type

const decodeWire = decodeRequest({
  schema: MapRequest,
  decoder: Schema.decodeUnknownEffect(MapRequest, { errors: "all" }),
  placeholders: { url: "https://example.com/" }
})

/**
 * Decodes a request body, with warnings about ignored fields. Fails with one issue per fault.
 *
 * @category decoding
 * @since 0.1.0
 */
export const decodeBody: (
  input: unknown,
  options?: InvalidRequest.DecodeOptions
) => Effect.Effect<
  { readonly request: MapRequest; readonly warnings: ReadonlyArray<string> },
  InvalidRequest.InvalidRequest
> = decodeWire

/**
 * Decodes a request body. Fails with one issue per fault.
 *
 * @category decoding
 * @since 0.1.0
 */
export const decode = (
  input: unknown,
  options?: InvalidRequest.DecodeOptions
): Effect.Effect<MapRequest, InvalidRequest.InvalidRequest> =>
  Effect.map(decodeWire(input, options), ({ request }) => request)
