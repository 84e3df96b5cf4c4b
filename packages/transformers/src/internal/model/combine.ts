import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { Compare } from "./compare.ts"
import { type Fields, isFields } from "./fields.ts"

const named = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"] as const
const listed = ["prefixItems", "anyOf", "allOf", "oneOf"] as const
const single = ["items", "additionalProperties", "contains", "unevaluatedProperties", "then", "else"] as const

/** Keywords that apply to the whole value. A value from a part of the page need not satisfy them. */
const wholes = ["required", "minItems", "minProperties", "minContains", "dependentRequired"] as const

export const relaxed = (schema: Fields): Fields => {
  const copy = structuredClone(schema) as { [key: string]: Schema.Json }
  const open: Array<{ [key: string]: Schema.Json }> = [copy]
  const add = (json: Schema.Json | undefined) => {
    if (isFields(json)) open.push(json as { [key: string]: Schema.Json })
  }
  while (open.length > 0) {
    const node = open.pop()!
    for (const key of wholes) delete node[key]
    for (const key of named) if (isFields(node[key])) { for (const inner of Object.values(node[key])) add(inner) }
    for (const key of listed) if (Array.isArray(node[key])) { for (const inner of node[key]) add(inner) }
    for (const key of single) add(node[key])
  }
  return copy
}

export const usable = Effect.fnUntraced(function*(
  compare: Compare,
  value: Schema.Json,
  schema: Fields | undefined
): Effect.fn.Return<Schema.Json | undefined> {
  const cleaned = withoutNulls(value)
  if (schema === undefined || cleaned === undefined) return cleaned
  const parts: ReadonlyArray<Schema.Json> = Array.isArray(cleaned)
    ? cleaned.map((item) => [item])
    : isFields(cleaned)
    ? Object.entries(cleaned).map(([key, field]) => ({ [key]: field }))
    : []
  const [whole, ...faults] = yield* compare(schema, [cleaned, ...parts])
  if (whole!.length === 0) return cleaned
  const conforms = (_: unknown, at: number) => faults[at]!.length === 0
  if (Array.isArray(cleaned)) {
    const items = cleaned.filter(conforms)
    return items.length === 0 ? undefined : items
  }
  if (!isFields(cleaned)) return undefined
  const entries = Object.entries(cleaned).filter(conforms)
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
})

const withoutNulls = (value: Schema.Json): Schema.Json | undefined => {
  if (value === null) return undefined
  if (Array.isArray(value)) return value.map(withoutNulls).filter((item) => item !== undefined)
  if (!isFields(value)) return value
  const entries = Object.entries(value).flatMap(([key, field]) => {
    const cleaned = withoutNulls(field)
    return cleaned === undefined ? [] : [[key, cleaned] as const]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

export const combine = (left: Schema.Json, right: Schema.Json): Schema.Json => {
  if (Array.isArray(left) && Array.isArray(right)) {
    const seen = new Set(left.map((item) => JSON.stringify(item)))
    return [...left, ...right.filter((item) => !seen.has(JSON.stringify(item)))]
  }
  if (!isFields(left) || !isFields(right)) return left
  const combined = new Map(Object.entries(left))
  for (const [key, value] of Object.entries(right)) {
    const own = combined.get(key)
    combined.set(key, own === undefined ? value : combine(own, value))
  }
  return Object.fromEntries(combined)
}
