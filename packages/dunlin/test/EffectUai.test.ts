import { Fetcher } from "@dunlin/fetcher"
import { SearchError, SearchProvider } from "@dunlin/providers"
import { assert, describe, it } from "@effect/vitest"
import { Services } from "dunlin"
import * as EffectUai from "dunlin/EffectUai"
import { Context, DateTime, Duration, Effect, Layer, Logger } from "effect"

/** The tags as effect-uai declares them: what counts at run time is the key. */
class WebSearch extends Context.Service<WebSearch, EffectUai.WebSearchService>()("@betalyra/effect-uai/WebSearch") {}
class WebRead extends Context.Service<WebRead, EffectUai.WebReadService>()("@betalyra/effect-uai/WebRead") {}

const hit = (url: string, publishedAt?: string) => ({
  source: "web" as const,
  url,
  title: "Dunlin",
  description: "A wader.",
  position: 1,
  ...(publishedAt === undefined ? {} : { publishedAt })
})

const page = "<title>Waders</title><main><h1>Waders</h1><p>It weighs 48 grams. <a href=/more>More</a></p></main>"

const services = Services.layer({
  fetcher: Fetcher.layerMemory({ "https://example.com/": page }),
  provider: SearchProvider.layerMemory([
    hit("https://a.example/old", "2001-01-01"),
    hit("https://a.example/new", "2026-11-20"),
    hit("https://docs.a.example/new", "2026-11-21"),
    hit("https://b.example/new", "2026-11-22")
  ])
})

const layer = EffectUai.layer({ WebSearch, WebRead })

const urls = (request: Omit<EffectUai.UaiSearchRequest, "query">) =>
  Effect.map(
    WebSearch.use((service) => service.search({ query: "dunlin", ...request })),
    ({ results }) => results.map(({ url }) => url.replace("https://", ""))
  )

describe("services of effect-uai", () => {
  it.effect("search with filters that are applied", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* urls({ includeDomains: ["b.example"] }), ["b.example/new"])
      assert.deepStrictEqual(yield* urls({ excludeDomains: ["a.example"] }), ["b.example/new"])
      const some = yield* urls({ includeDomains: ["a.example"], excludeDomains: ["docs.a.example"] })
      assert.deepStrictEqual(some, ["a.example/old", "a.example/new"])
      const startDate = DateTime.makeUnsafe("2026-11-21")
      assert.deepStrictEqual(yield* urls({ startDate }), ["docs.a.example/new", "b.example/new"])
      assert.deepStrictEqual(yield* urls({ endDate: DateTime.makeUnsafe("2002-01-01") }), ["a.example/old"])
      assert.lengthOf(yield* urls({ maxResults: 2 }), 2)
      assert.lengthOf(yield* urls({ maxResults: 1000 }), 4)
    }).pipe(Effect.provide(Layer.provide(layer, services))))

  it.effect("return titles, snippets, dates and the response itself", () =>
    Effect.gen(function*() {
      const service = yield* WebSearch
      const { raw, results: [first] } = yield* service.search({ query: "dunlin", includeDomains: ["b.example"] })
      assert.deepInclude(first, { url: "https://b.example/new", title: "Dunlin", snippet: "A wader." })
      assert.strictEqual(first?.publishedDate && DateTime.formatIsoDateUtc(first.publishedDate), "2026-11-22")
      assert.isTrue((raw as { readonly success: boolean }).success)
    }).pipe(Effect.provide(Layer.provide(layer, services))))

  it.effect("read a page as Markdown or HTML, with its title and links", () =>
    Effect.gen(function*() {
      const service = yield* WebRead
      const { content, links, title, url } = yield* service.read({ url: "https://example.com/" })
      assert.deepStrictEqual([title, url, links], ["Waders", "https://example.com/", ["https://example.com/more"]])
      assert.include(content, "It weighs 48 grams.")
      const html = yield* service.read({ url: "https://example.com/", format: "html", timeout: Duration.seconds(5) })
      assert.include(html.content, "<h1>")
    }).pipe(Effect.provide(Layer.provide(layer, services))))

  it.effect("fail with the errors of effect-uai", () => {
    const reason = new SearchError.RateLimited({ retryAfterMillis: 60_000 })
    const engine = SearchProvider.make({
      name: "engine",
      retries: 0,
      search: () => Effect.fail(new SearchError.SearchError({ provider: "engine", reason }))
    })
    const limited = Layer.succeed(SearchProvider.SearchProvider, engine)
    return Effect.gen(function*() {
      const search = yield* WebSearch
      const read = yield* WebRead
      const wait = yield* Effect.flip(search.search({ query: "dunlin" }))
      assert.strictEqual(wait._tag, "RateLimited")
      assert.deepStrictEqual(wait._tag === "RateLimited" && wait.retryAfter, Duration.minutes(1))
      const invalid = yield* Effect.flip(search.search({ query: "" }))
      assert.strictEqual(invalid._tag, "InvalidRequest")
      const gone = yield* Effect.flip(read.read({ url: "https://example.com/gone" }))
      assert.deepStrictEqual([gone._tag, gone.provider], ["Unavailable", "dunlin"])
    }).pipe(
      Effect.provide(
        Layer.provide(layer, Services.layer({ fetcher: Fetcher.layerMemory({}), provider: limited }))
      )
    )
  })

  it.effect("report a language, which no search can filter by", () => {
    const lines: Array<unknown> = []
    const logger = Logger.make(({ message }) => lines.push(message))
    return Effect.gen(function*() {
      yield* urls({ language: "de" })
      assert.include(JSON.stringify(lines), "\"field\":\"language\"")
    }).pipe(Effect.provide([Layer.provide(layer, services), Logger.layer([logger])]))
  })
})
