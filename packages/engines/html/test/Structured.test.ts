import { Branding, Html, Menu, Product } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"

const page = (html: string) => Html.parse(html, "https://shop.example/p/mug")
const ld = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const offer = {
  "@type": "Offer",
  price: "12.50",
  priceCurrency: "EUR",
  availability: "https://schema.org/InStock",
  sku: "m-1"
}

describe("money", () => {
  const price = (written: string, code?: string) =>
    Product.fromPage(
      page(ld({ "@type": "Product", name: "Mug", offers: { "@type": "Offer", price: written, priceCurrency: code } }))
    )
      ?.variants[0]?.price
  it("is parsed in its notation", () => {
    const cases = [
      ["1,299.00", 1299],
      ["1.299,00 €", 1299],
      ["12,5", 12.5],
      ["CHF 1'200.50", 1200.5],
      ["1,299", 1299],
      ["0", 0],
      ["1.299.000", 1299000]
    ] as const
    for (const [written, value] of cases) assert.strictEqual(price(written)?.amount, value, written)
    assert.isUndefined(price("free"))
  })
  it("has a currency only if it is certain", () => {
    assert.strictEqual(price("3", "eur")?.currency, "EUR")
    assert.strictEqual(price("£3")?.currency, "GBP")
    assert.isUndefined(price("$3")?.currency)
  })
})

