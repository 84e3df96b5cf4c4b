/**
 * The fields that the stages of a search share.
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
 * A condition on results in addition to the request's, for operations that search one kind of page. A result that
 * does not satisfy it is neither delivered nor charged.
 *
 * @category models
 * @since 0.2.0
 */
export interface Condition {
  readonly holds: (url: string) => boolean
  /** The subject in the sentence that explains an empty result: `the kind of page`. */
  readonly about: string
  /** Results requested per wanted result, unless `SearchSettings` has a larger factor. */
  readonly overfetch?: number | undefined
}

/**
 * The initial fields of a search.
 *
 * @category models
 * @since 0.1.0
 */
export interface Input {
  /** Id of the search job. */
  readonly id: string
  readonly request: SearchRequest
  readonly caller: Caller
  /** Warnings, in whole sentences, oldest first. */
  readonly warnings: ReadonlyArray<string>
  /** @default every result is wanted */
  readonly condition?: Condition | undefined
  /** Searches these queries instead of the one of the request. */
  readonly many?: Many | undefined
}

/**
 * Several queries of one search, and the sites whose results come earlier.
 *
 * @category models
 * @since 0.3.0
 */
export interface Many {
  readonly queries: ReadonlyArray<string>
  /** Hostnames whose results, including results of their subdomains, are ranked higher. Other results are kept. */
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
  /** For a search with several queries: the index of this query. */
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
  /** Ends the reservation and charges this many credits. Without it, the reservation is released when the run ends. */
  readonly settle: (credits: number) => Effect.Effect<Settlement, CreditError>
}

/**
 * Hits by source; a source that was not requested is absent.
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
 * Fields of the search stage: the hits of each query, as ranked by the provider.
 *
 * @category models
 * @since 0.1.0
 */
export interface Found {
  readonly answers: ReadonlyArray<{
    readonly question: PlannedQuestion
    readonly hits: ReadonlyArray<WebHit | NewsHit | ImageHit>
  }>
  /** The corrected query. */
  readonly suggestion?: string | undefined
  /** For a search with several queries: the reason of each failed query, by its index. */
  readonly failed?: ReadonlyMap<number, string> | undefined
}

/**
 * Fields that the refine stage adds, and the highlight stage changes.
 *
 * @category models
 * @since 0.1.0
 */
export interface Refined {
  readonly hits: Hits
  /** Number of URLs that a classifier checked, for the charge. */
  readonly scanned: number
  /** Conditions on each hit, by source and URL: checked again when its page is known. */
  readonly conditions?: ReadonlyMap<string, Residual> | undefined
  /** The hits before redaction, by source and URL. The query is checked on them; they are never returned. */
  readonly unredacted?: ReadonlyMap<string, WebHit | NewsHit | ImageHit> | undefined
  /** The conditions that omitted hits contradicted, one entry for each hit. */
  readonly leftOut?: ReadonlyArray<string> | undefined
  /** For a search with several queries: the queries that found each hit. */
  readonly fused?: Fused | undefined
  /** The positions of hits' descriptions on their pages, from the highlight stage. */
  readonly places?: ReadonlyMap<WebHit | NewsHit, Place> | undefined
}

/**
 * The account of a search with several queries. The results of all queries add up to the shown hits, the duplicates and
 * the omitted hits.
 *
 * @category models
 * @since 0.3.0
 */
export interface Fused {
  /** The indexes of the queries that found a hit. */
  readonly queriesOf: (hit: WebHit | NewsHit | ImageHit) => ReadonlyArray<number>
  /** The number of results of each query. */
  readonly results: ReadonlyArray<number>
  /** Results that another query had found. */
  readonly duplicates: number
  /** Results beyond the limit. */
  readonly omitted: number
}

/**
 * The position of a description on its page.
 *
 * @category models
 * @since 0.3.0
 */
export interface Place {
  /** The URL of the page at the section, or at the words. */
  readonly link: string
  /** The headings above the passage, outermost first; absent if there are none. */
  readonly headings?: ReadonlyArray<string>
}

/**
 * Fields of the scrape stage: the page or the failure of each URL.
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
