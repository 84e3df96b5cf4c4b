/** Defines the schemas of hits, by kind. */
import * as Schema from "effect/Schema"

const shared = {
  url: Schema.String,
  title: Schema.String,
  position: Schema.Int,
  providers: Schema.optionalKey(Schema.Array(Schema.String))
}

const Span = Schema.Struct({ start: Schema.Int, end: Schema.Int })

const Part = Schema.Struct({ at: Schema.Int, ...Span.fields })

const known = {
  matches: Schema.optionalKey(Schema.Array(Span)),
  modifiedAt: Schema.optionalKey(Schema.String),
  dateEvidence: Schema.optionalKey(Schema.String),
  text: Schema.optionalKey(Schema.String),
  textIsWhole: Schema.optionalKey(Schema.Boolean),
  textParts: Schema.optionalKey(Schema.Array(Part)),
  anchors: Schema.optionalKey(Schema.Array(Schema.Struct({ id: Schema.String, ...Span.fields }))),
  missing: Schema.optionalKey(Schema.Array(Schema.String)),
  isChecked: Schema.optionalKey(Schema.Boolean)
}

export const WebHit = Schema.Struct({
  source: Schema.Literal("web"),
  ...shared,
  description: Schema.String,
  category: Schema.optionalKey(Schema.String),
  publishedAt: Schema.optionalKey(Schema.String),
  extraSnippets: Schema.optionalKey(Schema.Array(Schema.String)),
  ...known
})

export const NewsHit = Schema.Struct({
  source: Schema.Literal("news"),
  ...shared,
  snippet: Schema.String,
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
