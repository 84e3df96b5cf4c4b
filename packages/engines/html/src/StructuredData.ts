/**
 * Reads the structured data that a page declares in JSON-LD, microdata and RDFa, as plain values.
 *
 * @since 0.1.0
 */
import type { Page } from "./Html.ts"
import * as Structured from "./internal/data/items.ts"

/**
 * An item. `@type` has its types as local names in lower case; properties have lower-case names. A property with
 * several values is a list. Values are texts or nested items.
 *
 * @category models
 * @since 0.1.0
 */
export interface Thing {
  readonly [property: string]: Value | ReadonlyArray<Value>
}

/**
 * A text or a nested item.
 *
 * @category models
 * @since 0.2.0
 */
export type Value = string | Thing

const MAX_STRUCTURED_THINGS = 500
const MAX_VALUES_OF_THING = 20_000
const MAX_DEPTH_OF_THINGS = 5

/**
 * Returns all items that the page declares: JSON-LD first, then microdata, then RDFa. Nested items are also listed.
 * Returns at most 500 items; levels deeper than five are omitted.
 *
 * @category getters
 * @since 0.1.0
 */
export const fromPage = (page: Page): ReadonlyArray<Thing> => {
  let left = MAX_VALUES_OF_THING
  const thing = (item: Structured.Item, depth: number): Thing => {
    const entries = new Map<string, Value | ReadonlyArray<Value>>([["@type", item.types]])
    for (const [name, values] of item.properties) {
      const list: Array<Value> = []
      for (const value of values) {
        if (--left <= 0) break
        if (typeof value === "string") list.push(value)
        else if (depth < MAX_DEPTH_OF_THINGS) list.push(thing(value, depth + 1))
      }
      if (list.length > 0) entries.set(name, list.length === 1 ? list[0]! : list)
    }
    return Object.fromEntries(entries)
  }
  return Structured.items(page.tape, page.resolve).slice(0, MAX_STRUCTURED_THINGS).map((item) => thing(item, 0))
}
