/**
 * Removes optional fields that are `null`, because clients in Rust, Java and Go send `null` for missing values.
 * Objects with the caller's own keys, such as headers and JSON Schemas, are not changed.
 */
import type { Shape } from "./shape.ts"

export const withoutNulls = (shape: Shape | undefined, value: unknown): unknown => {
  if (shape === undefined || typeof value !== "object" || value === null) return value
  switch (shape._tag) {
    case "List":
      return Array.isArray(value) ? itemsOf(shape.item, value) : value
    case "Object":
      return Array.isArray(value) ? value : fieldsOf(shape, value)
    case "Tagged": {
      const type = Object.hasOwn(value, "type") ? (value as { readonly type: unknown }).type : undefined
      return withoutNulls(typeof type === "string" ? shape.byType.get(type) : undefined, value)
    }
    case "Record":
      return value
  }
}

const itemsOf = (shape: Shape | undefined, list: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const items = list.map((item) => withoutNulls(shape, item))
  return items.every((item, index) => Object.is(item, list[index])) ? list : items
}

const fieldsOf = ({ keys, optional }: Extract<Shape, { readonly _tag: "Object" }>, value: object): object => {
  const entries = Object.entries(value)
  const remaining = entries
    .filter(([key, field]) => field !== null || !optional.has(key))
    .map(([key, field]) => [key, withoutNulls(keys.get(key), field)] as const)
  const isSame = remaining.length === entries.length &&
    remaining.every(([, field], index) => Object.is(field, entries[index]![1]))
  return isSame ? value : Object.fromEntries(remaining)
}
