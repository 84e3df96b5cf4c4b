import { Html, ModelFormats, Product, StructuredData } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, type Schema } from "effect"
import { TestClock } from "effect/testing"

interface JsonSchema {
  readonly [key: string]: Schema.Json
}

/** What comes of a page of HTML for a schema. */
const ask = Effect.fnUntraced(function*(html: string, schema: JsonSchema) {
  const page = Html.parse(`<!doctype html><title>Page</title>${html}`, "https://example.com/")
  const product = Product.fromPage(page)
  const models = yield* ModelFormats.ModelFormats
  const { fields, warnings } = yield* models.derive({
    url: "https://example.com/",
    markdown: Html.markdown(page, Html.everything(page)).markdown,
    document: { metadata: Html.metadata(page), ...(product === undefined ? {} : { product }) },
    things: () => StructuredData.fromPage(page),
    options: { formats: [{ type: "json", schema }], onlyCleanContent: false }
  })
  return { json: fields.json, warnings }
})

/** The same, without a model. */
const extract = (html: string, schema: JsonSchema) => Effect.provide(ask(html, schema), ModelFormats.layerExtractive)

const object = (properties: JsonSchema, required: ReadonlyArray<string> = []): JsonSchema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false
})

const string = { type: "string" } as const
const number = { type: "number" } as const
const integer = { type: "integer" } as const
const strings = { type: "array", items: string } as const

