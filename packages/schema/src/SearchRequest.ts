/**
 * The body of `POST /v2/search` (section 2.1).
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
  integerBetween,
  integerFrom,
  optional,
  optionalText,
  optionalTimeFilter,
  withDefault
} from "./internal/fields.ts"
import { decodeGiven, decodeRequest, ignoredSources, type Plain } from "./internal/wire.ts"
import type * as InvalidRequest from "./InvalidRequest.ts"
import * as Limits from "./Limits.ts"
import { ScrapeOptions } from "./ScrapeOptions.ts"
import { Source } from "./Source.ts"
import { ThreatProtection } from "./ThreatProtection.ts"

const isIgnoredSource = (source: unknown): boolean => ignoredSources([source]).length > 0

const Sources = Schema.Array(
  Schema.Union([Source, Schema.Literal("alexandria"), Schema.Struct({ type: Schema.Literal("alexandria") })])
    .annotate({ expected: "a source: web, images or news" })
).pipe(
  Schema.decodeTo(Schema.Array(Schema.toType(Source)), {
    decode: SchemaGetter.transform((sources) => {
      const known = sources.filter((source): source is Source => !isIgnoredSource(source))
      return known.length > 0 ? known : [{ type: "web" as const }]
    }),
    encode: SchemaGetter.passthrough({ strict: false })
  })
)

const Enterprise = Schema.Array(Schema.Literals(["anon", "zdr", "default"])).pipe(
  Schema.decodeTo(Schema.Array(Schema.Literals(["anon", "zdr"])), {
    decode: SchemaGetter.transform((modes) => modes.filter((mode) => mode !== "default")),
    encode: SchemaGetter.passthrough({ strict: false })
  })
)

// Absent, `{}` and `formats: []` all mean that nothing is scraped.
const OptionalScrapeOptions = Schema.optionalKey(Schema.toEncoded(ScrapeOptions)).pipe(
  Schema.decodeTo(Schema.optionalKey(ScrapeOptions), {
    decode: SchemaGetter.transformOptional(
      Option.filter((options) => Object.keys(options).length > 0 && options.formats?.length !== 0)
    ),
    encode: SchemaGetter.passthrough()
  })
)

const saysSomething = (query: string): boolean => query.trim() !== ""

const Query = Schema.String.check(
  Schema.makeFilter(saysSomething, { expected: "a query that is not empty" }),
  Schema.isMaxCodePoints(Limits.queryMaxCodePoints, {
    expected: `a query of at most ${Limits.queryMaxCodePoints} characters`
  })
)

const brokenRules = (request: {
  readonly includeDomains: ReadonlyArray<string>
  readonly excludeDomains: ReadonlyArray<string>
  readonly categories: ReadonlyArray<Category>
  readonly enterprise: ReadonlyArray<string>
  readonly scrapeOptions?: ScrapeOptions
}): ReadonlyArray<Schema.FilterIssue> => {
  const issues: Array<Schema.FilterIssue> = []
  if (request.includeDomains.length > 0 && request.excludeDomains.length > 0) {
    issues.push({ path: ["excludeDomains"], issue: "Expected either includeDomains or excludeDomains, not both" })
  }
  if (request.enterprise.length > 0 && request.scrapeOptions?.onlyCleanContent === true) {
    issues.push({
      path: ["scrapeOptions", "onlyCleanContent"],
      issue: "Expected false: not supported with zero data retention"
    })
  }
  return issues
}

/**
 * A search with every default filled in. `scrapeOptions` is absent when nothing is to be scraped.
 *
 * @category schemas
 * @since 0.1.0
 */
export const SearchRequest = Schema.Struct({
  query: Query.annotate({ description: "What to search for, with operators such as site: or -word." }),
  limit: withDefault(integerBetween(Limits.limit), Limits.limit.default, "Most results of each source."),
  sources: withDefault(Sources, ["web"], "Where results come from; each source is an array of its own in `data`."),
  categories: withDefault(Schema.Array(Category), [], "Kinds of pages to restrict web results to."),
  includeDomains: withDefault(
    Schema.Array(HostName),
    [],
    "Hostnames, without protocol or path, to restrict results to; not together with excludeDomains."
  ),
  excludeDomains: withDefault(
    Schema.Array(HostName),
    [],
    "Hostnames, without protocol or path, to leave out; not together with includeDomains."
  ),
  tbs: optionalTimeFilter(
    "Time filter: qdr:h|d|w|m|y, cdr:1,cd_min:MM/DD/YYYY,cd_max:MM/DD/YYYY, sbd:1, or a combination."
  ),
  location: optionalText("A country, or city, region and country separated by commas."),
  country: withDefault(CountryCode, "US", "ISO 3166-1 alpha-2 code of the country to search from."),
  safe: optional(Schema.Boolean, "True filters explicit content; absent filters nothing."),
  timeout: withDefault(
    integerFrom(1),
    Limits.searchTimeoutDefault,
    "Milliseconds the search may take, pages included; pages that are not done by then are left out."
  ),
  ignoreInvalidURLs: withDefault(Schema.Boolean, false, "Leaves out URLs that could not be scraped."),
  highlights: withDefault(Schema.Boolean, true, "Replaces descriptions by passages of the page that fit the query."),
  enterprise: withDefault(Enterprise, [], "zdr keeps nothing of the request, anon neither that nor who asked."),
  scrapeOptions: OptionalScrapeOptions,
  threatProtection: optional(ThreatProtection, "Replaces fields of the organization's policy for this request.")
}).check(Schema.makeFilter(brokenRules))

/**
 * @category models
 * @since 0.1.0
 */
export type SearchRequest = typeof SearchRequest.Type

/**
 * What a caller may write: only `query` is required.
 *
 * @category models
 * @since 0.1.0
 */
export type SearchRequestInput = typeof SearchRequest.Encoded

const isBoolean: Plain = (value) => typeof value === "boolean"

// No text has more code points than code units.
const plain = {
  query: (query) => typeof query === "string" && query.length <= Limits.queryMaxCodePoints && saysSomething(query),
  limit: (limit) =>
    Number.isInteger(limit) && Number(limit) >= Limits.limit.minimum && Number(limit) <= Limits.limit.maximum,
  timeout: (timeout) => Number.isSafeInteger(timeout) && Number(timeout) >= 1,
  safe: isBoolean,
  ignoreInvalidURLs: isBoolean,
  highlights: isBoolean
} satisfies { readonly [Name in keyof SearchRequest]?: Plain }

const decodeWire = decodeRequest(
  Schema.decodeUnknownEffect(SearchRequest, { errors: "all" }),
  { query: "query" },
  decodeGiven(SearchRequest, {
    required: "query",
    plain,
    least: (): SearchRequest => Schema.decodeUnknownSync(SearchRequest)({ query: "query" }),
    isAllowed: (request) => brokenRules(request).length === 0
  })
)

/**
 * A decoded request and what the caller should be told about how it was read.
 *
 * @category models
 * @since 0.1.0
 */
export type Decoded = {
  readonly request: SearchRequest
  readonly warnings: ReadonlyArray<string>
}

/**
 * Decodes a request body. Fails with one issue per fault.
 *
 * @category decoding
 * @since 0.1.0
 */
export const decode = (input: unknown): Effect.Effect<Decoded, InvalidRequest.InvalidRequest> =>
  Effect.mapEager(decodeWire(input), (request) => ({
    request,
    warnings: ignoredSources((input as SearchRequestInput).sources ?? []).map((name) =>
      `The source ${name} is not available here and was ignored.`
    )
  }))
