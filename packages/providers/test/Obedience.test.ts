import { JsonHttp, LocalIndex, RecordReplay, SearchProvider, Searxng } from "@dunlin/providers"
import { Dialects, Query, type TimeFilter } from "@dunlin/query-operators"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { HttpClientRequest } from "effect/http"
import { TestClock } from "effect/testing"
import { needing } from "../../common/test/components.ts"
import { dayBefore, now, pages, rows, seen, shuffled } from "./pages.ts"
import * as Searx from "./searx.ts"

const Wire = Schema.Struct({
  pages: Schema.Array(
    Schema.Struct({ url: Schema.String, title: Schema.String, text: Schema.String, publishedAt: Schema.String })
  )
})

/** An engine that answers every question with all pages, ten at a time. */
const deaf = JsonHttp.layer<typeof Wire.Type>({
  name: "deaf",
  apiUrl: "http://deaf.test",
  key: "optional",
  dialect: { ...Dialects.plain, name: "Deaf", trusted: false },
  sources: ["web"],
  pageSize: 10,
  maxPages: 20,
  withoutText: true,
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

const documents = new Map(pages.map((document) => [document.url, document]))

const ask = (text: string, limit: number, time?: TimeFilter.TimeFilter) =>
  SearchProvider.SearchProvider.use((provider) =>
    provider.search({
      source: "web",
      query: Query.parse(text).query,
      limit,
      country: "US",
      ...(time === undefined ? {} : { time })
    })
  )

/** The days a time filter means, counted by hand from `now`. */
const times: ReadonlyArray<readonly [TimeFilter.TimeFilter, (day: string) => boolean]> = [
  [{ range: { unit: "week", count: 2 } }, (day) => day >= dayBefore(14)],
  [{ range: { unit: "day", count: 10 } }, (day) => day >= dayBefore(10)],
  [
    { from: dayBefore(300), to: dayBefore(100) },
    (day) => day >= dayBefore(300) && day <= dayBefore(100)
  ],
  [{ to: dayBefore(200) }, (day) => day <= dayBefore(200)]
]

/** Every hit obeys, there are some, and who has the whole text finds every page that does. */
const obeys = (has: "the whole text" | "snippets", limit = 100) =>
  Effect.gen(function*() {
    yield* Effect.forEach(rows, ({ holds, inText = () => true, query }) =>
      Effect.map(ask(query, limit), ({ hits }) => {
        const wanted = pages.filter((document) => holds(seen(document)))
        const fitting = has === "snippets" ? wanted : wanted.filter((document) => inText(seen(document)))
        const allowed = new Set(fitting.map(({ url }) => url))
        for (const { url } of hits) assert.isTrue(allowed.has(url), `${query}: ${url}`)
        if (fitting.length > 0) assert.isAbove(hits.length, 0, query)
        if (has === "the whole text") assert.lengthOf(hits, Math.min(limit, fitting.length), query)
      }), { concurrency: 4 })
    yield* Effect.forEach(times, ([time, holds]) =>
      Effect.map(ask("page", limit, time), ({ hits }) => {
        assert.isAbove(hits.length, 0, JSON.stringify(time))
        for (const { url } of hits) {
          assert.isTrue(holds(seen(documents.get(url)!).day), `${JSON.stringify(time)}: ${url}`)
        }
      }), { concurrency: 4 })
  })

const atNoon = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.andThen(TestClock.setTime(now), effect)

describe("the hits of forty queries with operators", () => {
  it.effect("match in the local index", () =>
    Effect.provide(atNoon(obeys("the whole text")), LocalIndex.layerMemory(documents.values())))

  it.effect("match from an engine that ignores every operator", () => Effect.provide(atNoon(obeys("snippets")), deaf))

  const searx = Layer.unwrap(
    Effect.map(Searx.Searx, ({ url }) => Searxng.layer({ apiUrl: url, retries: 0, category: "pages" }))
  ).pipe(
    Layer.provide([NodeHttpClient.layerUndici, Searx.layer])
  )
  it.live(
    "match from Debian's SearXNG (apt packages searx and python3-searx)",
    () => Effect.provide(obeys("snippets", 10), searx),
    needing("searx")
  )
})
