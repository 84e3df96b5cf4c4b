/**
 * Reads a restaurant's menu, as a page declares it in schema.org `Menu`. Values are never guessed.
 *
 * @since 0.1.0
 */
import type { Page } from "./Html.ts"
import * as Structured from "./internal/data/items.ts"
import type { Availability, Picture, Price } from "./Prices.ts"

/**
 * @category models
 * @since 0.1.0
 */
export interface MenuItem {
  readonly id: string
  readonly name: string
  readonly description?: string
  readonly images: ReadonlyArray<Picture>
  readonly price?: Price
  readonly availability?: Availability
  readonly dietary: ReadonlyArray<string>
  readonly calories?: number
  readonly optionGroups: ReadonlyArray<{
    readonly name: string
    readonly options: ReadonlyArray<{ readonly name: string; readonly price?: Price }>
  }>
  readonly identifiers?: { readonly merchantItemId?: string }
  readonly url?: string
  readonly sourceUrl: string
}

/**
 * A menu with its sections.
 *
 * @category models
 * @since 0.1.0
 */
export interface Menu {
  readonly isMenu: boolean
  /** From 0 to 1. */
  readonly confidence: number
  readonly merchant: { readonly name: string; readonly type?: string }
  readonly currency?: string
  readonly sections: ReadonlyArray<{
    readonly id?: string
    readonly name: string
    readonly description?: string
    readonly items: ReadonlyArray<MenuItem>
  }>
  readonly sourceUrl: string
}

const merchants = new Set([
  "restaurant",
  "foodestablishment",
  "cafeorcoffeeshop",
  "barorpub",
  "bakery",
  "fastfoodrestaurant",
  "icecreamshop",
  "winery",
  "brewery",
  "distillery",
  "localbusiness"
])
/** Limits the work, because items may reference each other. */
const MAX_ENTRIES = 2000
/** Limits the work, because items may reference each other. */
const MAX_MENU_SECTIONS = 2000
const MAX_LISTINGS_PER_ENTRY = 20
const MAX_OPTIONS_PER_ENTRY = 50

/**
 * Returns the menu that a page declares in JSON-LD, microdata or RDFa; `undefined` if it declares no menu with at least
 * one item.
 *
 * @category getters
 * @since 0.1.0
 */
export const fromPage = (page: Page): Menu | undefined => {
  const all = Structured.items(page.tape, page.resolve)
  const merchant = all.find((item) => item.types.some((type) => merchants.has(type)))
  const menus = all.filter((item) => item.types.includes("menu"))
  const inner = new Set(menus.flatMap((menu) => Structured.things(menu, "hasmenu")))
  const sections: Array<Menu["sections"][number]> = []
  let currency: string | undefined
  let entries = 0
  let reads = 0
  let visited = 0
  const listed = new Map<Structured.Item, number>()
  const sourceUrl = page.url ?? ""

  const entry = (item: Structured.Item, section: number): MenuItem | undefined => {
    const times = (listed.get(item) ?? 0) + 1
    if (reads++ >= MAX_ENTRIES || times > MAX_LISTINGS_PER_ENTRY) return undefined
    listed.set(item, times)
    const name = Structured.text(item, "name")
    if (name === undefined) return undefined
    const description = Structured.text(item, "description")
    const offer = Structured.things(item, "offers")[0]
    const written = offer === undefined
      ? Structured.text(item, "price", "offers")
      : Structured.text(offer, "price", "lowprice")
    const amount = Structured.amount(written)
    const code = Structured.currency(offer === undefined ? undefined : Structured.text(offer, "pricecurrency"), written)
    currency ??= code
    const available = offer === undefined ? undefined : Structured.text(offer, "availability")
    const calories =
      Structured.things(item, "nutrition").map((n) => Structured.amount(Structured.text(n, "calories")))[0]
    const identifier = Structured.text(item, "sku", "identifier", "@id")
    const url = page.resolve(Structured.text(item, "url"))
    entries++
    return {
      id: `${section + 1}-${entries}`,
      name,
      ...(description === undefined ? {} : { description }),
      images: Structured.addresses(item, "image").flatMap((address) => {
        const url = page.resolve(address)
        return url === undefined ? [] : [{ url }]
      }),
      ...(amount === undefined ? {} : { price: { amount, ...(code === undefined ? {} : { currency: code }) } }),
      ...(available === undefined
        ? {}
        : { availability: { inStock: /instock/i.test(available.replace(/[^a-z]/gi, "")) } }),
      dietary: [
        ...new Set(
          Structured.addresses(item, "suitablefordiet").map((diet) =>
            diet.replace(/^.*[/#]/, "").replace(/Diet$/, "").replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()
          )
        )
      ],
      ...(calories === undefined ? {} : { calories }),
      optionGroups: optionGroups(item),
      ...(identifier === undefined ? {} : { identifiers: { merchantItemId: identifier } }),
      ...(url === undefined ? {} : { url }),
      sourceUrl
    }
  }

  const section = (item: Structured.Item, prefix: string, depth: number): void => {
    if (depth > 8 || sections.length >= 500 || visited++ >= MAX_MENU_SECTIONS) return
    const name = Structured.text(item, "name") ?? prefix
    const full = prefix === "" || prefix === name ? name : `${prefix} / ${name}`
    const description = Structured.text(item, "description")
    const at = sections.length
    const items = reads >= MAX_ENTRIES
      ? []
      : Structured.things(item, "hasmenuitem", "menuitem").flatMap((one) => entry(one, at) ?? [])
    if (items.length > 0) {
      sections.push({
        id: String(at + 1),
        name: full === "" ? "Menu" : full,
        ...(description === undefined || depth === 0 ? {} : { description }),
        items
      })
    }
    for (const child of Structured.things(item, "hasmenusection", "menusection")) {
      section(child, depth === 0 ? "" : full, depth + 1)
    }
  }
  for (const menu of menus) if (!inner.has(menu)) section(menu, "", 0)
  if (sections.length === 0) {
    const nested = new Set(all.flatMap((item) => Structured.things(item, "hasmenusection", "menusection")))
    for (const item of all) if (item.types.includes("menusection") && !nested.has(item)) section(item, "", 1)
  }
  if (sections.length === 0) return undefined
  const name = merchant === undefined ? undefined : Structured.text(merchant, "name")
  const type = merchant?.types.find((type) => merchants.has(type))
  return {
    isMenu: true,
    confidence: name === undefined ? 0.9 : 1,
    merchant: { name: name ?? "", ...(type === undefined ? {} : { type }) },
    ...(currency === undefined ? {} : { currency }),
    sections,
    sourceUrl
  }
}

const optionGroups = (item: Structured.Item): MenuItem["optionGroups"] => {
  const options: Array<MenuItem["optionGroups"][number]["options"][number]> = []
  let reads = 0
  for (const addOn of new Set(Structured.things(item, "menuaddon"))) {
    if (reads >= MAX_OPTIONS_PER_ENTRY) break
    for (const option of Structured.things(addOn, "hasmenuitem").slice(0, MAX_OPTIONS_PER_ENTRY)) {
      reads++
      const name = Structured.text(option, "name")
      if (name === undefined) continue
      const offer = Structured.things(option, "offers")[0]
      const amount = offer === undefined ? undefined : Structured.amount(Structured.text(offer, "price"))
      options.push({ name, ...(amount === undefined ? {} : { price: { amount } }) })
    }
  }
  return options.length === 0 ? [] : [{ name: "Add-ons", options }]
}
