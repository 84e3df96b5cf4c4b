/**
 * Defines prices and availability, as products and menus state them.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * @category schemas
 * @since 0.1.0
 */
export const Price = Schema.Struct({
  amount: Schema.Finite,
  /** ISO 4217 code, if the page states one. */
  currency: Schema.optionalKey(Schema.String),
  /** The price as the page writes it. */
  formatted: Schema.optionalKey(Schema.String)
})

/**
 * @category models
 * @since 0.1.0
 */
export type Price = typeof Price.Type

/**
 * @category schemas
 * @since 0.1.0
 */
export const Availability = Schema.Struct({
  inStock: Schema.Boolean,
  text: Schema.optionalKey(Schema.String)
})

/**
 * @category models
 * @since 0.1.0
 */
export type Availability = typeof Availability.Type

/**
 * @category schemas
 * @since 0.1.0
 */
export const Picture = Schema.Struct({ url: Schema.String, alt: Schema.optionalKey(Schema.String) })

/**
 * @category models
 * @since 0.1.0
 */
export type Picture = typeof Picture.Type
