/**
 * Reads the items that a page declares in JSON-LD, microdata and RDFa into one shape.
 *
 * @since 0.1.0
 */
import { decodeHTML } from "entities/decode"
import { jsonLd } from "../tape/json.ts"
import * as Tags from "../tape/tags.ts"
import { attr, type Tape, textOf } from "../tape/tape.ts"
import { imageAddress, type Resolve } from "../tape/urls.ts"

const MAX_VALUES_OF_PROPERTY = 2000
const MAX_CHARACTERS_OF_PROPERTY_VALUE = 20_000
const MAX_CHARACTERS_OF_ITEM_AMOUNT = 60

export type Source = "json-ld" | "microdata" | "rdfa"

export interface Item {
  readonly source: Source
  readonly types: ReadonlyArray<string>
  readonly properties: Map<string, Array<Value>>
}

export type Value = string | Item

const MAX_ITEMS = 5000
const MAX_DEPTH_OF_ITEMS = 40
/** Limit for the characters and nodes that are read, because nested elements would be read once per level. */
const MAX_READ_OF_ITEMS = 4_000_000

const localName = (type: string): string =>
  type.slice(Math.max(type.lastIndexOf("/"), type.lastIndexOf("#"), type.lastIndexOf(":")) + 1).toLowerCase()
const space = /\s+/g

