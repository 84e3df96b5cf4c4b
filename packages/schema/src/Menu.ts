/**
 * Defines the result of the `menu` format: the products of a restaurant or shop, by section.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { Availability, Picture, Price } from "./Price.ts"

const text = Schema.optionalKey(Schema.String)

/**
 * @category schemas
 * @since 0.1.0
 */
export const MenuItem = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  description: text,
  images: Schema.Array(Picture),
  price: Schema.optionalKey(Price),
  availability: Schema.optionalKey(Availability),
  dietary: Schema.Array(Schema.String),
  calories: Schema.optionalKey(Schema.Finite),
  optionGroups: Schema.Array(Schema.Struct({
    name: Schema.String,
    options: Schema.Array(Schema.Struct({ name: Schema.String, price: Schema.optionalKey(Price) }))
  })),
  identifiers: Schema.optionalKey(Schema.Struct({ merchantItemId: text })),
  url: text,
  sourceUrl: Schema.String
})

/**
 * @category models
 * @since 0.1.0
 */
export type MenuItem = typeof MenuItem.Type

/**
 * @category schemas
 * @since 0.1.0
 */
export const Menu = Schema.Struct({
  isMenu: Schema.Boolean,
  /** The confidence, from 0 to 1. */
  confidence: Schema.Finite,
  merchant: Schema.Struct({ name: Schema.String, type: text }),
  currency: text,
  sections: Schema.Array(Schema.Struct({
    id: text,
    name: Schema.String,
    description: text,
    items: Schema.Array(MenuItem)
  })),
  sourceUrl: Schema.String
})

/**
 * @category models
 * @since 0.1.0
 */
export type Menu = typeof Menu.Type