describe("product", () => {
  it("comes from JSON-LD", () => {
    const html = ld({
      "@graph": [{
        "@type": "Product",
        name: "Mug",
        brand: { "@type": "Brand", name: "Pots &amp; Co" },
        image: ["/m.jpg"],
        description: "A <b>mug</b>",
        offers: {
          ...offer,
          priceSpecification: {
            "@type": "UnitPriceSpecification",
            priceType: "https://schema.org/ListPrice",
            price: 20
          }
        }
      }]
    })
    assert.deepStrictEqual(Product.fromPage(page(html)), {
      title: "Mug",
      url: "https://shop.example/p/mug",
      brand: "Pots & Co",
      description: "A mug",
      variants: [{
        sku: "m-1",
        price: { amount: 12.5, currency: "EUR" },
        sale: { originalPrice: { amount: 20, currency: "EUR" } },
        availability: { inStock: true, text: "In stock" },
        images: [{ url: "https://shop.example/m.jpg" }]
      }]
    })
  })
  it("has the variants of a group", () => {
    const html = ld({
      "@type": "ProductGroup",
      name: "Mug",
      hasVariant: [
        { "@type": "Product", name: "Mug red", color: "red", offers: offer, sku: "r" },
        {
          "@type": "Product",
          name: "Mug blue",
          color: "blue",
          offers: { ...offer, availability: "OutOfStock" },
          sku: "b"
        }
      ],
      productGroupID: "x",
      sku: "g"
    })
    const product = Product.fromPage(page(html))
    assert.deepStrictEqual(product?.variants.map((v) => [v.title, v.values, v.availability]), [
      ["Mug red", { color: "red" }, { inStock: true, text: "In stock" }],
      ["Mug blue", { color: "blue" }, { inStock: false, text: "Out of stock" }]
    ])
  })
  it("comes from microdata and from RDFa", () => {
    const microdata = "<div itemscope itemtype=http://schema.org/Product><h1 itemprop=name>Mug</h1>"
      + "<div itemprop=offers itemscope itemtype=http://schema.org/Offer><span itemprop=price content=3>3 €</span>"
      + "<meta itemprop=priceCurrency content=EUR><link itemprop=availability href=http://schema.org/InStock></div></div>"
    const rdfa = "<div vocab=http://schema.org/ typeof=Product><h1 property=name>Mug</h1>"
      + "<div property=offers typeof=Offer><span property=price content=3>3 €</span><meta property=priceCurrency content=EUR>"
      + "<link property=availability href=http://schema.org/InStock></div></div>"
    for (const html of [microdata, rdfa]) {
      const product = Product.fromPage(page(html))
      assert.strictEqual(product?.title, "Mug")
      assert.deepStrictEqual(product?.variants, [{
        price: { amount: 3, currency: "EUR" },
        availability: { inStock: true, text: "In stock" }
      }])
    }
  })
  it("comes from the state of the shop and from OpenGraph", () => {
    const state = `<script type="application/json">${
      JSON.stringify({
        product: { title: "Mug", handle: "mug", vendor: "Pots", variants: [{ id: 1, price: 1250, available: true }] }
      })
    }</script>`
    assert.deepInclude(Product.fromPage(page(state)), { title: "Mug", brand: "Pots" })
    assert.strictEqual(Product.fromPage(page(state))?.variants[0]?.price?.amount, 12.5)
    const graph =
      "<meta property=og:title content=Mug><meta property=product:price:amount content=5><meta property=product:price:currency content=USD>"
    assert.deepStrictEqual(Product.fromPage(page(graph))?.variants[0]?.price, { amount: 5, currency: "USD" })
  })
  const state = (value: unknown, before = "", after = "") =>
    `<script>${before}${JSON.stringify(value)}${after}</script>`
  it("comes from the state of Next.js if the page shows its name", () => {
    const data = (title: string) =>
      `<h1>${title}</h1><script id="__NEXT_DATA__" type="application/json">${
        JSON.stringify({
          props: {
            pageProps: {
              others: [{ name: "Cup", price: { amount: "3.0", currencyCode: "EUR" } }],
              product: {
                name: "Mug",
                brand: { name: "Pots" },
                price: { amount: "12.5", currencyCode: "EUR" },
                inStock: true
              }
            }
          }
        })
      }</script>`
    assert.deepStrictEqual(Product.fromPage(page(data("Mug"))), {
      title: "Mug",
      url: "https://shop.example/p/mug",
      brand: "Pots",
      variants: [{ price: { amount: 12.5, currency: "EUR" }, availability: { inStock: true } }]
    })
    assert.isUndefined(Product.fromPage(page(data("All products"))))
  })
  it("comes from the state of Hydrogen, with its variants", () => {
    const node = {
      id: "v1",
      title: "Red",
      sku: "r",
      availableForSale: true,
      price: { amount: "12.5", currencyCode: "USD" },
      compareAtPrice: { amount: "15.0", currencyCode: "USD" },
      selectedOptions: [{ name: "Color", value: "Red" }],
      image: { url: "/r.jpg" }
    }
    const html = `<h1>Mug</h1>${
      state(
        { state: { product: { title: "Mug", handle: "mug", variants: { edges: [{ node }] } } } },
        "window.__remixContext = ",
        ";"
      )
    }`
    assert.deepStrictEqual(Product.fromPage(page(html))?.variants, [{
      id: "v1",
      sku: "r",
      title: "Red",
      values: { color: "Red" },
      price: { amount: 12.5, currency: "USD" },
      sale: { originalPrice: { amount: 15, currency: "USD" } },
      availability: { inStock: true },
      images: [{ url: "https://shop.example/r.jpg" }]
    }])
  })
  it("comes from the flat state of Nuxt", () => {
    const flat = [["Reactive", 1], { product: 2 }, { name: 3, price: 4, sku: 5 }, "Mug", 12.5, "m-1"]
    const html = `<h1>Mug</h1><p>12,50 €</p><script type="application/json" id="__NUXT_DATA__">${
      JSON.stringify(flat)
    }</script>`
    assert.deepInclude(Product.fromPage(page(html))?.variants[0], { sku: "m-1", price: { amount: 12.5 } })
  })
  it("comes from the parts of the Next.js app router", () => {
    const line = `1:"$Sreact.fragment"\n5:${
      JSON.stringify(["$", "div", null, {
        product: {
          name: "Mug",
          description: "For tea.",
          price: { amount: "12.50", currencyCode: "EUR" },
          images: [{ url: "/mug.jpg" }]
        }
      }])
    }\n`
    const push = (piece: string) => `<script>self.__next_f.push(${JSON.stringify([1, piece])})</script>`
    const html = `<h1>Mug</h1><script>(self.__next_f=self.__next_f||[]).push([0])</script>${push(line.slice(0, 90))}${
      push(line.slice(90))
    }`
    assert.deepStrictEqual(Product.fromPage(page(html)), {
      title: "Mug",
      url: "https://shop.example/p/mug",
      description: "For tea.",
      variants: [{
        price: { amount: 12.5, currency: "EUR" },
        availability: { inStock: false },
        images: [{ url: "https://shop.example/mug.jpg" }]
      }]
    })
  })
  it("takes currency and stock from the page if the shop's state omits them", () => {
    const meta = { product: { vendor: "Pots", variants: [{ price: 2400, name: "Mug - Blue", public_title: "Blue" }] } }
    const html = `<meta property=og:price:currency content=CAD><h1>Mug</h1>${state(meta, "var meta = ", ";")}`
    assert.deepStrictEqual(Product.fromPage(page(`${html}<button>Add to cart</button>`))?.variants, [{
      title: "Blue",
      price: { amount: 24, currency: "CAD" },
      availability: { inStock: true, text: "Add to cart" }
    }])
    assert.deepStrictEqual(Product.fromPage(page(html))?.variants[0]?.availability, { inStock: false })
  })
  it("uses the head's declarations for values that the shop's state omits", () => {
    const meta = { product: { vendor: "Pots", variants: [{ price: 2400, name: "Mug", public_title: null }] } }
    const head = "<meta property=product:availability content=''>"
      + "<meta property=og:title content=Mug><meta property=og:description content='Holds 300 ml.'>"
      + "<meta property=og:image content=/mug.png><meta property=og:availability content=instock>"
      + "<meta property=og:price:amount content=24><meta property=og:price:currency content=CAD>"
    const product = Product.fromPage(page(`${head}<h1>Mug</h1>${state(meta, "var meta = ", ";")}`))
    assert.strictEqual(product?.description, "Holds 300 ml.")
    assert.deepStrictEqual(product?.variants.map(({ availability, images }) => ({ availability, images })), [{
      availability: { inStock: true, text: "In stock" },
      images: [{ url: "https://shop.example/mug.png" }]
    }])
  })
  it("comes from the form of WooCommerce", () => {
    const variations = JSON.stringify([{
      variation_id: 6,
      display_price: 12.5,
      display_regular_price: 15,
      is_in_stock: true,
      attributes: { attribute_pa_color: "red" }
    }])
    assert.deepStrictEqual(
      Product.fromPage(page(`<h1>Mug</h1><form data-product_variations='${variations}'></form>`))?.variants,
      [{
        id: "6",
        values: { color: "red" },
        price: { amount: 12.5 },
        sale: { originalPrice: { amount: 15 } },
        availability: { inStock: true }
      }]
    )
  })
  it("uses a bare number only as the page shows it", () => {
    const price = (shown: string, price: number) =>
      Product.fromPage(page(`<h1>Mug</h1><p>${shown}</p>${state({ product: { name: "Mug", price } }, "var data = ")}`))
        ?.variants[0]?.price?.amount
    assert.strictEqual(price("$129.00", 12900), 129)
    assert.strictEqual(price("129 €", 129), 129)
    assert.isUndefined(price("on request", 129))
  })
  it("is read from values in lists, lists in lists and aggregates", () => {
    const html = ld({
      "@type": ["Product", "Thing"],
      name: ["Mug", "Becher"],
      brand: ["Pots"],
      offers: [[{ "@type": "AggregateOffer", lowPrice: "1.299,00", highPrice: "2.000,00", priceCurrency: ["EUR"] }]]
    })
    assert.deepInclude(Product.fromPage(page(html)), { title: "Mug", brand: "Pots" })
    assert.deepStrictEqual(Product.fromPage(page(html))?.variants[0]?.price, { amount: 1299, currency: "EUR" })
  })
  it("is not a neighbour in a list, an accessory, or something with a negative price", () => {
    const other = { "@type": "Product", name: "Cup", offers: offer }
    assert.isUndefined(
      Product.fromPage(
        page(`<h1>Mug</h1>${ld({ "@type": "ItemList", itemListElement: [{ "@type": "ListItem", item: other }] })}`)
      )
    )
    const own = { "@type": "Product", name: "Mug", offers: { price: "-5" }, isRelatedTo: [other] }
    assert.strictEqual(Product.fromPage(page(ld(own)))?.title, "Mug")
    assert.isUndefined(Product.fromPage(page(ld(own)))?.variants[0]?.price)
  })
  it("stops at endless state", () => {
    const open = `var a = ${"{\"price\":".repeat(100_000)}`
    assert.isUndefined(Product.fromPage(page(`<h1>Mug</h1><script>${open}</script>`)))
    const wide = `var a = {"price":1}; `.repeat(50_000)
    assert.isUndefined(Product.fromPage(page(`<h1>Mug</h1><script>${wide}</script>`)))
    const cyclic = JSON.stringify([{ price: 0, a: 0, b: 0, name: 0 }])
    assert.isUndefined(
      Product.fromPage(page(`<h1>Mug</h1><script type=application/json id=__NUXT_DATA__>${cyclic}</script>`))
    )
  })
  it("reads text that is escaped twice", () => {
    const product = {
      "@type": "Product",
      "name": "Cream &amp; Hand<wbr/>soap&reg;",
      "offers": { "price": "5", "priceCurrency": "EUR" }
    }
    assert.strictEqual(Product.fromPage(page(ld(product)))?.title, "Cream & Handsoap\u00ae")
  })
  it("is in stock if the button after the headline sells it, and nothing is declared", () => {
    const shop = (body: string) =>
      Product.fromPage(page(
        `<meta property=og:title content="Ferry mug \u2013 Harbour Shop"><meta property=og:site_name content="Harbour Shop">`
          + `<meta property=og:price:amount content=12><h1>Mug</h1>${body}`
      ))!
    const stock = (body: string) => shop(body).variants[0]!.availability
    assert.strictEqual(shop("").title, "Ferry mug")
    assert.deepStrictEqual(stock("<p>Add to cart"), { inStock: false })
    assert.deepStrictEqual(stock("<button><span>Add to cart</span> \u2013 $12</button><button>Sold out</button>"), {
      inStock: true,
      text: "Add to cart \u2013 $12"
    })
    assert.deepStrictEqual(stock("<div hidden><button>Buy now</button></div><button disabled>Sold out</button>"), {
      inStock: false,
      text: "Sold out"
    })
    assert.deepStrictEqual(stock("<input type=submit disabled value='In den Warenkorb'>"), {
      inStock: false,
      text: "In den Warenkorb"
    })
  })
  it("is not guessed", () => {
    assert.isUndefined(Product.fromPage(page("<h1>Mug</h1><p>$12")))
    assert.isUndefined(Product.fromPage(page("<meta property=og:title content=Mug>")))
    assert.isUndefined(
      Product.fromPage(
        page(ld([{ "@type": "Product", name: "A", offers: offer }, { "@type": "Product", name: "B", offers: offer }]))
      )
    )
    assert.isUndefined(Product.fromPage(page("<script type=application/ld+json>{\"@type\":\"Product\",</script>")))
  })
  it("is the page's product among several", () => {
    const html = `<h1>B</h1>${
      ld([{ "@type": "Product", name: "A", offers: offer }, { "@type": "Product", name: "B", offers: offer }])
    }`
    assert.strictEqual(Product.fromPage(page(html))?.title, "B")
  })
  it("survives endless nesting", () => {
    const html = `<script type="application/ld+json">${"{\"a\":".repeat(5000)}1${"}".repeat(5000)}</script>`
    assert.isUndefined(Product.fromPage(page(html)))
  })
  const size = 2000
  const times = <A>(make: (k: number) => A): Array<A> => Array.from({ length: size }, (_, k) => make(k))
  it("reads the buy button once for all offers", () => {
    const offers = times((k) => ({ "@type": "Offer", price: k }))
    const html = `<h1>Mug</h1>${ld({ "@type": "Product", name: "Mug", offers })}${"<a>more</a>".repeat(50 * size)}`
    const variants = Product.fromPage(page(`${html}<button>Sold out</button>`))?.variants
    assert.strictEqual(variants?.length, 500)
    assert.deepStrictEqual(variants?.[499]?.availability, { inStock: false, text: "Sold out" })
  })
  it("stops at circular references", () => {
    const next = (k: number) => ({ "@id": `#${(k + 1) % size}` })
    const things = times((k) => ({ "@type": "Product", "@id": `#${k}`, sku: "1", name: [next(k), next(k + 1)] }))
    assert.isUndefined(Product.fromPage(page(ld({ "@graph": things }))))
  })
  it("lists a repeated product once", () => {
    const graph = [
      { "@type": "Product", name: "Mug", sku: "1", hasVariant: times(() => ({ "@id": "#red" })) },
      { "@type": "Product", "@id": "#red", name: "Red mug", offers: times(() => ({ "@id": "#offer" })) },
      { ...offer, "@id": "#offer" }
    ]
    assert.deepStrictEqual(
      Product.fromPage(page(ld({ "@graph": graph })))?.variants.map((variant) => variant.title),
      ["Red mug"]
    )
  })
  it("reads nested elements within limits", () => {
    const named = `<div itemscope itemtype="https://schema.org/Product">${"<b itemprop=name>".repeat(200)}${
      "mug ".repeat(3000)
    }</div>`
    assert.isUndefined(Product.fromPage(page(named.repeat(400))))
  })
})

