import { Fetcher } from "@dunlin/fetcher"
import { Scraper } from "@dunlin/pipeline"
import { ScrapeOptions } from "@dunlin/schema"
import { ModelFormats } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import { services } from "./fixtures.ts"

const url = "https://example.com/one"

const page =
  "<html lang=\"en\"><head><title>One</title></head><body><main><h1>Harbour</h1><p>The berth costs 12 euros a night, " +
  "and jane.doe@example.com answers every question about it at the office of the harbour.</p></main></body></html>"

const all = [
  "markdown",
  "summary",
  { type: "json", schema: { type: "object", properties: { berth: { type: "number" } }, required: ["berth"] } },
  { type: "question", question: "What does a berth cost?" },
  { type: "highlights", query: "berth" }
] as const

const scrape = (
  input: ScrapeOptions.ScrapeOptionsInput,
  models?: ModelFormats.ModelFormats["Service"],
  html: string = page
) =>
  Effect.gen(function*() {
    const scraper = yield* Scraper.Scraper
    return yield* scraper.scrape({ url, options: ScrapeOptions.make(input) })
  }).pipe(
    Effect.provide(
      Scraper.layer.pipe(
        Layer.provide(
          models === undefined ? services : Layer.merge(services, Layer.succeed(ModelFormats.ModelFormats, models))
        ),
        Layer.provide(Fetcher.layerMemory({ [url]: html }))
      )
    )
  )

describe("derived formats", () => {
  it.effect("are made from the page without a model, and charged only if delivered", () =>
    Effect.gen(function*() {
      const { document } = yield* scrape({ formats: all })
      assert.include(document.summary, "12 euros")
      assert.include(document.answer, "12 euros")
      assert.include(document.highlights, "12 euros")
      assert.strictEqual(document.json, null)
      assert.include(document.warning, "DUNLIN_MODEL_URL")
      // 1 for the page, 4 for the answer, 4 for the highlights, nothing for json.
      assert.strictEqual(document.metadata?.creditsUsed, 9)
    }))

  it.effect("read the former query format as a question", () =>
    Effect.gen(function*() {
      const { document } = yield* scrape({ formats: [{ type: "query", prompt: "What does a berth cost?" }] })
      assert.include(document.answer, "12 euros")
      assert.strictEqual(document.metadata?.creditsUsed, 5)
    }))

  it.effect("charge nothing for an empty answer", () =>
    Effect.gen(function*() {
      const { document } = yield* scrape({
        formats: [{ type: "question", question: "xyzzy?" }, { type: "highlights", query: "xyzzy" }]
      })
      assert.deepInclude(document, { answer: null, highlights: null })
      assert.strictEqual(document.metadata?.creditsUsed, 1)
    }))

  it.effect("read the redacted text, and have a share of the time", () =>
    Effect.gen(function*() {
      const seen: Array<ModelFormats.ModelRequest> = []
      const { document } = yield* scrape({ formats: all, redactPII: true, timeout: 10_000 }, {
        derive: (request) =>
          Effect.sync(() => {
            seen.push(request)
            return { fields: { summary: "S", json: { berth: 12 }, answer: "A", highlights: "H" }, warnings: ["W"] }
          })
      })
      assert.strictEqual(seen.length, 1)
      assert.notInclude(seen[0]?.markdown, "jane.doe@example.com")
      assert.strictEqual(Duration.toMillis(seen[0]?.timeout ?? 0), 8500)
      assert.deepInclude(document, { summary: "S", json: { berth: 12 }, answer: "A", highlights: "H" })
      assert.include(document.warning, "W")
      // 1 + json 4 + question 4 + highlights 4 + redaction 4.
      assert.strictEqual(document.metadata?.creditsUsed, 17)
    }))

  it.effect("read json from declared data, but not if the text is redacted", () =>
    Effect.gen(function*() {
      const schema = {
        type: "object",
        properties: { name: { type: "string" }, telephone: { type: "string" }, author: { type: "string" } },
        required: ["telephone"]
      }
      const declared = page.replace(
        "</head>",
        "<meta name=\"author\" content=\"Jane Doe\"><script type=\"application/ld+json\">{\"@type\": \"Place\", " +
          "\"name\": \"Harbour\", \"telephone\": \"+49 40 5550199\"}</script></head>"
      )
      const scrapeDeclared = (redactPII: boolean) =>
        scrape({ formats: [{ type: "json", schema }], redactPII }, undefined, declared)
      const open = yield* scrapeDeclared(false)
      assert.deepEqual(open.document.json, { name: "Harbour", telephone: "+49 40 5550199", author: "Jane Doe" })
      assert.strictEqual(open.document.metadata?.creditsUsed, 5)
      const redacted = yield* scrapeDeclared(true)
      assert.strictEqual(redacted.document.json, null)
    }))

  it.effect("use a model only if necessary", () =>
    Effect.gen(function*() {
      const { document } = yield* scrape({ formats: ["markdown", "links"] }, {
        derive: () => Effect.die("nobody asked")
      })
      assert.include(document.markdown, "12 euros")
    }))

  it.effect("replace the markdown by the cleaned one", () =>
    Effect.gen(function*() {
      const { document } = yield* scrape({ onlyCleanContent: true }, {
        derive: () => Effect.succeed({ fields: {}, markdown: "# Clean", warnings: [] })
      })
      assert.strictEqual(document.markdown, "# Clean")
    }))
})
