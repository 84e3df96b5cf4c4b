import {
  Algolia,
  Brave,
  Engines,
  Exa,
  JsonHttp,
  Meilisearch,
  OpenSearch,
  RecordReplay,
  SearchProvider,
  Searxng,
  Serper,
  Tavily,
  Typesense,
  You
} from "@dunlin/providers"
import { Query } from "@dunlin/query-operators"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Redacted } from "effect"
import type { HttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import { wires } from "./wires.ts"

type Adapter = Layer.Layer<SearchProvider.SearchProvider, never, HttpClient.HttpClient>

const apiKey = "k"

/** Asks one question and gives the address, the query parameters and the body that left. */
const sent = (name: string, layer: Adapter, query: string, extra: Partial<SearchProvider.Question> = {}) =>
  Effect.gen(function*() {
    const requests: Array<RecordReplay.Exchange["request"]> = []
    const wire = wires[name]!.wire
    const client = RecordReplay.layerFixed((request) => {
      requests.push(request)
      const body = wire.body([], { ...request, url: new URL(request.url), headers: {} })
      return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(body) }
    })
    yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00Z"))
    const answer = yield* SearchProvider.SearchProvider.use((provider) =>
      provider.search({ source: "web", limit: 10, country: "US", ...extra, query: Query.parse(query).query })
    ).pipe(Effect.provide(Layer.provide(layer, client)))
    const [first] = requests
    const url = new URL(first!.url)
    return {
      url: url.origin + url.pathname,
      parameters: Object.fromEntries(url.searchParams),
      body: first!.body === "" ? {} : JSON.parse(first!.body) as Record<string, unknown>,
      warnings: answer.warnings
    }
  })

it.effect("continues at the next hit if Serper returns ten of fifty requested hits", () =>
  Effect.gen(function*() {
    const asked: Array<{ readonly num: number; readonly page: number }> = []
    // Google ignores `num`, and Serper goes by it to find the place of a page
    const client = RecordReplay.layerFixed(({ body }) => {
      const request = JSON.parse(body) as { readonly num: number; readonly page: number }
      asked.push({ num: request.num, page: request.page })
      const start = (request.page - 1) * request.num
      const organic = Array.from({ length: 10 }, (_, at) => ({ link: `https://a.example/${start + at}`, title: "T" }))
      return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify({ organic }) }
    })
    const { hits } = yield* SearchProvider.SearchProvider.use((provider) =>
      provider.search({ source: "web", limit: 50, country: "US", query: Query.parse("cats").query })
    ).pipe(Effect.provide(Layer.provide(Serper.layer({ apiKey: Redacted.make(apiKey) }), client)))
    assert.deepStrictEqual(hits.map(({ url }) => Number(url.split("/").at(-1))), Array.from(hits.keys()))
    assert.lengthOf(hits, 50)
    assert.deepStrictEqual(asked, [
      { num: 50, page: 1 },
      ...[2, 3, 4, 5].map((page) => ({ num: 10, page }))
    ])
  }))

