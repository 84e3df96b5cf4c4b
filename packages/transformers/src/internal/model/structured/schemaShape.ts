/** Reads the types, properties and references of a JSON Schema. */
import type * as Schema from "effect/Schema"
import { type Fields, isFields } from "../fields.ts"

const MAX_REFERENCE_CHAIN = 8

const MAX_POINTER_PARTS = 20

const lookUp = (root: Fields, reference: string): Schema.Json | undefined => {
  if (reference === "#") return root
  if (!reference.startsWith("#/")) return undefined
  let node: Schema.Json | undefined = root
  for (const part of reference.slice(2).split("/").slice(0, MAX_POINTER_PARTS)) {
    node = isFields(node) && Object.hasOwn(node, part) ? node[part] : undefined
  }
  return node
}

export const resolve = (root: Fields, schema: Schema.Json | undefined): Fields => {
  let node = isFields(schema) ? schema : {}
  for (let step = 0; step < MAX_REFERENCE_CHAIN; step++) {
    const target = typeof node.$ref === "string" ? lookUp(root, node.$ref) : undefined
    const options = node.anyOf ?? node.oneOf
    const option = Array.isArray(options)
      ? options.find((each) => isFields(each) && each.type !== "null")
      : undefined
    const next = target ?? option
    if (!isFields(next)) return node
    node = next
  }
  return {}
}

export const typeOf = (schema: Fields): Schema.Json | undefined => {
  const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== "null") : schema.type
  return type ?? (schema.properties !== undefined ? "object" : schema.items !== undefined ? "array" : undefined)
}
