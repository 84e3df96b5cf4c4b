/**
 * The fields that travel through the stages of a scrape.
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
 * What a scrape starts with.
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
   * The page itself, where the caller has it. Then neither the URL policy nor the network is used.
   *
   * @since 0.3.0
   */
  readonly given?: RawPage | undefined
}

/**
 * What the threat stage adds.
 *
 * @category models
 * @since 0.1.0
 */
export interface Guarded {
  /** Asked before every redirect and navigation; the answer is why not, or undefined. */
  readonly checkHop: CheckHop
  /** URLs that a classifier checked, for the bill. */
  readonly scanned: number
}

/**
 * @category models
 * @since 0.1.0
 */
export type CheckHop = Session["checkHop"]

/**
 * What the load stage adds.
 *
 * @category models
 * @since 0.1.0
 */
export interface Loaded {
  readonly page: RawPage
  readonly cacheState: "hit" | "miss"
  /** Epoch milliseconds; absent on a miss. */
  readonly cachedAt: number | undefined
}

/**
 * Fields that the transform stage adds, and the redact and derive stages change.
 *
 * @category models
 * @since 0.1.0
 */
export interface Transformed {
  readonly document: Document
  /** PDF pages that were read; 0 for anything else. */
  readonly pdfPages: number
  /** The places of the page that links can lead to, by their words. */
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
  /** What the page costs, for `PriceTable.pageLines`. */
  readonly usage: PageUsage
  readonly warnings: ReadonlyArray<string>
  /** Markdown of the page after redaction, also when it was not asked for: highlights are chosen from it. */
  readonly text: string | undefined
  /** The places of the page that links can lead to, for `Anchors.locate` with `text`. */
  readonly marks?: ReadonlyArray<Anchors.Mark> | undefined
  /** Epoch milliseconds before which the site accepts no further request: the `Retry-After` of a 429 or a 503. */
  readonly retryAfter?: number | undefined
}
