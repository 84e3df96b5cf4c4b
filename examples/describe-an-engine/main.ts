// An engine of your own behind HTTP, described: how a page is asked for, and how its answer reads.
import { JsonHttp, RecordReplay, SearchProvider } from "@dunlin/providers"
import { Dialects, Query } from "@dunlin/query-operators"
import { Effect, Layer, Redacted, Schema } from "effect"
import { HttpClientRequest } from "effect/http"

const Reply = Schema.Struct({
  items: Schema.Array(Schema.Struct({
    link: Schema.String,
    name: Schema.String,
    blurb: Schema.String,
    when: Schema.optionalKey(Schema.String)
  })),
  more: Schema.Boolean
})

/** `GET /v1/find?q=&page=&n=&cc=&safe=&since=&until=`, the key in a header, at most 20 results on a page. */
export const gull: JsonHttp.Engine<typeof Reply.Type> = {
  name: "gull",
  apiUrl: "https://gull.example",
  dialect: { ...Dialects.plain, name: "Gull" },
  sources: ["web"],
  honours: { time: "dates", country: true, safe: true },
  pageSize: 20,
  maxPages: 10,
  request: ({ days, page, pageSize, question, text }, { apiKey, apiUrl }) =>
    HttpClientRequest.get(`${apiUrl}/v1/find`, {
      headers: apiKey === undefined ? {} : { "x-gull-key": Redacted.value(apiKey) },
      urlParams: {
        q: text,
        page: page + 1,
        n: pageSize,
        cc: question.country.toLowerCase(),
        ...(question.safe === true ? { safe: 1 } : {}),
        ...(days.from === undefined ? {} : { since: days.from }),
        ...(days.to === undefined ? {} : { until: days.to })
      }
    }),
  response: Reply,
  page: ({ items, more }) => ({
    last: !more,
    hits: items.map(({ blurb, link, name, when }) => ({
      source: "web",
      url: link,
      title: name,
      description: blurb,
      position: 0,
      ...(when === undefined ? {} : { publishedAt: when })
    }))
  })
}

/** Answers like the engine, so that this program needs no network: it does not know `site:`. */
const engine = RecordReplay.layerFixed(() => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    items: [
      { link: "https://a.example/gulls", name: "Gulls", blurb: "They follow ships." },
      { link: "https://b.example/terns", name: "Terns", blurb: "They dive." }
    ],
    more: false
  })
}))

export const program = Effect.gen(function*() {
  const provider = yield* SearchProvider.SearchProvider
  const { query } = Query.parse("birds site:a.example")
  const { hits } = yield* provider.search({ source: "web", query, limit: 10, country: "GB" })
  return hits.map((hit) => hit.url)
}).pipe(Effect.provide(Layer.provide(JsonHttp.layer(gull, { apiKey: Redacted.make("key") }), engine)))

if (import.meta.main) {
  console.log(await Effect.runPromise(program))
}
