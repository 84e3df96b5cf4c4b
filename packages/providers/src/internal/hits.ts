/** The fields of what a search engine finds, by kind. */
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

/** A stretch of a text, in UTF-16 units. */
const Span = Schema.Struct({ start: Schema.Int, end: Schema.Int })

/** A stretch of a page, and where a text that is made of several has it. */
const Part = Schema.Struct({ at: Schema.Int, ...Span.fields })

const known = {
  /**
   * Where words of the query, or what they were taken for, are in the snippet, for whoever marks them: in order, `end`
   * is behind the last unit. The embedded index tells; who replaces the snippet has to drop them.
   */
  matches: Schema.optionalKey(Schema.Array(Span)),
  /** When the page was changed last, ISO 8601, when the provider knows it. */
  modifiedAt: Schema.optionalKey(Schema.String),
  /** Source of the dates, for example `structured data` or `sitemap`. */
  dateEvidence: Schema.optionalKey(Schema.String),
  /** Text of the page as Markdown, when the provider has it (the embedded index does); of a long page its best passages. */
  text: Schema.optionalKey(Schema.String),
  /** `text` is all of the page. */
  textIsWhole: Schema.optionalKey(Schema.Boolean),
  /**
   * Where the parts of a `text` that is not whole are from, in order: at `at` of `text` stands what is on the page from
   * `start` to `end`. Between parts is an empty line that the page does not have.
   */
  textParts: Schema.optionalKey(Schema.Array(Part)),
  /** The `id`s of the page that links can open it at, each with the part of the page it leads to, in order. */
  anchors: Schema.optionalKey(Schema.Array(Schema.Struct({ id: Schema.String, ...Span.fields }))),
  /** Words of the query that the whole page lacks, as they were typed; the embedded index tells. */
  missing: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The provider has proven every condition of the question on the whole page. */
  isChecked: Schema.optionalKey(Schema.Boolean)
}

export const WebHit = Schema.Struct({
  source: Schema.Literal("web"),
  ...shared,
  /** The provider's snippet as plain text; may be empty. */
  description: Schema.String,
  /** `github`, `research`, `pdf` or `developer`, when a provider is about one of these. */
  category: Schema.optionalKey(Schema.String),
  /** ISO 8601 date or date-time of publication, when the provider knows it. */
  publishedAt: Schema.optionalKey(Schema.String),
  /** More passages of the page, when the provider gives them. */
  extraSnippets: Schema.optionalKey(Schema.Array(Schema.String)),
  ...known
})

export const NewsHit = Schema.Struct({
  source: Schema.Literal("news"),
  ...shared,
  snippet: Schema.String,
  /** The provider's date: ISO 8601 where it can be told, otherwise its own words (`3 hours ago`). */
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
