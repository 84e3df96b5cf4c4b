/** Creates controls from the JSON Schema of a request, so that the page shows every new field of the contract. */

export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

export interface JsonSchema {
  readonly type?: string
  readonly enum?: ReadonlyArray<Json>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly items?: JsonSchema
  readonly properties?: { readonly [name: string]: JsonSchema }
  readonly required?: ReadonlyArray<string>
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly description?: string
  readonly default?: Json
}

export type Field =
  | { readonly kind: "flag" }
  | { readonly kind: "number"; readonly minimum?: number | undefined; readonly maximum?: number | undefined }
  | { readonly kind: "text"; readonly maxLength?: number | undefined }
  | { readonly kind: "choice"; readonly options: ReadonlyArray<string> }
  | { readonly kind: "lines" }
  | { readonly kind: "choices"; readonly options: ReadonlyArray<Option> }
  | { readonly kind: "group"; readonly fields: ReadonlyArray<NamedField> }
  /** On or off, or on with options. */
  | { readonly kind: "switch"; readonly fields: ReadonlyArray<NamedField> }
  | { readonly kind: "json" }

export interface Option {
  readonly name: string
  readonly fields: ReadonlyArray<NamedField>
  /** Whether the name may also be plain text instead of an object. */
  readonly alone: boolean
}

export interface NamedField {
  readonly name: string
  readonly description: string
  readonly field: Field
  readonly required: boolean
  readonly otherwise: Json | undefined
}

/** Returns whether a limit is meaningful. It is not if it only means that a number is a safe integer. */
const isBound = (bound: number | undefined): bound is number =>
  bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER

const texts = (values: ReadonlyArray<Json>): ReadonlyArray<string> =>
  values.filter((value) => typeof value === "string")

/** Returns the options of a field; `undefined` if no name is allowed as plain text. */
const optionsOf = (variants: ReadonlyArray<JsonSchema>): ReadonlyArray<Option> | undefined => {
  const alone = new Set(variants.flatMap((variant) => variant.type === "string" ? texts(variant.enum ?? []) : []))
  if (alone.size === 0) return undefined
  const fields = new Map<string, ReadonlyArray<NamedField>>([...alone].map((name) => [name, []]))
  for (const variant of variants) {
    for (const name of texts(variant.properties?.type?.enum ?? [])) {
      fields.set(name, fieldsOf(variant).filter((field) => field.name !== "type"))
    }
  }
  return [...fields].map(([name, fields]) => ({ name, fields, alone: alone.has(name) }))
}

const fieldOf = (schema: JsonSchema): Field => {
  if (schema.anyOf !== undefined) {
    const variants = schema.anyOf.filter(({ type }) => type !== "null")
    if (variants.length === 1) return fieldOf(variants[0]!)
    const objects = variants.filter(({ properties }) => properties !== undefined)
    return objects.length === 1 && variants.every(({ type }) => type === "object" || type === "boolean")
      ? { kind: "switch", fields: fieldsOf(objects[0]!) }
      : { kind: "json" }
  }
  switch (schema.type) {
    case "boolean":
      return { kind: "flag" }
    case "integer":
    case "number":
      return {
        kind: "number",
        minimum: isBound(schema.minimum) ? schema.minimum : undefined,
        maximum: isBound(schema.maximum) ? schema.maximum : undefined
      }
    case "string":
      return schema.enum === undefined
        ? { kind: "text", maxLength: schema.maxLength }
        : { kind: "choice", options: texts(schema.enum) }
    case "array": {
      const items = schema.items ?? {}
      const options = optionsOf(items.anyOf ?? [items])
      if (options !== undefined) return { kind: "choices", options }
      return items.type === "string" ? { kind: "lines" } : { kind: "json" }
    }
    case "object":
      return Object.keys(schema.properties ?? {}).length > 0
        ? { kind: "group", fields: fieldsOf(schema) }
        : { kind: "json" }
    default:
      return { kind: "json" }
  }
}

export const fieldsOf = (schema: JsonSchema): ReadonlyArray<NamedField> =>
  Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    description: property.description ?? "",
    field: fieldOf(property),
    required: schema.required?.includes(name) ?? false,
    otherwise: property.default
  }))

export const compact = (value: Json | undefined): Json | undefined => {
  if (value === "" || value === undefined) return undefined
  if (Array.isArray(value)) return value.map((item) => compact(item) ?? null)
  if (value === null || typeof value !== "object") return value
  const entries = Object.entries(value).flatMap(([name, item]): ReadonlyArray<[string, Json]> => {
    const compacted = compact(item)
    return compacted === undefined ? [] : [[name, compacted]]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
