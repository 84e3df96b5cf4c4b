import { type InvalidRequest, ScrapeRequest, SearchRequest } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"

const search = (body: object) => Effect.runSync(Effect.result(SearchRequest.decode({ query: "x", ...body })))
const scrape = (body: object) =>
  Effect.runSync(Effect.result(ScrapeRequest.decodeBody({ url: "https://example.com/", ...body })))

const told = (
  result: Result.Result<{ readonly warnings: ReadonlyArray<string> }, InvalidRequest.InvalidRequest>
): ReadonlyArray<string> => Result.isSuccess(result) ? result.success.warnings : [result.failure.message]

describe("keys that the contract does not have", () => {
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
  ])("refuses a mistyped one: %o", (body, message) => {
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
  ])("names any other in a warning: %o", (body, message) => {
    const [first = ""] = told(search(body))
    if (message instanceof RegExp) assert.match(first, message)
    else assert.strictEqual(first, Array.isArray(message) ? message[0] : message)
  })

  it("says what became of names of version 1", () => {
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
  ])("passes over what clients are known to send, and what is the caller's own: %o", (body) => {
    assert.deepStrictEqual(told(search(body)), [])
  })
})
