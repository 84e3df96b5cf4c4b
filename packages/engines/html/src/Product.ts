/**
 * Reads the product of a shop page, as the page declares it. Prose is not interpreted.
 *
 * @since 0.1.0
 */
import type { Page } from "./Html.ts"
import { stockOf } from "./internal/data/buyButton.ts"
import * as Structured from "./internal/data/items.ts"
import * as ShopState from "./internal/data/shopState.ts"
import * as Tags from "./internal/tape/tags.ts"
import { attr } from "./internal/tape/tape.ts"
import type { Availability, Picture, Price } from "./Prices.ts"

/**
 * A purchasable variant of a product.
 *
 * @category models
 * @since 0.1.0
 */
export interface Variant {
  readonly id?: string
  readonly sku?: string
  readonly title?: string
  /** The options of this variant, for example `{ color: "red" }`. */
  readonly values?: { readonly [option: string]: string }
  readonly price?: Price
  readonly sale?: { readonly originalPrice: Price }
  readonly availability: Availability
  readonly images?: ReadonlyArray<Picture>
}

/**
 * A product with its variants.
 *
 * @category models
 * @since 0.1.0
 */
export interface Product {
  readonly title: string
  readonly url: string
  readonly brand?: string
  readonly category?: string
  readonly description?: string
  readonly variants: ReadonlyArray<Variant>
}

const types = new Set([
  "product",
  "productgroup",
  "individualproduct",
  "productmodel",
  "somproduct",
  "vehicle",
  "car",
  "book",
  "softwareapplication"
])
const most = { variants: 500, images: 50, sources: 20 }
const attributesOfVariants = ["color", "size", "material", "pattern", "width", "height", "weight", "model"]

/**
 * Returns the product that a page is about. Sources by precedence: JSON-LD, microdata, RDFa, the state in the shop's
 * scripts, and OpenGraph (only with a price). `undefined` if the page declares no product, or several without a main
 * one.
 *
 * @category getters
 * @since 0.1.0
 */
export const fromPage = (page: Page): Product | undefined => {
  const all = Structured.items(page.tape, page.resolve)
  const found = all.filter((item) => item.types.some((type) => types.has(type)))
  // Products in a list, and related products, are not the main product of the page.
  const listed = new Set(all.flatMap((item) => Structured.things(item, "item", "itemlistelement")))
  const beside = new Set(
    all.flatMap((item) =>
      Structured.things(item, "isrelatedto", "issimilarto", "isaccessoryorsparepartfor", "isconsumablefor")
    )
  )
  const variants = new Set(found.flatMap((item) => Structured.things(item, "hasvariant")))
  const heading = headingOf(page)
  const candidates = found.filter((item) =>
    !variants.has(item) && !beside.has(item) && Structured.text(item, "name") !== undefined && describes(item)
  )
  const meta = metaOf(page)
  const stock = stockReader(page, meta)
  const chosen = choose(candidates, page, heading, listed)
  if (chosen !== undefined) {
    const declared = fromItem(chosen, page, stock)
    const product = { ...declared, title: withoutShop(declared.title, [declared.brand], heading) }
    // Other sources with the same product name supply the fields that the first source lacks.
    const same = candidates.filter((other) =>
      other !== chosen && sameName(Structured.text(other, "name"), declared.title)
    )
    return same.slice(0, most.sources).reduce((known, other) => fill(known, fromItem(other, page, stock)), product)
  }
  if (candidates.length > 0) return undefined
  const shown = { tape: page.tape, resolve: page.resolve, url: page.url ?? "", names: namesOf(meta, heading), stock }
  const fromState = ShopState.fromState(shown)
  const announced = fromOpenGraph(page, meta, heading, stock)
  return fromState === undefined || announced === undefined ? fromState ?? announced : fill(fromState, announced)
}

const describes = (item: Structured.Item): boolean =>
  ["offers", "sku", "gtin", "gtin13", "gtin12", "gtin8", "mpn", "hasvariant"].some((name) => item.properties.has(name))

const sameName = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && a.trim().toLowerCase() === b.trim().toLowerCase()

const headingOf = (page: Page): string => {
  const { tape } = page
  for (let i = 0; i < tape.n; i++) {
    if (tape.tag[i] !== Tags.H1) continue
    let s = ""
    for (let k = i + 1; k < tape.end[i]!; k++) if (tape.tag[k] === Tags.TEXT) s += tape.text[k]
    return s.replace(/\s+/g, " ").trim().toLowerCase()
  }
  return ""
}

