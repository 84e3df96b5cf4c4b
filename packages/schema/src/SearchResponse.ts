/**
 * Defines the body of a successful search.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import * as Document from "./Document.ts"

const place = {
  /**
   * The URL with the anchor of the description's section, or with a text fragment for its words. It is present only
   * with highlights.
   */
  link: Schema.optionalKey(Schema.String),
  /** The headings above the description, outermost first. They are present only with highlights. */
  headings: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The query words that the whole page lacks. They are present if the page's text is known. */
  missing: Schema.optionalKey(Schema.Array(Schema.String))
}

const queries = { queries: Schema.optionalKey(Schema.Array(Schema.String)) }

const Matches = Schema.Array(Schema.Struct({ start: Schema.Int, end: Schema.Int }))

/**
 * A web page that matches the query, with its scraped content.
 *
 * @category schemas
 * @since 0.1.0
 */
export const WebResult = Schema.Struct({
  url: Schema.String,
  title: Schema.String,
  /** The description of the provider. With highlights, it is the matching passages as Markdown. */
  description: Schema.String,
  /**
   * The ranges of query words in `description`, for highlighting, in order. Offsets are UTF-16 units, and `end` is
   * exclusive. Absent without highlights, and if there are none.
   */
  matches: Schema.optionalKey(Matches),
  /** The position in the list, counted from 1. */
  position: Schema.Int,
  category: Schema.optionalKey(Schema.String),
  /** ISO 8601 date of publication, if known. */
  publishedAt: Schema.optionalKey(Schema.String),
  /** ISO 8601 date of the last change, if known. */
  modifiedAt: Schema.optionalKey(Schema.String),
  /** The source of the dates: the `provider`, or `page` for the page's metadata. */
  dateEvidence: Schema.optionalKey(Schema.String),
  ...place,
  ...queries,
  ...Document.fields
})

/**
 * @category models
 * @since 0.1.0
 */
export type WebResult = typeof WebResult.Type

/**
 * A news article that matches the query, with its scraped content.
 *
 * @category schemas
 * @since 0.1.0
 */
export const NewsResult = Schema.Struct({
  title: Schema.String,
  snippet: Schema.String,
  /** The ranges of query words in `snippet`, as in web results. */
  matches: Schema.optionalKey(Matches),
  url: Schema.String,
  date: Schema.optionalKey(Schema.String),
  imageUrl: Schema.optionalKey(Schema.String),
  position: Schema.Int,
  category: Schema.optionalKey(Schema.String),
  ...place,
  ...queries,
  ...Document.fields
})

/**
 * @category models
 * @since 0.1.0
 */
export type NewsResult = typeof NewsResult.Type

/**
 * An image that matches the query. Sizes are in pixels.
 *
 * @category schemas
 * @since 0.1.0
 */
export const ImageResult = Schema.Struct({
  title: Schema.String,
  imageUrl: Schema.String,
  imageWidth: Schema.optionalKey(Schema.Int),
  imageHeight: Schema.optionalKey(Schema.Int),
  url: Schema.String,
  position: Schema.Int,
  ...queries
})

/**
 * @category models
 * @since 0.1.0
 */
export type ImageResult = typeof ImageResult.Type

/**
 * The results, one array per requested source.
 *
 * @category schemas
 * @since 0.1.0
 */
export const SearchData = Schema.Struct({
  web: Schema.optionalKey(Schema.Array(WebResult)),
  images: Schema.optionalKey(Schema.Array(ImageResult)),
  news: Schema.optionalKey(Schema.Array(NewsResult))
})

/**
 * @category models
 * @since 0.1.0
 */
export type SearchData = typeof SearchData.Type

/**
 * @category schemas
 * @since 0.1.0
 */
export const SearchResponse = Schema.Struct({
  success: Schema.Literal(true),
  data: SearchData,
  /** The warnings in whole sentences; null if none exist. */
  warning: Schema.NullOr(Schema.String),
  /** The query with corrected spelling, if words were searched with another spelling. */
  suggestion: Schema.optionalKey(Schema.String),
  /** The query words that every result lacks, as typed. It is absent if the pages of the results are unknown. */
  missing: Schema.optionalKey(Schema.Array(Schema.String)),
  /**
   * Words that the results contain, although no description contains them together with the other query words. The
   * results are then about another subject.
   */
  apart: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Query words that were searched with another spelling, each with that spelling. */
  corrected: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  /** The parts of a query with several subjects, each with its missing words. */
  parts: Schema.optionalKey(Schema.Array(Schema.Struct({
    query: Schema.String,
    missing: Schema.Array(Schema.String),
    apart: Schema.optionalKey(Schema.Array(Schema.String))
  }))),
  /** For a search with several queries, the number of results and the cost of each, and the reason if it has none. */
  queries: Schema.optionalKey(Schema.Array(Schema.Struct({
    query: Schema.String,
    results: Schema.Int,
    creditsUsed: Schema.Int,
    error: Schema.optionalKey(Schema.String)
  }))),
  /** For a search with several queries, the number of results that another query had already found. */
  duplicates: Schema.optionalKey(Schema.Int),
  /**
   * For a search with several queries, the number of results that are not shown: those above the limit, copies of
   * shown results, and results that do not match the query on their page.
   */
  omitted: Schema.optionalKey(Schema.Int),
  /** The values of a redaction's numbered tags. Only the caller receives them, and they are never stored. */
  placeholders: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  id: Schema.String,
  creditsUsed: Schema.Int
})

/**
 * @category models
 * @since 0.1.0
 */
export interface SearchResponse extends Schema.Schema.Type<typeof SearchResponse> {}
