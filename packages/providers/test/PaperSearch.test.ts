import { Arxiv, EuropePmc, OpenAlex, PaperSearch, SearchError } from "@dunlin/providers"
import { Query } from "@dunlin/query-operators"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Layer, Redacted } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { readFileSync } from "node:fs"
import { client, json } from "./replies.ts"

const secret = "oa-canary-71"
const fixture = (name: string): string => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8")

const xml = (body: string, init?: ResponseInit): Response =>
  new Response(body, { ...init, headers: { "content-type": "application/atom+xml", ...init?.headers } })

const question = (query: string, more?: Partial<PaperSearch.PaperQuestion>): PaperSearch.PaperQuestion => ({
  query: Query.parse(query).query,
  limit: 10,
  ...more
})

type SourceLayer = Layer.Layer<PaperSearch.PaperSearch, never, HttpClient.HttpClient>

const search = (layer: SourceLayer, http: Layer.Layer<HttpClient.HttpClient>, asked: PaperSearch.PaperQuestion) =>
  PaperSearch.PaperSearch.use((source) => source.searchPapers(asked)).pipe(Effect.provide(Layer.provide(layer, http)))

const expand = (layer: SourceLayer, http: Layer.Layer<HttpClient.HttpClient>, asked: PaperSearch.Expansion) =>
  PaperSearch.PaperSearch.use((source) => source.expand(asked)).pipe(Effect.provide(Layer.provide(layer, http)))

describe("OpenAlex", () => {
  const layer = OpenAlex.layer({ apiKey: Redacted.make(secret), retries: 0 })

  it.effect("reads papers, and joins their abstracts", () =>
    Effect.gen(function*() {
      const { layer: http, sent } = client(() => json(fixture("openalex-works.json")))
      const { papers, warnings } = yield* search(
        layer,
        http,
        question("\"spring tide\" (harbour OR port) -moon before:2021", { from: "2019-05-01", sort: "date" })
      )
      const { select: _, ...parameters } = Object.fromEntries(sent[0]!.searchParams)
      assert.deepStrictEqual(parameters, {
        search: "\"spring tide\" (harbour OR port) NOT moon",
        sort: "publication_date:desc",
        filter: "from_publication_date:2019-05-01,to_publication_date:2021-01-01",
        "per-page": "10",
        api_key: secret
      })
      // The second paper has the excluded word in its title.
      assert.deepStrictEqual(papers, [{
        id: "W2100000001",
        source: "openalex",
        title: "Spring tides in narrow harbours",
        url: "https://doi.org/10.5555/Tides.2020.1",
        authors: ["Mira Holm", "J. Sand"],
        abstract: "We measure spring tides and spring neaps.",
        doi: "10.5555/tides.2020.1",
        publishedAt: "2020-03-04",
        venue: "Journal of Harbours",
        citations: 17,
        pdfUrl: "https://repository.test/tides.pdf"
      }])
      assert.deepStrictEqual(warnings, [])
    }))

  it.effect("expands to citations and references", () =>
    Effect.gen(function*() {
      const { layer: http, sent } = client(() => json(fixture("openalex-works.json")))
      for (const relation of ["citations", "references"] as const) {
        const { papers } = yield* expand(layer, http, { id: "W1", relation, limit: 1 })
        assert.strictEqual(papers.length, 1)
      }
      assert.deepStrictEqual(sent.map((url) => url.searchParams.get("filter")), ["cites:W1", "cited_by:W1"])
      const error = yield* Effect.flip(expand(layer, http, { id: "W1,is_oa:true", relation: "citations", limit: 1 }))
      assert.strictEqual(error.reason._tag, "InvalidRequest")
    }))

  it.effect("does not join an endless abstract", () =>
    Effect.gen(function*() {
      const abstract_inverted_index = { a: Array.from({ length: 6000 }, () => 4_000_000_000) }
      const works = JSON.stringify({ results: [{ id: "W1", display_name: "Tide", abstract_inverted_index }] })
      const { papers } = yield* search(layer, client(() => json(works)).layer, question("tide"))
      assert.deepStrictEqual(papers[0]!.abstract, undefined)
    }))

  it.effect("fails with a typed error, without the key or the query", () =>
    Effect.gen(function*() {
      const reason = (reply: () => Response) =>
        Effect.map(Effect.flip(search(layer, client(reply).layer, question("canary"))), (error) => {
          assert.instanceOf(error, SearchError.SearchError)
          assert.notInclude(`${error.message} ${JSON.stringify(error)}`, "canary")
          return error.reason._tag
        })
      assert.strictEqual(
        yield* reason(() => json("{}", { status: 429, headers: { "retry-after": "3" } })),
        "RateLimited"
      )
      assert.strictEqual(
        yield* reason(() => json("{\"error\":\"Daily budget exceeded\"}", { status: 429 })),
        "QuotaExceeded"
      )
      assert.strictEqual(
        yield* reason(() => json("{\"error\":\"Rate limit exceeded\"}", { status: 403 })),
        "RateLimited"
      )
      assert.strictEqual(yield* reason(() => json("{}", { status: 403 })), "Unauthorized")
      assert.strictEqual(yield* reason(() => json("{}", { status: 401 })), "Unauthorized")
      assert.strictEqual(yield* reason(() => json("{}", { status: 503 })), "Unavailable")
      assert.strictEqual(yield* reason(() => json("{\"results\":[{}]}")), "InvalidResponse")
      assert.strictEqual(yield* reason(() => xml("<html></html>")), "InvalidResponse")
    }))
})

