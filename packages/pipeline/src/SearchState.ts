/**
 * Defines the fields that the stages of a search share.
 *
 * @since 0.1.0
 */
import type { CreditError } from "@dunlin/credits/CreditError"
import type { Settlement } from "@dunlin/credits/CreditLedger"
import type { ImageHit, NewsHit, Question, WebHit } from "@dunlin/providers/SearchProvider"
import type { Query } from "@dunlin/query-operators/Query"
import type { Residual } from "@dunlin/query-operators/Residual"
import type { Category } from "@dunlin/schema/Category"
import type { SearchRequest } from "@dunlin/schema/SearchRequest"
import type { SearchResponse } from "@dunlin/schema/SearchResponse"
import type { ThreatPolicy } from "@dunlin/threat-protection/ThreatPolicy"
import type * as Effect from "effect/Effect"
import type { Caller } from "./Caller.ts"
import type { Retention } from "./Retention.ts"
import type { ScrapeError } from "./ScrapeError.ts"
import type { Scraped } from "./ScrapeState.ts"

/**
 * A condition on results in addition to the request's conditions, for operations that search one kind of page. A
 * result that does not satisfy it is neither delivered nor charged.
 *
 * @category models
 * @since 0.2.0
 */
export interface Condition {
  readonly holds: (url: string) => boolean
  /** Subject of the sentence that explains an empty result, such as `the kind of page`. */
  readonly about: string
  /** Number of results requested per returned result, unless `SearchSettings` has a larger factor. */
  readonly overfetch?: number | undefined
}

/**
 * The initial fields of a search.
 *
 * @category models
 * @since 0.1.0
 */
export interface Input {
  readonly id: string
  readonly request: SearchRequest
  readonly caller: Caller
  /** Warnings, in whole sentences, oldest first. */
  readonly warnings: ReadonlyArray<string>
  /** @default every result is wanted */
  readonly condition?: Condition | undefined
  /** Several queries that replace the query of the request. */
  readonly many?: Many | undefined
}

/**
 * Several queries of one search, and the sites whose results rank higher.
 *
 * @category models
 * @since 0.3.0
 */
export interface Many {
  readonly queries: ReadonlyArray<string>
  /** Hostnames whose results, including results of their subdomains, rank higher. Other results are kept. */
  readonly preferDomains: ReadonlyArray<string>
}

/**
 * Fields of the authorize stage.
 *
 * @category models
 * @since 0.1.0
 */
export interface Authorized {
  readonly retention: Retention
  readonly threatPolicy: ThreatPolicy
}

/**
 * A request to the provider.
 *
 * @category models
 * @since 0.1.0
 */
export interface PlannedQuestion extends Question {
  /** The category of the query, if any. */
  readonly category?: Category["type"] | undefined
  /** The query without the restriction to the category's sites, for a provider that specialises in the category. */
  readonly unrestricted?: Query | undefined
  /** Index of this query in a search with several queries. */
  readonly of?: number | undefined
}

/**
 * Fields of the plan stage.
 *
 * @category models
 * @since 0.1.0
 */
export interface Planned {
  readonly plan: {
    /** The user's query, without the request's domains and categories. */
    readonly query: Query
    readonly questions: ReadonlyArray<PlannedQuestion>
  }
}

/**
 * Fields of the reserve stage.
 *
 * @category models
 * @since 0.1.0
 */
export interface Reserved {
  /**
   * Ends the reservation, and charges this many credits. Without this call, the reservation is released at the end of
   * the run.
   */
  readonly settle: (credits: number) => Effect.Effect<Settlement, CreditError>
}

/**
 * Hits by source. Sources that were not requested are absent.
 *
 * @category models
 * @since 0.1.0
 */
export interface Hits {
  readonly web?: ReadonlyArray<WebHit> | undefined
  readonly news?: ReadonlyArray<NewsHit> | undefined
  readonly images?: ReadonlyArray<ImageHit> | undefined
}

/**
 * Fields that the search stage adds: the hits of each query, as the provider ranked them.
 *
 * @category models
 * @since 0.1.0
 */
export interface Found {
  readonly answers: ReadonlyArray<{
    readonly question: PlannedQuestion
    readonly hits: ReadonlyArray<WebHit | NewsHit | ImageHit>
  }>
  readonly suggestion?: string | undefined
  /** Reason of each failed query by its index, in a search with several queries. */
  readonly failed?: ReadonlyMap<number, string> | undefined
}

/**
 * Fields that the refine stage adds, and that the highlight stage changes.
 *
 * @category models
 * @since 0.1.0
 */
export interface Refined {
  readonly hits: Hits
  /** Number of URLs that a classifier checked. They are charged. */
  readonly scanned: number
  /** Conditions on each hit, by source and URL. They are checked again when the hit's page is known. */
  readonly conditions?: ReadonlyMap<string, Residual> | undefined
  /**
   * The hits before redaction, by source and URL. Query conditions are checked on these hits, which are never
   * returned.
   */
  readonly unredacted?: ReadonlyMap<string, WebHit | NewsHit | ImageHit> | undefined
  /** The conditions that omitted hits contradicted, one entry for each hit. */
  readonly leftOut?: ReadonlyArray<string> | undefined
  readonly fused?: Fused | undefined
  /** The positions of hits' descriptions on their pages, from the highlight stage. */
  readonly places?: ReadonlyMap<WebHit | NewsHit, Place> | undefined
}

/**
 * Counts of a search with several queries. The results of all queries equal the sum of shown hits, duplicates and
 * omitted hits.
 *
 * @category models
 * @since 0.3.0
 */
export interface Fused {
  /** The indexes of the queries that found a hit. */
  readonly queriesOf: (hit: WebHit | NewsHit | ImageHit) => ReadonlyArray<number>
  readonly results: ReadonlyArray<number>
  readonly duplicates: number
  /** Results beyond the limit, copies of shown results, and results that do not match the query on their page. */
  readonly omitted: number
}

/**
 * The position of a description on its page.
 *
 * @category models
 * @since 0.3.0
 */
export interface Place {
  /** The page's URL with a fragment for the section or the words. */
  readonly link: string
  /** The headings above the passage, outermost first; absent if there are none. */
  readonly headings?: ReadonlyArray<string>
}

/**
 * Fields that the scrape stage adds: the page or the failure of each URL.
 *
 * @category models
 * @since 0.1.0
 */
export interface ScrapedPages {
  readonly pages: ReadonlyMap<string, Scraped | ScrapeError>
}

/**
 * Fields of the settle stage.
 *
 * @category models
 * @since 0.1.0
 */
export interface Settled {
  readonly response: SearchResponse
}
