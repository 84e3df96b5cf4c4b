import { ErrorBody } from "@dunlin/schema"
import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import * as fc from "fast-check"
import { serve } from "./stub.ts"

const isErrorBody = Schema.is(ErrorBody.ErrorBody)

const server = serve()

/** The same requests on every machine. Ten thousand others: `npm run bench -- malformed`. */
const seed = 18

const names = [
  "query",
  "limit",
  "sources",
  "categories",
  "includeDomains",
  "excludeDomains",
  "tbs",
  "location",
  "country",
  "safe",
  "timeout",
  "ignoreInvalidURLs",
  "highlights",
  "enterprise",
  "scrapeOptions",
  "threatProtection",
  "url",
  "formats",
  "actions",
  "parsers",
  "headers",
  "redactPII",
  "profile",
  "type",
  "selector",
  "__proto__",
  "constructor",
  "toString"
]

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -1,
      1e308,
      0.5,
      "",
      "x",
      "web",
      "markdown",
      "\ud800",
      "a".repeat(600),
      "US",
      "zdr"
    ),
    fc.string(),
    fc.integer(),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...names), tie("value"), { maxKeys: 6 })
  )
}))

const body = fc.oneof(
  value.map((value) => JSON.stringify(value)),
  fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 8 }).map((value) => JSON.stringify(value)),
  fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 5 }).map((rest) =>
    JSON.stringify({ query: "q", url: "https://example.com/", ...rest })
  ),
  fc.string(),
  fc.tuple(value, fc.nat(200)).map(([value, cut]) => JSON.stringify(value).slice(0, cut)),
  fc.constantFrom("[".repeat(100_000), "{\"a\":".repeat(50_000), "\"".repeat(5), "\u0000", "{\"query\":\"x\"}{", "nul")
)

const path = fc.constantFrom("/v2/search", "/v2/scrape", "/v1/search", "/v2/crawl/params-preview")

it("answers any input with a typed 4xx, or with a result", () =>
  fc.assert(
    fc.asyncProperty(path, body, async (path, body) => {
      const { body: answer, status, text } = await server.post(path, body)
      if (status === 200) return assert.isTrue(answer.success)
      // The one thing that cannot be done here: no language model is configured.
      if (status === 501) return assert.strictEqual(answer.code, "MODEL_NOT_CONFIGURED")
      assert.isTrue(status >= 400 && status < 500, `${status} ${text} for ${path} ${body.slice(0, 500)}`)
      assert.isTrue(isErrorBody(answer), text)
      assert.property(answer, "details")
      assert.isBelow(text.length, 16 * 1024)
    }),
    { numRuns: 3000, seed }
  ))

it("answers every path and query", () =>
  fc.assert(
    fc.asyncProperty(
      fc.webPath(),
      fc.webQueryParameters(),
      fc.constantFrom("GET", "POST"),
      async (path, query, method) => {
        const { body, status } = await server.send(method, `${path.startsWith("/") ? path : `/${path}`}?${query}`)
        if (status === 200) return
        assert.isTrue(status >= 400 && status < 500, String(status))
        assert.isTrue(isErrorBody(body))
      }
    ),
    { numRuns: 500, seed }
  ))

it("answers every request for papers", () =>
  fc.assert(
    fc.asyncProperty(fc.webQueryParameters(), async (query) => {
      const { body, status } = await server.send("GET", `/v2/search/research/papers?${query}`)
      assert.include([400, 503], status)
      assert.isTrue(isErrorBody(body))
    }),
    { numRuns: 300, seed }
  ))
