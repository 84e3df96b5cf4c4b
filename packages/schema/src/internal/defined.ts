/** Levels of a request that are looked at; no request of the contract is as deep. */
const deepest = 32

/**
 * A value without the fields that are `undefined`, which programs write and JSON does not have; the value itself when it
 * has none.
 */
export const defined = (value: unknown, depth = 0): unknown => {
  if (typeof value !== "object" || value === null || depth > deepest) return value
  if (Array.isArray(value)) {
    const items = value.map((item) => defined(item, depth + 1))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (!isPlain(value)) return value
  const entries = Object.entries(value)
  const kept = entries.flatMap(([key, field]) => field === undefined ? [] : [[key, defined(field, depth + 1)] as const])
  return kept.length < entries.length || kept.some(([key, field]) => field !== value[key])
    ? Object.fromEntries(kept)
    : value
}

const isPlain = (value: object): value is Record<string, unknown> => {
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