export const items = (tape: Tape, resolve: Resolve): ReadonlyArray<Item> => {
  const out: Array<Item> = []
  for (const value of jsonLd(tape)) fromJson(value, out)
  embedded(tape, resolve, out, "microdata", "itemtype", "itemprop", (i) => attr(tape, i, "itemscope") !== undefined)
  embedded(tape, resolve, out, "rdfa", "typeof", "property", (i) => attr(tape, i, "typeof") !== undefined)
  return out
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const fromJson = (root: unknown, out: Array<Item>): void => {
  const byId = new Map<string, Item>()
  const references: Array<{ readonly list: Array<Value>; readonly at: number; readonly id: string }> = []
  const visit = (value: unknown, depth: number): Item | undefined => {
    if (!isObject(value) || depth > MAX_DEPTH_OF_ITEMS || out.length >= MAX_ITEMS) return undefined
    const type = value["@type"]
    const types = (Array.isArray(type) ? type : [type]).filter((t) => typeof t === "string").map((t) => localName(t))
    const item: Item = { source: "json-ld", types, properties: new Map() }
    const id = value["@id"]
    if (types.length > 0) {
      out.push(item)
      if (typeof id === "string") byId.set(id, item)
    }
    for (const [key, raw] of Object.entries(value)) {
      if (key === "@context" || key === "@type") continue
      const list: Array<Value> = []
      for (const one of Array.isArray(raw) ? raw.slice(0, MAX_VALUES_OF_PROPERTY).flat(2).slice(0, MAX_VALUES_OF_PROPERTY) : [raw]) {
        if (typeof one === "string") list.push(unescaped(one))
        else if (typeof one === "number" || typeof one === "boolean") list.push(String(one))
        else if (isObject(one)) {
          const keys = Object.keys(one)
          if (keys.length === 1 && typeof one["@id"] === "string") {
            references.push({ list, at: list.length, id: one["@id"] })
            list.push(one["@id"])
          } else if (typeof one["@value"] === "string") list.push(unescaped(one["@value"]))
          else {
            const child = visit(one, depth + 1)
            if (child !== undefined) list.push(child)
          }
        }
      }
      if (list.length > 0) item.properties.set(key.toLowerCase(), list)
    }
    return item
  }
  for (const value of Array.isArray(root) ? root : [root]) visit(value, 0)
  for (const { at, id, list } of references) {
    const found = byId.get(id)
    if (found !== undefined) list[at] = found
  }
}

const unescaped = (s: string): string => /&(?:#\d+|#x[\da-f]+|[a-z]\w+);/i.test(s) ? decodeHTML(s) : s

const embedded = (
  tape: Tape,
  resolve: Resolve,
  out: Array<Item>,
  source: Source,
  typeName: string,
  propertyName: string,
  isThing: (i: number) => boolean
): void => {
  const things = new Map<number, Item>()
  const open: Array<number> = []
  let read = 0
  for (let i = 0; i < tape.n && things.size < MAX_ITEMS; i++) {
    while (open.length > 0 && tape.end[open[open.length - 1]!]! <= i) open.pop()
    if (tape.attrsAt[i] === tape.attrsAt[i + 1]) continue
    const property = attr(tape, i, propertyName)
    const thing = isThing(i)
    if (property === undefined && !thing) continue
    const owner = open.length > 0 ? things.get(open[open.length - 1]!) : undefined
    let value: Value | undefined
    if (thing) {
      const types = (attr(tape, i, typeName) ?? "").split(space).filter((t) => t !== "").map(localName)
      const item: Item = { source, types, properties: new Map() }
      const id = attr(tape, i, "itemid") ?? attr(tape, i, "resource")
      if (id !== undefined) item.properties.set("@id", [id])
      things.set(i, item)
      if (types.length > 0) out.push(item)
      open.push(i)
      value = item
    } else if (owner !== undefined && read < MAX_READ_OF_ITEMS) {
      value = valueOf(tape, i, resolve)
      read += value.length + tape.end[i]! - i
    }
    if (property === undefined || owner === undefined || value === undefined) continue
    for (const name of property.split(space)) {
      if (name === "") continue
      const key = localName(name)
      const list = owner.properties.get(key)
      if (list === undefined) owner.properties.set(key, [value])
      else if (list.length < MAX_VALUES_OF_PROPERTY) list.push(value)
    }
  }
}

const valueOf = (tape: Tape, i: number, resolve: Resolve): string => {
  const content = attr(tape, i, "content")
  if (content !== undefined) return content.trim()
  switch (tape.tag[i]) {
    case Tags.A:
    case Tags.LINK:
      return resolve(attr(tape, i, "href")) ?? ""
    case Tags.IMG:
      return resolve(imageAddress(tape, i)) ?? ""
    default:
      return (attr(tape, i, "datetime") ?? attr(tape, i, "value") ?? textOf(tape, i, MAX_CHARACTERS_OF_PROPERTY_VALUE)).replace(space, " ")
        .trim()
  }
}

const MAX_READ_VALUES = 5
/** Maximum depth of names in names, because items may reference each other. */
const MAX_NESTED_NAMES = 2
const naming = ["name", "@value", "value"]
const MAX_PROPERTY_CHARACTERS = 20_000
const MAX_URLS_OF_PROPERTY = 100
const MAX_ITEM_URL_CHARACTERS = 4000

export const text = (item: Item, ...names: ReadonlyArray<string>): string | undefined => textWithin(item, names, 0)

const textWithin = (item: Item, names: ReadonlyArray<string>, depth: number): string | undefined => {
  for (const name of names) {
    const values = item.properties.get(name) ?? []
    for (let k = 0; k < values.length && k < MAX_READ_VALUES; k++) {
      const value = values[k]!
      const s = typeof value === "string"
        ? value.slice(0, MAX_PROPERTY_CHARACTERS)
        : depth < MAX_NESTED_NAMES
        ? textWithin(value, naming, depth + 1)
        : undefined
      if (s !== undefined && s.trim() !== "") return plain(s)
    }
  }
  return undefined
}

export const things = (item: Item, ...names: ReadonlyArray<string>): ReadonlyArray<Item> =>
  names.flatMap((name) => (item.properties.get(name) ?? []).filter((v): v is Item => typeof v !== "string"))

export const addresses = (item: Item, name: string): ReadonlyArray<string> =>
  (item.properties.get(name) ?? []).slice(0, MAX_URLS_OF_PROPERTY).flatMap((v) => {
    const s = typeof v === "string" ? v : text(v, "contenturl", "url", "@id")
    return s === undefined || s.length > MAX_ITEM_URL_CHARACTERS ? [] : [s]
  })

const plain = (s: string): string =>
  s.replace(/<wbr ?\/?>/gi, "").replace(/<[^>]{0,1000}>/g, " ").replace(/&nbsp;|&#160;/g, " ").replace(/&amp;/g, "&")
    .replace(/&quot;/g, "\"")
    .replace(/&#0?39;|&apos;/g, "'")
    .replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(space, " ").trim()

export const amount = (s: string | undefined): number | undefined => {
  if (s === undefined || s.length > MAX_CHARACTERS_OF_ITEM_AMOUNT) return undefined
  const match = /\d[\d.,'\u00a0\u202f ]*/.exec(s)
  // A price cannot be negative.
  if (match === null || /[-\u2212]\s*$/.test(s.slice(0, match.index))) return undefined
  let digits = match[0].replace(/['\u00a0\u202f ]/g, "").replace(/[.,]+$/, "")
  const comma = digits.lastIndexOf(",")
  const dot = digits.lastIndexOf(".")
  if (comma >= 0 && dot >= 0) {
    digits = comma > dot
      ? digits.replace(/\./g, "").replace(",", ".")
      : digits.replace(/,/g, "")
  } else if (comma >= 0) digits = /,\d{3}(?:,|$)/.test(digits) ? digits.replace(/,/g, "") : digits.replace(",", ".")
  else if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(digits)) digits = digits.replace(/\./g, "")
  const value = Number(digits)
  return Number.isFinite(value) && value >= 0 ? value : undefined
}

const symbols: ReadonlyArray<readonly [RegExp, string]> = [
  [/€|\bEUR\b/, "EUR"],
  [/£|\bGBP\b/, "GBP"],
  [/¥|\bJPY\b/, "JPY"],
  [/₹|\bINR\b/, "INR"],
  [/US\$|\bUSD\b/, "USD"],
  [/\bCHF\b/, "CHF"]
]

/** Returns the declared currency code, or else the code of an unambiguous currency sign. */
export const currency = (given: string | undefined, written?: string): string | undefined => {
  const code = given?.trim().toUpperCase()
  if (code !== undefined && /^[A-Z]{3}$/.test(code)) return code
  for (const s of [given, written]) {
    if (s !== undefined) { for (const [sign, name] of symbols) if (sign.test(s)) return name }
  }
  return undefined
}
