import { ScrapeRequest, SearchRequest, Upgrade } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"

describe("Upgrade", () => {
  it.effect("reads what a client of version 1 sends for a search", () =>
    Effect.gen(function*() {
      const { body, warnings } = Upgrade.search({
        query: "x",
        limit: 5,
        lang: "en",
        country: "us",
        origin: "js-sdk",
        timeout: 60_000,
        scrapeOptions: { formats: [] }
      })
      const { request } = yield* SearchRequest.decode(body)
      assert.deepInclude(request, { query: "x", limit: 5, country: "US" })
      assert.isUndefined(request.scrapeOptions)
      assert.deepEqual(warnings, [])
    }))

  it("renames maxResults to limit with a warning, and adds no other limit", () => {
    const { body, warnings } = Upgrade.search({ query: "x", maxResults: 7 })
    assert.deepEqual(body, { query: "x", limit: 7 })
    assert.lengthOf(warnings, 1)
    assert.include(warnings[0], "limit")
    assert.deepEqual(Upgrade.search({ query: "x" }), { body: { query: "x" }, warnings: [] })
    assert.deepEqual(Upgrade.search({ query: "x", limit: 3, maxResults: 7 }).body, { query: "x", limit: 3 })
  })

  it("uses the language of a search for its pages, unless they have a location", () => {
    const locationOf = (body: object) =>
      (Upgrade.search({ query: "x", country: "DE", ...body }).body as { readonly scrapeOptions: { location?: object } })
        .scrapeOptions.location
    assert.deepEqual(locationOf({ lang: "de", scrapeOptions: {} }), { languages: ["de"], country: "DE" })
    assert.deepEqual(locationOf({ lang: "de", country: 7, scrapeOptions: {} }), { languages: ["de"] })
    assert.deepEqual(locationOf({ lang: "de", scrapeOptions: { location: { country: "AT" } } }), { country: "AT" })
    assert.isUndefined(locationOf({ lang: 7, scrapeOptions: {} }))
    assert.isUndefined(locationOf({ scrapeOptions: {} }))
  })

  const renamings: ReadonlyArray<readonly [name: string, input: object, expected: object]> = [
    ["extract", { formats: ["extract"], extract: { prompt: "p" } }, { formats: [{ type: "json", prompt: "p" }] }],
    ["json", { formats: ["json"], jsonOptions: { schema: { type: "object" } } }, {
      formats: [{ type: "json", schema: { type: "object" } }]
    }],
    ["screenshot@fullPage", { formats: ["screenshot@fullPage"] }, {
      formats: [{ type: "screenshot", fullPage: true }]
    }],
    ["changeTrackingOptions", {
      formats: ["markdown", "changeTracking"],
      changeTrackingOptions: { modes: ["git-diff"], tag: "t" }
    }, { formats: [{ type: "markdown" }, { type: "changeTracking", modes: ["git-diff"], tag: "t" }] }],
    ["parsePDF", { parsePDF: false }, { parsers: [] }],
    ["parsePDF", { parsePDF: true }, { parsers: [{ type: "pdf", mode: "auto" }] }],
    ["geolocation", { geolocation: { country: "DE" } }, { location: { country: "DE", languages: [] } }]
  ]

  it.effect.each(renamings)("renames %s with a warning", ([name, input, expected]) =>
    Effect.gen(function*() {
      const { body, warnings } = Upgrade.scrape({ url: "https://example.com/", ...input })
      const request = yield* ScrapeRequest.decode(body)
      assert.deepInclude(request, expected as never)
      assert.lengthOf(warnings, 1)
      assert.include(warnings[0] ?? "", name)
    }))

  it("maps the crawl options of section 9.3", () => {
    const { body, warnings } = Upgrade.crawl({ allowBackwardCrawling: true, maxDepth: 2, ignoreSitemap: true })
    assert.deepEqual(body, { crawlEntireDomain: true, maxDiscoveryDepth: 2, sitemap: "skip" })
    assert.lengthOf(warnings, 3)
    assert.deepEqual(Upgrade.crawl({ ignoreSitemap: false }).body, { sitemap: "include" })
  })

  it("does not change invalid input", () => {
    for (const input of [null, 7, "x", [1]]) {
      assert.deepEqual(Upgrade.search(input), { body: input, warnings: [] })
      assert.deepEqual(Upgrade.scrape(input), { body: input, warnings: [] })
      assert.deepEqual(Upgrade.crawl(input), { body: input, warnings: [] })
    }
  })

  it.each(["markdown", 7, { type: "markdown" }, null])(
    "passes formats that are not a list unchanged: %j",
    (formats) => {
      const { body, warnings } = Upgrade.scrape({ url: "https://example.com/", formats })
      assert.deepEqual([body, warnings], [{ url: "https://example.com/", formats }, []])
    }
  )
})
