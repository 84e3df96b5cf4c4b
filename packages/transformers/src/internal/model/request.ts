/** Declares requests and results of derived formats. */
import type { Thing } from "@dunlin/html/StructuredData"
import type { Document } from "@dunlin/schema/Document"
import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import type * as Duration from "effect/Duration"
import type * as Schema from "effect/Schema"

/**
 * A page from which formats are derived.
 *
 * @category models
 * @since 0.1.0
 */
export interface ModelRequest {
  readonly url: string
  /** The text of the page, after redaction. */
  readonly markdown: string
  readonly document: Document
  /** Returns the structured data of the page. It is parsed when it is first needed. Absent if none exists. */
  readonly things?: (() => ReadonlyArray<Thing>) | undefined
  readonly options: Pick<ScrapeOptions, "formats" | "onlyCleanContent">
  /**
   * The timeout of all formats. A slower model counts as unresponsive.
   *
   * @default "5 minutes"
   */
  readonly timeout?: Duration.Input | undefined
}

/**
 * The derived formats.
 *
 * @category models
 * @since 0.1.0
 */
export interface Derived {
  /** The fields of the requested formats. `branding` is included if a model extended it. */
  readonly fields: Pick<Document, "summary" | "json" | "answer" | "highlights" | "branding">
  /**
   * The Markdown without residual boilerplate. It is absent if it was not requested or if the original is unchanged.
   */
  readonly markdown?: string | undefined
  /** The fields that change tracking compares in its json mode. */
  readonly tracked?: Schema.Json | undefined
  /** Whether a model extracted these fields, so that another extraction may differ. */
  readonly isTrackedRead?: boolean | undefined
  /** Warnings for the caller, in whole sentences. */
  readonly warnings: ReadonlyArray<string>
}
