/**
 * Defines a scraped page as the API returns it.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import * as Format from "./Format.ts"
import { Hygiene } from "./Hygiene.ts"
import { EngineReason, MarkdownSource } from "./RawPage.ts"

export { AttributeValues } from "./AttributeValues.ts"

const textKey = Schema.optionalKey(Schema.String)
const nullableTextKey = Schema.optionalKey(Schema.NullOr(Schema.String))
const textsKey = Schema.optionalKey(Schema.Union([Schema.String, Schema.Array(Schema.String)]))

/**
 * Metadata of a page. Other `meta` elements of the page add fields under their own names, each with a string or an
 * array of strings.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Metadata = Schema.StructWithRest(
  Schema.Struct({
    title: textKey,
    description: textKey,
    language: textKey,
    keywords: textsKey,
    robots: textKey,
    author: textKey,
    favicon: textKey,
    canonical: textKey,
    ogTitle: textKey,
    ogDescription: textKey,
    ogUrl: textKey,
    ogImage: textKey,
    ogAudio: textKey,
    ogDeterminer: textKey,
    ogLocale: textKey,
    ogLocaleAlternate: Schema.optionalKey(Schema.Array(Schema.String)),
    ogSiteName: textKey,
    ogVideo: textKey,
    dcTermsCreated: textKey,
    dcDateCreated: textKey,
    dcDate: textKey,
    dcTermsType: textKey,
    dcType: textKey,
    dcTermsAudience: textKey,
    dcTermsSubject: textKey,
    dcSubject: textKey,
    dcDescription: textKey,
    dcTermsKeywords: textKey,
    modifiedTime: textKey,
    publishedTime: textKey,
    articleTag: textsKey,
    articleSection: textsKey,
    sourceURL: textKey,
    /** The final URL after all redirects. */
    url: textKey,
    /** The HTTP status; 0 if there was no response. */
    statusCode: Schema.optionalKey(Schema.Int),
    contentType: textKey,
    /** The number of PDF pages that were read. `maxPages` limits it. */
    numPages: Schema.optionalKey(Schema.Int),
    /** The number of pages in the PDF; absent if it is unknown. */
    totalPages: Schema.optionalKey(Schema.Int),
    timezone: textKey,
    proxyUsed: Schema.optionalKey(Schema.Literals(["basic", "stealth"])),
    engine: Schema.optionalKey(Schema.Literals(["http", "browser"])),
    engineReason: Schema.optionalKey(EngineReason),
    /**
     * The place from which Markdown was fetched instead of HTML. It is absent for files, and for a page that was read
     * as HTML.
     */
    markdownSource: Schema.optionalKey(MarkdownSource),
    cacheState: Schema.optionalKey(Schema.Literals(["hit", "miss"])),
    /** ISO 8601 time at which the cached page was fetched. */
    cachedAt: textKey,
    scrapeId: textKey,
    creditsUsed: Schema.optionalKey(Schema.Int),
    /** Invisible text that was removed, and lines that address machines; absent if none exist. */
    hygiene: Schema.optionalKey(Hygiene),
    /** The reason why a failed scrape has no content. */
    error: nullableTextKey,
    /** The error code of `error`. */
    errorCode: textKey
  }),
  [Schema.Record(Schema.String, Schema.Json)]
)

/**
 * @category models
 * @since 0.1.0
 */
export type Metadata = typeof Metadata.Type

/**
 * Results of the actions of a request.
 *
 * @category schemas
 * @since 0.1.0
 */
export const ActionResults = Schema.Struct({
  /** Links to the screenshots, in the order of the actions. */
  screenshots: Schema.optionalKey(Schema.Array(Schema.String)),
  scrapes: Schema.optionalKey(Schema.Array(Schema.Struct({ url: Schema.String, html: Schema.String }))),
  javascriptReturns: Schema.optionalKey(
    Schema.Array(Schema.Struct({ type: Schema.String, value: Schema.Json }))
  ),
  /** Links to the PDFs, in the order of the actions. */
  pdfs: Schema.optionalKey(Schema.Array(Schema.String))
})

