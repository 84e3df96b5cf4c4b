import {
  BatchRequest,
  CrawlRequest,
  DeveloperSearch,
  ExtractRequest,
  Feedback,
  type InvalidRequest,
  MapRequest,
  Monitor,
  ParamsPreview,
  ScrapeRequest,
  SearchMany,
  SearchRequest,
  Verify
} from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect } from "effect"

type Decode = (input: unknown) => Effect.Effect<unknown, InvalidRequest.InvalidRequest>

interface Kind {
  readonly name: string
  readonly decode: Decode
  readonly fields: object
  readonly valid: { readonly [field: string]: unknown }
}

const url = "https://example.com/"
const targets = [{ type: "scrape", urls: [url] }]

const kinds: ReadonlyArray<Kind> = [
  { name: "search", decode: SearchRequest.decode, fields: SearchRequest.SearchRequest.fields, valid: { query: "x" } },
  {
    name: "several searches",
    decode: SearchMany.decode,
    fields: SearchMany.SearchManyRequest.fields,
    valid: { queries: ["x", "y"] }
  },
  {
    name: "developer search",
    decode: DeveloperSearch.decode,
    fields: DeveloperSearch.DeveloperSearchRequest.fields,
    valid: { query: "x" }
  },
  { name: "scrape", decode: ScrapeRequest.decodeBody, fields: ScrapeRequest.ScrapeRequest.fields, valid: { url } },
  { name: "batch", decode: BatchRequest.decodeBody, fields: BatchRequest.BatchRequest.fields, valid: { urls: [url] } },
  { name: "crawl", decode: CrawlRequest.decodeBody, fields: CrawlRequest.CrawlRequest.fields, valid: { url } },
  { name: "map", decode: MapRequest.decodeBody, fields: MapRequest.MapRequest.fields, valid: { url } },
  {
    name: "extract",
    decode: ExtractRequest.decodeBody,
    fields: ExtractRequest.ExtractRequest.fields,
    valid: { urls: [url], prompt: "x" }
  },
  {
    name: "preview of crawl options",
    decode: ParamsPreview.decode,
    fields: ParamsPreview.ParamsPreviewRequest.fields,
    valid: { url, prompt: "x" }
  },
  {
    name: "monitor",
    decode: Monitor.decode,
    fields: Monitor.MonitorRequest.fields,
    valid: { name: "x", schedule: { cron: "0 * * * *" }, targets }
  },
  {
    name: "verification",
    decode: Verify.decode,
    fields: Verify.VerifyRequest.fields,
    valid: { url, quotations: ["x"] }
  },
  {
    name: "feedback",
    decode: Feedback.decodeSearch,
    fields: Feedback.SearchFeedback.fields,
    valid: { rating: "good", valuableSources: [{ url }] }
  }
]

/** Values of every type that JSON has. */
const values: ReadonlyArray<unknown> = [null, true, 7, -1, 1.5, "", "x", [], [null], ["x"], [[]], {}, { type: null }, {
  length: 1
}]

describe.each(kinds)("a request: $name", ({ decode, fields, valid }) => {
  it.effect("accepts null as absent for each optional field", () =>
    Effect.gen(function*() {
      const plain = yield* decode(valid)
      const optional = Object.keys(fields).filter((field) => !Object.hasOwn(valid, field))
      for (const field of optional) assert.deepStrictEqual(yield* decode({ ...valid, [field]: null }), plain, field)
    }))

  it.effect("is decoded or rejected with any value in each field, and never throws", () =>
    Effect.gen(function*() {
      for (const field of [...Object.keys(fields), "scrapeOptions", "unknown"]) {
        for (const value of values) {
          const exit = yield* Effect.exit(decode({ ...valid, [field]: value }))
          const isTyped = exit._tag === "Success" || !Cause.hasDies(exit.cause)
          assert.isTrue(isTyped, `${field}: ${JSON.stringify(value)}`)
        }
      }
    }))
})