const choose = (
  items: ReadonlyArray<Structured.Item>,
  page: Page,
  heading: string,
  listed: ReadonlySet<Structured.Item>
): Structured.Item | undefined => {
  const alone = items.filter((item) => !listed.has(item))
  const names = new Set(alone.map((item) => Structured.text(item, "name")!.toLowerCase()))
  if (names.size === 1) return alone[0]
  const path = (address: string | undefined) =>
    address === undefined ? undefined : URL.parse(address, page.url)?.pathname
  const own = page.url === undefined ? undefined : URL.parse(page.url)?.pathname
  return items.find((item) => own !== undefined && own !== "/" && path(Structured.text(item, "url", "@id")) === own)
    ?? items.find((item) => {
      const name = Structured.text(item, "name")!.toLowerCase()
      return heading !== "" && (heading === name || (name.length > 8 && heading.includes(name)))
    })
}

const fromItem = (item: Structured.Item, page: Page, stock: Stock): Product => {
  const group = new Set(Structured.things(item, "hasvariant"))
  const name = Structured.text(item, "name")!
  const variants: Array<Variant> = []
  for (const variant of group.size > 0 ? group : [item]) {
    if (variants.length >= most.variants) break
    variants.push(...variantsOf(variant, page, group.size > 0 ? name : undefined, stock))
  }
  const brand = Structured.text(item, "brand", "manufacturer")
  const category = Structured.text(item, "category")
  const description = Structured.text(item, "description")
  return {
    title: name,
    url: page.resolve(Structured.text(item, "url")) ?? page.url ?? "",
    ...(brand === undefined ? {} : { brand }),
    ...(category === undefined ? {} : { category }),
    ...(description === undefined ? {} : { description: description.slice(0, 10_000) }),
    variants: variants.slice(0, most.variants)
  }
}

const offersOf = (item: Structured.Item): ReadonlyArray<Structured.Item> => {
  const out = new Set<Structured.Item>()
  for (const offer of new Set(Structured.things(item, "offers"))) {
    if (out.size >= most.variants) break
    const inner = offer.types.includes("aggregateoffer") ? Structured.things(offer, "offers") : []
    for (const one of inner.length > 0 ? inner : [offer]) out.add(one)
  }
  return [...out].slice(0, most.variants)
}

const variantsOf = (
  item: Structured.Item,
  page: Page,
  group: string | undefined,
  stock: Stock
): ReadonlyArray<Variant> => {
  const images = [...new Set(Structured.addresses(item, "image").flatMap((address) => page.resolve(address) ?? []))]
    .slice(0, most.images)
  const sku = Structured.text(item, "sku", "productid", "mpn")
  const name = Structured.text(item, "name")
  const values = Object.fromEntries(
    attributesOfVariants.flatMap((key) => {
      const value = Structured.text(item, key)
      return value === undefined ? [] : [[key, value] as const]
    })
  )
  return offersOf(item).map((offer): Variant => {
    const price = priceOf(offer)
    const list = listPrice(offer)
    const offerSku = Structured.text(offer, "sku") ?? sku
    const title = Structured.text(offer, "name") ?? (group === undefined ? undefined : name)
    return {
      ...(offerSku === undefined ? {} : { sku: offerSku }),
      ...(title === undefined ? {} : { title }),
      ...(Object.keys(values).length === 0 ? {} : { values }),
      ...(price === undefined ? {} : { price }),
      ...(price !== undefined && list !== undefined && list.amount > price.amount
        ? { sale: { originalPrice: list } }
        : {}),
      availability: availability(Structured.text(offer, "availability"), stock),
      ...(images.length === 0 ? {} : { images: images.map((url) => ({ url })) })
    }
  })
}

const money = (value: string | undefined, code: string | undefined) => {
  const amount = Structured.amount(value)
  if (amount === undefined) return undefined
  const currency = Structured.currency(code, value)
  return { amount, ...(currency === undefined ? {} : { currency }) }
}

const priceOf = (offer: Structured.Item) => {
  const code = Structured.text(offer, "pricecurrency")
  const direct = money(Structured.text(offer, "price", "lowprice"), code)
  if (direct !== undefined) return direct
  for (const part of Structured.things(offer, "pricespecification")) {
    if (isListPrice(part)) continue
    const found = money(Structured.text(part, "price", "minprice"), Structured.text(part, "pricecurrency") ?? code)
    if (found !== undefined) return found
  }
  return undefined
}

const isListPrice = (part: Structured.Item) =>
  /ListPrice|StrikethroughPrice|MSRP|SRP/i.test(Structured.text(part, "pricetype") ?? "")

