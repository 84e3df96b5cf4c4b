/**
 * The body of a successful search (section 2.15).
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import * as Document from "./Document.ts"

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
   * Where words of the query are in `description`, for whoever marks them: UTF-16 units, in order, `end` behind the last.
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
  /** Where words of the query are in `snippet`, as in those of the web. */
  matches: Schema.optionalKey(Matches),
  url: Schema.String,
  date: Schema.optionalKey(Schema.String),
  imageUrl: Schema.optionalKey(Schema.String),
  position: Schema.Int,
  category: Schema.optionalKey(Schema.String),
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
  position: Schema.Int
})

/**
 * @category models
 * @since 0.1.0
 */
export type ImageResult = typeof ImageResult.Type

/**
 * The results, one array for each source that was asked.
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
  /** What the caller should know, in whole sentences; null when there is nothing. */
  warning: Schema.NullOr(Schema.String),
  /** The query as it was probably meant, when words of it were looked for in another spelling. */
  suggestion: Schema.optionalKey(Schema.String),
  /** What the numbered tags of a redaction stand for, for the caller alone; kept nowhere. */
  placeholders: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  id: Schema.String,
  creditsUsed: Schema.Int
})

/**
 * @category models
 * @since 0.1.0
 */
export interface SearchResponse extends Schema.Schema.Type<typeof SearchResponse> {}
