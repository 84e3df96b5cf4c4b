/**
 * The research index: `GET /v2/search/research/papers` (section 1.8).
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { integerBetween, withDefault } from "./internal/fields.ts"

/**
 * What is asked of the research index.
 *
 * @category schemas
 * @since 0.1.0
 */
export const PapersRequest = Schema.Struct({
  query: Schema.NonEmptyString,
  k: withDefault(integerBetween({ minimum: 1, maximum: 500 }), 40, "Most papers to return."),
  authors: withDefault(Schema.Array(Schema.NonEmptyString), [], "Only papers of these authors."),
  categories: withDefault(Schema.Array(Schema.NonEmptyString), [], "Only papers of these subject categories."),
  /** Earliest publication date, ISO 8601. */
  from: Schema.optionalKey(Schema.NonEmptyString),
  /** Latest publication date, ISO 8601. */
  to: Schema.optionalKey(Schema.NonEmptyString)
})

/**
 * @category models
 * @since 0.1.0
 */
export type PapersRequest = typeof PapersRequest.Type

/**
 * One paper, best first in a list.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Paper = Schema.Struct({
  paperId: Schema.String,
  /** The identifier a person would cite: a DOI, or an arXiv id. */
  primaryId: Schema.String,
  /** All known identifiers by scheme, for example `{ doi: ..., arxiv: ... }`. */
  ids: Schema.Record(Schema.String, Schema.String),
  title: Schema.String,
  abstract: Schema.String,
  score: Schema.Finite,
  signals: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json))
})

/**
 * @category models
 * @since 0.1.0
 */
export type Paper = typeof Paper.Type

/**
 * @category schemas
 * @since 0.1.0
 */
export const PapersResponse = Schema.Struct({
  success: Schema.Literal(true),
  results: Schema.Array(Paper),
  /** What could not be honoured, when there is anything. */
  warning: Schema.optionalKey(Schema.String)
})

/**
 * @category models
 * @since 0.1.0
 */
export type PapersResponse = typeof PapersResponse.Type