const listPrice = (offer: Structured.Item) => {
  for (const part of Structured.things(offer, "pricespecification")) {
    if (isListPrice(part)) {
      return money(
        Structured.text(part, "price"),
        Structured.text(part, "pricecurrency") ?? Structured.text(offer, "pricecurrency")
      )
    }
  }
  return undefined
}

const inStock = /instock|onlineonly|instoreonly|limitedavailability|presale|preorder|backorder|madetoorder/
const labels: ReadonlyArray<readonly [RegExp, string]> = [
  [/outofstock/, "Out of stock"],
  [/soldout/, "Sold out"],
  [/discontinued/, "Discontinued"],
  [/preorder|presale/, "Pre-order"],
  [/backorder/, "Back order"],
  [/limitedavailability/, "Limited availability"],
  [/instock/, "In stock"]
]

type Stock = () => Variant["availability"]

/**
 * Returns a function that finds whether the product is in stock. Without a meta element or a buy button, it is not
 * (fail closed).
 */
const stockReader = (page: Page, meta: Meta): Stock => {
  const stated = meta.get("product:availability") ?? meta.get("og:availability")
  let known = stated === undefined ? undefined : stockSaid(stated)
  return () => known ??= stockOf(page.tape) ?? { inStock: false }
}

const availability = (s: string | undefined, stock: Stock): Variant["availability"] =>
  s === undefined ? stock() : stockSaid(s)

const stockSaid = (s: string): Variant["availability"] => {
  const key = s.toLowerCase().replace(/[^a-z]/g, "")
  const text = labels.find(([pattern]) => pattern.test(key))?.[1]
  return { inStock: inStock.test(key), ...(text === undefined ? {} : { text }) }
}

const fill = (known: Product, other: Product): Product => ({
  ...known,
  ...(known.brand === undefined && other.brand !== undefined ? { brand: other.brand } : {}),
  ...(known.category === undefined && other.category !== undefined ? { category: other.category } : {}),
  ...(known.description === undefined && other.description !== undefined ? { description: other.description } : {}),
  variants: known.variants.length === 0 ? other.variants : illustrated(known.variants, other.variants[0]?.images)
})

const illustrated = (variants: ReadonlyArray<Variant>, images: Variant["images"]): ReadonlyArray<Variant> =>
  images === undefined || variants.length !== 1 || variants[0]!.images !== undefined
    ? variants
    : [{ ...variants[0]!, images }]

const namesOf = (meta: Meta, heading: string): ReadonlyArray<string> => {
  const title = meta.get("og:title")?.toLowerCase()
  const names = [heading, ...(title === undefined ? [] : [title, title.split(/ [|\u2013\u2014-] /)[0]!.trim()])]
  return [...new Set(names.filter((name) => name !== ""))]
}

const withoutShop = (title: string, shops: ReadonlyArray<string | undefined>, heading: string): string => {
  const [first = title, ...rest] = title.split(/ [|\u2013\u2014-] /)
  const behind = rest.join(" ").toLowerCase()
  return first.toLowerCase() === heading || shops.some((shop) => shop !== undefined && behind === shop.toLowerCase())
    ? first
    : title
}

type Meta = ReadonlyMap<string, string>

const metaOf = ({ tape }: Page): Meta => {
  const meta = new Map<string, string>()
  for (let i = 0; i < tape.n; i++) {
    if (tape.tag[i] !== Tags.META) continue
    const name = attr(tape, i, "property") ?? attr(tape, i, "name")
    const content = attr(tape, i, "content")?.trim() ?? ""
    if (name !== undefined && content !== "" && !meta.has(name)) meta.set(name, content)
  }
  return meta
}

const fromOpenGraph = (page: Page, meta: Meta, heading: string, stock: Stock): Product | undefined => {
  const title = withoutShop(meta.get("og:title") ?? "", [meta.get("og:site_name"), meta.get("og:brand")], heading)
  const price = money(
    meta.get("product:price:amount") ?? meta.get("og:price:amount"),
    meta.get("product:price:currency") ?? meta.get("og:price:currency")
  )
  if (title === "" || price === undefined) return undefined
  const image = page.resolve(meta.get("og:image"))
  const brand = meta.get("product:brand") ?? meta.get("og:brand")
  const description = meta.get("og:description")
  return {
    title,
    url: page.resolve(meta.get("og:url")) ?? page.url ?? "",
    ...(brand === undefined ? {} : { brand }),
    ...(description === undefined ? {} : { description }),
    variants: [{
      price,
      availability: stock(),
      ...(image === undefined ? {} : { images: [{ url: image }] })
    }]
  }
}
