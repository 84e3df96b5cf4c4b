/** Defines the schemas of hits, by kind. */
import * as Schema from "effect/Schema"

const shared = {
  url: Schema.String,
  title: Schema.String,
  position: Schema.Int,
  providers: Schema.optionalKey(Schema.Array(Schema.String))
}

/** A range of a text, in UTF-16 units. */
const Span = Schema.Struct({ start: Schema.Int, end: Schema.Int })

const Part = Schema.Struct({ at: Schema.Int, ...Span.fields })

const known = {
  /**
   * The ranges of the query's words, or of their corrections, in the snippet, in order, for highlighting. `end` is
   * exclusive. Only the embedded index sets them. Code that replaces the snippet must remove them.
   */
  matches: Schema.optionalKey(Schema.Array(Span)),
  /** The ISO 8601 date of the last change, if the provider knows it. */
  modifiedAt: Schema.optionalKey(Schema.String),
  /** The source of the dates, for example `structured data` or `sitemap`. */
  dateEvidence: Schema.optionalKey(Schema.String),
  /**
   * The text of the page as Markdown, if the provider has it, as the embedded index does. For a long page, it is the
   * best passages.
   */
  text: Schema.optionalKey(Schema.String),
  textIsWhole: Schema.optionalKey(Schema.Boolean),
  /**
   * The ranges of the page that an incomplete `text` contains, in order. `text` at offset `at` equals the page from
   * `start` to `end`. The empty line between parts is not on the page.
   */
  textParts: Schema.optionalKey(Schema.Array(Part)),
  anchors: Schema.optionalKey(Schema.Array(Schema.Struct({ id: Schema.String, ...Span.fields }))),
  /** The words of the query that the whole page lacks, as typed. Only the embedded index sets them. */
  missing: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Whether the provider has verified every condition of the query on the whole page. */
  isChecked: Schema.optionalKey(Schema.Boolean)
}

export const WebHit = Schema.Struct({
  source: Schema.Literal("web"),
  ...shared,
  /** The provider's snippet as plain text. It may be empty. */
  description: Schema.String,
  /** The category, if the provider only searches this category: `github`, `research`, `pdf` or `developer`. */
  category: Schema.optionalKey(Schema.String),
  /** The ISO 8601 date or date-time of publication, if the provider knows it. */
  publishedAt: Schema.optionalKey(Schema.String),
  /** Other passages of the page, if the provider returns them. */
  extraSnippets: Schema.optionalKey(Schema.Array(Schema.String)),
  ...known
})

export const NewsHit = Schema.Struct({
  source: Schema.Literal("news"),
  ...shared,
  snippet: Schema.String,
  /** The provider's date. It is in ISO 8601 if it can be parsed, otherwise as written (`3 hours ago`). */
  date: Schema.optionalKey(Schema.String),
  imageUrl: Schema.optionalKey(Schema.String),
  ...known
})

export const ImageHit = Schema.Struct({
  source: Schema.Literal("images"),
  ...shared,
  imageUrl: Schema.String,
  imageWidth: Schema.optionalKey(Schema.Int),
  imageHeight: Schema.optionalKey(Schema.Int)
})
