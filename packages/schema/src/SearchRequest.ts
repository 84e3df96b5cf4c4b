/**
 * Defines the body of `POST /v2/search`.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { Category } from "./Category.ts"
import { CountryCode } from "./CountryCode.ts"
import { HostName } from "./HostName.ts"
import {
  distinct,
  distinctListOf,
  integerBetween,
  integerFrom,
  listOf,
  optional,
  optionalText,
  optionalTimeFilter,
  withDefault
} from "./internal/fields.ts"
import type { Given } from "./internal/given.ts"
import { brokenRules, noticesOf } from "./internal/searchRules.ts"
import { decodeRequest, ignoredSources } from "./internal/wire.ts"
import type * as InvalidRequest from "./InvalidRequest.ts"
import * as Limits from "./Limits.ts"
import * as ScrapeOptions from "./ScrapeOptions.ts"
import { Source } from "./Source.ts"
import { ThreatProtection } from "./ThreatProtection.ts"

const isIgnoredSource = (source: unknown): boolean => ignoredSources([source]).length > 0

const Sources = listOf(
  Schema.Union([Source, Schema.Literal("alexandria"), Schema.Struct({ type: Schema.Literal("alexandria") })])
    .annotate({ expected: "a source: web, images or news" }),
  Limits.lists.sources
).pipe(
  Schema.decodeTo(Schema.Array(Schema.toType(Source)), {
    decode: SchemaGetter.transform((sources) => {
      const known = sources.filter((source): source is Source => !isIgnoredSource(source))
      return known.length > 0 ? distinct(known) : [{ type: "web" as const }]
    }),
    encode: SchemaGetter.passthrough({ strict: false })
  })
)

const Enterprise = listOf(Schema.Literals(["anon", "zdr", "default"]), Limits.lists.enterprise).pipe(
  Schema.decodeTo(Schema.Array(Schema.Literals(["anon", "zdr"])), {
    decode: SchemaGetter.transform((modes) => distinct(modes.filter((mode) => mode !== "default"))),
    encode: SchemaGetter.passthrough({ strict: false })
  })
)

// An absent value, `{}` and `formats: []` mean that no page is scraped.
const OptionalScrapeOptions = Schema.optionalKey(Schema.toEncoded(ScrapeOptions.ScrapeOptions)).pipe(
  Schema.decodeTo(Schema.optionalKey(ScrapeOptions.ScrapeOptions), {
    decode: SchemaGetter.transformOptional(
      Option.filter((options) => Object.keys(options).length > 0 && options.formats?.length !== 0)
    ),
    encode: SchemaGetter.passthrough()
  })
)

const Timeout = integerFrom(1).pipe(
  Schema.decodeTo(Schema.Int, {
    decode: SchemaGetter.transform((milliseconds: number) => Math.min(milliseconds, Limits.searchTimeout.maximum)),
    encode: SchemaGetter.passthrough()
  })
)

const saysSomething = (query: string): boolean => query.trim() !== ""

const Query = Schema.String.check(
  Schema.makeFilter(saysSomething, { expected: "a query that is not empty" }),
  Schema.isMaxCodePoints(Limits.queryMaxCodePoints, {
    expected: `a string of at most ${Limits.queryMaxCodePoints} characters`
  })
)

/**
 * A search with all defaults. `scrapeOptions` is absent if no page is scraped.
 *
 * **Example** (All defaults)
 *
 * ```ts
 * import { SearchRequest } from "@dunlin/schema"
 * import { Effect } from "effect"
 *
 * const input: SearchRequest.SearchRequestInput = { query: "waders", limit: undefined, sources: ["web", { type: "news" }] }
 * const decoded: SearchRequest.Decoded = await Effect.runPromise(SearchRequest.decode(input))
 * const request: SearchRequest.SearchRequest = decoded.request
 * console.log(request.limit, request.sources.map(({ type }) => type)) // 10 [ 'web', 'news' ]
 * ```
 *
 * @category schemas
 * @since 0.1.0
 */
