/**
 * Checks a caller's JSON Schema against its limits.
 *
 * @since 0.1.0
 */
import type * as Schema from "effect/Schema"
import * as Limits from "../Limits.ts"

export const beyondBudget = (schema: { readonly [key: string]: Schema.Json }): string | undefined => {
  const { characters, depth, pattern, references, values } = Limits.jsonSchema
  let length = 0
  let count = 0
  let links = 0
  let level: Array<Schema.Json> = [schema]
  for (let down = 0; level.length > 0; down++) {
    if (down > depth) return `a JSON Schema of at most ${depth} levels`
    const next: Array<Schema.Json> = []
    for (const value of level) {
      if (++count > values) return `a JSON Schema of at most ${values} values`
      length += typeof value === "string" ? value.length : 4
      if (length > characters) return `a JSON Schema of at most ${characters} characters`
      if (typeof value !== "object" || value === null) continue
      if (Array.isArray(value)) {
        for (const inner of value) next.push(inner)
        continue
      }
      for (const [key, inner] of Object.entries(value)) {
        length += key.length
        if (/^\$(?:dynamic|recursive)?ref$/i.test(key) && ++links > references) {
          return `a JSON Schema of at most ${references} references`
        }
        if (key === "pattern" && typeof inner === "string" && inner.length > pattern) {
          return `a JSON Schema whose patterns have at most ${pattern} characters`
        }
        next.push(inner)
      }
    }
    level = next
  }
  return undefined
}
