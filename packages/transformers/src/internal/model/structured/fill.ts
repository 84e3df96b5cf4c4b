import type * as Schema from "effect/Schema"
import { type Fields, isFields } from "../fields.ts"
import { toBoolean, toCurrency, toFormat, toMember, toNumber } from "./convert.ts"
import { likeness, MIN_SIMILARITY, nameOf, namesFor, singular } from "./propertyNames.ts"
import { resolve, typeOf } from "./schemaShape.ts"
import { type Bag, bagOf, bagOfThing, type DeclaredValues, type Table } from "./sources.ts"

export interface Known {
  readonly values: DeclaredValues
  readonly things: ReadonlyArray<Fields>
}

const MAX_DEPTH_OF_SCHEMA = 8

/** Limits recursive schemas. */
const MAX_LOOKUPS = 2000

const MAX_SEARCHED_COLUMNS = 60
const MAX_TABLES = 100
const MAX_LISTS = 300

export interface Fill {
  readonly root: Fields
  readonly tables: DeclaredValues["tables"]
  readonly lists: DeclaredValues["lists"]
  readonly things: Known["things"]
  lookups: number
}

export const makeFill = (root: Fields, known: Known): Fill => ({
  root,
  tables: known.values.tables.slice(0, MAX_TABLES),
  lists: known.values.lists.slice(0, MAX_LISTS),
  things: known.things,
  lookups: 0
})

const convert = (fill: Fill, value: Schema.Json, schema: Fields, depth: number): Schema.Json | undefined => {
  const type = typeOf(schema)
  if (depth > MAX_DEPTH_OF_SCHEMA) return undefined
  if (type === "array") {
    const items = resolve(fill.root, schema.items)
    const list = Array.isArray(value)
      ? value
      : typeof value === "string" && typeOf(items) !== "object"
      ? value.split(value.includes(";") ? ";" : /,(?!\d)/).map((part) => part.trim()).filter((part) => part !== "")
      : [value]
    const found = list.map((item) => convert(fill, item, items, depth + 1)).filter((item) => item !== undefined)
    return found.length === 0 ? undefined : found
  }
  const one = Array.isArray(value) ? value[0] : value
  if (one === undefined || one === null) return undefined
  if (type === "object") {
    const fields = isFields(one) ? object(fill, schema, [bagOfThing(one)], depth + 1) : undefined
    return fields === undefined || Object.keys(fields).length === 0 ? undefined : fields
  }
  // A thing is read as its name, and an amount as its value.
  const plain = isFields(one) ? one.name ?? one.text ?? one.value ?? one.url ?? one["@id"] : one
  return typeof plain === "string" || typeof plain === "number" || typeof plain === "boolean"
    ? scalar(plain, type, schema)
    : undefined
}

