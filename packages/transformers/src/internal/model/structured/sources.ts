import type { Document } from "@dunlin/schema/Document"
import type * as Schema from "effect/Schema"
import { type Fields, isFields } from "../fields.ts"
import { blocksOf, boldLine, cellsOf, plain } from "../textBlocks.ts"
import { nameOf } from "./propertyNames.ts"

export interface Table {
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  readonly under: string
}

export interface List {
  readonly under: string
  readonly items: ReadonlyArray<string>
}

export interface DeclaredValues {
  readonly definitions: ReadonlyArray<readonly [string, string]>
  readonly tables: ReadonlyArray<Table>
  readonly lists: ReadonlyArray<List>
}

const MAX_NAME_CHARACTERS = 60
const MAX_VALUE_CHARACTERS = 1000

const MAX_HEADING_CHARACTERS = 200
const MAX_ROWS = 2000
const MAX_DEFINITIONS = 20_000

export const declaredValuesOf = (markdown: string): DeclaredValues => {
  const definitions: Array<readonly [string, string]> = []
  const tables: Array<{ columns: ReadonlyArray<string>; rows: Array<ReadonlyArray<string>>; under: string }> = []
  const lists: Array<{ under: string; items: Array<string> }> = []
  const define = (name: string, value: string) => {
    if (definitions.length >= MAX_DEFINITIONS) return
    const text = plain(value)
    if (name !== "" && name.length <= MAX_NAME_CHARACTERS && text !== "" && text.length <= MAX_VALUE_CHARACTERS) {
      definitions.push([name, text])
    }
  }
  let heading = ""
  let lead = ""
  let name: string | undefined
  let list: { under: string; items: Array<string> } | undefined
  for (const { kind, level, table, text } of blocksOf(markdown)) {
    if (kind !== "item") list = undefined
    if (kind === "heading") {
      heading = plain(text.slice(0, MAX_HEADING_CHARACTERS))
      lead = heading
      name = undefined
      continue
    }
    if (kind === "row") {
      const cells = cellsOf(text).map(plain)
      if (table?.isHead === true) tables.push({ columns: cells, rows: [], under: heading })
      else if ((tables.at(-1)?.rows.length ?? MAX_ROWS) < MAX_ROWS) tables.at(-1)!.rows.push(cells)
      if (cells.length === 2) define(cells[0]!, cells[1]!)
      continue
    }
    if (kind === "code") continue
    if (kind === "item" && level < 2) {
      if (list === undefined) lists.push(list = { under: lead, items: [] })
      if (list.items.length < MAX_ROWS) list.items.push(plain(text))
    }
    const bold = kind === "text" ? boldLine(text) : undefined
    if (bold !== undefined) {
      name = bold.replace(/:$/, "")
      lead = name
      continue
    }
    if (name !== undefined && kind === "text") define(name, text)
    name = undefined
    const line = plain(text)
    const colon = line.indexOf(": ")
    if (colon > 0) define(line.slice(0, colon), line.slice(colon + 2))
    if (kind === "text" && line.length <= MAX_NAME_CHARACTERS * 2) lead = line.replace(/:$/, "")
  }
  return { definitions, tables, lists }
}

export type Bag = ReadonlyMap<string, Schema.Json>

export const bagOf = (...entries: ReadonlyArray<ReadonlyArray<readonly [string, Schema.Json]>>): Bag => {
  const bag = new Map<string, Schema.Json>()
  for (const [name, value] of entries.flat()) {
    const own = nameOf(name)
    if (!bag.has(own) && value !== null) bag.set(own, value)
  }
  return bag
}

/** Objects whose properties describe the thing itself, such as an offer. */
const inner = ["offers", "aggregaterating", "nutrition", "address", "geo", "pricespecification", "basesalary", "value"]

export const bagOfThing = (thing: Fields): Bag => {
  const entries: Array<readonly [string, Schema.Json]> = Object.entries(thing).filter(([name]) => !name.startsWith("@"))
  for (let index = 0; index < entries.length && entries.length < 500; index++) {
    const [name, value] = entries[index]!
    if (!inner.includes(name)) continue
    const first = Array.isArray(value) ? value[0] : value
    if (isFields(first)) entries.push(...Object.entries(first).filter(([key]) => !key.startsWith("@")))
  }
  return bagOf(entries)
}

export const bagOfDocument = ({ metadata, product }: Document): Bag => {
  const variant = product?.variants[0]
  return bagOf(
    product === undefined ? [] : [
      ["name", product.title] as const,
      ...(variant?.price === undefined ? [] : [["price", variant.price.amount] as const]),
      ...(variant?.price?.currency === undefined ? [] : [["currency", variant.price.currency] as const]),
      ...(variant?.sku === undefined ? [] : [["sku", variant.sku] as const]),
      ...(variant === undefined ? [] : [["instock", variant.availability.inStock] as const]),
      ...Object.entries(product).filter((entry): entry is [string, string] => typeof entry[1] === "string")
    ],
    Object.entries((metadata ?? {}) as Fields)
  )
}
