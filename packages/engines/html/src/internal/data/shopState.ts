/**
 * Reads products from the state that shops embed for their scripts. A product needs the name that the page shows as
 * its heading or title, and a price. A bare number counts only if the page shows it, as units or as hundredths.
 *
 * @since 0.1.0
 */
import type { Product, Variant } from "../../Product.ts"
import { parseJson } from "../tape/json.ts"
import * as Tags from "../tape/tags.ts"
import { attr, type Tape } from "../tape/tape.ts"
import type { Resolve } from "../tape/urls.ts"
import * as Structured from "./items.ts"
import { isObject, type JsonObject, objects, productValues } from "./state.ts"

const MAX_CHARACTERS_OF_SHOP_TEXT = 2000
const MAX_ENTRIES_OF_SHOP_LIST = 500
const MAX_AMOUNTS = 1000
const MAX_PRICE_TEXT_CHARACTERS = 300
/** Cents per unit. Some states store amounts in cents. */
const CENTS = 100
const DECIMAL = 10
const MAX_OPTIONS = 30

export interface Shown {
  readonly tape: Tape
  readonly resolve: Resolve
  readonly url: string
  readonly names: ReadonlyArray<string>
  readonly stock: () => Variant["availability"]
}

const MAX_PICTURES_PER_PRODUCT = 20

interface Money {
  readonly amount: number
  readonly currency?: string
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" && value.length < MAX_CHARACTERS_OF_SHOP_TEXT
    ? value.trim()
    : typeof value === "number"
    ? String(value)
    : undefined
const first = (source: JsonObject, ...keys: ReadonlyArray<string>): unknown => {
  for (const key of keys) {
    if (source[key] !== undefined && source[key] !== null && source[key] !== "") return source[key]
  }
  return undefined
}
const name = (value: unknown): string | undefined => isObject(value) ? text(first(value, "name", "title")) : text(value)

/** Returns the items of an array, or the nodes or edges in which GraphQL wraps a list. */
const list = (value: unknown): ReadonlyArray<JsonObject> => {
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES_OF_SHOP_LIST).filter(isObject)
  if (!isObject(value)) return []
  if (Array.isArray(value["nodes"])) return list(value["nodes"])
  return list(value["edges"]).flatMap((edge) => isObject(edge["node"]) ? [edge["node"]] : [])
}

