import { JsonHttp, LocalIndex, RecordReplay, SearchProvider } from "@dunlin/providers"
import { Dialects, Query, Residual, TimeFilter } from "@dunlin/query-operators"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { HttpClientRequest } from "effect/http"
import { TestClock } from "effect/testing"

const now = Date.parse("2026-11-20T12:00:00Z")

const hosts = ["docs.example.com", "blog.example.com", "example.org", "shop.example.net", "intranet.local"]
const topics = ["streams", "fibers", "lazy evaluation", "search engines", "C++ templates", "naïve Bayes"]
const extensions = ["html", "pdf", "", "md"]

/** 120 pages that differ in host, path, extension, title and date. */
const documents = Array.from({ length: 120 }, (_, at): LocalIndex.IndexDocument => {
  const topic = topics[at % topics.length]!
  const extension = extensions[at % extensions.length]!
  const folder = at % 7 === 0 ? "archive" : "guide"
  return {
    url: `https://${hosts[at % hosts.length]}/${folder}/${topic.replaceAll(/[^a-z]+/gi, "-")}-${at}${
      extension === "" ? "" : `.${extension}`
    }`,
    title: at % 3 === 0 ? `All about ${topic}` : `Notes, part ${at}`,
    text: `This page explains ${topic} in detail. ${at % 2 === 0 ? "It has running examples." : "It is a draft."}`,
    publishedAt: new Date(now - at * 5 * 86_400_000).toISOString()
  }
})

const queries: ReadonlyArray<string> = [
  "streams",
  "streams fibers",
  "\"lazy evaluation\"",
  "\"running examples\" streams",
  "explains -draft",
  "explains -\"running examples\"",
  "page site:example.com",
  "page site:docs.example.com",
  "page site:example.com -site:blog.example.com",
  "page (site:example.org OR site:shop.example.net)",
  "page site:docs.example.com/guide",
  "page -site:example.com/archive",
  "page filetype:pdf",
  "page -filetype:pdf",
  "page filetype:pdf OR filetype:md",
  "page inurl:archive",
  "page -inurl:archive",
  "page allinurl:guide streams",
  "intitle:streams",
  "page -intitle:notes",
  "allintitle:all about streams",
  "intext:draft",
  "page after:2026-06-01",
  "page before:2026-01-01",
  "page after:2025-10-01 before:2026-02-01",
  "(streams OR fibers) -intitle:notes",
  "(streams -draft) OR site:example.org",
  "C++ templates",
  "naive bayes",
  "\"naïve bayes\" filetype:pdf"
]

const times: ReadonlyArray<TimeFilter.TimeFilter> = [
  { range: { unit: "week", count: 2 } },
  { range: { unit: "month", count: 3 } },
  { from: "2025-06-01", to: "2025-12-31" },
  { to: "2025-12-31" }
]

/** In an order that has nothing to do with dates or hosts. */
const shuffled = documents.map((_, at) => documents[(at * 37) % documents.length]!)

/** An engine that answers every question with all pages, ten at a time. */
const Wire = Schema.Struct({
  pages: Schema.Array(
    Schema.Struct({ url: Schema.String, title: Schema.String, text: Schema.String, publishedAt: Schema.String })
  )
})

const deaf = JsonHttp.layer<typeof Wire.Type>({
  name: "deaf",
  apiUrl: "http://deaf.test",
  key: "optional",
  dialect: { ...Dialects.plain, name: "Deaf", trusted: false },
  sources: ["web"],
  pageSize: 10,
  maxPages: 20,
  request: ({ page, text }, { apiUrl }) => HttpClientRequest.get(apiUrl, { urlParams: { text, page } }),
  response: Wire,
  page: ({ pages }) => ({
    hits: pages.map(({ publishedAt, text, title, url }) => ({
      source: "web" as const,
      url,
      title,
      description: text,
      publishedAt,
      position: 0
    }))
  })
}).pipe(Layer.provide(RecordReplay.layerFixed(({ url }) => {
  const page = Number(new URL(url).searchParams.get("page"))
  return {
    status: 200,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ pages: shuffled.slice(page * 10, page * 10 + 10) })
  }
})))

const layers = { "the local index": LocalIndex.layerMemory(documents), "an engine that ignores everything": deaf }

for (const [name, layer] of Object.entries(layers)) {
  describe(`the hits of ${name}`, () => {
    it.effect("obey the query and the time filter", () =>
      Effect.gen(function*() {
        yield* TestClock.setTime(now)
        const provider = yield* SearchProvider.SearchProvider
        const cases = [
          ...queries.map((text) => ({ text, time: undefined })),
          ...times.map((time) => ({ text: "page", time }))
        ]
        for (const { text, time } of cases) {
          const { query } = Query.parse(text)
          const answer = yield* provider.search({
            source: "web",
            query,
            limit: 100,
            country: "US",
            ...(time === undefined ? {} : { time })
          })
          const window = time === undefined ? undefined : TimeFilter.window(time, now)
          const residual = Residual.fromQuery(query, { window })
          assert.isAbove(answer.hits.length, 0, text)
          for (const hit of answer.hits) {
            assert.isTrue(Residual.matches(residual, hit, now), `${text}: ${hit.url}`)
          }
        }
      }).pipe(Effect.provide(layer)))
  })
}
