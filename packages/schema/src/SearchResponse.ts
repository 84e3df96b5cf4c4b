/**
 * The body of a successful search (section 2.15).
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import * as Document from "./Document.ts"

/** Fields that the contract does not have: where a result stands on its page, and what of the query it lacks. */
const place = {
  /** `url` at the section of the description, by the `id` of the page, or at its words. With highlights only. */
  link: Schema.optionalKey(Schema.String),
  /** The headings that the description stands below, outermost first. With highlights only. */
  headings: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Words of the query that the whole page lacks, where its text is known. */
  missing: Schema.optionalKey(Schema.Array(Schema.String))
}

/** Of a search for several queries: those that found the result. The contract has one query. */
const queries = { queries: Schema.optionalKey(Schema.Array(Schema.String)) }

const Matches = Schema.Array(Schema.Struct({ start: Schema.Int, end: Schema.Int }))

/**
 * A web page that fits the query, with what was scraped of it.
 *
 * @category schemas
 * @since 0.1.0
 */
export const WebResult = Schema.Struct({
  url: Schema.String,
  title: Schema.String,
  /** The provider's text, or query-relevant passages as Markdown when highlights are on. */
  description: Schema.String,
  /**
   * Places of words of the query in `description`, for whoever marks them: UTF-16 units, in order, `end` behind the last.
   * With highlights only, and where there are any.
   */
  matches: Schema.optionalKey(Matches),
  /** Place in the list, counted from 1. */
  position: Schema.Int,
  category: Schema.optionalKey(Schema.String),
  /** When the page was published, ISO 8601, where it is known. */
  publishedAt: Schema.optionalKey(Schema.String),
  /** When it was changed last, ISO 8601, where it is known. */
  modifiedAt: Schema.optionalKey(Schema.String),
  /** What the dates come from: the `provider`, or `page` when they stand in its metadata. */
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
 * A news item that fits the query, with what was scraped of it.
 *
 * @category schemas
 * @since 0.1.0
 */
export const NewsResult = Schema.Struct({
  title: Schema.String,
  snippet: Schema.String,
  /** Places of words of the query in `snippet`, as in those of the web. */
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
 * A picture that fits the query. Sizes are in pixels.
 *
 * @category schemas
 * @since 0.1.0
 */
export const ImageResult = Schema.Struct({
  title: Schema.String,
  imageUrl: Schema.String,
  imageWidth: Schema.optionalKey(Schema.Int),
  imageHeight: Schema.optionalKey(Schema.Int),
  /** The page the picture is on. */
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
 * The results, one array for each requested source.
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
  /** Warnings, in whole sentences; null when there is nothing. */
  warning: Schema.NullOr(Schema.String),
  /** The query with corrected spelling, when words of it were searched in another spelling. */
  suggestion: Schema.optionalKey(Schema.String),
  /** Words of the query that every result lacks, as they were typed; absent where their pages are not known. */
  missing: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Words that the results have, but no description together with the rest of the query: they are about something else. */
  apart: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Words of the query that were searched in another spelling, each with that spelling. */
  corrected: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  /** The parts of a query that asks for several things, each with its missing words. */
  parts: Schema.optionalKey(Schema.Array(Schema.Struct({
    query: Schema.String,
    missing: Schema.Array(Schema.String),
    apart: Schema.optionalKey(Schema.Array(Schema.String))
  }))),
  /** Of a search for several queries: what each one found and cost, and why it has no results. */
  queries: Schema.optionalKey(Schema.Array(Schema.Struct({
    query: Schema.String,
    results: Schema.Int,
    creditsUsed: Schema.Int,
    error: Schema.optionalKey(Schema.String)
  }))),
  /** Of a search for several queries: results that another query had found. */
  duplicates: Schema.optionalKey(Schema.Int),
  /** Of a search for several queries: results beyond the limit. */
  omitted: Schema.optionalKey(Schema.Int),
  /** The values behind the numbered tags of a redaction, for the caller alone; kept nowhere. */
  placeholders: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  id: Schema.String,
  creditsUsed: Schema.Int
})

/**
 * @category models
 * @since 0.1.0
 */
export interface SearchResponse extends Schema.Schema.Type<typeof SearchResponse> {}
