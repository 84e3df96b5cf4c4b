/**
 * Defines the attribute values that the `attributes` format returns.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * The values of one selector of the `attributes` format.
 *
 * @category schemas
 * @since 0.1.0
 */
export const AttributeValues = Schema.Struct({
  selector: Schema.String,
  attribute: Schema.String,
  values: Schema.Array(Schema.String)
})
