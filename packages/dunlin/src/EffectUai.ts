/**
 * Provides the services `WebSearch` and `WebRead` of effect-uai in one layer, so that programs for effect-uai can use
 * Dunlin. The layer receives the tags, so this module does not depend on effect-uai.
 *
 * @since 0.3.0
 */
import type { CreditError } from "@dunlin/credits/CreditError"
import type { ScrapeError } from "@dunlin/pipeline/ScrapeError"
import { Scraper } from "@dunlin/pipeline/Scraper"
import { Searcher } from "@dunlin/pipeline/Searcher"
import type { SearchFailure } from "@dunlin/pipeline/SearchFailure"
import type { SearchError } from "@dunlin/providers/SearchError"
import * as ScrapeOptions from "@dunlin/schema/ScrapeOptions"
import * as SearchRequest from "@dunlin/schema/SearchRequest"
import type { WebResult } from "@dunlin/schema/SearchResponse"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

const provider = "dunlin"

const MAX_RESULTS = 100

/**
 * A search request of effect-uai.
 *
 * @category models
 * @since 0.3.0
 */
export interface UaiSearchRequest {
  readonly query: string
  readonly maxResults?: number
  readonly includeDomains?: ReadonlyArray<string>
  readonly excludeDomains?: ReadonlyArray<string>
  readonly recency?: "hour" | "day" | "week" | "month" | "year"
  readonly startDate?: DateTime.DateTime
  readonly endDate?: DateTime.DateTime
  readonly country?: string
  readonly language?: string
}

/**
 * A search result of effect-uai.
 *
 * @category models
 * @since 0.3.0
 */
export interface UaiSearchResult {
  readonly url: string
  readonly title?: string
  readonly snippet?: string
  readonly publishedDate?: DateTime.DateTime
  readonly raw: unknown
}

/**
 * A search response of effect-uai.
 *
 * @category models
 * @since 0.3.0
 */
export interface UaiSearchResponse {
  readonly results: ReadonlyArray<UaiSearchResult>
  /** Dunlin's own response, with its `warning`. */
  readonly raw: unknown
}

/**
 * A page to read.
 *
 * @category models
 * @since 0.3.0
 */
export interface UaiReadRequest {
  readonly url: string
  readonly format?: "markdown" | "html"
  readonly timeout?: Duration.Duration
}

/**
 * The content of a page.
 *
 * @category models
 * @since 0.3.0
 */
export interface UaiReadResponse {
  readonly url: string
  readonly content: string
  readonly title?: string
  readonly links?: ReadonlyArray<string>
  readonly raw: unknown
}

/**
 * The provider's rate limit is exceeded.
 *
 * @category errors
 * @since 0.3.0
 */
export class RateLimited extends Data.TaggedError("RateLimited")<{
  readonly provider: string
  readonly retryAfter?: Duration.Duration
  readonly raw: unknown
}> {}

/**
 * A service that the request needs is unavailable.
 *
 * @category errors
 * @since 0.3.0
 */
export class Unavailable extends Data.TaggedError("Unavailable")<{
  readonly provider: string
  readonly raw: unknown
}> {}

/**
 * The request timed out.
 *
 * @category errors
 * @since 0.3.0
 */
export class Timeout extends Data.TaggedError("Timeout")<{ readonly provider: string; readonly raw: unknown }> {}

/**
 * The request is not valid.
 *
 * @category errors
 * @since 0.3.0
 */
export class InvalidRequest extends Data.TaggedError("InvalidRequest")<{
  readonly provider: string
  readonly param?: string
  readonly raw: unknown
}> {}

/**
 * The caller is not authorized, or has no credits left.
 *
 * @category errors
 * @since 0.3.0
 */
export class AuthFailed extends Data.TaggedError("AuthFailed")<{
  readonly provider: string
  readonly subtype: "auth" | "permission" | "billing" | "quota"
  readonly raw: unknown
}> {}

/**
 * The errors of effect-uai with which a search or a page read can fail.
 *
 * @category models
 * @since 0.3.0
 */
export type UaiError = RateLimited | Unavailable | Timeout | InvalidRequest | AuthFailed

/**
 * The service behind the tag `WebSearch`.
 *
 * @category models
 * @since 0.3.0
 */
export interface WebSearchService {
  readonly search: (request: UaiSearchRequest) => Effect.Effect<UaiSearchResponse, UaiError>
}