describe("EuropePmc", () => {
  const layer = EuropePmc.layer({ retries: 0 })

  it.effect("reads papers", () =>
    Effect.gen(function*() {
      const { layer: http, sent } = client(() => json(fixture("europepmc-search.json")))
      const { papers } = yield* search(
        layer,
        http,
        question("tide intitle:harbours IL-6:x -moon", { from: "2020-01-01", sort: "citations", limit: 500 })
      )
      assert.deepStrictEqual(Object.fromEntries(sent[0]!.searchParams), {
        query: "(tide TITLE:\"harbours\" \"IL-6:x\" NOT moon) AND (FIRST_PDATE:[2020-01-01 TO 3000-01-01])",
        resultType: "core",
        pageSize: "500",
        sort: "CITED desc",
        format: "json"
      })
      assert.deepStrictEqual(papers, [{
        id: "MED/30000001",
        source: "europepmc",
        title: "Spring tides in narrow harbours",
        url: "https://europepmc.org/article/MED/30000001",
        authors: ["Holm M", "Sand J"],
        abstract: "Background Tides & harbours. Results They rise.",
        doi: "10.5555/tides.2020.1",
        publishedAt: "2020-03-02",
        venue: "Journal of Harbours",
        citations: 12,
        pdfUrl: "https://europepmc.org/articles/PMC6000001?pdf=render"
      }])
    }))

  it.effect("expands to references, without plain-text ones", () =>
    Effect.gen(function*() {
      const { layer: http, sent } = client(() => json(fixture("europepmc-references.json")))
      const { papers } = yield* expand(layer, http, { id: "MED/30000001", relation: "references", limit: 10 })
      assert.match(sent[0]!.pathname, /\/MED\/30000001\/references$/)
      assert.deepStrictEqual(papers.map(({ publishedAt, url }) => [url, publishedAt]), [
        ["https://europepmc.org/article/MED/9000001", "1999"],
        ["https://doi.org/10.5555/TABLE", "1990"]
      ])
      const error = yield* Effect.flip(expand(layer, http, { id: "MED/../search", relation: "citations", limit: 1 }))
      assert.strictEqual(error.reason._tag, "InvalidRequest")
    }))
})

