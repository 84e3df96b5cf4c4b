import {
  Action,
  BatchRequest,
  CrawlRequest,
  Format,
  MapRequest,
  Parser,
  ScrapeOptions,
  ScrapeRequest,
  SearchMany,
  SearchRequest,
  Source,
  ThreatProtection
} from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import * as FastCheck from "fast-check"

interface Compiled {
  readonly of: <A>(schema: Schema.ConstraintDecoder<unknown>) => (input: unknown) => A | undefined
}

const Compiled = await import(new URL("../src/internal/compiled.ts", import.meta.url).href) as Compiled

const url = "https://example.com/"

const formats = [
  { type: "markdown" },
  "links",
  { type: "screenshot", fullPage: true, quality: 80, viewport: { width: 800, height: 600 } },
  { type: "json", prompt: " ", schema: { type: "object", properties: {} } },
  { type: "query", prompt: "x" },
  { type: "changeTracking", modes: ["json", "json"], tag: null }
]

const options = {
  formats,
  maxAge: 3_600_000,
  headers: { "Accept-Language": "de", "accept-language": "en" },
  location: { country: "uk", languages: ["de-DE", "de-DE"] },
  parsers: ["pdf", { type: "pdf", maxPages: 20 }],
  actions: [{ type: "wait", milliseconds: 500 }, { type: "click", selector: "#more" }],
  proxy: "stealth",
  redactPII: true
}

/** Values that only a careless decoder reads differently. */
const odd = [
  undefined,
  null,
  "",
  " ",
  "w",
  -1,
  0,
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  [],
  {},
  [[]],
  [{}],
  ["web", { type: "web" }],
  ["markdown", { type: "markdown" }],
  ["alexandria"],
  [{ type: "alexandria" }, "news"],
  ["default", "zdr"],
  ["Example.com.", "example.com"],
  { type: "web" },
  { formats: [] },
  { formats: ["markdown"], zeroDataRetention: true, onlyCleanContent: true },
  Object.assign(Object.create({ formats: ["links"] }) as object, { mobile: true }),
  JSON.parse("{\"__proto__\": \"x\", \"accept\": \"y\"}")
]

const kinds: Readonly<Record<string, { readonly schema: Schema.ConstraintDecoder<unknown>; readonly valid: object }>> =
  {
    search: {
      schema: SearchRequest.SearchRequest,
      valid: {
        query: "typed errors",
        limit: 20,
        sources: [{ type: "web", tbs: "w", location: "" }, "news", "alexandria"],
        categories: ["github"],
        includeDomains: ["Example.com.", "example.com"],
        country: "uk",
        timeout: 10_000_000,
        enterprise: ["default"],
        scrapeOptions: options
      }
    },
    searches: { schema: SearchMany.SearchManyRequest, valid: { queries: ["x", "y"] } },
    scrape: { schema: ScrapeRequest.ScrapeRequest, valid: { url, ...options } },
    batch: { schema: BatchRequest.BatchRequest, valid: { urls: [url], ...options } },
    crawl: { schema: CrawlRequest.CrawlRequest, valid: { url, scrapeOptions: options } },
    map: { schema: MapRequest.MapRequest, valid: { url } },
    options: { schema: ScrapeOptions.ScrapeOptions, valid: options }
  }

const parts: Readonly<Record<string, Schema.ConstraintDecoder<unknown>>> = {
  Action: Action.Action,
  Format: Format.Format,
  Parser: Parser.Parser,
  Source: Source.Source,
  ThreatProtection: ThreatProtection.ThreatProtection
}

const bySchema = (schema: Schema.ConstraintDecoder<unknown>, input: unknown): unknown =>
  Option.getOrUndefined(Schema.decodeUnknownOption(schema)(input))

describe("a compiled schema", () => {
  for (const [name, { schema, valid }] of Object.entries(kinds)) {
    const compiled = Compiled.of<object>(schema)

    it(`returns the fields of a ${name} request in the order of the schema`, () => {
      const reversed = Object.fromEntries(Object.entries(valid).reverse())
      assert.strictEqual(JSON.stringify(compiled(reversed)), JSON.stringify(bySchema(schema, valid)))
    })

    it(`decodes a ${name} request with all kinds of fields`, () => {
      assert.isDefined(compiled(valid))
      assert.deepStrictEqual(compiled(valid), bySchema(schema, valid))
    })

    it(`decodes each field of a ${name} request like the schema, or calls the schema`, () => {
      const fields = Object.keys((schema as unknown as { readonly fields: object }).fields)
      for (const field of fields) {
        for (const value of odd) {
          const input = { ...valid, [field]: value }
          const decoded = compiled(input)
          if (decoded !== undefined) {
            assert.deepStrictEqual(decoded, bySchema(schema, input), `${field} ${String(value)}`)
          }
        }
      }
    })
  }

  for (const [name, schema] of Object.entries(parts)) {
    it(`decodes any input of ${name} like the schema, or calls the schema`, () => {
      const compiled = Compiled.of<unknown>(schema)
      const types = ["wait", "click", "scroll", "screenshot", "json", "query", "changeTracking", "pdf", "web", "images"]
      const value = FastCheck.oneof(FastCheck.constantFrom(...odd, ...formats), FastCheck.jsonValue())
      const fields = ["selector", "milliseconds", "direction", "modes", "tag", "prompt", "fullPage", "quality", "tbs"]
      const input = FastCheck.tuple(
        FastCheck.constantFrom(...types),
        FastCheck.dictionary(FastCheck.constantFrom(...fields, "mode", "maxPages", "blacklist"), value)
      )
      FastCheck.assert(
        FastCheck.property(FastCheck.oneof(value, input), (given) => {
          const written = Array.isArray(given) && given.length === 2
            ? { type: given[0] as unknown, ...given[1] as {} }
            : given
          const decoded = compiled(written)
          if (decoded !== undefined) assert.deepStrictEqual(decoded, bySchema(schema, written))
        }),
        { numRuns: 500 }
      )
    })
  }

  it("shares frozen defaults", () => {
    const compiled = Compiled.of<SearchRequest.SearchRequest>(SearchRequest.SearchRequest)
    const request = compiled({ query: "x", scrapeOptions: { mobile: true } })!
    assert.isTrue(Object.isFrozen(request.sources))
    assert.isTrue(Object.isFrozen(request.scrapeOptions!.formats[0]))
  })
})