const shownPrices = (tape: Tape): ReadonlySet<number> => {
  const out = new Set<number>()
  for (let i = 0; i < tape.n && out.size < MAX_AMOUNTS; i++) {
    const s = tape.tag[i] === Tags.TEXT ? tape.text[i]! : ""
    const p = tape.parent[i]!
    if (s === "" || s.length > MAX_PRICE_TEXT_CHARACTERS || !/\d/.test(s) || p >= 0 && Tags.is(tape.tag[p]!, Tags.INVISIBLE)) {
      continue
    }
    for (const match of s.matchAll(/\d[\d.,'\u00a0\u202f]{0,15}/g)) {
      const value = Structured.amount(match[0])
      if (value !== undefined) out.add(value)
    }
  }
  return out
}

const priceReader = (tape: Tape) => {
  let shown: ReadonlySet<number> | undefined
  const read = (value: unknown, code: string | undefined, cents: boolean): Money | undefined => {
    if (typeof value === "string") {
      const amount = Structured.amount(value)
      const currency = Structured.currency(code, value)
      return amount === undefined ? undefined : { amount, ...(currency === undefined ? {} : { currency }) }
    }
    if (typeof value === "number" && Number.isFinite(value) && value >= 0) {
      shown ??= shownPrices(tape)
      const amount = cents
        ? value / CENTS
        : shown.has(value)
        ? value
        : shown.has(value / CENTS)
        ? value / CENTS
        : undefined
      const currency = Structured.currency(code)
      return amount === undefined ? undefined : { amount, ...(currency === undefined ? {} : { currency }) }
    }
    if (!isObject(value)) return undefined
    const own = text(first(value, "currencyCode", "currency", "currency_code", "currencyIso", "priceCurrency")) ?? code
    if (typeof value["centAmount"] === "number") {
      const digits = typeof value["fractionDigits"] === "number" ? value["fractionDigits"] : 2
      const currency = Structured.currency(own)
      return { amount: value["centAmount"] / DECIMAL ** digits, ...(currency === undefined ? {} : { currency }) }
    }
    const inner = first(value, "amount", "value", "current", "minVariantPrice", "price", "sale", "regular", "formatted")
    return isObject(inner) || typeof inner === "string" || typeof inner === "number"
      ? read(inner, own, cents)
      : undefined
  }
  return read
}

const stockOf = (source: JsonObject): Variant["availability"] | undefined => {
  const stated = first(
    source,
    "availableForSale",
    "available",
    "inStock",
    "in_stock",
    "is_in_stock",
    "isInStock",
    "isAvailable"
  )
  if (typeof stated === "boolean") return { inStock: stated }
  const word = text(first(source, "availability", "stockStatus", "stock_status"))
  return word === undefined ? undefined : { inStock: /^(?:https?:\/\/schema\.org\/)?in[_ -]?stock$/i.test(word) }
}

const addressOf = (value: unknown): string | undefined =>
  isObject(value)
    ? text(first(value, "url", "src", "originalSrc", "href"))
    : typeof value === "string"
    ? text(value)
    : undefined

/** Returns the product of a shop program's state, or `undefined` unless the page shows the product's name and price. */
export const fromState = (page: Shown): Product | undefined => {
  const all = objects(productValues(page.tape))
  const read = priceReader(page.tape)
  const currency = currencyOf(all) ?? declaredCurrency(page.tape)

  const variant = (source: JsonObject, cents: boolean, code: string | undefined): Variant => {
    const price = read(
      first(source, "price", "display_price", "salePrice", "sale_price", "prices", "priceV2", "priceRange"),
      code,
      cents
    )
    const before = read(
      first(
        source,
        "compareAtPrice",
        "compare_at_price",
        "compareAtPriceV2",
        "display_regular_price",
        "regularPrice",
        "listPrice"
      ),
      code,
      cents
    )
    const options = list(source["selectedOptions"]).flatMap((option) => {
      const [key, value] = [name(option), text(option["value"])]
      return key === undefined || value === undefined ? [] : [[key.toLowerCase(), value] as const]
    })
    const attributes = isObject(source["attributes"])
      ? Object.entries(source["attributes"]).flatMap(([key, value]) => {
        const s = text(value)
        return s === undefined ? [] : [[key.replace(/^attribute_(?:pa_)?/, ""), s] as const]
      })
      : []
    const chosen = Object.fromEntries([...options, ...attributes].slice(0, MAX_OPTIONS))
    const id = text(first(source, "id", "variation_id"))
    const sku = text(source["sku"])
    const title = text(first(source, "public_title", "title", "name"))
    const image = page.resolve(addressOf(first(source, "image", "featured_image", "featuredImage")))
    return {
      ...(id === undefined ? {} : { id }),
      ...(sku === undefined ? {} : { sku }),
      ...(title === undefined ? {} : { title }),
      ...(Object.keys(chosen).length === 0 ? {} : { values: chosen }),
      ...(price === undefined ? {} : { price }),
      ...(price !== undefined && before !== undefined && before.amount > price.amount
        ? { sale: { originalPrice: before } }
        : {}),
      availability: stockOf(source) ?? page.stock(),
      ...(image === undefined ? {} : { images: [{ url: image }] })
    }
  }

  for (const source of all) {
    const variants = list(source["variants"])
    const title = text(first(source, "name", "title", "productName"))
      // Shopify's analytics only name the variants: "Mug - Red".
      ?? page.names.find((shown) => variants.some((one) => text(one["name"])?.toLowerCase().startsWith(shown) === true))
    // If the page shows no name, the state must be of a product template: one product with a handle.
    const own = page.names.length > 0
      ? title !== undefined && page.names.includes(title.toLowerCase())
      : text(source["handle"]) !== undefined && variants.length > 0
    if (title === undefined || !own) continue
    // Shopify's own templates use cents.
    const cents = variants.length > 0 && variants.every((one) => Number.isInteger(one["price"])) &&
      (text(source["handle"]) !== undefined || source["vendor"] !== undefined)
    const code = text(first(source, "currency", "currencyCode")) ?? currency
    const out = variants.length > 0
      ? variants.map((one) => variant(one, cents, code))
      : [variant(source, false, code)].map(({ id: _id, title: _title, ...rest }) => rest)
    if (!out.some((one) => one.price !== undefined)) continue
    const description = text(source["description"])
    const pictures = picturesOf(source, page.resolve)
    const brand = name(first(source, "brand", "vendor", "manufacturer"))
    const category = name(first(source, "category", "productType", "product_type", "type"))
    return {
      title: page.names[0] === title.toLowerCase() ? headingOf(page.tape) ?? title : title,
      url: page.url,
      ...(brand === undefined ? {} : { brand }),
      ...(category === undefined || category === "product" ? {} : { category }),
      ...(description === undefined || description.includes("<") ? {} : { description }),
      variants: pictures.length === 0
        ? out
        : out.map((one) => one.images === undefined ? { ...one, images: pictures } : one)
    }
  }
  return fromForm(page, variant, currency)
}

const picturesOf = (source: JsonObject, resolve: Resolve): ReadonlyArray<{ readonly url: string }> => {
  const several = source["images"]
  const listed = Array.isArray(several) ? several : list(several)
  const all = listed.length > 0 ? listed : [first(source, "image", "featured_image", "featuredImage")]
  return all.slice(0, MAX_PICTURES_PER_PRODUCT).flatMap((one) => {
    const url = resolve(addressOf(one))
    return url === undefined ? [] : [{ url }]
  })
}

const declaredCurrency = (tape: Tape): string | undefined => {
  for (let i = 0; i < tape.n; i++) {
    if (tape.tag[i] === Tags.META && /^(?:og|product):price:currency$/.test(attr(tape, i, "property") ?? "")) {
      return Structured.currency(attr(tape, i, "content"))
    }
  }
  return undefined
}

const currencyOf = (all: ReadonlyArray<JsonObject>): string | undefined => {
  const found = new Set<string>()
  for (const source of all) {
    const code = text(first(source, "currencyCode", "currency_code", "priceCurrency", "currency"))
    if (code !== undefined && /^[A-Z]{3}$/.test(code)) found.add(code)
  }
  return found.size === 1 ? [...found][0] : undefined
}

/** Returns the product whose variants WooCommerce stores in an attribute of its form. */
const fromForm = (
  page: Shown,
  variant: (source: JsonObject, cents: boolean, code: string | undefined) => Variant,
  currency: string | undefined
): Product | undefined => {
  const { tape } = page
  const title = headingOf(tape)
  if (title === undefined) return undefined
  for (let i = 0; i < tape.n; i++) {
    if (tape.tag[i] !== Tags.FORM) continue
    const data = attr(tape, i, "data-product_variations")
    if (data === undefined || !data.startsWith("[")) continue
    const parsed = parseJson(data)
    const found = list(parsed).map((source) => {
      // Prices of WooCommerce are in currency units, even if the page does not show them.
      const units = Object.fromEntries(
        Object.entries(source).map(([key, value]) =>
          [key, key.startsWith("display_") && typeof value === "number" ? String(value) : value] as const
        )
      )
      return variant(units, false, currency)
    })
    if (found.some((one) => one.price !== undefined)) return { title, url: page.url, variants: found }
  }
  return undefined
}

const headingOf = (tape: Tape): string | undefined => {
  for (let i = 0; i < tape.n; i++) {
    if (tape.tag[i] !== Tags.H1) continue
    let s = ""
    for (let k = i + 1; k < tape.end[i]!; k++) if (tape.tag[k] === Tags.TEXT) s += tape.text[k]
    return s.replace(/\s+/g, " ").trim() || undefined
  }
  return undefined
}