describe("menu", () => {
  it("describes its sections", () => {
    const html = `<div itemscope itemtype="https://schema.org/Menu"><p itemprop=description>All we cook</p>`
      + `<div itemprop=hasMenuSection itemscope itemtype="https://schema.org/MenuSection"><h2 itemprop=name>Starters</h2>`
      + `<p itemprop=description>Small plates</p><div itemprop=hasMenuItem itemscope itemtype="https://schema.org/MenuItem">`
      + `<h3 itemprop=name>Rolls</h3></div></div></div>`
    const section = Menu.fromPage(page(html))?.sections[0]
    assert.deepInclude(section, { name: "Starters", description: "Small plates" })
  })
  it("stops at circular sections", () => {
    const again = (id: string) => Array.from({ length: 2000 }, () => ({ "@id": id }))
    const graph = (items: ReadonlyArray<unknown>) => [
      { "@type": "Menu", hasMenuSection: again("#soups") },
      { "@type": "MenuSection", "@id": "#soups", name: "Soups", hasMenuSection: again("#soups"), hasMenuItem: items },
      { "@type": "MenuItem", "@id": "#leek", name: "Leek", menuAddOn: again("#soups") }
    ]
    assert.isUndefined(Menu.fromPage(page(ld({ "@graph": graph([]) }))))
    const items = Menu.fromPage(page(ld({ "@graph": graph(again("#leek")) })))?.sections.flatMap((one) => one.items)
    assert.strictEqual(items?.length, 20)
  })
  it("comes from JSON-LD", () => {
    const menu = Menu.fromPage(page(ld({
      "@type": "Restaurant",
      name: "Chez Nous",
      hasMenu: {
        "@type": "Menu",
        hasMenuSection: [{
          "@type": "MenuSection",
          name: "Soups",
          hasMenuItem: [{
            "@type": "MenuItem",
            name: "Leek",
            offers: { "@type": "Offer", price: 7, priceCurrency: "EUR" },
            suitableForDiet: "https://schema.org/VeganDiet",
            nutrition: { "@type": "NutritionInformation", calories: "230 calories" }
          }]
        }]
      }
    })))
    assert.strictEqual(menu?.merchant.name, "Chez Nous")
    assert.strictEqual(menu?.currency, "EUR")
    assert.deepStrictEqual(menu?.sections.map((s) => s.name), ["Soups"])
    assert.deepInclude(menu?.sections[0]?.items[0], {
      name: "Leek",
      dietary: ["vegan"],
      calories: 230,
      price: { amount: 7, currency: "EUR" }
    })
  })
  it("is not guessed", () => assert.isUndefined(Menu.fromPage(page("<h1>Menu</h1><li>Soup 7"))))
})

