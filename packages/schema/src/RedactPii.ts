/**
 * Defines the options for redacting personal data.
 *
 * @since 0.1.0
 */
import { entities } from "@dunlin/pii/Entity"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { distinctListOf, optional, withDefault } from "./internal/fields.ts"
import * as Limits from "./Limits.ts"

export { entities, type Entity } from "@dunlin/pii/Entity"

/**
 * Redaction options with all defaults.
 *
 * @category schemas
 * @since 0.1.0
 */
export const RedactPiiOptions = Schema.Struct({
  mode: withDefault(
    Schema.Literals(["accurate", "aggressive", "fast"]),
    "accurate",
    "`accurate` uses a model, `fast` uses heuristics, `aggressive` uses both. Without a model, heuristics are used."
  ),
  entities: withDefault(
    distinctListOf(Schema.Literals(entities), Limits.lists.piiEntities),
    entities,
    "Kinds of personal data to redact."
  ),
  replaceStyle: withDefault(
    Schema.Literals(["tag", "mask", "remove"]),
    "tag",
    "`tag` writes <EMAIL>, `mask` writes * for each character, `remove` deletes the text."
  ),
  placeholders: optional(
    Schema.Boolean,
    "Numbers the tags (<PERSON_1>, or <PERSON_1_2> for another spelling) and returns their texts. Jobs, and requests with zero data retention, do not return them."
  )
}).check(Schema.makeFilter(
  ({ placeholders, replaceStyle }) => placeholders !== true || replaceStyle === "tag",
  { expected: "replaceStyle tag, which placeholders need" }
))

/**
 * @category models
 * @since 0.1.0
 */
export type RedactPiiOptions = typeof RedactPiiOptions.Type

/**
 * The options for `redactPII: true`.
 *
 * @category constants
 * @since 0.1.0
 */
export const defaults: RedactPiiOptions = { mode: "accurate", entities, replaceStyle: "tag" }

/**
 * The field `redactPII`, which is a boolean or options. The decoded value is `false` or the full options.
 *
 * @category schemas
 * @since 0.1.0
 */
export const RedactPii = Schema.Union([
  Schema.Literal(false),
  RedactPiiOptions,
  Schema.Literal(true).pipe(
    Schema.decodeTo(
      Schema.toType(RedactPiiOptions),
      SchemaTransformation.transform({ decode: () => defaults, encode: () => true as const })
    )
  )
]).annotate({ expected: "a boolean or an object with mode, entities, replaceStyle and placeholders" })

/**
 * @category models
 * @since 0.1.0
 */
export type RedactPii = typeof RedactPii.Type
