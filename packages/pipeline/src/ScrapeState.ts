/**
 * Defines the fields that the stages of a scrape share.
 *
 * @since 0.1.0
 */
import type { PageUsage } from "@dunlin/credits/PriceTable"
import type { Document } from "@dunlin/schema/Document"
import type { RawPage } from "@dunlin/schema/RawPage"
import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import type * as Anchors from "@dunlin/text/Anchors"
import type { Session } from "@dunlin/threat-protection/ThreatGuard"
import type { Caller } from "./Caller.ts"
import type { Retention } from "./Retention.ts"

/**
 * The initial fields of a scrape.
 *
 * @category models
 * @since 0.1.0
 */
export interface Input {
  readonly url: string
  readonly options: ScrapeOptions
  readonly caller: Caller
  readonly retention: Retention
  /** Warnings, in whole sentences, oldest first. */
  readonly warnings: ReadonlyArray<string>
  /**
   * The page, if the caller provides it. The URL policy and the network are then not used.
   *
   * @since 0.3.0
   */
  readonly given?: RawPage | undefined
}

/**
 * Fields of the threat stage.
 *
 * @category models
 * @since 0.1.0
 */
export interface Guarded {
  /** Runs before every redirect and navigation. Returns the reason for a block, or `undefined`. */
  readonly checkHop: CheckHop
  /** Number of URLs that a classifier checked. They are charged. */
  readonly scanned: number
}

/**
 * @category models
 * @since 0.1.0
 */
export type CheckHop = Session["checkHop"]

/**
 * Fields of the load stage.
 *
 * @category models
 * @since 0.1.0
 */
export interface Loaded {
  readonly page: RawPage
  readonly cacheState: "hit" | "miss"
  /** Epoch milliseconds; absent for a cache miss. */
  readonly cachedAt: number | undefined
}

/**
 * Fields that the transform stage adds, and that the redact and derive stages change.
 *
 * @category models
 * @since 0.1.0
 */
export interface Transformed {
  readonly document: Document
  /** Number of PDF pages read; 0 for other content. */
  readonly pdfPages: number
  /** The anchors of the page, with the words at each. */
  readonly marks?: ReadonlyArray<Anchors.Mark> | undefined
}

/**
 * A scraped page.
 *
 * @category models
 * @since 0.1.0
 */
export interface Scraped<out D extends Document = Document> {
  readonly document: D
  /** The page's usage, for `PriceTable.pageLines`. */
  readonly usage: PageUsage
  readonly warnings: ReadonlyArray<string>
  /**
   * Markdown of the page after redaction. It is present even if it was not requested, because highlights are selected
   * from it.
   */
  readonly text: string | undefined
  /** The anchors of the page, for `Anchors.locate` with `text`. */
  readonly marks?: ReadonlyArray<Anchors.Mark> | undefined
  /** Epoch milliseconds of the earliest next request that the site accepts: the `Retry-After` of a 429 or a 503. */
  readonly retryAfter?: number | undefined
}
