import { PriceTable } from "@dunlin/credits"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"

const { defaults, lines, pageLines, quote, quoteScrape, results, surcharges, total } = PriceTable

const page = (usage: Partial<PriceTable.PageUsage> = {}) => total(pageLines({ outcome: "delivered", ...usage }))

describe("PriceTable", () => {
  it("charges per started ten results", () => {
    assert.deepStrictEqual([0, 1, 10, 11, 20, 21, 300].map((count) => results(count)), [0, 2, 2, 4, 4, 6, 60])
    assert.deepStrictEqual([0, 1, 10, 11].map((count) => results(count, ["zdr"])), [0, 10, 10, 20])
    assert.deepStrictEqual([0, 1, 10, 11].map((count) => results(count, ["anon"])), [0, 2, 2, 4])
    assert.strictEqual(results(5, ["anon", "zdr"]), 10)
  })

  it("prices a page by its engine and proxy", () => {
    assert.strictEqual(page(), 1)
    assert.strictEqual(page({ proxyUsed: "basic" }), 1)
    assert.strictEqual(page({ proxyUsed: "stealth" }), 5)
    assert.strictEqual(page({ lockdown: true }), 5)
    assert.strictEqual(page({ outcome: "lockdownMiss", lockdown: true }), 1)
    assert.strictEqual(page({ outcome: "failed", proxyUsed: "stealth", pdfPages: 9, surcharges: ["json"] }), 0)
  })

  it("prices a PDF by its pages, and an unparsed PDF at a flat rate", () => {
    assert.deepStrictEqual([0, 1, 2, 30].map((pdfPages) => page({ pdfPages })), [1, 1, 2, 30])
    assert.strictEqual(page({ pdfPages: 30, proxyUsed: "stealth" }), 34)
  })

  it.for<[PriceTable.Surcharge, number]>([
    ["json", 5],
    ["question", 5],
    ["highlights", 5],
    ["redactPII", 5],
    ["audio", 5],
    ["video", 5],
    ["zeroDataRetention", 1]
  ])("%s makes a page cost %d", ([feature, cost]) => {
    assert.strictEqual(page({ surcharges: [feature] }), cost)
    assert.strictEqual(page({ surcharges: [feature, feature] }), cost)
    assert.strictEqual(page({ outcome: "failed", surcharges: [feature] }), 0)
  })

  it("charges for URLs that were sent to a classifier, whatever happened to the page", () => {
    assert.strictEqual(page({ scanned: 1 }), 3)
    assert.strictEqual(page({ outcome: "failed", scanned: 3 }), 6)
    assert.strictEqual(total(lines({ results: 10, scanned: 12 })), 26)
  })

  it("reads the surcharges from the request", () => {
    const of = (...types: Array<string>) => surcharges({ formats: types.map((type) => ({ type })) })
    assert.deepStrictEqual(
      of(
        "markdown",
        "html",
        "rawHtml",
        "links",
        "images",
        "summary",
        "screenshot",
        "branding",
        "product",
        "menu",
        "attributes"
      ),
      []
    )
    assert.deepStrictEqual(of("json", "question", "highlights", "audio", "video"), [
      "json",
      "question",
      "highlights",
      "audio",
      "video"
    ])
    assert.deepStrictEqual(surcharges({ formats: [{ type: "changeTracking", modes: ["git-diff"] }] }), [])
    assert.deepStrictEqual(surcharges({ formats: [{ type: "changeTracking", modes: ["json"] }, { type: "json" }] }), [
      "json"
    ])
    assert.deepStrictEqual(surcharges({ formats: [], redactPII: { mode: "fast" } }), ["redactPII"])
    assert.deepStrictEqual(surcharges({ formats: [], redactPII: false }), [])
  })

  it("adds up the same features of several pages", () => {
    assert.deepStrictEqual(
      lines({
        results: 12,
        pages: [
          { outcome: "delivered" },
          { outcome: "failed" },
          { outcome: "delivered", pdfPages: 4, surcharges: ["json"] },
          { outcome: "delivered", proxyUsed: "stealth", surcharges: ["json"] }
        ]
      }),
      [
        { feature: "results", quantity: 12, amount: 4 },
        { feature: "page", quantity: 2, amount: 2 },
        { feature: "pdfPages", quantity: 3, amount: 3 },
        { feature: "json", quantity: 2, amount: 8 },
        { feature: "enhancedProxy", quantity: 1, amount: 5 }
      ]
    )
  })

  it("quotes a price", () => {
    const sources = [{ type: "web" }]
    assert.strictEqual(quote({ limit: 10, sources }), 2)
    assert.strictEqual(quote({ limit: 10, sources: [{ type: "web" }, { type: "images" }] }), 4)
    assert.strictEqual(quote({ limit: 5, sources, enterprise: ["zdr"] }), 10)
    const formats = [{ type: "markdown" }]
    assert.strictEqual(quote({ limit: 3, sources, scrapeOptions: { formats: [] } }), 2)
    assert.strictEqual(quote({ limit: 3, sources, scrapeOptions: { formats } }), 5)
    assert.strictEqual(quote({ limit: 3, sources, scrapeOptions: { formats, proxy: "auto" } }), 17)
    assert.strictEqual(
      quote({ limit: 3, sources, scrapeOptions: { formats, proxy: "auto" } }, { enhancedProxy: false }),
      5
    )
    assert.strictEqual(quote({ limit: 3, sources: [{ type: "images" }], scrapeOptions: { formats } }), 2)
    assert.strictEqual(quote({ limit: 3, sources, threatProtection: { mode: "normal" } }), 8)
    assert.strictEqual(quoteScrape({ formats, parsers: [{ maxPages: 40 }] }), 40)
    assert.strictEqual(quoteScrape({ formats, lockdown: true, proxy: "enhanced" }), 5)
    assert.strictEqual(quoteScrape({ formats: [{ type: "json" }], redactPII: {} }), 9)
  })

  const formats = fc.subarray(["markdown", "json", "question", "highlights", "audio", "video", "changeTracking"], {
    minLength: 1
  })
  const request = fc.record({
    limit: fc.integer({ min: 1, max: 100 }),
    sources: fc.subarray([{ type: "web" }, { type: "news" }, { type: "images" }], { minLength: 1 }),
    enterprise: fc.subarray(["zdr", "anon"]),
    threatProtection: fc.constantFrom({ mode: "normal" }, { mode: "off" }),
    scrapeOptions: fc.record({
      formats: formats.map((types) => types.map((type) => ({ type, modes: ["json"] }))),
      proxy: fc.constantFrom("basic", "auto", "enhanced"),
      lockdown: fc.boolean(),
      parsers: fc.constantFrom<Array<{ readonly maxPages: number }>>([], [{ maxPages: 1 }], [{ maxPages: 50 }]),
      redactPII: fc.constantFrom(false, { mode: "fast" }),
      zeroDataRetention: fc.boolean()
    })
  })
  const prices = fc.record(
    {
      ...defaults,
      results: fc.record({
        blockSize: fc.integer({ min: 1, max: 20 }),
        standard: fc.nat(20),
        anon: fc.nat(20),
        zdr: fc.nat(20)
      }),
      page: fc.record({ basic: fc.nat(9), enhanced: fc.nat(9), lockdownHit: fc.nat(9), lockdownMiss: fc.nat(9) }),
      pdfPage: fc.nat(3),
      browserMinute: fc.nat(3),
      threatScan: fc.nat(3),
      surcharge: fc.record(
        Object.fromEntries(Object.keys(defaults.surcharge).map((key) => [key, fc.nat(9)])) as {
          [K in PriceTable.Surcharge]: fc.Arbitrary<number>
        }
      )
    } as { [K in keyof PriceTable.PriceTable]: fc.Arbitrary<PriceTable.PriceTable[K]> }
  )

  it("never charges more than the quote, with any table", () => {
    fc.assert(
      fc.property(request, prices, fc.infiniteStream(fc.nat(1000)), (request, prices, numbers) => {
        const next = (bound: number) => (numbers.next().value as number) % (bound + 1)
        const options = request.scrapeOptions
        const most = Math.max(1, ...options.parsers.map((parser) => parser.maxPages))
        const pages = request.limit * request.sources.filter((source) => source.type !== "images").length
        const found = next(request.limit * request.sources.length)
        const usage: PriceTable.SearchUsage = {
          results: found,
          enterprise: request.enterprise,
          scanned: request.threatProtection.mode === "normal" ? next(request.limit * request.sources.length) : 0,
          pages: Array.from({ length: Math.min(found, next(pages)) }, () => ({
            outcome: options.lockdown
              ? (["delivered", "lockdownMiss"] as const)[next(1)]!
              : (["delivered", "failed"] as const)[next(1)]!,
            lockdown: options.lockdown,
            proxyUsed: options.proxy === "basic" ? "basic" : (["basic", "stealth"] as const)[next(1)],
            pdfPages: next(most),
            surcharges: surcharges(options).filter(() => next(1) === 0)
          }))
        }
        const cost = lines(usage, prices)
        assert.isAtMost(total(cost), quote(request, { prices }))
        assert.isTrue(cost.every((line) => Number.isInteger(line.amount) && line.amount > 0 && line.quantity > 0))
      }),
      { numRuns: 500 }
    )
  })
})
