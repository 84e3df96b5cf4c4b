/**
 * Defines the result of the `product` format.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { Availability, Picture, Price } from "./Price.ts"

/**
 * One variant of the product that can be bought.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Variant = Schema.Struct({
  id: Schema.optionalKey(Schema.String),
  sku: Schema.optionalKey(Schema.String),
  title: Schema.optionalKey(Schema.String),
  /** The options of this variant, for example `{ color: "red" }`. */
  values: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  price: Schema.optionalKey(Price),
  sale: Schema.optionalKey(Schema.Struct({ originalPrice: Price })),
  availability: Availability,
  images: Schema.optionalKey(Schema.Array(Picture))
})

/**
 * @category models
 * @since 0.1.0
 */
export type Variant = typeof Variant.Type

/**
 * @category schemas
 * @since 0.1.0
 */
export const Product = Schema.Struct({
  title: Schema.String,
  url: Schema.String,
  brand: Schema.optionalKey(Schema.String),
  category: Schema.optionalKey(Schema.String),
  description: Schema.optionalKey(Schema.String),
  variants: Schema.Array(Variant)
})

/**
 * @category models
 * @since 0.1.0
 */
export type Product = typeof Product.Type
