/** The schemas of hits, by kind. */
import * as Schema from "effect/Schema"

const shared = {
  /** Absolute URL of the page. */
  url: Schema.String,
  title: Schema.String,
  /** 1 for the best hit. */
  position: Schema.Int,
  /** Names of the providers that found this hit; set by combinators. */
  providers: Schema.optionalKey(Schema.Array(Schema.String))
}

/** A range of a text, in UTF-16 units. */
const Span = Schema.Struct({ start: Schema.Int, end: Schema.Int })

/** A range of a page, and its position in a text composed of several ranges. */
const Part = Schema.Struct({ at: Schema.Int, ...Span.fields })

const known = {
  /**
   * Ranges of the query's words, or of their corrections, in the snippet, for highlighting: in order, `end` is
   * exclusive. Only the embedded index sets them. Code that replaces the snippet must remove them.
   */
  matches: Schema.optionalKey(Schema.Array(Span)),
  /** ISO 8601 date of the last change, if the provider knows it. */
  modifiedAt: Schema.optionalKey(Schema.String),
  /** Source of the dates, for example `structured data` or `sitemap`. */
  dateEvidence: Schema.optionalKey(Schema.String),
  /**
   * Text of the page as Markdown, if the provider has it (the embedded index does); for a long page, its best
   * passages.
   */
  text: Schema.optionalKey(Schema.String),
  /** Whether `text` is the whole page. */
  textIsWhole: Schema.optionalKey(Schema.Boolean),
  /**
   * The sources of the parts of an incomplete `text`, in order: `text` at offset `at` equals the page from `start` to
   * `end`. The empty line between parts is not on the page.
   */
  textParts: Schema.optionalKey(Schema.Array(Part)),
  /** The anchors (`id`s) of the page in order, each with its part of the page. */
  anchors: Schema.optionalKey(Schema.Array(Schema.Struct({ id: Schema.String, ...Span.fields }))),
  /** Words of the query that the whole page lacks, as typed; only the embedded index sets them. */
  missing: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Whether the provider has verified every condition of the query on the whole page. */
  isChecked: Schema.optionalKey(Schema.Boolean)
}

export const WebHit = Schema.Struct({
  source: Schema.Literal("web"),
  ...shared,
  /** The provider's snippet as plain text; may be empty. */
  description: Schema.String,
  /** `github`, `research`, `pdf` or `developer`, if the provider only searches this category. */
  category: Schema.optionalKey(Schema.String),
  /** ISO 8601 date or date-time of publication, if the provider knows it. */
  publishedAt: Schema.optionalKey(Schema.String),
  /** Further passages of the page, if the provider returns them. */
  extraSnippets: Schema.optionalKey(Schema.Array(Schema.String)),
  ...known
})

export const NewsHit = Schema.Struct({
  source: Schema.Literal("news"),
  ...shared,
  snippet: Schema.String,
  /** The provider's date: ISO 8601 if it can be parsed, otherwise as written (`3 hours ago`). */
  date: Schema.optionalKey(Schema.String),
  imageUrl: Schema.optionalKey(Schema.String),
  ...known
})

export const ImageHit = Schema.Struct({
  source: Schema.Literal("images"),
  ...shared,
  imageUrl: Schema.String,
  /** Pixels. */
  imageWidth: Schema.optionalKey(Schema.Int),
  /** Pixels. */
  imageHeight: Schema.optionalKey(Schema.Int)
})