/**
 * The service behind the tag `WebRead`.
 *
 * @category models
 * @since 0.3.0
 */
export interface WebReadService {
  readonly read: (request: UaiReadRequest) => Effect.Effect<UaiReadResponse, UaiError>
}

const ofSearch = (error: SearchError): UaiError => {
  const { reason } = error
  switch (reason._tag) {
    case "RateLimited": {
      const { retryAfter } = reason
      return new RateLimited({ provider, raw: error, ...(retryAfter === undefined ? {} : { retryAfter }) })
    }
    case "QuotaExceeded":
      return new AuthFailed({ provider, subtype: "quota", raw: error })
    case "Unauthorized":
      return new AuthFailed({ provider, subtype: "auth", raw: error })
    case "InvalidRequest":
    case "Unsupported":
      return new InvalidRequest({ provider, raw: error })
    case "TimedOut":
      return new Timeout({ provider, raw: error })
    default:
      return new Unavailable({ provider, raw: error })
  }
}

const ofScrape = (error: ScrapeError): UaiError => {
  switch (error.code) {
    case "SCRAPE_TIMEOUT":
      return new Timeout({ provider, raw: error })
    case "FORBIDDEN":
    case "unsafe_domain_blocked":
      return new AuthFailed({ provider, subtype: "permission", raw: error })
    default:
      return new Unavailable({ provider, raw: error })
  }
}

const ofCredits = (error: CreditError): UaiError =>
  error.reason._tag === "InsufficientCredits"
    ? new AuthFailed({ provider, subtype: "billing", raw: error })
    : new Unavailable({ provider, raw: error })

const ofFailure = (error: SearchFailure): UaiError => {
  switch (error._tag) {
    case "SearchError":
      return ofSearch(error)
    case "ScrapeError":
      return ofScrape(error)
    case "CreditError":
      return ofCredits(error)
    case "InvalidRequest":
      return new InvalidRequest({ provider, raw: error })
    case "SearchRefused":
      return new AuthFailed({ provider, subtype: "permission", raw: error })
    case "SearchTimeout":
    case "StageTimeout":
      return new Timeout({ provider, raw: error })
    case "StageFailed":
      return new Unavailable({ provider, raw: error })
  }
}

const units = { hour: "h", day: "d", week: "w", month: "m", year: "y" } as const

const dayOf = (date: DateTime.DateTime): string => {
  const [year, month, day] = DateTime.formatIsoDateUtc(date).split("-")
  return `${month}/${day}/${year}`
}

const timeOf = ({ endDate, recency, startDate }: UaiSearchRequest): string | undefined => {
  if (startDate !== undefined || endDate !== undefined) {
    return [
      "cdr:1",
      ...(startDate === undefined ? [] : [`cd_min:${dayOf(startDate)}`]),
      ...(endDate === undefined ? [] : [`cd_max:${dayOf(endDate)}`])
    ].join(",")
  }
  return recency === undefined ? undefined : `qdr:${units[recency]}`
}

/** A request has one domain list. If domains to include are given, those to exclude become query operators. */
const toInput = (request: UaiSearchRequest): SearchRequest.SearchRequestInput => {
  const { country, excludeDomains = [], includeDomains = [], maxResults, query } = request
  const tbs = timeOf(request)
  const isBoth = includeDomains.length > 0 && excludeDomains.length > 0
  return {
    query: isBoth ? `${query} ${excludeDomains.map((domain) => `-site:${domain}`).join(" ")}` : query,
    ...(maxResults === undefined ? {} : { limit: Math.min(MAX_RESULTS, Math.max(1, Math.trunc(maxResults))) }),
    ...(includeDomains.length === 0 ? {} : { includeDomains }),
    ...(excludeDomains.length === 0 || isBoth ? {} : { excludeDomains }),
    ...(tbs === undefined ? {} : { tbs }),
    ...(country === undefined ? {} : { country })
  }
}

const toResult = (hit: WebResult): UaiSearchResult => {
  const publishedDate = Option.getOrUndefined(Option.flatMap(Option.fromNullishOr(hit.publishedAt), DateTime.make))
  return {
    url: hit.url,
    title: hit.title,
    snippet: hit.description,
    ...(publishedDate === undefined ? {} : { publishedDate }),
    raw: hit
  }
}

