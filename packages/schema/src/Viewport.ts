/**
 * Defines the window in which a page is rendered.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { integerBetween } from "./internal/fields.ts"
import * as Limits from "./Limits.ts"

/**
 * Width and height in CSS pixels, both required.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Viewport = Schema.Struct({
  width: integerBetween({ minimum: 1, maximum: Limits.viewport.width }),
  height: integerBetween({ minimum: 1, maximum: Limits.viewport.height })
})

/**
 * @category models
 * @since 0.1.0
 */
export type Viewport = typeof Viewport.Type
