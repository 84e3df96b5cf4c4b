import type { Document } from "@dunlin/schema/Document"
import type * as Schema from "effect/Schema"
import { conform } from "./conform.ts"

type Fields = { readonly [key: string]: Schema.Json }

/**
 * The structured data of the page that satisfies a schema, if there is any: its product, or what its metadata, tables
 * and definition lists say under the names of the schema.
 */
export const structured = (
  document: Document,
  markdown: string,
  schema: Fields | undefined
): Schema.Json | undefined => {
  if (schema === undefined) return undefined
  const properties = fieldsOf(schema.properties)
  const table = tableOf(markdown)
  const said = new Map([
    ...named(fieldsOf(document.metadata as Schema.Json | undefined)),
    ...offer(document),
    ...definitions(markdown)
  ])
  const flat = pick(properties, said)
  const lists = Object.entries(properties).flatMap(([name, property]) => {
    const item = fieldsOf(fieldsOf(fieldsOf(property).items).properties)
    const rows = Object.keys(item).length === 0 ? [] : table.map((row) => pick(item, row))
    return rows.some((row) => Object.keys(row).length > 0) ? [[name, rows] as const] : []
  })
  const candidates: ReadonlyArray<Schema.Json | undefined> = [
    document.product as Schema.Json | undefined,
    { ...flat, ...Object.fromEntries(lists) }
  ]
  // Nothing at all satisfies many schemas, but it is no answer.
  return candidates.find((candidate) =>
    candidate !== undefined && Object.keys(candidate as object).length > 0 && conform(candidate, schema).length === 0
  )
}

const fieldsOf = (json: Schema.Json | undefined): Fields =>
  typeof json === "object" && json !== null && !Array.isArray(json) ? json as Fields : {}

/** `Release date`, `releaseDate` and `release_date` are one name. */
const nameOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "")

const named = (fields: Fields): ReadonlyArray<readonly [string, Schema.Json]> =>
  Object.entries(fields).map(([name, value]) => [nameOf(name), value])

const offer = ({ product }: Document): ReadonlyArray<readonly [string, Schema.Json]> => {
  const variant = product?.variants[0]
  return [
    ...named(fieldsOf(product as Schema.Json | undefined)).filter(([, value]) => typeof value === "string"),
    ...(product === undefined ? [] : [["name", product.title] as const]),
    ...(variant?.price === undefined ? [] : [["price", variant.price.amount] as const]),
    ...(variant?.price?.currency === undefined ? [] : [["currency", variant.price.currency] as const]),
    ...(variant?.sku === undefined ? [] : [["sku", variant.sku] as const]),
    ...(variant === undefined ? [] : [["instock", variant.availability.inStock] as const])
  ]
}

const pick = (properties: Fields, said: ReadonlyMap<string, Schema.Json>): Fields =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) => {
      const value = said.get(nameOf(name))
      const converted = value === undefined ? undefined : convert(value, fieldsOf(property).type)
      return converted === undefined ? [] : [[name, converted]]
    })
  )

const convert = (value: Schema.Json, type: Schema.Json | undefined): Schema.Json | undefined => {
  if (typeof value !== "string") return value
  const text = value.trim()
  if (type === "number" || type === "integer") {
    const digits = /^[^\d-]{0,4}(-?\d{1,15}(?:\.\d{1,9})?)[^\d.,]{0,20}$/.exec(
      text.replace(/(\d),(?=\d{3}(?:\D|$))/g, "$1")
    )?.[1]
    return digits === undefined ? undefined : Number(digits)
  }
  if (type === "boolean") return /^(?:yes|true)$/i.test(text) ? true : /^(?:no|false)$/i.test(text) ? false : undefined
  return text
}

/** Longest name of a definition. */
const maxName = 60

/** `Name: value` on a line of its own, and tables of two columns. */
const definitions = (markdown: string): ReadonlyArray<readonly [string, Schema.Json]> => {
  const found: Array<readonly [string, Schema.Json]> = []
  for (const line of markdown.split("\n")) {
    const cells = cellsOf(line)
    if (cells?.length === 2) found.push([nameOf(cells[0]!), cells[1]!])
    const plain = line.replace(/^\s*[-*+]\s+/, "").replaceAll("**", "").trim()
    const colon = plain.indexOf(": ")
    if (cells === undefined && colon > 0 && colon <= maxName) {
      found.push([nameOf(plain.slice(0, colon)), plain.slice(colon + 2).trim()])
    }
  }
  // What is said first counts.
  return found.reverse()
}

/** The rows of the first table with a head, each by the names of its columns. */
const tableOf = (markdown: string): ReadonlyArray<ReadonlyMap<string, Schema.Json>> => {
  const lines = markdown.split("\n")
  const rule = lines.findIndex((line) => /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/.test(line))
  const head = rule < 1 ? undefined : cellsOf(lines[rule - 1]!)
  if (head === undefined) return []
  const rows: Array<ReadonlyMap<string, Schema.Json>> = []
  for (let index = rule + 1; index < lines.length; index++) {
    const cells = cellsOf(lines[index]!)
    if (cells === undefined) break
    rows.push(new Map(head.map((name, column) => [nameOf(name), cells[column] ?? ""])))
  }
  return rows
}

const cellsOf = (line: string): ReadonlyArray<string> | undefined => {
  const text = line.trim()
  return text.length > 1 && text.startsWith("|") && text.endsWith("|")
    ? text.slice(1, -1).split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("**", ""))
    : undefined
}