/**
 * @category models
 * @since 0.1.0
 */
export type ActionResults = typeof ActionResults.Type

/**
 * A page of a PDF.
 *
 * @category schemas
 * @since 0.3.0
 */
export const DocumentPage = Schema.Struct({
  /** The number of the page, counted from 1. */
  pageNumber: Schema.Int,
  markdown: Schema.String
})

/**
 * A part of a PDF page. `markdownSpan`, `label` and the confidences are always `null` here.
 *
 * @category schemas
 * @since 0.3.0
 */
export const PageBlock = Schema.Struct({
  id: Schema.String,
  /** The kind of block: `heading`, `paragraph`, `item`, `code` or `table`. */
  type: Schema.String,
  label: Schema.Null,
  /**
   * The box of the block as left, top, right and bottom, in points from the left and top edges; `null` if the position
   * is unknown.
   */
  bbox: Schema.NullOr(Schema.Tuple([Schema.Finite, Schema.Finite, Schema.Finite, Schema.Finite])),
  content: Schema.String,
  markdownSpan: Schema.Null,
  /** The position in reading order, counted from 0. */
  readingOrder: Schema.Int,
  /** The source: `text` for the text layer, `ocr` for recognised text. */
  source: Schema.String,
  confidence: Schema.Struct({ layout: Schema.Null, ocr: Schema.Null })
})

/**
 * The layout of a PDF page.
 *
 * @category schemas
 * @since 0.3.0
 */
export const PageBlocks = Schema.Struct({
  pageNumber: Schema.Int,
  /** The width of the page in points. */
  width: Schema.NullOr(Schema.Finite),
  height: Schema.NullOr(Schema.Finite),
  /** `ok` if the engine returns the layout, otherwise `unavailable`. */
  status: Schema.Literals(["ok", "unavailable"]),
  items: Schema.Array(PageBlock)
})

/**
 * A passage of `highlights` or `answer`, with a link to it.
 *
 * @category schemas
 * @since 0.3.0
 */
export const Citation = Schema.Struct({
  field: Schema.Literals(["highlights", "answer"]),
  text: Schema.String,
  /** The URL of the page with the anchor of the passage's section, or with a text fragment for its words. */
  link: Schema.String,
  /** The anchor (`id`) of the section. */
  anchor: Schema.optionalKey(Schema.String),
  /** The headings above the passage, outermost first. */
  headings: Schema.optionalKey(Schema.Array(Schema.String))
})

/**
 * @category models
 * @since 0.3.0
 */
export type Citation = typeof Citation.Type

/**
 * The fields that scraping adds to a result: one for each requested format, and the fields that every page has.
 *
 * @category schemas
 * @since 0.1.0
 */
export const fields = {
  ...Format.fields,
  /** The positions of the passages of `highlights` and `answer` on the page. */
  citations: Schema.optionalKey(Schema.Array(Citation)),
  /** The pages of a PDF. Present if they are requested in its parser options. */
  pages: Schema.optionalKey(Schema.Array(DocumentPage)),
  /** The layout of a PDF's pages. Present if it is requested in the PDF's parser options. */
  blocks: Schema.optionalKey(Schema.Array(PageBlocks)),
  actions: Schema.optionalKey(ActionResults),
  warning: Schema.optionalKey(Schema.String),
  metadata: Schema.optionalKey(Metadata),
  /** The values of a redaction's numbered tags. Only the caller receives them, and they are never stored. */
  placeholders: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
}

/**
 * @category schemas
 * @since 0.1.0
 */
export const Document = Schema.Struct(fields)

/**
 * @category models
 * @since 0.1.0
 */
export interface Document extends Schema.Schema.Type<typeof Document> {}