describe("Arxiv", () => {
  const layer = Arxiv.layer({ retries: 0, interval: 0 })

  it.effect("reads preprints", () =>
    Effect.gen(function*() {
      const { layer: http, sent } = client(() => xml(fixture("arxiv-query.xml")))
      const { papers, warnings } = yield* search(
        layer,
        http,
        question("\"spring tide\" intitle:harbours (a OR b:c) -moon site:arxiv.org", {
          to: "2020-12-31",
          sort: "citations"
        })
      )
      assert.strictEqual(
        sent[0]!.searchParams.get("search_query"),
        "(all:\"spring tide\" AND ti:harbours AND (all:a OR all:\"b c\") ANDNOT all:moon) AND submittedDate:[199001010000 TO 202012312359]"
      )
      assert.deepStrictEqual(papers, [{
        id: "2003.00001v2",
        source: "arxiv",
        title: "Spring tides in narrow harbours: a <model>",
        url: "https://arxiv.org/abs/2003.00001v2",
        authors: ["Mira Holm", "J. Sand"],
        abstract: "We model tides & harbours.",
        doi: "10.5555/tides.2020.1",
        publishedAt: "2020-03-01T10:00:00Z",
        venue: "J. Harb. 7 (2020)",
        pdfUrl: "https://arxiv.org/pdf/2003.00001v2"
      }])
      assert.deepStrictEqual(warnings, ["arXiv cannot sort by citations."])
    }))

  it.effect("fails with a typed error", () =>
    Effect.gen(function*() {
      const reason = (reply: () => Response, query = "tide") =>
        Effect.map(Effect.flip(search(layer, client(reply).layer, question(query))), (error) => error.reason._tag)
      assert.strictEqual(yield* reason(() => xml("<html><p>Moved</p></html>")), "InvalidResponse")
      assert.strictEqual(yield* reason(() => xml("Rate exceeded.", { status: 429 })), "RateLimited")
      assert.strictEqual(
        yield* reason(() =>
          xml("<feed><entry><id>http://arxiv.org/api/errors#x</id><title>Error</title></entry></feed>")
        ),
        "InvalidRequest"
      )
      assert.strictEqual(yield* reason(() => xml("<feed/>"), "-tide"), "Unsupported")
      const nothing = client(() => xml("<feed><entry><id>http://arxiv.org/api/errors</id><title/></entry></feed>"))
      assert.deepStrictEqual((yield* search(layer, nothing.layer, question("tide"))).papers, [])
      const error = yield* Effect.flip(
        expand(layer, client(() => xml("<feed/>")).layer, { id: "1", relation: "citations", limit: 1 })
      )
      assert.strictEqual(error.reason._tag, "Unsupported")
    }))

  it.effect("waits three seconds between requests", () =>
    Effect.gen(function*() {
      const at: Array<number> = []
      const http = Layer.succeed(
        HttpClient.HttpClient,
        HttpClient.make((request) =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            at.push(now)
            return HttpClientResponse.fromWeb(request, xml("<feed></feed>"))
          })
        )
      )
      const asking = PaperSearch.PaperSearch.use((source) =>
        Effect.forEach([1, 2, 3], () => source.searchPapers(question("tide")), { concurrency: "unbounded" })
      ).pipe(Effect.provide(Layer.provide(Arxiv.layer(), http)))
      const fiber = yield* Effect.forkChild(asking)
      // Answers are read by the platform, outside the test's clock, so time goes on in small steps.
      while (at.length < 3) {
        yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 1)))
        yield* TestClock.adjust("500 millis")
      }
      yield* Fiber.join(fiber)
      assert.strictEqual(at.length, 3)
      assert.isAtLeast(at[1]! - at[0]!, 3000)
      assert.isAtLeast(at[2]! - at[1]!, 3000)
    }))
})

describe("PaperSearch.merge", () => {
  const paper = (source: string, id: string, more?: Partial<PaperSearch.Paper>): PaperSearch.Paper => ({
    id,
    source,
    title: `Tides of the harbour number ${id}`,
    url: `https://${source}.test/${id}`,
    authors: [],
    ...more
  })
  const source = (name: string, papers: ReadonlyArray<PaperSearch.Paper>) =>
    PaperSearch.make({
      name,
      searchPapers: () => Effect.succeed({ papers, warnings: [] }),
      expand: ({ id }) => Effect.succeed({ papers: [paper(name, `${id}-cited`)], warnings: [] })
    })
  const broken = PaperSearch.make({
    name: "broken",
    retries: 0,
    searchPapers: () =>
      Effect.fail(new SearchError.SearchError({ provider: "broken", reason: new SearchError.Unavailable({}) }))
  })

  it.effect("returns a paper once, with the facts of every source", () =>
    Effect.gen(function*() {
      const merged = PaperSearch.merge([
        source("a", [paper("a", "1", { doi: "10.1/x" }), paper("a", "2")]),
        broken,
        source("b", [paper("b", "9", { doi: "10.1/x", abstract: "Deep." }), paper("b", "2", { citations: 3 })])
      ])
      const { papers, warnings } = yield* merged.searchPapers(question("tides"))
      assert.deepStrictEqual(papers, [
        { ...paper("a", "1", { doi: "10.1/x", abstract: "Deep." }), id: "a:1" },
        { ...paper("a", "2", { citations: 3 }), id: "a:2" }
      ])
      assert.deepStrictEqual(warnings, ["broken: the provider is unavailable."])
    }))

  it.effect("expands a paper at its source", () =>
    Effect.gen(function*() {
      const merged = PaperSearch.merge([broken, source("a", []), source("b", [])])
      const ask = (id: string) => merged.expand({ id, relation: "citations", limit: 5 })
      assert.deepStrictEqual((yield* ask("b:7")).papers.map(({ id }) => id), ["b:7-cited"])
      assert.deepStrictEqual((yield* ask("7")).papers.map(({ id }) => id), ["a:7-cited"])
      const error = yield* Effect.flip(PaperSearch.merge([broken]).searchPapers(question("tides")))
      assert.strictEqual(error.provider, "broken")
    }))
})

it.effect("PaperSearch.layerMemory finds papers by their words", () =>
  Effect.gen(function*() {
    const papers = [{ id: "1", source: "memory", title: "Tides", url: "https://a.test", authors: [], abstract: "Moon" }]
    const find = (query: string) =>
      PaperSearch.PaperSearch.use((source) => source.searchPapers(question(query))).pipe(
        Effect.provide(PaperSearch.layerMemory(papers))
      )
    assert.strictEqual((yield* find("moon tides")).papers.length, 1)
    assert.strictEqual((yield* find("sun")).papers.length, 0)
  }))