describe("branding", () => {
  it("names fonts without the hashes of tools, and without fallback copies", () => {
    const faces = ["Inter-0483166d79e623cd", "Inter-0483166d79e623cd fallback: Arial", "__Open_Sans_d65c78"]
    const style = [...faces, "__Open_Sans_Fallback_d65c78"].map((name) => `@font-face{font-family:"${name}"}`).join("")
    const branding = Branding.fromPage(page(`<style>${style}body{font-family:__Open_Sans_d65c78,serif}</style><p>a`))
    assert.deepStrictEqual(branding?.fonts, [{ family: "Open Sans" }, { family: "Inter" }])
    assert.strictEqual(branding?.typography?.fontFamilies?.primary, "Open Sans")
  })
  it("replaces variables, and omits unknown ones", () => {
    const branding = Branding.fromPage(page(
      `<html><head><style>:root{--font:var(--sans);--sans:"Acme Sans",serif;--ink:#112233}`
        + `body{font-family:var(--font);color:var(--ink);line-height:var(--unknown);font-size:var(--size,17px)}`
        + `h1{font-family:var(--heading)}</style></head><body><h1>Acme</h1></body></html>`
    ))
    assert.deepEqual(branding?.typography?.fontStacks, { body: ["Acme Sans", "serif"] })
    assert.deepEqual(branding?.typography?.fontSizes, { body: "17px" })
    assert.strictEqual(branding?.typography?.lineHeights, undefined)
    assert.strictEqual(branding?.colors?.textPrimary?.toLowerCase(), "#112233")
  })
  const html =
    "<head><meta property=og:site_name content=Acme><meta name=theme-color content=#0af><link rel=icon href=/f.svg>"
    + "<link rel=stylesheet href='https://fonts.googleapis.com/css2?family=Open+Sans:wght@400&family=Lora'>"
    + "<style>:root{--primary:hsl(16 100% 50%)} @media print{body{color:red}} body{font-family:Inter,sans-serif;background:#111;color:#eee}</style>"
    + "</head><body><img class=site-logo src=/logo.svg></body>"
  it("comes from the page", () => {
    const branding = Branding.fromPage(page(html))
    assert.strictEqual(branding?.brandName, "Acme")
    assert.strictEqual(branding?.colorScheme, "dark")
    assert.strictEqual(branding?.logo, "https://shop.example/logo.svg")
    assert.deepInclude(branding?.colors, { primary: "#ff4400", background: "#111111" })
    assert.deepStrictEqual(branding?.fonts?.map((f) => f.family), ["Inter", "Open Sans", "Lora"])
    assert.deepInclude(branding?.images, { favicon: "https://shop.example/f.svg" })
  })
  it("prefers computed styles", () => {
    const button = {
      tag: "button",
      backgroundColor: "rgb(200, 0, 0)",
      color: "rgb(255, 255, 255)",
      borderTopLeftRadius: "8px",
      paddingTop: "8px",
      paddingLeft: "16px"
    }
    const branding = Branding.fromPage(page(""), {
      body: {
        backgroundColor: "rgb(255, 255, 255)",
        color: "rgb(10, 10, 10)",
        fontFamily: "\"Lora\", serif",
        fontWeight: "400"
      },
      headings: [{ tag: "h1", fontSize: "40px", fontWeight: "700", fontFamily: "Lora" }],
      buttons: [button, button],
      links: [{ color: "rgb(0, 0, 238)" }],
      fonts: [{ family: "Lora" }]
    })
    assert.strictEqual(branding?.colorScheme, "light")
    assert.deepInclude(branding?.colors, { primary: "#c80000", link: "#0000ee", textPrimary: "#0a0a0a" })
    assert.deepStrictEqual(branding?.components?.buttonPrimary, {
      background: "#c80000",
      textColor: "#ffffff",
      borderRadius: "8px"
    })
    assert.strictEqual(branding?.spacing?.baseUnit, 8)
    assert.deepStrictEqual(branding?.typography?.fontSizes, { h1: "40px" })
  })
  it("names the site by its title, without icons and logos of others", () => {
    const branding = Branding.fromPage(Html.parse(
      `<title>Mugs | Harbour Shop</title><link rel=stylesheet href="https://fonts.googleapis.com/css?family=Material+Icons|Inter">`
        + `<img class=logo src=/app-store-logo.svg><img class=logo src=/h.svg><footer><img class=logo src=/f.svg></footer>`,
      "https://www.harbour-shop.example/mugs"
    ))
    assert.strictEqual(branding?.brandName, "Harbour Shop")
    assert.deepStrictEqual(branding?.fonts, [{ family: "Inter" }])
    assert.strictEqual(branding?.logo, "https://www.harbour-shop.example/h.svg")
  })
  it("reads endless sheets and picture elements once", () => {
    const size = 100_000
    const sheet = `<style>${"@a{".repeat(size)}}</style><style>:root{--primary:#123456}</style>`
    const pictures = `<div class="${"&amp; ".repeat(size)}">${"<img src=a.png>".repeat(size)}</div>`
    assert.deepInclude(Branding.fromPage(page(`${sheet}${pictures}`)), { colors: { primary: "#123456" } })
  })
  it("is omitted if the page shows none", () => assert.isUndefined(Branding.fromPage(page("<p>a"))))
})