const ld = (data: object) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`

const recipe = ld({
  "@context": "https://schema.org",
  "@graph": [
    { "@type": "WebSite", name: "Kitchen" },
    {
      "@type": "Recipe",
      name: "Flatbread",
      author: { "@type": "Person", name: "Ines Duarte" },
      datePublished: "2024-03-12T08:00:00+01:00",
      recipeIngredient: ["300 g flour", "150 ml water", "1 tsp salt"],
      recipeInstructions: [
        { "@type": "HowToStep", text: "Mix everything." },
        { "@type": "HowToStep", text: "Bake for 4 minutes." }
      ],
      recipeYield: "4 servings",
      aggregateRating: { "@type": "AggregateRating", ratingValue: "4.6", reviewCount: "128" },
      nutrition: { "@type": "NutritionInformation", calories: "210 kcal" }
    }
  ]
})

const events = ld([
  {
    "@type": "Event",
    name: "Regatta",
    startDate: "2025-06-01",
    location: { "@type": "Place", name: "Harbour", address: { "@type": "PostalAddress", addressLocality: "Westhaven" } }
  },
  { "@type": "Event", name: "Market", startDate: "2025-07-04", eventStatus: "https://schema.org/EventCancelled" },
  { "@type": "BreadcrumbList", name: "Trail" }
])

const shop = ld({
  "@type": "Product",
  name: "Cup",
  sku: "C-1",
  brand: { "@type": "Brand", name: "Alder" },
  offers: {
    "@type": "Offer",
    price: "1.299,00 €",
    priceCurrency: "EUR",
    availability: "https://schema.org/InStock",
    itemCondition: "https://schema.org/NewCondition"
  }
})

const prices = `<h2>Berths</h2><table><tr><th>Length of the boat</th><th>Price per night (EUR)</th><th>Free places</th>
  <th>Electricity</th></tr><tr><td>up to 8 m</td><td>€ 12.50</td><td>4</td><td>yes</td></tr>
  <tr><td>up to 12 m</td><td>€ 1,018.00</td><td>-</td><td>no</td></tr></table>`

const cases: ReadonlyArray<readonly [name: string, html: string, schema: JsonSchema, expected: Schema.Json | null]> = [
  [
    "nested things and lists of JSON-LD",
    recipe,
    object({
      title: string,
      author: string,
      ingredients: strings,
      steps: strings,
      rating: number,
      reviewCount: integer,
      calories: number
    }, ["title", "ingredients"]),
    {
      title: "Flatbread",
      author: "Ines Duarte",
      ingredients: ["300 g flour", "150 ml water", "1 tsp salt"],
      steps: ["Mix everything.", "Bake for 4 minutes."],
      rating: 4.6,
      reviewCount: 128,
      calories: 210
    }
  ],
  [
    "an object within the object",
    recipe,
    object({
      name: string,
      author: object({ name: string }, ["name"]),
      aggregateRating: object({ ratingValue: number })
    }),
    { name: "Flatbread", author: { name: "Ines Duarte" }, aggregateRating: { ratingValue: 4.6 } }
  ],
  [
    "dates in the format that is wanted",
    recipe,
    object({ datePublished: { type: "string", format: "date" }, published: { type: "string", format: "date-time" } }),
    { datePublished: "2024-03-12", published: "2024-03-12T08:00:00+01:00" }
  ],
  [
    "all things of a type as a list",
    events,
    object({ events: { type: "array", items: object({ name: string, startDate: string }, ["name"]) } }, ["events"]),
    { events: [{ name: "Regatta", startDate: "2025-06-01" }, { name: "Market", startDate: "2025-07-04" }] }
  ],
  [
    "members of an enum by their address",
    shop,
    object({
      name: string,
      availability: { enum: ["InStock", "OutOfStock"] },
      itemCondition: { enum: ["newcondition", "usedcondition"] },
      inStock: { type: "boolean" }
    }),
    { name: "Cup", availability: "InStock", itemCondition: "newcondition", inStock: true }
  ],
  [
    "amounts as numbers, with their currency, and a thing by its name",
    shop,
    object({ price: number, currency: string, brand: string, sku: string }, ["price", "brand"]),
    { price: 1299, currency: "EUR", brand: "Alder", sku: "C-1" }
  ],
  [
    "microdata",
    `<div itemscope itemtype="https://schema.org/Book"><h1 itemprop="name">Tides</h1>
     <span itemprop="numberOfPages">312</span><span itemprop="isbn">978-1</span></div>`,
    object({ name: string, numberOfPages: integer, isbn: string }, ["name", "numberOfPages"]),
    { name: "Tides", numberOfPages: 312, isbn: "978-1" }
  ],
  [
    "the rows of a table under names that are nearly those of its columns",
    prices,
    object({
      berths: {
        type: "array",
        items: object({
          boatLength: string,
          price: number,
          freePlaces: integer,
          electricity: { type: "boolean" }
        }, ["boatLength", "price"])
      }
    }, ["berths"]),
    {
      berths: [
        { boatLength: "up to 8 m", price: 12.5, freePlaces: 4, electricity: true },
        { boatLength: "up to 12 m", price: 1018, electricity: false }
      ]
    }
  ],
  [
    "a list as the whole answer",
    prices,
    { type: "array", items: object({ price: number }, ["price"]), minItems: 2 },
    [{ price: 12.5 }, { price: 1018 }]
  ],
  [
    "the table that fits best of several",
    `<table><tr><th>Day</th><th>Hours</th></tr><tr><td>Monday</td><td>8 to 18</td></tr></table>${prices}`,
    object({ hours: { type: "array", items: object({ day: string, hours: string }, ["day", "hours"]) } }),
    { hours: [{ day: "Monday", hours: "8 to 18" }] }
  ],
  [
    "definitions in lists, lines, tables of two columns and bold names",
    `<dl><dt>Depth</dt><dd>4.5 m</dd></dl><p>Release date: 12 March 2024</p>
     <table><tr><th>Weight</th><td>70 kg</td></tr><tr><th>Colour</th><td>red</td></tr></table>
     <ul><li><b>Sold out:</b> no</li></ul>`,
    object({
      depth: number,
      release_date: { type: "string", format: "date" },
      weight: integer,
      colour: { enum: ["Red", "Blue"] },
      soldOut: { type: "boolean" }
    }, ["depth", "release_date", "weight", "colour"]),
    { depth: 4.5, release_date: "2024-03-12", weight: 70, colour: "Red", soldOut: false }
  ],
  [
    "the items below a heading",
    "<h1>Cup</h1><h2>Key features</h2><ul><li>Light</li><li>Warm</li></ul><h2>Other</h2><ul><li>x</li></ul>",
    object({ features: strings }, ["features"]),
    { features: ["Light", "Warm"] }
  ],
  [
    "references, and fields that may be null",
    recipe,
    {
      $ref: "#/$defs/recipe",
      $defs: {
        recipe: object({ name: { $ref: "#/$defs/name" }, rating: { anyOf: [{ type: "null" }, number] } }, ["name"]),
        name: { type: ["string", "null"] }
      }
    },
    { name: "Flatbread", rating: 4.6 }
  ],
  [
    "nothing when a field that must be there is not",
    recipe,
    object({ name: string, cookingTimeInMinutes: integer }, ["name", "cookingTimeInMinutes"]),
    null
  ],
  [
    "nothing when a value is not what the schema says",
    `${shop}<p>Price: on request</p>`,
    object({ name: { type: "string", maxLength: 2 } }, ["name"]),
    null
  ],
  [
    "no number of a text that has several",
    "<p>Price: 12 to 18 euros</p>",
    object({ price: number }, ["price"]),
    null
  ],
  ["nothing of an empty page", "<p>Hello.</p>", object({ price: number, steps: strings }), null]
]

describe("json without a model", () => {
  for (const [name, html, schema, expected] of cases) {
    it.effect(`reads ${name}`, () =>
      Effect.gen(function*() {
        const { json, warnings } = yield* extract(html, schema)
        assert.deepEqual(json, expected)
        if (expected === null) assert.match(warnings.join(), /json requires a language model/)
      }))
  }

  it.effect("reports missing fields", () =>
    Effect.gen(function*() {
      const { json, warnings } = yield* extract(recipe, object({ name: string, oven: string }))
      assert.deepEqual(json, { name: "Flatbread" })
      assert.match(
        warnings.join(),
        /contains 50 % of the fields; the rest requires a language model; set DUNLIN_MODEL_URL/
      )
    }))

  it.effect("stops on cyclic data and schemas", () =>
    Effect.gen(function*() {
      const circle = ld({
        "@graph": [
          { "@type": "Thing", "@id": "#a", name: "A", part: { "@id": "#b" } },
          { "@type": "Thing", "@id": "#b", name: "B", part: { "@id": "#a" } }
        ]
      })
      const schema = {
        type: "object",
        properties: { name: string, part: { $ref: "#" }, offers: { $ref: "#/properties/offers" } }
      }
      const { json } = yield* extract(circle + prices.repeat(50), schema)
      assert.deepInclude(json as object, { name: "A" })
    }))

  it.effect("stops on long pages and schemas with much repetition", () =>
    Effect.gen(function*() {
      const lists = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`a${index}`, strings]))
      const schema = {
        $defs: { lists: object(lists) },
        ...object(
          Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`p${index}`, { $ref: "#/$defs/lists" }]))
        )
      }
      // for each of the 250,000 lists that the schema asks for
      const heading = `<h1>${"berth harbour ".repeat(5000)}</h1>`
      const { json } = yield* extract(`${heading}<ul>${"<li>berth</li>".repeat(10_000)}</ul>`, schema)
      assert.isNull(json)
    }))
})

/** Patterns that look at a run of one letter again and again, twice as long for each further letter. */
const catastrophic = object({ name: { type: "string", pattern: "^(a+)+$" } })

/** What the event loop has to do for others. */
const turn = Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))

// The time of a comparison passes only when a test says so: a thread on a busy machine has all that it needs.
describe("a schema with unlimited work", () => {
  it.effect("is abandoned with a warning, and does not block the event loop", () =>
    Effect.gen(function*() {
      // the thread is there from now on, so that what passes is the time of the comparison
      assert.deepStrictEqual((yield* ask(ld({ "@type": "Product", name: "aaaa" }), catastrophic)).json, {
        name: "aaaa"
      })
      const page = ld({ "@type": "Product", name: `${"a".repeat(60)}!` })
      const running = yield* Effect.forkChild(ask(page, catastrophic))
      let turns = 0
      for (; running.pollUnsafe() === undefined; turns++) {
        yield* turn
        yield* TestClock.adjust("100 millis")
      }
      const { json, warnings } = yield* Fiber.join(running)
      assert.isNull(json)
      assert.match(warnings.join(), /no matching structured data/)
      // Two seconds of its time, one turn for each step: a comparison on the thread of the caller leaves it none.
      assert.isAtLeast(turns, 20)
    }).pipe(Effect.provide(ModelFormats.layerExtractive)))

  it.effect("is answered if the page causes little work", () =>
    Effect.gen(function*() {
      const { json } = yield* extract(ld({ "@type": "Product", name: "aaaa" }), catastrophic)
      assert.deepStrictEqual(json, { name: "aaaa" })
    }))
})
