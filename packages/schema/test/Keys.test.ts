import { CrawlRequest, type InvalidRequest, ScrapeRequest, SearchRequest, Upgrade } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"

const search = (body: object) => Effect.runSync(Effect.result(SearchRequest.decode({ query: "x", ...body })))
const scrape = (body: object) =>
  Effect.runSync(Effect.result(ScrapeRequest.decodeBody({ url: "https://example.com/", ...body })))

const crawl = (body: object) =>
  Effect.runSync(Effect.result(CrawlRequest.decodeBody({ url: "https://example.com/", ...body })))

const told = (
  result: Result.Result<{ readonly warnings: ReadonlyArray<string> }, InvalidRequest.InvalidRequest>
): ReadonlyArray<string> => Result.isSuccess(result) ? result.success.warnings : [result.failure.message]

describe("unknown keys", () => {
  it.each([
    [{ scrapeoptions: {} }, "scrapeoptions: unknown key; did you mean scrapeOptions?"],
    [{ excludedomains: [] }, "excludedomains: unknown key; did you mean excludeDomains?"],
    [{ soucres: [] }, "soucres: unknown key; did you mean sources?"],
    [{ limits: 3 }, "limits: unknown key; did you mean limit?"],
    [{ tb: "d" }, "tb: unknown key; did you mean tbs?"],
    [{ scrapeOptions: { redactPii: true } }, "scrapeOptions.redactPii: unknown key; did you mean redactPII?"],
    [{ sources: [{ type: "web", Tbs: "d" }] }, "sources[0].Tbs: unknown key; did you mean tbs?"],
    [
      { scrapeOptions: { formats: ["markdown", { type: "json", promt: "x" }] } },
      "scrapeOptions.formats[1].promt: unknown key; did you mean prompt?"
    ],
    [
      { scrapeOptions: { formats: [{ type: "attributes", selectors: [{ selector: "a", atribute: "b" }] }] } },
      /scrapeOptions\.formats\[0\]\.selectors\[0\]\.atribute: unknown key; did you mean attribute\?/
    ],
    [
      { scrapeOptions: { actions: [{ type: "click", selector: "a", All: true }] } },
      "scrapeOptions.actions[0].All: unknown key; did you mean all?"
    ],
    [
      { scrapeOptions: { location: { langauges: ["de"] } } },
      "scrapeOptions.location.langauges: unknown key; did you mean languages?"
    ],
    [
      { scrapeOptions: { redactPII: { style: "mask" } } },
      "scrapeOptions.redactPII.style: unknown key; expected one of mode, entities, replaceStyle, placeholders"
    ],
    [{ threatProtection: { mod: "off" } }, "threatProtection.mod: unknown key; did you mean mode?"],
    [{ limit: 0, limitt: 5 }, /limitt: unknown key; did you mean limit\?; limit: expected an integer/]
  ])("are rejected if mistyped: %o", (body, message) => {
    const [first = ""] = told(search(body))
    if (typeof message === "string") assert.strictEqual(first, message)
    else assert.match(first, message)
  })

  it.each([
    [{ weather: "rain" }, "Unknown option is ignored: weather."],
    [{ weather: "rain", scrapeOptions: { moon: { full: true }, formats: [{ type: "html", colour: 1 }] } }, [
      "Unknown options are ignored: weather, scrapeOptions.moon, scrapeOptions.formats[0].colour."
    ]],
    [{ "my secret, which is long": 1 }, "Unknown option is ignored: (a key of 24 characters)."],
    [
      Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`foreign${index}`, 1])),
      /^Unknown options are ignored: foreign0, .*foreign9 and 20 more\.$/
    ]
  ])("are named in a warning otherwise: %o", (body, message) => {
    const [first = ""] = told(search(body))
    if (message instanceof RegExp) assert.match(first, message)
    else assert.strictEqual(first, Array.isArray(message) ? message[0] : message)
  })

  it.each([
    [{ weather: "rain" }, /^weather: unknown key; expected one of query, /],
    [{ maximum: 3, limitation: 3 }, /^maximum: .*limitation: unknown key; expected one of/],
    [{ xlimitx: 3 }, "xlimitx: unknown key; did you mean limit?"],
    [{ scrapeOptions: { formats: [{ type: "html", colour: 1 }] } }, /^scrapeOptions.formats\[0\].colour: unknown key/],
    [{ maxResults: 3 }, "maxResults: of version 1: it is `limit` in version 2"],
    [{ integration: "cli" }, undefined]
  ])("are all rejected in strict mode: %o", (body, message) => {
    const [first] = told(
      Effect.runSync(Effect.result(SearchRequest.decode({ query: "x", ...body }, { unknownKeys: "refuse" })))
    )
    if (message instanceof RegExp) assert.match(first ?? "", message)
    else assert.strictEqual(first, message)
  })

  it("of version 1 are explained", () => {
    assert.deepStrictEqual(told(scrape({ parsePDF: false, changeTrackingOptions: {} })), [
      "The option parsePDF of version 1 has no effect: it is `parsers` in version 2.",
      "The option changeTrackingOptions of version 1 has no effect: it is a format `{ type: \"changeTracking\", modes, … }` in version 2."
    ])
    assert.match(told(search({ scrapeOptions: { geolocation: {} } }))[0] ?? "", /^The option scrapeOptions.geolocation/)
  })

  it.each([
    { origin: "js-sdk@4.42.0", integration: "cli", domainTools: true, toolDetail: "compact" },
    { scrapeOptions: { fastMode: true, useMock: "x", integration: "n8n", origin: "mcp" } },
    { scrapeOptions: { formats: [{ type: "query", prompt: "why", mode: "freeform" }] } },
    { scrapeOptions: { headers: { "X-Anything": "1" }, formats: [{ type: "json", schema: { proprties: {} } }] } }
  ])("are ignored if clients are known to send them, or if the caller chooses them: %o", (body) => {
    assert.deepStrictEqual(told(search(body)), [])
  })

  it.each([
    ["redactPII", true],
    ["formats", ["markdown"]],
    ["onlyMainContent", false],
    ["zeroDataRetention", true],
    ["lockdown", true],
    ["maxAge", 0]
  ])("are rejected if they are page options outside of scrapeOptions: %s", (key, value) => {
    const message = `${key}: belongs to scrapeOptions (scrapeOptions.${key})`
    assert.deepStrictEqual(told(search({ [key]: value })), [message])
    assert.deepStrictEqual(told(search({ [key]: value, scrapeOptions: { formats: ["html"] } })), [message])
    assert.deepStrictEqual(told(search(Upgrade.search({ query: "x", [key]: value }).body as object)), [message])
    assert.deepStrictEqual(told(crawl({ [key]: value })), key === "zeroDataRetention" ? [] : [message])
  })

  it("are rejected if misplaced and mistyped, also search options among page options", () => {
    assert.deepStrictEqual(told(search({ redactPii: true })), [
      "redactPii: belongs to scrapeOptions (scrapeOptions.redactPII)"
    ])
    assert.deepStrictEqual(told(search({ scrapeOptions: { excludeDomains: ["example.com"] } })), [
      "scrapeOptions.excludeDomains: belongs to the request itself (excludeDomains)"
    ])
    assert.deepStrictEqual(told(crawl({ scrapeOptions: { excludePaths: ["/private"] } })), [
      "scrapeOptions.excludePaths: belongs to the request itself (excludePaths)"
    ])
    assert.deepStrictEqual(told(scrape({ scrapeOptions: { redactPII: true } })), [
      "scrapeOptions: its options belong to the request itself (formats, …)"
    ])
  })

  it("are reported field by field", () => {
    const refused = search({ redactPII: true, limit: 0 })
    assert.deepStrictEqual(Result.isFailure(refused) ? refused.failure.issues.map(({ path }) => path) : [], [
      ["redactPII"],
      ["limit"]
    ])
  })

  it("are accepted if both kinds of options have them, or version 1 had them", () => {
    assert.deepStrictEqual(
      told(
        search({ timeout: 1000, location: "Germany", scrapeOptions: { timeout: 1000, location: { country: "DE" } } })
      ),
      []
    )
    const older = Upgrade.search({
      query: "x",
      lang: "en",
      country: "us",
      tbs: "qdr:d",
      origin: "js-sdk",
      timeout: 60_000,
      scrapeOptions: { formats: ["extract"], extract: { prompt: "why" }, parsePDF: false, onlyMainContent: true }
    })
    assert.deepStrictEqual(told(search(older.body as object)), [])
  })
})

describe("mistyped values", () => {
  it.each([
    [["markdwn"], /^formats\[0\]: expected a format: markdown, .*, got "markdwn"; did you mean markdown\?$/],
    [["html", { type: "atributes", selectors: [] }], /^formats\[1\]\.type: .*; did you mean attributes\?$/],
    [["RawHTML"], /; did you mean rawHtml\?$/],
    [["pdf"], /got "pdf"$/]
  ])("are reported with the intended value: %j", (formats, message) => {
    assert.match(told(scrape({ formats })).join(), message)
  })

  it("are also reported in other fields", () => {
    assert.match(told(crawl({ sitemap: "skp" })).join(), /^sitemap: .*got "skp"; did you mean skip\?$/)
  })
})