const dropped = (field: string, value: unknown, reason: string): Effect.Effect<void> =>
  value === undefined
    ? Effect.void
    : Effect.logWarning("Capability dropped", {
      _tag: "CapabilityWarning",
      provider,
      capability: field,
      field,
      value,
      reason
    })

const search: Effect.Effect<WebSearchService, never, Searcher> = Effect.map(Searcher, (searcher) => ({
  search: Effect.fn("EffectUai.search")(function*(request) {
    yield* dropped("language", request.language, "search has no language filter; use `country` to prefer local results")
    const task = yield* Effect.mapError(SearchRequest.decode(toInput(request)), ofFailure)
    const response = yield* Effect.mapError(searcher.search(task), ofFailure)
    return { results: (response.data.web ?? []).map(toResult), raw: response }
  })
}))

const read: Effect.Effect<WebReadService, never, Scraper> = Effect.map(Scraper, (scraper) => ({
  read: Effect.fn("EffectUai.read")(function*({ format = "markdown", timeout, url }) {
    const options = ScrapeOptions.make({
      formats: [format, "links"],
      ...(timeout === undefined ? {} : { timeout: Math.max(1, Math.trunc(Duration.toMillis(timeout))) })
    })
    const { document } = yield* Effect.mapError(scraper.scrape({ url, options }), ofScrape)
    const { links, metadata } = document
    return {
      url: metadata?.url ?? url,
      content: document[format] ?? "",
      ...(metadata?.title === undefined ? {} : { title: metadata.title }),
      ...(links === undefined || links.length === 0 ? {} : { links }),
      raw: document
    }
  })
}))

/** Rejects, at compile time, a tag whose service this layer does not satisfy. */
type Fits<Own, Shape> = [Own] extends [Shape] ? unknown
  : { readonly "the service does not come from effect-uai": Shape }

/**
 * Provides both services with the searcher and the scraper of `Services.layer`.
 *
 * **Example** (Replace a hosted API)
 *
 * ```ts
 * import { Fetcher } from "@dunlin/fetcher"
 * import { SearchProvider } from "@dunlin/providers"
 * import { Services } from "dunlin"
 * import * as EffectUai from "dunlin/EffectUai"
 * import { Context, Effect, Layer } from "effect"
 *
 * // import { WebSearch } from "@effect-uai/core/WebSearch" and { WebRead } from "@effect-uai/core/WebRead"
 * class WebSearch extends Context.Service<WebSearch, EffectUai.WebSearchService>()("@betalyra/effect-uai/WebSearch") {}
 * class WebRead extends Context.Service<WebRead, EffectUai.WebReadService>()("@betalyra/effect-uai/WebRead") {}
 *
 * const url = "https://example.com/"
 * const services = Services.layer({
 *   fetcher: Fetcher.layerMemory({ [url]: "<main><h1>Hello</h1></main>" }),
 *   provider: SearchProvider.layerMemory([{ source: "web", url, title: "Hello", description: "", position: 1 }])
 * })
 * const layer = EffectUai.layer({ WebSearch, WebRead }).pipe(Layer.provide(services))
 *
 * const program = Effect.gen(function*() {
 *   const { results } = yield* (yield* WebSearch).search({ query: "hello", maxResults: 3 })
 *   const page = yield* (yield* WebRead).read({ url })
 *   return [results.length, page.content]
 * })
 * console.log(await Effect.runPromise(Effect.provide(program, layer))) // [ 1, '# Hello' ]
 * ```
 *
 * @category layers
 * @since 0.3.0
 */
export const layer = <SearchId, SearchShape, ReadId, ReadShape>(tags: {
  readonly WebSearch: Context.Key<SearchId, SearchShape> & Fits<WebSearchService, SearchShape>
  readonly WebRead: Context.Key<ReadId, ReadShape> & Fits<WebReadService, ReadShape>
}): Layer.Layer<SearchId | ReadId, never, Searcher | Scraper> =>
  Layer.effectContext(
    Effect.map(
      Effect.all([search, read]),
      ([searches, reads]) =>
        // `Fits` has proven the shapes.
        Context.empty().pipe(
          Context.add(tags.WebSearch as Context.Key<SearchId, unknown>, searches),
          Context.add(tags.WebRead as Context.Key<ReadId, unknown>, reads)
        )
    )
  )
