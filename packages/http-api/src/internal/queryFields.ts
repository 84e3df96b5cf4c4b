/** Defines fields of query strings in the API description. */
import * as Schema from "effect/Schema"

export const wholeNumber = (minimum: number) =>
  Schema.optionalKey(Schema.Number.check(Schema.isInt(), Schema.isGreaterThanOrEqualTo(minimum)))
