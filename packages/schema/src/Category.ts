/**
 * Defines the categories of search results.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { orName } from "./internal/fields.ts"

/**
 * The names of the categories.
 *
 * @category constants
 * @since 0.1.0
 */
export const names = ["github", "research", "pdf", "developer"] as const

/**
 * One entry of `categories` in its canonical form.
 *
 * @category schemas
 * @since 0.1.0
 */
export const CategoryObject = Schema.Struct({
  type: Schema.Literals(names)
}).annotate({ expected: "a category: github, research, pdf or developer" })

/**
 * @category models
 * @since 0.1.0
 */
export type Category = typeof CategoryObject.Type

/**
 * One entry of `categories`: an object with `type`, or the bare name.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Category = orName(
  CategoryObject,
  names,
  (type): Category => ({ type }),
  "a category: github, research, pdf or developer"
)
