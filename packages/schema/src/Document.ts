/**
 * A scraped page, as returned.
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
 * Metadata of a page. The page's further `meta` elements add fields under their own names, each with a string or an
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
    /** The requested URL. */
    sourceURL: textKey,
    /** The final URL after all redirects. */
    url: textKey,
    /** HTTP status; 0 without a response. */
    statusCode: Schema.optionalKey(Schema.Int),
    contentType: textKey,
    /** Number of PDF pages read, limited by `maxPages`. */
    numPages: Schema.optionalKey(Schema.Int),
    /** Number of pages of the PDF; absent if unknown. */
    totalPages: Schema.optionalKey(Schema.Int),
    timezone: textKey,
    proxyUsed: Schema.optionalKey(Schema.Literals(["basic", "stealth"])),
    /** The engine that read the page. */
    engine: Schema.optionalKey(Schema.Literals(["http", "browser"])),
    /** Why that engine was used. */
    engineReason: Schema.optionalKey(EngineReason),
    /** Where Markdown was fetched instead of HTML; absent for a page read as HTML, and for files. */
    markdownSource: Schema.optionalKey(MarkdownSource),
    cacheState: Schema.optionalKey(Schema.Literals(["hit", "miss"])),
    /** ISO 8601 time at which the cached page was fetched. */
    cachedAt: textKey,
    scrapeId: textKey,
    creditsUsed: Schema.optionalKey(Schema.Int),
    /** Invisible text that was removed, and lines that address machines; absent if there are none. */
    hygiene: Schema.optionalKey(Hygiene),
    /** Why there is no content, for a failed scrape. */
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
  /** Counted from 1. */
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
  /** `heading`, `paragraph`, `item`, `code` or `table`. */
  type: Schema.String,
  label: Schema.Null,
  /** Points from the left and top edges: left, top, right, bottom; `null` if the position is unknown. */
  bbox: Schema.NullOr(Schema.Tuple([Schema.Finite, Schema.Finite, Schema.Finite, Schema.Finite])),
  /** As Markdown. */
  content: Schema.String,
  markdownSpan: Schema.Null,
  /** Counted from 0. */
  readingOrder: Schema.Int,
  /** `text` for the text layer, `ocr` for recognised text. */
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
  /** Points. */
  width: Schema.NullOr(Schema.Finite),
  height: Schema.NullOr(Schema.Finite),
  /** `ok`, or `unavailable` if the engine returns no layout. */
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
  /** The URL at the passage's section (an anchor of the page), or at its words (a text fragment). */
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
  /** The pages of a PDF; present if requested in its parser options. */
  pages: Schema.optionalKey(Schema.Array(DocumentPage)),
  /** The layout of a PDF's pages; present if requested in its parser options. */
  blocks: Schema.optionalKey(Schema.Array(PageBlocks)),
  actions: Schema.optionalKey(ActionResults),
  warning: Schema.optionalKey(Schema.String),
  metadata: Schema.optionalKey(Metadata),
  /** The values of a redaction's numbered tags, only for the caller; never stored. */
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
