/**
 * The body of a successful search.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import * as Document from "./Document.ts"

/** Fields outside the contract: the position of a result on its page, and the query words it lacks. */
const place = {
  /** `url` at the section of the description (an anchor of the page), or at its words. Only with highlights. */
  link: Schema.optionalKey(Schema.String),
  /** The headings above the description, outermost first. Only with highlights. */
  headings: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Query words that the whole page lacks, if its text is known. */
  missing: Schema.optionalKey(Schema.Array(Schema.String))
}

/** For a search with several queries: those that found the result. The contract has one query. */
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
  /** The provider's text, or matching passages as Markdown if highlights are on. */
  description: Schema.String,
  /**
   * Ranges of query words in `description`, for highlighting: UTF-16 units, in order, `end` is exclusive. Only with
   * highlights, and if there are any.
   */
  matches: Schema.optionalKey(Matches),
  /** Position in the list, counted from 1. */
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
  /** Ranges of query words in `snippet`, as in web results. */
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
  /** The page that contains the image. */
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
  /** Warnings in whole sentences; null if there are none. */
  warning: Schema.NullOr(Schema.String),
  /** The query with corrected spelling, if words were searched with another spelling. */
  suggestion: Schema.optionalKey(Schema.String),
  /** Query words that every result lacks, as typed; absent if their pages are unknown. */
  missing: Schema.optionalKey(Schema.Array(Schema.String)),
  /**
   * Words that the results contain, but that no description contains together with the other query words. The results
   * are then about something else.
   */
  apart: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Query words that were searched with another spelling, each with that spelling. */
  corrected: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  /** The parts of a query that asks for several things, each with its missing words. */
  parts: Schema.optionalKey(Schema.Array(Schema.Struct({
    query: Schema.String,
    missing: Schema.Array(Schema.String),
    apart: Schema.optionalKey(Schema.Array(Schema.String))
  }))),
  /** For a search with several queries: the results and cost of each, and why it has none. */
  queries: Schema.optionalKey(Schema.Array(Schema.Struct({
    query: Schema.String,
    results: Schema.Int,
    creditsUsed: Schema.Int,
    error: Schema.optionalKey(Schema.String)
  }))),
  /** For a search with several queries: results that another query had found. */
  duplicates: Schema.optionalKey(Schema.Int),
  /** For a search with several queries: results above the limit. */
  omitted: Schema.optionalKey(Schema.Int),
  /** The values of a redaction's numbered tags, only for the caller; never stored. */
  placeholders: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  id: Schema.String,
  creditsUsed: Schema.Int
})

/**
 * @category models
 * @since 0.1.0
 */
export interface SearchResponse extends Schema.Schema.Type<typeof SearchResponse> {}