export const SearchRequest = Schema.Struct({
  query: Query.annotate({ description: "Search query. It can contain operators such as `site:` and `-word`." }),
  limit: withDefault(integerBetween(Limits.limit), Limits.limit.default, "Maximum number of results per source."),
  sources: withDefault(Sources, ["web"], "Sources of results. `data` contains one array for each source."),
  categories: withDefault(
    distinctListOf(Category, Limits.lists.categories),
    [],
    "Categories to restrict web results to."
  ),
  includeDomains: withDefault(
    distinctListOf(HostName, Limits.lists.domains),
    [],
    "Hostnames, without protocol or path, to restrict results to. Cannot be combined with `excludeDomains`."
  ),
  excludeDomains: withDefault(
    distinctListOf(HostName, Limits.lists.domains),
    [],
    "Hostnames, without protocol or path, to omit. Cannot be combined with `includeDomains`."
  ),
  tbs: optionalTimeFilter(
    "Time filter: qdr:h|d|w|m|y, cdr:1,cd_min:MM/DD/YYYY,cd_max:MM/DD/YYYY, sbd:1, or a combination."
  ),
  location: optionalText("A country, or city, region and country separated by commas.", Limits.texts.place),
  country: withDefault(CountryCode, "US", "ISO 3166-1 alpha-2 code of the country to search from."),
  safe: optional(Schema.Boolean, "`true` filters explicit content. If absent, no filter is requested."),
  timeout: withDefault(
    Timeout,
    Limits.searchTimeout.default,
    `Timeout of the search and its pages, in milliseconds. Content of unfinished pages is omitted. Larger values are reduced to ${Limits.searchTimeout.maximum}.`
  ),
  ignoreInvalidURLs: withDefault(Schema.Boolean, false, "Omits results with URLs that this server cannot scrape."),
  highlights: withDefault(
    Schema.Boolean,
    true,
    "Replaces descriptions with passages of the page that match the query."
  ),
  enterprise: withDefault(
    Enterprise,
    [],
    "`zdr` stores nothing of the request. `anon` does the same, and also omits the caller."
  ),
  scrapeOptions: OptionalScrapeOptions,
  threatProtection: optional(ThreatProtection, "Overrides fields of the team's threat policy for this request.")
}).check(Schema.makeFilter(brokenRules))

/**
 * @category models
 * @since 0.1.0
 */
export type SearchRequest = typeof SearchRequest.Type

/**
 * The input of a search: only `query` is required.
 *
 * @category models
 * @since 0.1.0
 */
export interface SearchRequestInput extends Given<typeof SearchRequest.Encoded> {}

const decodeWire = decodeRequest({
  schema: SearchRequest,
  decoder: Schema.decodeUnknownEffect(SearchRequest, { errors: "all" }),
  placeholders: { query: "query" }
})

/**
 * A decoded request, with warnings about ignored fields.
 *
 * @category models
 * @since 0.1.0
 */
export interface Decoded {
  readonly request: SearchRequest
  readonly warnings: ReadonlyArray<string>
}

/**
 * Decodes a request body. Fails with one issue per fault.
 *
 * **Example** (One issue per fault)
 *
 * ```ts
 * import { SearchRequest } from "@dunlin/schema"
 * import { Effect } from "effect"
 *
 * const { warnings }: SearchRequest.Decoded = await Effect.runPromise(
 *   SearchRequest.decode({ query: "waders", sources: ["alexandria"] })
 * )
 * console.log(warnings.length) // 1
 * const error = await Effect.runPromise(Effect.flip(SearchRequest.decode({ query: " ", limit: 1000 })))
 * console.log(error.issues.map(({ path }) => path)) // [ [ 'query' ], [ 'limit' ] ]
 * ```
 *
 * @category decoding
 * @since 0.1.0
 */
export const decode = (
  input: unknown,
  options?: InvalidRequest.DecodeOptions
): Effect.Effect<Decoded, InvalidRequest.InvalidRequest> =>
  Effect.mapEager(decodeWire(input, options), ({ request, warnings }) => {
    return { request, warnings: noticesOf(input, request, warnings) }
  })