export const object = (fill: Fill, schema: Fields, bags: ReadonlyArray<Bag>, depth: number): Fields | undefined => {
  if (depth > MAX_DEPTH_OF_SCHEMA) return undefined
  const properties = isFields(schema.properties) ? schema.properties : {}
  const entries = Object.entries(properties).flatMap(([name, property]) => {
    const value = valueOf(fill, name, resolve(fill.root, property), bags, depth)
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries)
}

const valueOf = (
  fill: Fill,
  name: string,
  schema: Fields,
  bags: ReadonlyArray<Bag>,
  depth: number
): Schema.Json | undefined => {
  if (++fill.lookups > MAX_LOOKUPS) return undefined
  for (const bag of bags) {
    for (const each of namesFor(name)) {
      const value = bag.get(each)
      const converted = value === undefined ? undefined : convert(fill, value, schema, depth + 1)
      if (converted !== undefined) return converted
    }
  }
  const type = typeOf(schema)
  if (type === "array") return depth > 1 ? undefined : list(fill, name, schema, depth)
  if (type === "object") {
    // Properties of a nested object may be in its parent, such as those of an offer in the product.
    if (depth > 0) return undefined
    const fields = object(fill, schema, bags, depth + 1)
    return fields === undefined || Object.keys(fields).length < 2 ? undefined : fields
  }
  if (namesFor("currency").includes(nameOf(name))) {
    const price = bags.map((bag) => bag.get("price")).find((each) => each !== undefined)
    return typeof price === "string" ? toCurrency(price) : undefined
  }
  if (type === "string" || type === undefined) return undefined
  for (const bag of bags) {
    const near = nearest(name, bag)
    const converted = near === undefined ? undefined : convert(fill, near, schema, depth + 1)
    if (converted !== undefined) return converted
  }
  return undefined
}

const nearest = (name: string, bag: Bag): Schema.Json | undefined => {
  const own = nameOf(name)
  if (own.length < 4) return undefined
  const near = [...bag].filter(([key]) => key.length < own.length + 12 && (key.startsWith(own) || key.endsWith(own)))
  return near.length === 1 ? near[0]![1] : undefined
}

export const list = (fill: Fill, name: string, schema: Fields, depth: number): Schema.Json | undefined => {
  const items = resolve(fill.root, schema.items)
  if (typeOf(items) === "object") return fromThings(fill, name, items, depth) ?? fromTables(fill, name, items)
  const wanted = singular(nameOf(name))
  for (const { items: texts, under } of fill.lists) {
    if (!namesFor(name).includes(nameOf(under)) && likeness(name, under) < MIN_SIMILARITY) continue
    const found = texts.map((text) => convert(fill, text, items, depth + 1)).filter((item) => item !== undefined)
    if (found.length > 0) return found
  }
  for (const { columns, rows } of fill.tables) {
    const column = columns.findIndex((each) => singular(nameOf(each)) === wanted)
    if (column < 0) continue
    const found = rows.flatMap((row) => {
      const value = convert(fill, row[column] ?? "", items, depth + 1)
      return value === undefined || value === "" ? [] : [value]
    })
    if (found.length > 0) return found
  }
  return undefined
}

const fromThings = (fill: Fill, name: string, items: Fields, depth: number): ReadonlyArray<Schema.Json> | undefined => {
  const wanted = singular(nameOf(name))
  const rows = fill.things.filter((thing) =>
    Array.isArray(thing["@type"]) &&
    thing["@type"].some((type) =>
      type === wanted || (typeof type === "string" && wanted.length > 4 && type.endsWith(wanted))
    )
  ).map((thing) => object(fill, items, [bagOfThing(thing)], depth + 1)).filter((row) => isWorth(row, items))
  return rows.length === 0 ? undefined : rows.filter((row) => row !== undefined)
}

const isWorth = (row: Fields | undefined, items: Fields): boolean => {
  const required = Array.isArray(items.required) ? items.required : []
  return row !== undefined && Object.keys(row).length > 0 &&
    required.every((key) => typeof key === "string" && Object.hasOwn(row, key))
}

const fromTables = (fill: Fill, name: string, items: Fields): ReadonlyArray<Schema.Json> | undefined => {
  const properties = Object.keys(isFields(items.properties) ? items.properties : {})
  let best: { readonly score: number; readonly rows: ReadonlyArray<Schema.Json> } | undefined
  for (const table of fill.tables) {
    const columns = assign(properties, table)
    const rows = table.rows.map((row) =>
      object(
        fill,
        items,
        [bagOf([...columns].flatMap(([property, column]) => cell(property, row[column])))],
        MAX_DEPTH_OF_SCHEMA - 2
      )
    ).filter((row) => isWorth(row, items)).filter((row) => row !== undefined)
    const score = columns.size + likeness(name, table.under) / 2
    if (rows.length > 0 && (best === undefined || score > best.score)) best = { score, rows }
  }
  return best?.rows
}

const cell = (property: string, text: string | undefined): ReadonlyArray<readonly [string, Schema.Json]> =>
  text === undefined || /^(?:[-–—]|n\/a)?$/i.test(text) ? [] : [[property, text]]

/** Assigns the most similar columns first, and each column once. */
const assign = (properties: ReadonlyArray<string>, { columns }: Table): ReadonlyMap<string, number> => {
  const pairs = properties.flatMap((property) =>
    columns.slice(0, MAX_SEARCHED_COLUMNS).map((column, index) => ({
      property,
      index,
      score: namesFor(property).includes(nameOf(column)) ? 0.99 : likeness(property, column)
    }))
  ).filter(({ score }) => score >= MIN_SIMILARITY).toSorted((left, right) => right.score - left.score)
  const found = new Map<string, number>()
  const taken = new Set<number>()
  for (const { index, property } of pairs) {
    if (found.has(property) || taken.has(index)) continue
    found.set(property, index)
    taken.add(index)
  }
  return found
}

const scalar = (
  value: string | number | boolean,
  type: Schema.Json | undefined,
  { const: constant, enum: members, format }: Fields
): Schema.Json | undefined => {
  if (Array.isArray(members)) return toMember(String(value), members)
  if (constant !== undefined) return toMember(String(value), [constant])
  switch (type) {
    case "number":
      return typeof value === "number" ? value : toNumber(String(value))
    case "integer": {
      const number = typeof value === "number" ? value : toNumber(String(value))
      return Number.isSafeInteger(number) ? number : undefined
    }
    case "boolean":
      return typeof value === "boolean" ? value : toBoolean(String(value))
    case "string":
      return toFormat(String(value).trim(), format)
    case undefined:
      return typeof value === "string" ? value.trim() : value
    default:
      return undefined
  }
}
