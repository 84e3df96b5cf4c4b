/**
 * A scraped page as it is returned (section 2.15).
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
 * Metadata of a page. Further `meta` elements of the page may add fields under their own names, each with a string or an
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
    /** The URL that answered, after all redirects. */
    url: textKey,
    /** HTTP status; 0 when no answer came. */
    statusCode: Schema.optionalKey(Schema.Int),
    contentType: textKey,
    /** Pages of the PDF that were read, capped by `maxPages`. */
    numPages: Schema.optionalKey(Schema.Int),
    /** Pages the PDF has; absent when that could not be determined. */
    totalPages: Schema.optionalKey(Schema.Int),
    timezone: textKey,
    proxyUsed: Schema.optionalKey(Schema.Literals(["basic", "stealth"])),
    /** The engine that read the page. */
    engine: Schema.optionalKey(Schema.Literals(["http", "browser"])),
    /** Why that engine read the page. */
    engineReason: Schema.optionalKey(EngineReason),
    /** Where Markdown was fetched instead of HTML; absent for a page that was read as HTML, or that is a file. */
    markdownSource: Schema.optionalKey(MarkdownSource),
    cacheState: Schema.optionalKey(Schema.Literals(["hit", "miss"])),
    /** ISO 8601 time at which the cached page was fetched. */
    cachedAt: textKey,
    scrapeId: textKey,
    creditsUsed: Schema.optionalKey(Schema.Int),
    /** Text that was removed because no reader sees it, and lines that address machines; absent without either. */
    hygiene: Schema.optionalKey(Hygiene),
    /** Why there is no content, for a page that could not be scraped. */
    error: nullableTextKey,
    /** The error code that belongs to `error`. */
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
 * A part of a page of a PDF. `markdownSpan`, `label` and the confidences are `null`: this server has none.
 *
 * @category schemas
 * @since 0.3.0
 */
export const PageBlock = Schema.Struct({
  id: Schema.String,
  /** `heading`, `paragraph`, `item`, `code` or `table`. */
  type: Schema.String,
  label: Schema.Null,
  /** Points from the left and the top edge: left, top, right, bottom; `null` where the place is not known. */
  bbox: Schema.NullOr(Schema.Tuple([Schema.Number, Schema.Number, Schema.Number, Schema.Number])),
  /** As Markdown. */
  content: Schema.String,
  markdownSpan: Schema.Null,
  /** Counted from 0. */
  readingOrder: Schema.Int,
  /** `text` for the text layer, `ocr` for a picture of the page. */
  source: Schema.String,
  confidence: Schema.Struct({ layout: Schema.Null, ocr: Schema.Null })
})

/**
 * The layout of a page of a PDF.
 *
 * @category schemas
 * @since 0.3.0
 */
export const PageBlocks = Schema.Struct({
  pageNumber: Schema.Int,
  /** Points. */
  width: Schema.NullOr(Schema.Number),
  height: Schema.NullOr(Schema.Number),
  /** `ok`, or `unavailable` where the engine has no layout. */
  status: Schema.Literals(["ok", "unavailable"]),
  items: Schema.Array(PageBlock)
})

/**
 * A passage of `highlights` or `answer`, with a link that opens the page at it.
 *
 * @category schemas
 * @since 0.3.0
 */
export const Citation = Schema.Struct({
  field: Schema.Literals(["highlights", "answer"]),
  text: Schema.String,
  /** The URL at the section of the passage, by the `id` of the page, or at its words (a text fragment). */
  link: Schema.String,
  /** The `id` of the page that leads to the section. */
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
 * The fields that scraping adds to a result: one for each requested format, and those of every page.
 *
 * @category schemas
 * @since 0.1.0
 */
export const fields = {
  ...Format.fields,
  /** Where the passages of `highlights` and `answer` stand on the page. */
  citations: Schema.optionalKey(Schema.Array(Citation)),
  /** The pages of a PDF; there when its parser asks for them. */
  pages: Schema.optionalKey(Schema.Array(DocumentPage)),
  /** The layout of the pages of a PDF; there when its parser asks for it. */
  blocks: Schema.optionalKey(Schema.Array(PageBlocks)),
  actions: Schema.optionalKey(ActionResults),
  warning: Schema.optionalKey(Schema.String),
  metadata: Schema.optionalKey(Metadata),
  /** The values behind the numbered tags of a redaction, for the caller alone; kept nowhere. */
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
