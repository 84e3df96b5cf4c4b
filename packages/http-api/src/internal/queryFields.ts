/** Defines fields of query strings in the API description. */
import * as Schema from "effect/Schema"

/** Defines an optional whole number of at least `minimum`. */
export const wholeNumber = (minimum: number) =>
  Schema.optionalKey(Schema.Number.check(Schema.isInt(), Schema.isGreaterThanOrEqualTo(minimum)))
