/**
 * Defines the result of the `changeTracking` format.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

const Change = Schema.Struct({
  type: Schema.Literals(["normal", "add", "del"]),
  content: Schema.String,
  /** A field that is set on an unchanged line. Some clients read it instead of `type`. */
  normal: Schema.optionalKey(Schema.Literal(true)),
  /** Line number of an added or deleted line, counted from 1. */
  ln: Schema.optionalKey(Schema.Int),
  ln1: Schema.optionalKey(Schema.Int),
  ln2: Schema.optionalKey(Schema.Int)
})

/**
 * The difference between two versions: as unified diff text, and as its files, chunks and changes.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Diff = Schema.Struct({
  text: Schema.String,
  json: Schema.Struct({
    files: Schema.Array(Schema.Struct({
      from: Schema.NullOr(Schema.String),
      to: Schema.NullOr(Schema.String),
      chunks: Schema.Array(Schema.Struct({ content: Schema.String, changes: Schema.Array(Change) }))
    }))
  })
})

/**
 * @category models
 * @since 0.1.0
 */
export type Diff = typeof Diff.Type

/**
 * @category schemas
 * @since 0.1.0
 */
export const ChangeTrackingResult = Schema.Struct({
  /** The ISO 8601 time of the compared version; null if there was none. */
  previousScrapeAt: Schema.NullOr(Schema.String),
  changeStatus: Schema.Literals(["new", "same", "changed", "removed"]),
  /** Whether links still lead to the page. */
  visibility: Schema.Literals(["visible", "hidden"]),
  diff: Schema.optionalKey(Diff),
  /** For each changed field, its previous and current value. */
  json: Schema.optionalKey(
    Schema.Record(Schema.String, Schema.Struct({ previous: Schema.Json, current: Schema.Json }))
  )
})

/**
 * @category models
 * @since 0.1.0
 */
export type ChangeTrackingResult = typeof ChangeTrackingResult.Type
