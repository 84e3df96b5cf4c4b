/**
 * A scraped page as it is returned (section 2.15).
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { Branding } from "./Branding.ts"
import { ChangeTrackingResult } from "./ChangeTrackingResult.ts"
import { Hygiene } from "./Hygiene.ts"
import { Menu } from "./Menu.ts"
import { Product } from "./Product.ts"
import { EngineReason } from "./RawPage.ts"

const textKey = Schema.optionalKey(Schema.String)
const nullableTextKey = Schema.optionalKey(Schema.NullOr(Schema.String))
const textsKey = Schema.optionalKey(Schema.Union([Schema.String, Schema.Array(Schema.String)]))

/**
 * What is known about a page. Names of further `meta` elements of the page may stand beside the fields listed here,
 * each with a string or an array of strings.
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
    /** The URL that was asked for. */
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
    cacheState: Schema.optionalKey(Schema.Literals(["hit", "miss"])),
    /** ISO 8601 time at which the cached page was fetched. */
    cachedAt: textKey,
    scrapeId: textKey,
    creditsUsed: Schema.optionalKey(Schema.Int),
    /** What was kept from the text because no reader sees it, and what in it speaks to machines; absent without either. */
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
 * What the actions of a request left behind.
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
 * The values of one selector of the `attributes` format.
 *
 * @category schemas
 * @since 0.1.0
 */
export const AttributeValues = Schema.Struct({
  selector: Schema.String,
  attribute: Schema.String,
  values: Schema.Array(Schema.String)
})

/**
 * The fields that scraping adds to a result, one for each format; a field is there when its format was asked for.
 *
 * @category schemas
 * @since 0.1.0
 */
export const fields = {
  markdown: nullableTextKey,
  html: nullableTextKey,
  rawHtml: nullableTextKey,
  links: Schema.optionalKey(Schema.Array(Schema.String)),
  images: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Link to the picture; works for 24 hours. */
  screenshot: nullableTextKey,
  summary: nullableTextKey,
  json: Schema.optionalKey(Schema.Json),
  changeTracking: Schema.optionalKey(ChangeTrackingResult),
  branding: Schema.optionalKey(Branding),
  product: Schema.optionalKey(Product),
  menu: Schema.optionalKey(Menu),
  attributes: Schema.optionalKey(Schema.Array(AttributeValues)),
  /** Link to the MP3; works for 1 hour. */
  audio: nullableTextKey,
  /** Link to the video; works for 1 hour. */
  video: nullableTextKey,
  /** Answer to the `question` format. */
  answer: nullableTextKey,
  /** Source text selected by the `highlights` format, as Markdown. */
  highlights: nullableTextKey,
  actions: Schema.optionalKey(ActionResults),
  warning: Schema.optionalKey(Schema.String),
  metadata: Schema.optionalKey(Metadata),
  /** What the numbered tags of a redaction stand for, for the caller alone; kept nowhere. */
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
