import { Doors, TextRanker } from "@dunlin/http-api"
import type { SearchTask } from "@dunlin/pipeline/Searcher"
import { assert, describe, it } from "@effect/vitest"
import { Validator } from "@seriousme/openapi-schema-validator"
import { Effect, Layer, Schema } from "effect"
import type * as ServeModule from "../src/internal/doors/serve.ts"
import type * as TableModule from "../src/internal/doors/table.ts"
import { answer, serve, type Stub } from "./stub.ts"

// What is internal has no name that a test could import it by.
const internal = (name: string) => import(new URL(`../src/internal/doors/${name}.ts`, import.meta.url).href)
const { pathOf } = await internal("serve") as typeof ServeModule
const { doors } = await internal("table") as typeof TableModule

const open = (...names: ReadonlyArray<Doors.DoorName>) =>
  Layer.succeed(Doors.Doors, names.length === 0 ? Doors.names : names)

/** A server with all doors open, and what was searched for. */
const opened = (stub: Stub = {}) => {
  const asked: Array<SearchTask> = []
  const api = serve({
    ports: open(),
    ...stub,
    search: stub.search ?? ((task) => {
      asked.push(task)
      const found = answer(task)
      const sources = task.request.sources.map(({ type }) => type)
      const { limit } = task.request
      const dated = (found.data.web ?? []).map((hit) => ({
        ...hit,
        publishedAt: "2026-02-03",
        ...(task.request.scrapeOptions === undefined ? {} : {
          markdown: "# Page\n\nIt weighs **48 grams**.",
          answer: "It weighs 48 grams.",
          highlights: "It weighs … 48 grams.",
          metadata: { title: "Page", favicon: "https://example.com/f.ico", author: "Ada" }
        })
      }))
      return Effect.succeed({
        ...found,
        data: {
          ...(sources.includes("web") ? { web: dated } : {}),
          ...(sources.includes("news")
            ? {
              news: [{
                title: "News",
                snippet: "It happened",
                url: "https://example.com/n",
                date: "2026-01-31",
                position: 1
              }]
            }
            : {}),
          ...(sources.includes("images")
            ? {
              images: [{
                title: "Picture",
                imageUrl: "https://example.com/i.png",
                url: "https://example.com/",
                position: 1
              }]
                .slice(0, limit)
            }
            : {})
        }
      })
    })
  })
  return { ...api, asked }
}

interface Call {
  readonly path: string
  readonly body?: object
  readonly headers?: Record<string, string>
}

const call = (api: ReturnType<typeof opened>, { body, headers, path }: Call) =>
  body === undefined ? api.get(path, headers) : api.post(path, body, headers)

/** A request to every endpoint, by the path of the endpoint. */
const requests: { readonly [path: string]: Call } = {
  "/tavily/search": {
    path: "/tavily/search",
    body: { query: "knots", include_answer: true, include_raw_content: true, include_images: true, include_usage: true }
  },
  "/tavily/extract": { path: "/tavily/extract", body: { urls: ["https://example.com/"], include_usage: true } },
  "/tavily/map": { path: "/tavily/map", body: { url: "https://example.com/" } },
  "/exa/search": {
    path: "/exa/search",
    body: { query: "knots", contents: { text: true, highlights: true, summary: true } }
  },
  "/exa/contents": { path: "/exa/contents", body: { urls: ["https://example.com/"], text: true } },
  "/exa/findSimilar": { path: "/exa/findSimilar", body: { url: "https://example.com/" } },
  "/exa/answer": { path: "/exa/answer", body: { query: "How heavy is a knot?", text: true } },
  "/searxng/search": { path: "/searxng/search?q=knots&format=json&categories=general,images,news" },
  "/searxng": { path: "/searxng?q=knots&format=json" },
  "/serper/search": { path: "/serper/search", body: { q: "knots" } },
  "/serper/news": { path: "/serper/news", body: { q: "knots" } },
  "/serper/images": { path: "/serper/images?q=knots&num=3", body: {} },
  "/serper/scrape": { path: "/serper/scrape", body: { url: "https://example.com/", includeMarkdown: true } },
  "/brave/res/v1/web/search": { path: "/brave/res/v1/web/search?q=knots&result_filter=web,news&extra_snippets=1" },
  "/brave/res/v1/llm/context": { path: "/brave/res/v1/llm/context?q=knots" },
  "/jina/*": { path: "/jina/https://example.com/", headers: { accept: "application/json" } },
  "/jina/r/*": { path: "/jina/r/https%3A%2F%2Fexample.com%2F", headers: { accept: "application/json" } },
  "/jina/r": { path: "/jina/r", body: { url: "https://example.com/" }, headers: { accept: "application/json" } },
  "/jina": { path: "/jina", body: { url: "https://example.com/" }, headers: { accept: "application/json" } },
  "/jina/s/*": { path: "/jina/s/red%20knots", headers: { accept: "application/json" } },
  "/jina/s": { path: "/jina/s?q=knots", headers: { accept: "application/json" } },
  "/jina/v1/rerank": {
    path: "/jina/v1/rerank",
    body: { model: "m", query: "knot", documents: ["A red car", { text: "A knot" }] }
  },
  "/jina/rerank": { path: "/jina/rerank", body: { query: "knot", documents: ["A knot"], return_documents: false } },
  "/cohere/v2/rerank": {
    path: "/cohere/v2/rerank",
    body: { model: "m", query: "knot", documents: ["A car", "A knot"], top_n: 1 }
  },
  "/cohere/v1/rerank": {
    path: "/cohere/v1/rerank",
    body: { query: "knot", documents: ["A knot"], return_documents: true }
  },
  "/cohere/rerank": { path: "/cohere/rerank", body: { query: "knot", documents: ["A knot"] } },
  "/perplexity/search": { path: "/perplexity/search", body: { query: ["knots", "waders"], display_server_time: true } }
}