describe("requests", () => {
  it.effect("to SearXNG", () =>
    Effect.gen(function*() {
      const layer = Searxng.layer({ apiUrl: "http://searxng.test/" })
      const first = yield* sent("searxng", layer, "!!g cats -dogs site:a.example", {
        safe: true,
        country: "DE",
        time: { range: { unit: "hour", count: 3 } }
      })
      assert.strictEqual(first.url, "http://searxng.test/search")
      assert.deepStrictEqual(first.parameters, {
        q: "\"!!g\" cats -dogs site:a.example",
        format: "json",
        categories: "general",
        language: "de-DE",
        pageno: "1",
        safesearch: "2",
        time_range: "day"
      })
      const decade = yield* sent("searxng", layer, "cats", { time: { from: "2016-01-01" } })
      assert.isUndefined(decade.parameters["time_range"])
    }))

  it.effect("to Brave", () =>
    Effect.gen(function*() {
      const layer = Brave.layer({ apiKey })
      const first = yield* sent("brave", layer, "cats intitle:fur after:2025-01-02", {
        country: "DE",
        location: "Berlin, Berlin, Germany"
      })
      assert.strictEqual(first.url, "https://api.search.brave.com/res/v1/web/search")
      assert.deepStrictEqual(first.parameters, {
        q: "cats intitle:fur",
        count: "10",
        country: "DE",
        safesearch: "off",
        offset: "0",
        text_decorations: "false",
        result_filter: "web",
        extra_snippets: "true",
        freshness: "2025-01-02to2026-11-20"
      })
      const month = yield* sent("brave", layer, "cats", { time: { range: { unit: "month", count: 1 } }, country: "EE" })
      assert.strictEqual(month.parameters["freshness"], "pm")
      assert.strictEqual(month.parameters["country"], "ALL")
      assert.include(month.warnings.join(" "), "no index for EE")
      const two = yield* sent("brave", layer, "cats", { time: { range: { unit: "day", count: 2 } } })
      assert.strictEqual(two.parameters["freshness"], "2026-11-18to2026-11-20")
      const long = yield* sent("brave", layer, Array.from({ length: 90 }, (_, at) => `word${at}`).join(" "))
      assert.isAtMost(long.parameters["q"]!.split(" ").length, 50)
      assert.isAtLeast(long.warnings.length, 1)
    }))

  it.effect("to Serper", () =>
    Effect.gen(function*() {
      const layer = Serper.layer({ apiKey })
      const first = yield* sent("serper", layer, "cats", {
        limit: 25,
        country: "GB",
        location: "London",
        time: { from: "2025-01-02", to: "2025-02-03", sortByDate: true }
      })
      assert.strictEqual(first.url, "https://google.serper.dev/search")
      assert.deepStrictEqual(first.body, {
        q: "cats",
        gl: "gb",
        num: 30,
        page: 1,
        location: "London",
        tbs: "cdr:1,cd_min:01/02/2025,cd_max:02/03/2025,sbd:1"
      })
      const images = yield* sent("serper", layer, "cats larger:1000x800", { source: "images" })
      assert.strictEqual(images.url, "https://google.serper.dev/images")
      assert.strictEqual(images.body["tbs"], "isz:lt,islt:xga")
    }))

  it.effect("to Tavily", () =>
    Effect.gen(function*() {
      const first = yield* sent(
        "tavily",
        Tavily.layer({ apiKey }),
        "cats \"soft fur\" site:a.example -site:b.example",
        {
          time: { from: "2025-01-02" }
        }
      )
      assert.strictEqual(first.url, "https://api.tavily.com/search")
      assert.deepStrictEqual(first.body, {
        query: "cats \"soft fur\"",
        max_results: 10,
        topic: "general",
        country: "united states",
        include_domains: ["a.example"],
        exclude_domains: ["b.example"],
        start_date: "2025-01-02",
        exact_match: true
      })
    }))

  it.effect("to Tavily contain only its countries, by its names", () =>
    Effect.gen(function*() {
      const ask = (country: string) => sent("tavily", Tavily.layer({ apiKey }), "cats", { country })
      const turkey = yield* ask("TR")
      assert.deepStrictEqual([turkey.body["country"], turkey.warnings], ["turkey", []])
      const hongKong = yield* ask("HK")
      assert.isFalse("country" in hongKong.body)
      assert.deepStrictEqual(hongKong.warnings, ["Tavily does not know the country HK; its results are not preferred."])
    }))

  it.effect("to You.com, with and without a key", () =>
    Effect.gen(function*() {
      const first = yield* sent("you", You.layer({ apiKey }), "cats -site:b.example", {
        time: { range: { unit: "week", count: 1 } },
        safe: true
      })
      assert.strictEqual(first.url, "https://ydc-index.io/v1/search")
      assert.deepStrictEqual(first.body, {
        query: "cats",
        count: 10,
        offset: 0,
        country: "US",
        safesearch: "strict",
        exclude_domains: ["b.example"],
        freshness: "week"
      })
      assert.strictEqual((yield* sent("you", You.layer(), "cats")).url, "https://api.you.com/v1/agents/search")
    }))

  it.effect("to Exa", () =>
    Effect.gen(function*() {
      const layer = Exa.layer({ apiKey })
      const first = yield* sent("exa", layer, "cats \"soft fur\" -dogs before:2025-03-04", { country: "FR" })
      assert.strictEqual(first.url, "https://api.exa.ai/search")
      assert.deepStrictEqual(
        [
          first.body["includeText"],
          first.body["excludeText"],
          first.body["userLocation"],
          first.body["endPublishedDate"]
        ],
        [["soft fur"], ["dogs"], "FR", "2025-03-04T23:59:59.999Z"]
      )
      // The endpoint for similar pages is deprecated without a successor.
      const related = yield* sent("exa", layer, "cats related:a.example")
      assert.strictEqual(related.url, "https://api.exa.ai/search")
      assert.include(related.warnings, "Exa does not support related:, which was ignored.")
    }))

  it.effect("to indexes of other services, with their fields", () =>
    Effect.gen(function*() {
      const fields = { url: "meta.link", title: "name", text: ["summary", "body"], date: "stamp" }
      const time = { from: "2025-01-02", to: "2025-02-03" }
      const apiUrl = (name: string) => ({ apiKey: "user:word", apiUrl: `https://app1-dsn.${name}.test/docs/`, fields })
      const query = "cats \"soft fur\" -dogs"

      const opensearch = yield* sent("opensearch", OpenSearch.layer(apiUrl("opensearch")), query, { time })
      assert.strictEqual(opensearch.url, "https://app1-dsn.opensearch.test/docs/_search")
      const { bool } = opensearch.body["query"] as { bool: { must: [object]; filter: [object] } }
      assert.deepStrictEqual(bool.must, [{
        simple_query_string: {
          query,
          flags: "PHRASE|NOT",
          fields: ["name", "summary", "body"],
          minimum_should_match: "2<70%"
        }
      }])
      assert.deepStrictEqual(bool.filter, [{ range: { stamp: { gte: "2025-01-02", lt: "2025-02-03||+1d" } } }])

      const typesense = yield* sent("typesense", Typesense.layer(apiUrl("typesense")), query, { time })
      assert.strictEqual(typesense.url, "https://app1-dsn.typesense.test/docs/documents/search")
      assert.deepStrictEqual(
        [typesense.parameters["q"], typesense.parameters["query_by"], typesense.parameters["filter_by"]],
        [query, "name,summary,body", "stamp:>=1735776000 && stamp:<1738627200"]
      )

      const meilisearch = yield* sent("meilisearch", Meilisearch.layer(apiUrl("meilisearch")), query, { time })
      assert.strictEqual(meilisearch.url, "https://app1-dsn.meilisearch.test/docs/search")
      assert.deepStrictEqual(
        [meilisearch.body["q"], meilisearch.body["filter"]],
        [query, "stamp >= 1735776000 AND stamp < 1738627200"]
      )

      const algolia = yield* sent("algolia", Algolia.layer(apiUrl("algolia")), query, { time })
      assert.strictEqual(algolia.url, "https://app1-dsn.algolia.test/docs/query")
      assert.deepStrictEqual(
        [algolia.body["query"], algolia.body["restrictSearchableAttributes"], algolia.body["filters"]],
        [query, ["name", "summary", "body"], "stamp >= 1735776000 AND stamp < 1738627200"]
      )
    }))

  it.effect("to Parallel, SearchApi and DataForSEO", () =>
    Effect.gen(function*() {
      const time = { from: "2025-01-02", to: "2025-02-03" }
      const question = { time, country: "DE" }
      const parallel = yield* sent(
        "parallel",
        JsonHttp.layer(Engines.parallel, { apiKey }),
        "cats site:a.example",
        question
      )
      assert.strictEqual(parallel.url, "https://api.parallel.ai/v1/search")
      assert.deepStrictEqual([parallel.body["search_queries"], parallel.body["advanced_settings"]], [["cats"], {
        max_results: 10,
        location: "de",
        source_policy: { include_domains: ["a.example"], after_date: "2025-01-02" }
      }])
      const searchApi = yield* sent("searchapi", JsonHttp.layer(Engines.searchApi, { apiKey }), "cats", question)
      assert.deepStrictEqual(searchApi.parameters, {
        engine: "google",
        q: "cats",
        page: "1",
        gl: "de",
        safe: "off",
        time_period_min: "01/02/2025",
        time_period_max: "02/03/2025"
      })
      const dataForSeo = yield* sent("dataforseo", JsonHttp.layer(Engines.dataForSeo, { apiKey }), "cats inurl:a 5%", {
        country: "DE"
      })
      const [task] = dataForSeo.body as unknown as [Record<string, unknown>]
      assert.deepStrictEqual([task["keyword"], task["depth"], task["max_crawl_pages"], task["search_param"]], [
        "cats 5%25",
        10,
        1,
        "&gl=de&safe=off"
      ])
      const more = yield* sent("dataforseo", JsonHttp.layer(Engines.dataForSeo, { apiKey }), "cats", { limit: 12 })
      assert.strictEqual((more.body as unknown as [Record<string, unknown>])[0]["max_crawl_pages"], 2)
      const hour = yield* sent("searchapi", JsonHttp.layer(Engines.searchApi, { apiKey }), "cats", {
        time: { range: { unit: "hour", count: 1 } }
      })
      assert.deepStrictEqual(
        [hour.parameters["time_period"], hour.parameters["time_period_min"]],
        ["last_hour", undefined]
      )
    }))

  it.effect("to engines with a description", () =>
    Effect.gen(function*() {
      const ask = (name: string, engine: JsonHttp.Engine, query: string, extra?: Partial<SearchProvider.Question>) =>
        sent(name, JsonHttp.layer(engine, { apiKey }), query, extra)
      const time = { from: "2025-01-02", to: "2025-02-03" }
      const kagi = yield* ask("kagi", Engines.kagi, "cats filetype:pdf", { time, country: "DE" })
      assert.deepStrictEqual(kagi.body["filters"], { region: "DE", after: "2025-01-02", before: "2025-02-03" })
      const linkup = yield* ask("linkup", Engines.linkup, "cats site:a.example", { time })
      assert.deepStrictEqual([linkup.body["includeDomains"], linkup.body["fromDate"]], [["a.example"], "2025-01-02"])
      const perplexity = yield* ask("perplexity", Engines.perplexity, "cats -site:a.example", { time })
      assert.deepStrictEqual(perplexity.body["search_domain_filter"], ["-a.example"])
      assert.strictEqual(perplexity.body["search_after_date_filter"], "01/02/2025")
      const hour = yield* ask("perplexity", Engines.perplexity, "cats", { time: { range: { unit: "hour", count: 1 } } })
      assert.strictEqual(hour.body["search_recency_filter"], "hour")
      const jina = yield* ask("jina", Engines.jina, "cats site:a.example")
      assert.strictEqual(jina.parameters["site"], "a.example")
      const mojeek = yield* ask("mojeek", Engines.mojeek, "cats", { time })
      assert.deepStrictEqual([mojeek.parameters["since"], mojeek.parameters["before"]], ["20250102", "20250204"])
      const marginalia = yield* ask("marginalia", Engines.marginalia, "cats filetype:pdf")
      assert.strictEqual(marginalia.parameters["query"], "cats file:pdf")
      const serpApi = yield* ask("serpapi", Engines.serpApi, "cats", { time, safe: true })
      assert.strictEqual(serpApi.parameters["tbs"], "cdr:1,cd_min:01/02/2025,cd_max:02/03/2025")
      assert.strictEqual(serpApi.parameters["safe"], "active")
    }))

  it.effect("return no hits for the errors with which Linkup and Jina report an empty result", () =>
    Effect.gen(function*() {
      const hits = Effect.fnUntraced(function*(engine: JsonHttp.Engine, status: number, body: object) {
        const client = RecordReplay.layerFixed(() => ({
          status,
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body)
        }))
        const answer = yield* SearchProvider.SearchProvider.use((provider) =>
          provider.search({ source: "web", limit: 10, country: "US", query: Query.parse("cats").query })
        ).pipe(Effect.provide(Layer.provide(JsonHttp.layer(engine, { apiKey }), client)))
        return answer.hits
      })
      const linkup = { statusCode: 400, error: { code: "SEARCH_QUERY_NO_RESULT", message: "none" } }
      assert.deepStrictEqual(yield* hits(Engines.linkup, 400, linkup), [])
      const jina = {
        data: null,
        code: 422,
        name: "AssertionFailureError",
        status: 42206,
        message: "No search results available for query cats"
      }
      assert.deepStrictEqual(yield* hits(Engines.jina, 422, jina), [])
      const other = yield* Effect.exit(hits(Engines.jina, 422, { ...jina, message: "No content available" }))
      assert.isTrue(Exit.isFailure(other))
    }))

  it.effect("to Tavily split a page into passages", () =>
    Effect.gen(function*() {
      const client = RecordReplay.layerFixed(() => ({
        status: 200,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          results: [{ url: "https://a.example/", title: "A", content: "One. [...] Two. [...] Three." }]
        })
      }))
      const { hits: [hit] } = yield* SearchProvider.SearchProvider.use((provider) =>
        provider.search({ source: "web", limit: 10, country: "US", query: Query.parse("cats").query })
      ).pipe(Effect.provide(Layer.provide(Tavily.layer({ apiKey }), client)))
      assert.strictEqual(hit?.source, "web")
      assert.deepStrictEqual(hit?.source === "web" ? [hit.description, hit.extraSnippets] : [], [
        "One.",
        ["Two.", "Three."]
      ])
    }))

  it.effect("are not sent without a required key", () =>
    Effect.gen(function*() {
      for (
        const layer of [
          Brave.layer({}),
          Brave.layer({ apiKey: Redacted.make("") }),
          Brave.layer({ apiKey: "" }),
          JsonHttp.layer(Engines.kagi)
        ]
      ) {
        const exit = yield* Effect.exit(sent("brave", layer, "cats"))
        assert.isTrue(Exit.isFailure(exit))
      }
    }))
})
