/** Deeper than any valid request. */
const DEEPEST = 32

/** The largest JSON Schema of the contract has fewer objects and lists. */
const MAX_VISITED_VALUES = 20_000

/**
 * Removes undefined fields, which JSON does not have. A shared value is visited once, and a cyclic reference stays
 * unchanged.
 */
export const defined = (value: unknown): unknown => without(value, 0, new Map())

const without = (value: unknown, depth: number, seen: Map<object, unknown>): unknown => {
  if (typeof value !== "object" || value === null || depth > DEEPEST) return value
  if (seen.has(value)) return seen.get(value)
  if (seen.size >= MAX_VISITED_VALUES || !(Array.isArray(value) || isPlain(value))) return value
  seen.set(value, value)
  const copy = Array.isArray(value) ? itemsOf(value, depth, seen) : fieldsOf(value, depth, seen)
  seen.set(value, copy)
  return copy
}

const itemsOf = (list: ReadonlyArray<unknown>, depth: number, seen: Map<object, unknown>): ReadonlyArray<unknown> => {
  const items = list.map((item) => without(item, depth + 1, seen))
  return items.every((item, index) => Object.is(item, list[index])) ? list : items
}

/** Reads each field once, because a getter may return a different object every time. */
const fieldsOf = (value: Record<string, unknown>, depth: number, seen: Map<object, unknown>): object => {
  const entries = Object.entries(value)
  const definedFields: Array<readonly [string, unknown]> = []
  let changed = false
  for (const [key, field] of entries) {
    const inner = without(field, depth + 1, seen)
    changed ||= field === undefined || !Object.is(inner, field)
    if (field !== undefined) definedFields.push([key, inner])
  }
  return changed ? Object.fromEntries(definedFields) : value
}

const isPlain = (value: object): value is Record<string, unknown> => {
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
