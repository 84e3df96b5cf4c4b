/** Requests and results of the formats that are derived from a page with or without a model. */
import type { Thing } from "@dunlin/html/StructuredData"
import type { Document } from "@dunlin/schema/Document"
import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import type * as Duration from "effect/Duration"
import type * as Schema from "effect/Schema"

/**
 * A page to derive from.
 *
 * @category models
 * @since 0.1.0
 */
export interface ModelRequest {
  /** Final address of the page. */
  readonly url: string
  /** The text of the page, after redaction. */
  readonly markdown: string
  readonly document: Document
  /** The structured data of the page, parsed when needed; absent when there is none. */
  readonly things?: (() => ReadonlyArray<Thing>) | undefined
  readonly options: Pick<ScrapeOptions, "formats" | "onlyCleanContent">
  /**
   * Within which everything must be made; a model that needs longer counts as one that does not answer.
   *
   * @default "5 minutes"
   */
  readonly timeout?: Duration.Input | undefined
}

/**
 * What was derived.
 *
 * @category models
 * @since 0.1.0
 */
export interface Derived {
  /** The fields of the requested formats; `branding` when a model added to it. */
  readonly fields: Pick<Document, "summary" | "json" | "answer" | "highlights" | "branding">
  /** The markdown without residual boilerplate; absent when it was not asked for or the original is kept. */
  readonly markdown?: string | undefined
  /** The fields that change tracking compares in its json mode. */
  readonly tracked?: Schema.Json | undefined
  /** Those fields are what a model read in the text, which it may read otherwise the next time. */
  readonly isTrackedRead?: boolean | undefined
  /** Warnings for the caller, in whole sentences. */
  readonly warnings: ReadonlyArray<string>
}
