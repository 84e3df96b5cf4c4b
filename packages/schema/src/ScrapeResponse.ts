/**
 * Defines the body of a successful scrape.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { Document } from "./Document.ts"

/**
 * @category schemas
 * @since 0.1.0
 */
export const ScrapeResponse = Schema.Struct({
  success: Schema.Literal(true),
  data: Document,
  warning: Schema.optionalKey(Schema.String)
})

/**
 * @category models
 * @since 0.1.0
 */
export type ScrapeResponse = typeof ScrapeResponse.Type
