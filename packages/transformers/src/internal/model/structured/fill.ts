import type * as Schema from "effect/Schema"
import { toBoolean, toCurrency, toFormat, toMember, toNumber } from "./convert.ts"
import { leastLikeness, likeness, nameOf, namesFor, singular } from "./propertyNames.ts"
import { type Bag, bagOf, bagOfThing, isFields, type Said, type Table } from "./sources.ts"

type Fields = { readonly [key: string]: Schema.Json }

/** Everything of a page that has names. */
export interface Known {
  readonly said: Said
  readonly things: ReadonlyArray<Fields>
}

/** A schema is read up to this depth. */
const maxDepth = 8

/** Properties that are looked for, in all: schemas can refer to themselves many times over. */
const maxLookups = 2000

/** Columns, tables and lists that are looked through for each. */
const maxColumns = 60
const maxTables = 100
const maxLists = 300

/** Fills schemas with what a page says; `root` is where references point into. */
export const makeFill = (root: Fields, known: Known) => {
  const tables = known.said.tables.slice(0, maxTables)
  const lists = known.said.lists.slice(0, maxLists)
  let lookups = 0

  /** A schema without references and alternatives: the first one that is not null. */
  const resolve = (schema: Schema.Json | undefined): Fields => {
    let node = isFields(schema) ? schema : {}
    for (let step = 0; step < maxDepth; step++) {
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

  const typeOf = (schema: Fields): Schema.Json | undefined => {
    const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== "null") : schema.type
    return type ?? (schema.properties !== undefined ? "object" : schema.items !== undefined ? "array" : undefined)
  }

  /** A value of the page as the schema wants it; undefined when it cannot be that. */
  const convert = (value: Schema.Json, schema: Fields, depth: number): Schema.Json | undefined => {
    const type = typeOf(schema)
    if (depth > maxDepth) return undefined
    if (type === "array") {
      const items = resolve(schema.items)
      const list = Array.isArray(value)
        ? value
        : typeof value === "string" && typeOf(items) !== "object"
        ? value.split(value.includes(";") ? ";" : /,(?!\d)/).map((part) => part.trim()).filter((part) => part !== "")
        : [value]
      const found = list.map((item) => convert(item, items, depth + 1)).filter((item) => item !== undefined)
      return found.length === 0 ? undefined : found
    }
    const one = Array.isArray(value) ? value[0] : value
    if (one === undefined || one === null) return undefined
    if (type === "object") {
      const fields = isFields(one) ? object(schema, [bagOfThing(one)], depth + 1) : undefined
      return fields === undefined || Object.keys(fields).length === 0 ? undefined : fields
    }
    // Of a thing its name is meant, of an amount its value.
    const plain = isFields(one) ? one.name ?? one.text ?? one.value ?? one.url ?? one["@id"] : one
    return typeof plain === "string" || typeof plain === "number" || typeof plain === "boolean"
      ? scalar(plain, type, schema)
      : undefined
  }

  /** The object with what is known of its properties, from the first bag that has each. */
  const object = (schema: Fields, bags: ReadonlyArray<Bag>, depth: number): Fields | undefined => {
    if (depth > maxDepth) return undefined
    const properties = isFields(schema.properties) ? schema.properties : {}
    const entries = Object.entries(properties).flatMap(([name, property]) => {
      const value = valueOf(name, resolve(property), bags, depth)
      return value === undefined ? [] : [[name, value] as const]
    })
    return Object.fromEntries(entries)
  }

  const valueOf = (
    name: string,
    schema: Fields,
    bags: ReadonlyArray<Bag>,
    depth: number
  ): Schema.Json | undefined => {
    if (++lookups > maxLookups) return undefined
    for (const bag of bags) {
      for (const each of namesFor(name)) {
        const value = bag.get(each)
        const converted = value === undefined ? undefined : convert(value, schema, depth + 1)
        if (converted !== undefined) return converted
      }
    }
    const type = typeOf(schema)
    if (type === "array") return depth > 1 ? undefined : list(name, schema, depth)
    if (type === "object") {
      // Its properties may be said without it: an offer in the product, an address in the page.
      if (depth > 0) return undefined
      const fields = object(schema, bags, depth + 1)
      return fields === undefined || Object.keys(fields).length < 2 ? undefined : fields
    }
    if (namesFor("currency").includes(nameOf(name))) {
      const price = bags.map((bag) => bag.get("price")).find((each) => each !== undefined)
      return typeof price === "string" ? toCurrency(price) : undefined
    }
    if (type === "string" || type === undefined) return undefined
    for (const bag of bags) {
      const near = nearest(name, bag)
      const converted = near === undefined ? undefined : convert(near, schema, depth + 1)
      if (converted !== undefined) return converted
    }
    return undefined
  }

  /** The value under a name that is nearly the wanted one, when there is only one such name. */
  const nearest = (name: string, bag: Bag): Schema.Json | undefined => {
    const own = nameOf(name)
    if (own.length < 4) return undefined
    const near = [...bag].filter(([key]) => key.length < own.length + 12 && (key.startsWith(own) || key.endsWith(own)))
    return near.length === 1 ? near[0]![1] : undefined
  }

  /** A list of the page for an array: declared things, the rows of a table, or the items below a heading. */
  const list = (name: string, schema: Fields, depth: number): Schema.Json | undefined => {
    const items = resolve(schema.items)
    if (typeOf(items) === "object") {
      const rows = fromThings(name, items, depth) ?? fromTables(name, items)
      return rows
    }
    const wanted = singular(nameOf(name))
    for (const { items: texts, under } of lists) {
      if (!namesFor(name).includes(nameOf(under)) && likeness(name, under) < leastLikeness) continue
      const found = texts.map((text) => convert(text, items, depth + 1)).filter((item) => item !== undefined)
      if (found.length > 0) return found
    }
    for (const { columns, rows } of tables) {
      const column = columns.findIndex((each) => singular(nameOf(each)) === wanted)
      if (column < 0) continue
      const found = rows.flatMap((row) => {
        const value = convert(row[column] ?? "", items, depth + 1)
        return value === undefined || value === "" ? [] : [value]
      })
      if (found.length > 0) return found
    }
    return undefined
  }

  const fromThings = (name: string, items: Fields, depth: number): ReadonlyArray<Schema.Json> | undefined => {
    const wanted = singular(nameOf(name))
    const rows = known.things.filter((thing) =>
      Array.isArray(thing["@type"]) &&
      thing["@type"].some((type) =>
        type === wanted || (typeof type === "string" && wanted.length > 4 && type.endsWith(wanted))
      )
    ).map((thing) => object(items, [bagOfThing(thing)], depth + 1)).filter((row) => isWorth(row, items))
    return rows.length === 0 ? undefined : rows.filter((row) => row !== undefined)
  }

  const isWorth = (row: Fields | undefined, items: Fields): boolean => {
    const required = Array.isArray(items.required) ? items.required : []
    return row !== undefined && Object.keys(row).length > 0 &&
      required.every((key) => typeof key === "string" && Object.hasOwn(row, key))
  }

  /** The table whose columns say most of what is wanted, and the rows that have all that must be there. */
  const fromTables = (name: string, items: Fields): ReadonlyArray<Schema.Json> | undefined => {
    const properties = Object.keys(isFields(items.properties) ? items.properties : {})
    let best: { readonly score: number; readonly rows: ReadonlyArray<Schema.Json> } | undefined
    for (const table of tables) {
      const columns = assign(properties, table)
      const rows = table.rows.map((row) =>
        object(items, [bagOf([...columns].flatMap(([property, column]) => cell(property, row[column])))], maxDepth - 2)
      ).filter((row) => isWorth(row, items)).filter((row) => row !== undefined)
      const score = columns.size + likeness(name, table.under) / 2
      if (rows.length > 0 && (best === undefined || score > best.score)) best = { score, rows }
    }
    return best?.rows
  }

  return { resolve, typeOf, object, list }
}

const cell = (property: string, text: string | undefined): ReadonlyArray<readonly [string, Schema.Json]> =>
  text === undefined || /^(?:[-–—]|n\/a)?$/i.test(text) ? [] : [[property, text]]

/** Which column says which property: the most alike first, each column once. */
const assign = (properties: ReadonlyArray<string>, { columns }: Table): ReadonlyMap<string, number> => {
  const pairs = properties.flatMap((property) =>
    columns.slice(0, maxColumns).map((column, index) => ({
      property,
      index,
      score: namesFor(property).includes(nameOf(column)) ? 0.99 : likeness(property, column)
    }))
  ).filter(({ score }) => score >= leastLikeness).toSorted((left, right) => right.score - left.score)
  const found = new Map<string, number>()
  const taken = new Set<number>()
  for (const { index, property } of pairs) {
    if (found.has(property) || taken.has(index)) continue
    found.set(property, index)
    taken.add(index)
  }
  return found
}

const lookUp = (root: Fields, reference: string): Schema.Json | undefined => {
  if (reference === "#") return root
  if (!reference.startsWith("#/")) return undefined
  let node: Schema.Json | undefined = root
  for (const part of reference.slice(2).split("/").slice(0, 20)) {
    node = isFields(node) && Object.hasOwn(node, part) ? node[part] : undefined
  }
  return node
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
