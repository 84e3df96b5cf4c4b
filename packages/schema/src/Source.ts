/**
 * Defines the sources of results.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { optionalText, optionalTimeFilter, orName } from "./internal/fields.ts"
import * as Limits from "./Limits.ts"

/**
 * One entry of `sources` in its canonical form.
 *
 * @category schemas
 * @since 0.1.0
 */
export const SourceObject = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("web"),
    tbs: optionalTimeFilter("Time filter of this source. It overrides the request's `tbs`."),
    location: optionalText("Location of this source. It overrides the request's `location`.", Limits.texts.place)
  }),
  Schema.Struct({ type: Schema.Literal("images") }),
  Schema.Struct({ type: Schema.Literal("news") })
]).annotate({ expected: "a source: web, images or news" })

/**
 * @category models
 * @since 0.1.0
 */
export type Source = typeof SourceObject.Type

/**
 * One entry of `sources`: an object with `type`, or the bare name.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Source = orName(
  SourceObject,
  ["web", "images", "news"],
  (type): Source => ({ type }),
  "a source: web, images or news"
)