describe("doors", () => {
  it("are closed by default", async () => {
    const api = serve()
    for (const name of Doors.names) {
      assert.strictEqual((await api.post(`/${name}/search`, { query: "knots" })).status, 404, name)
    }
  })

  it("open one by one", async () => {
    const api = serve({ ports: open("exa") })
    assert.strictEqual((await api.post("/exa/search", { query: "knots" })).status, 200)
    assert.strictEqual((await api.post("/tavily/search", { query: "knots" })).status, 404)
  })

  it("return the format of their clients at every endpoint", async () => {
    const api = opened()
    for (const door of Object.values(doors)) {
      for (const endpoint of door.endpoints) {
        const path = pathOf(door, endpoint)
        // A crawl needs a worker: it is tested with the clients, against a server.
        if (path === "/tavily/crawl") continue
        const request = requests[path]
        assert.isDefined(request, `no request for ${path}`)
        const { body, status, text } = await call(api, request!)
        assert.strictEqual(status, 200, `${path}: ${text}`)
        const shape = endpoint.response as unknown as Schema.ConstraintDecoder<object>
        const problem = await Effect.runPromise(
          Effect.match(Schema.decodeUnknownEffect(shape)(body), { onFailure: String, onSuccess: () => "" })
        )
        assert.strictEqual(problem, "", `${path}: ${text}`)
        assert.notProperty(body, "warning", path)
      }
    }
  })

  it("pass filters to the search", async () => {
    const cases: ReadonlyArray<readonly [Call, object]> = [
      [{ path: "/tavily/search", body: { query: "knots", include_domains: ["Example.com"], max_results: 7 } }, {
        includeDomains: ["example.com"],
        limit: 7
      }],
      [{
        path: "/tavily/search",
        body: { query: "knots", exclude_domains: ["example.com"], time_range: "w", country: "united kingdom" }
      }, {
        excludeDomains: ["example.com"],
        tbs: "qdr:w",
        country: "GB"
      }],
      [{ path: "/tavily/search", body: { query: "knots", topic: "news", days: 3, safe_search: true } }, {
        sources: [{ type: "news" }],
        tbs: "qdr:d3",
        safe: true
      }],
      [{ path: "/tavily/search", body: { query: "knots", start_date: "2026-01-02", end_date: "2026-01-31" } }, {
        tbs: "cdr:1,cd_min:01/02/2026,cd_max:01/31/2026"
      }],
      [{
        path: "/exa/search",
        body: {
          query: "knots",
          category: "research paper",
          includeText: ["red \"knot\""],
          excludeText: ["rope"],
          startPublishedDate: "2026-01-02T12:00:00.000Z",
          endPublishedDate: "2026-01-31",
          moderation: true,
          userLocation: "de"
        }
      }, {
        query: "knots \"red  knot\" -\"rope\"",
        categories: [{ type: "research" }],
        // The first whole day behind the one bound, and the last before the other.
        tbs: "cdr:1,cd_min:01/03/2026,cd_max:01/30/2026",
        safe: true,
        country: "DE"
      }],
      [{ path: "/exa/findSimilar", body: { url: "https://www.example.com/a", excludeSourceDomain: true } }, {
        query: "related:www.example.com",
        excludeDomains: ["www.example.com"]
      }],
      [{ path: "/searxng/search?q=knots&format=json&time_range=month&safesearch=1&language=de-AT&pageno=3" }, {
        tbs: "qdr:m",
        safe: true,
        country: "AT",
        limit: 30
      }],
      [{ path: "/serper/search?gl=fr&num=20", body: { q: "knots", tbs: "qdr:d", page: 2 } }, {
        country: "FR",
        tbs: "qdr:d",
        limit: 40
      }],
      [{
        path:
          "/brave/res/v1/web/search?q=knots&count=5&offset=1&country=ALL&freshness=2026-01-01to2026-01-31&safesearch=strict"
      }, {
        limit: 10,
        tbs: "cdr:1,cd_min:01/01/2026,cd_max:01/31/2026",
        safe: true,
        country: "US"
      }],
      [{ path: "/jina/s?q=knots&gl=nl&num=3", headers: { "x-site": "example.com" } }, {
        country: "NL",
        limit: 3,
        includeDomains: ["example.com"]
      }],
      [{
        path: "/perplexity/search",
        body: {
          query: "knots",
          search_domain_filter: ["-example.com"],
          search_after_date_filter: "1/2/2026",
          search_mode: "academic"
        }
      }, { excludeDomains: ["example.com"], tbs: "cdr:1,cd_min:01/02/2026", categories: [{ type: "research" }] }]
    ]
    for (const [request, expected] of cases) {
      const api = opened()
      const { status, text } = await call(api, request)
      assert.strictEqual(status, 200, text)
      assert.deepInclude(api.asked[0]?.request, expected, request.path)
    }
  })

  it("apply domains with a path, and both lists together, to every result", async () => {
    const api = opened()
    await api.post("/tavily/search", {
      query: "knots",
      include_domains: ["https://example.com/blog/", "*.gov"],
      exclude_domains: ["secret.gov"]
    })
    const [task] = api.asked
    assert.deepStrictEqual(task?.request.includeDomains, ["example.com", "gov"])
    const held = (url: string) => task?.condition?.holds(url)
    assert.deepStrictEqual(
      ["https://www.example.com/blog/a", "https://example.com/blogs", "https://nasa.gov/", "https://a.secret.gov/"].map(
        held
      ),
      [true, false, true, false]
    )
    assert.strictEqual((await api.post("/tavily/search", { query: "knots", include_domains: ["no host"] })).status, 400)
  })

  it("return later pages of results", async () => {
    const api = opened()
    const { body } = await api.get("/searxng/search?q=knots&format=json&pageno=2")
    assert.deepStrictEqual(body.results.map(({ url }: any) => url).slice(0, 2), [
      "https://example.com/10",
      "https://example.com/11"
    ])
    assert.deepStrictEqual(body.results[0].positions, [11])
  })

  it("return errors in the format of their API", async () => {
    const api = opened()
    const cases: ReadonlyArray<readonly [Call, number, (body: any) => boolean]> = [
      [
        { path: "/tavily/search", body: { query: "knots", max_results: 1000 } },
        400,
        ({ detail }) => /max_results/.test(detail.error)
      ],
      [
        { path: "/exa/search", body: { numResults: 3 } },
        400,
        ({ error, requestId, tag }) => /query/.test(error) && requestId !== undefined && tag === "BAD_REQUEST"
      ],
      [{ path: "/searxng/search?format=json" }, 400, ({ error }) => error.startsWith("q: ")],
      [{ path: "/searxng/search?q=knots" }, 403, ({ error }) => /json/.test(error)],
      [
        { path: "/serper/search", body: {} },
        400,
        ({ message, statusCode }) => message.startsWith("q: ") && statusCode === 400
      ],
      [
        { path: "/brave/res/v1/web/search?q=knots&count=21" },
        422,
        ({ error, type }) => type === "ErrorResponse" && error.code === "VALIDATION" && /count/.test(error.detail)
      ],
      [{ path: "/jina/s/%20" }, 400, ({ code, readableMessage }) => code === 400 && /query/.test(readableMessage)],
      [
        { path: "/cohere/v2/rerank", body: { query: "knot", documents: [] } },
        400,
        ({ message }) => /documents/.test(message)
      ],
      [
        { path: "/perplexity/search", body: { query: "knots", search_after_date_filter: "soon" } },
        400,
        ({ error }) => error.code === 400 && /search_after_date_filter/.test(error.message)
      ],
      [{ path: "/exa/research", body: {} }, 404, ({ error }) => /POST \/exa\/search/.test(error)],
      [{ path: "/tavily/search" }, 404, ({ detail }) => /POST \/tavily\/search/.test(detail.error)]
    ]
    for (const [request, status, isRight] of cases) {
      const found = await call(api, request)
      assert.strictEqual(found.status, status, `${request.path}: ${found.text}`)
      assert.isTrue(isRight(found.body), `${request.path}: ${found.text}`)
    }
  })

  it("accept the key only where their clients put it", async () => {
    const api = opened({ teams: [{ id: "acme", keys: ["fc-key"] }] })
    const basic = `Basic ${Buffer.from("anybody:fc-key").toString("base64")}`
    const cases: ReadonlyArray<readonly [Call, number]> = [
      [{ path: "/tavily/search", body: { query: "knots" }, headers: { authorization: "Bearer fc-key" } }, 200],
      [{ path: "/tavily/search", body: { query: "knots", api_key: "fc-key" } }, 200],
      [{ path: "/tavily/search", body: { query: "knots", api_key: "other" } }, 401],
      [{ path: "/exa/search", body: { query: "knots" }, headers: { "x-api-key": "fc-key" } }, 200],
      [{ path: "/exa/search", body: { query: "knots" }, headers: { "x-api-key": "other" } }, 401],
      [{ path: "/searxng?q=knots&format=json", headers: { authorization: basic } }, 200],
      [{ path: "/searxng?q=knots&format=json", headers: { "x-api-key": "fc-key" } }, 200],
      [{ path: "/searxng?q=knots&format=json" }, 401],
      [{ path: "/serper/search", body: { q: "knots" }, headers: { "x-api-key": "fc-key" } }, 200],
      [{ path: "/serper/search", body: { q: "knots" }, headers: { "x-api-key": "other" } }, 403],
      [{ path: "/brave/res/v1/web/search?q=knots", headers: { "x-subscription-token": "fc-key" } }, 200],
      [{ path: "/brave/res/v1/web/search?q=knots" }, 422],
      [{ path: "/jina/s?q=knots", headers: { authorization: "Bearer fc-key" } }, 200],
      [{ path: "/cohere/v2/rerank", body: { query: "knot", documents: ["knot"] } }, 401],
      [{ path: "/perplexity/search", body: { query: "knots" }, headers: { authorization: "Bearer fc-key" } }, 200]
    ]
    for (const [request, status] of cases) {
      const found = await call(api, request)
      assert.strictEqual(found.status, status, `${request.path}: ${found.text}`)
    }
  })

  it("report ignored fields where their clients look", async () => {
    const api = opened()
    const cases: ReadonlyArray<readonly [Call, (body: any, text: string) => string]> = [
      [{ path: "/tavily/search", body: { query: "knots", language: "de" } }, ({ warning }) => warning],
      [{ path: "/exa/search", body: { query: "knots", startCrawlDate: "2026-01-01" } }, ({ warning }) => warning],
      [{ path: "/searxng?q=knots&format=json&language=de" }, ({ unresponsive_engines: [[, why]] }) => why],
      [{ path: "/serper/search", body: { q: "knots", hl: "de" } }, ({ warning }) => warning],
      [{ path: "/brave/res/v1/web/search?q=knots&search_lang=de" }, ({ warning }) => warning],
      [
        { path: "/jina/https://example.com/", headers: { accept: "application/json", "x-proxy": "de" } },
        ({ data }) => data.warning
      ],
      [
        { path: "/jina/https://example.com/", headers: { "x-proxy": "de" } },
        (_, text) => /^Warning: (.*)$/m.exec(text)?.[1] ?? ""
      ],
      [
        { path: "/cohere/v2/rerank", body: { query: "knot", documents: ["knot"], max_tokens_per_doc: 5 } },
        ({ meta }) => meta.warnings[0]
      ],
      [
        { path: "/perplexity/search", body: { query: "knots", search_language_filter: ["de"] } },
        ({ warning }) => warning
      ],
      [{ path: "/perplexity/search", body: { query: "knots", no_such_field: 1 } }, ({ warning }) => warning]
    ]
    for (const [request, warningIn] of cases) {
      const { body, status, text } = await call(api, request)
      assert.strictEqual(status, 200, text)
      assert.match(warningIn(body, text), /has no effect: |is unknown/, request.path)
    }
  })

  it("ignore fields that are null or have no effect", async () => {
    const { body, status } = await opened().post("/tavily/search", {
      query: "knots",
      time_range: null,
      auto_parameters: false,
      language: "",
      include_domains: []
    })
    assert.strictEqual(status, 200)
    assert.notProperty(body, "warning")
  })

  it("charge a request, and repeat its response with the same Idempotency-Key", async () => {
    const api = opened()
    const twice = { query: ["knots", "waders"] }
    const first = await api.post("/perplexity/search", twice, { "idempotency-key": "one" })
    const again = await api.post("/perplexity/search", twice, { "idempotency-key": "one" })
    assert.strictEqual(again.text, first.text)
    assert.strictEqual(api.asked.length, 2)
    assert.notStrictEqual(api.asked[0]?.caller?.idempotencyKey, api.asked[1]?.caller?.idempotencyKey)
    const { body } = await api.post("/tavily/search", { query: "knots", include_usage: true })
    assert.deepStrictEqual(body.usage, { credits: 2 })
  })

  it("stream an answer with stream: true", async () => {
    const { headers, text } = await opened().post("/exa/answer", { query: "How heavy is a knot?", stream: true })
    assert.match(headers.get("content-type") ?? "", /^text\/event-stream/)
    const [content, citations, end] = text.trim().split("\n\n").map((line) => line.replace(/^data: /, ""))
    assert.strictEqual(JSON.parse(content!).choices[0].delta.content, "It weighs 48 grams.")
    assert.strictEqual(JSON.parse(citations!).citations[0].url, "https://example.com/0")
    assert.strictEqual(end, "[DONE]")
  })

  it("read pages in the format of the reader's headers", async () => {
    const scraped: Array<{ readonly url: string; readonly formats: ReadonlyArray<string> }> = []
    const api = opened({
      scrape: ({ options, url }) => {
        scraped.push({ url, formats: options.formats.map(({ type }) => type) })
        return Effect.succeed({
          document: {
            markdown: "# Page\n\nA [link](https://a.example/).",
            html: "<h1>Page</h1>",
            metadata: { title: "Page", url }
          },
          usage: { outcome: "delivered" },
          warnings: [],
          text: ""
        })
      }
    })
    const plain = await api.get("/jina/https:/example.com/a?b=c")
    assert.strictEqual(
      plain.text,
      "Title: Page\n\nURL Source: https://example.com/a?b=c\n\nMarkdown Content:\n# Page\n\nA [link](https://a.example/)."
    )
    assert.strictEqual(
      (await api.get("/jina/r/https://example.com/", { "x-respond-with": "text" })).text,
      "Page\n\nA link."
    )
    const html = await api.get("/jina/https://example.com/", { "x-return-format": "html" })
    assert.strictEqual(html.text, "<h1>Page</h1>")
    assert.match(html.headers.get("content-security-policy") ?? "", /^sandbox/)
    assert.deepStrictEqual(scraped.map(({ formats }) => formats), [["markdown"], ["markdown"], ["html"]])
    assert.strictEqual((await api.get("/jina/https://example.com/", { "x-token-budget": "2" })).status, 413)
    // with a malformed escape it is no URL, as any other path
    assert.strictEqual((await api.get("/jina/r/https%3A%2F%2Fexample.com%2F%zz")).status, 404)
  })

  it("rank by the words of query and text, or by the server's reranker", async () => {
    const request = {
      query: "low tide",
      documents: ["A red car.", "The dunlin feeds at low tide.", "The tide comes in."]
    }
    const { body } = await opened().post("/cohere/v2/rerank", request)
    assert.deepStrictEqual(body.results.map(({ index }: any) => index), [1, 2, 0])
    assert.isTrue(body.results.every(({ relevance_score }: any) => relevance_score >= 0 && relevance_score <= 1))
    const backwards = Layer.succeed(
      TextRanker.TextRanker,
      ({ texts }) => Effect.succeed(texts.map((_, at) => at / texts.length))
    )
    const other = await opened({ ports: Layer.merge(open(), backwards) }).post("/jina/v1/rerank", {
      ...request,
      top_n: 1
    })
    assert.deepStrictEqual(other.body.results.map(({ index }: any) => index), [2])
  })

  it("are part of the description of the API", async () => {
    const description = (await serve({ ports: open() }).get("/openapi.json")).body
    const { errors, valid } = await new Validator().validate(description)
    assert.isTrue(valid, JSON.stringify(errors))
    for (const path of ["/tavily/search", "/exa/contents", "/jina/{rest}", "/brave/res/v1/web/search"]) {
      assert.property(description.paths, path)
    }
    assert.notProperty((await serve().get("/openapi.json")).body.paths, "/tavily/search")
  })
})
