import { CreditError } from "@dunlin/credits"
import { ApiError, AuditLog, MetricsAccess } from "@dunlin/http-api"
import { ScrapeError } from "@dunlin/pipeline"
import * as SearchFailure from "@dunlin/pipeline/SearchFailure"
import { StageFailed } from "@dunlin/pipeline/StageFailed"
import { StageTimeout } from "@dunlin/pipeline/StageTimeout"
import { ErrorBody, InvalidRequest } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Logger, Schema, Stream } from "effect"
import { answer, serve } from "./stub.ts"

const isErrorBody = Schema.is(ErrorBody.ErrorBody)

describe("POST /v2/search", () => {
  it("returns the results of the pipeline", async () => {
    const { body, headers, status } = await serve().post("/v2/search", { query: "effect", limit: 3 })
    assert.strictEqual(status, 200)
    assert.strictEqual(headers.get("cache-control"), "no-store")
    assert.match(headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
    assert.deepInclude(body, { success: true, warning: null, creditsUsed: 2 })
    assert.deepStrictEqual(Object.keys(body.data), ["web"])
    assert.strictEqual(body.data.web.length, 3)
  })

  it("reports the parsed request", async () => {
    const { body } = await serve().post("/v2/search", {
      query: "effect",
      sources: ["web", "alexandria"],
      toolDetail: "compact"
    })
    assert.include(body.warning, "alexandria")
  })

  it("streams events on request", async () => {
    const server = serve({
      stream: (task) =>
        Stream.make(
          { _tag: "HitsFound", web: 1, news: 0, images: 0, hits: {}, toScrape: 1 } as const,
          { _tag: "PageStarted", url: "https://example.com/" } as const,
          { _tag: "Done", response: answer(task) } as const
        )
    })
    const { headers, status, text } = await server.post("/v2/search", { query: "effect" }, {
      accept: "text/event-stream"
    })
    assert.strictEqual(status, 200)
    assert.strictEqual(headers.get("content-type"), "text/event-stream")
    const events = text.trim().split("\n\n").map((block) => block.split("\n"))
    assert.deepStrictEqual(events.map(([event]) => event), ["event: hits-found", "event: page-started", "event: done"])
    assert.deepStrictEqual(JSON.parse(events[1]?.[1]?.slice("data: ".length) ?? ""), { url: "https://example.com/" })
    assert.strictEqual(JSON.parse(events[2]?.[1]?.slice("data: ".length) ?? "").data.web.length, 10)
  })

  it("ends a stream that fails with an error event", async () => {
    const server = serve({ stream: () => Stream.fail(new SearchFailure.SearchTimeout({ milliseconds: 5 })) })
    const { text } = await server.post("/v2/search", { query: "effect" }, { accept: "text/event-stream" })
    assert.match(text, /^event: error\ndata: \{"success":false,"code":"SEARCH_TIMEOUT"/)
    const broken = serve({ stream: () => Stream.die(new Error("secret text of a page")) })
    const { text: unexpected } = await broken.post("/v2/search", { query: "effect" }, { accept: "text/event-stream" })
    assert.include(unexpected, "UNKNOWN_ERROR")
    assert.notInclude(unexpected, "secret")
  })
})

describe("other operations", () => {
  it("report an invalid selector before the page is requested", async () => {
    const server = serve({ scrape: () => Effect.die("contacted") })
    const { body, status } = await server.post("/v2/scrape", {
      url: "https://example.com/",
      includeTags: ["h1", "##x"]
    })
    assert.strictEqual(status, 400)
    assert.deepStrictEqual(body.details.map(({ path }: { readonly path: unknown }) => path), [["includeTags", 1]])
    assert.notInclude(JSON.stringify(body), "##x")
  })

  it("scrape and charge", async () => {
    const server = serve({ teams: [{ id: "acme", keys: ["k"], credits: 7 }] })
    const key = { authorization: "Bearer k" }
    const { body } = await server.post("/v2/scrape", { url: "https://example.com/", formats: ["markdown"] }, key)
    const { scrapeId, ...metadata } = body.data.metadata
    assert.match(scrapeId, /^[0-9a-f-]{36}$/)
    assert.deepStrictEqual({ ...body, data: { ...body.data, metadata } }, {
      success: true,
      data: {
        markdown: "# Page",
        metadata: { sourceURL: "https://example.com/", url: "https://example.com/", statusCode: 200, creditsUsed: 1 }
      }
    })
    assert.deepStrictEqual((await server.get("/v2/team/credit-usage", key)).body, {
      success: true,
      data: { remainingCredits: 6, planCredits: 7, billingPeriodStart: null, billingPeriodEnd: null }
    })
  })

  it("charge nothing for a failed page, and one credit for a lockdown miss", async () => {
    const fails = (reason: ScrapeError.Reason) =>
      serve({ scrape: () => Effect.fail(ScrapeError.make(reason)), teams: [{ id: "acme", keys: ["k"], credits: 9 }] })
    const left = async (server: ReturnType<typeof serve>) => {
      const key = { authorization: "Bearer k" }
      await server.post("/v2/scrape", { url: "https://example.com/", lockdown: true }, key)
      return (await server.get("/v2/team/credit-usage", key)).body.data.remainingCredits
    }
    assert.strictEqual(await left(fails(new ScrapeError.NoCachedData())), 9)
    assert.strictEqual(await left(fails(new ScrapeError.LockdownCacheMiss())), 8)
    assert.strictEqual(await left(fails(new ScrapeError.ThreatBlocked({ rule: "blacklist" }))), 9)
    assert.strictEqual(await left(fails(new ScrapeError.ThreatBlocked({ rule: "classifier", scanned: true }))), 7)
    // Somebody else was charged for the verdict.
    assert.strictEqual(await left(fails(new ScrapeError.ThreatBlocked({ rule: "classifier", scanned: false }))), 9)
  })

  it("return an array in version 1", async () => {
    const { body } = await serve().post("/v1/search", {
      query: "effect",
      limit: 2,
      lang: "en",
      country: "us",
      maxResults: 9
    })
    assert.isTrue(body.success)
    assert.isArray(body.data)
    assert.strictEqual(body.data.length, 2)
  })

  it("list the countries", async () => {
    const { body } = await serve().get("/v2/locations")
    assert.isAbove(body.data.length, 200)
    assert.deepInclude(body.data, { name: "Germany", code: "DE" })
  })

  it("report what is not configured", async () => {
    const papers = await serve().get("/v2/search/research/papers?query=attention")
    assert.deepStrictEqual([papers.status, papers.body.code], [503, "SERVICE_UNAVAILABLE"])
    // The client's research methods read this field alone.
    assert.strictEqual(papers.body.detail, papers.body.error)
    const paper = await serve().get("/v2/search/research/papers/doi:1")
    assert.deepStrictEqual([paper.status, paper.body.detail], [
      503,
      "No research index is configured on this server"
    ])
    const preview = await serve().post("/v2/crawl/params-preview", { url: "https://example.com/", prompt: "the blog" })
    assert.deepStrictEqual([preview.status, preview.body.code], [501, "MODEL_NOT_CONFIGURED"])
    const wrong = await serve().get("/v2/search/research/papers?k=0")
    assert.strictEqual(wrong.status, 400)
    assert.deepStrictEqual(wrong.body.details.map((issue: any) => issue.path), [["query"], ["k"]])
  })

  it("are healthy, measured, and described", async () => {
    const server = serve()
    await server.post("/v2/search", { query: "effect" })
    assert.strictEqual((await server.get("/health")).status, 200)
    const metrics = await server.get("/metrics")
    assert.match(metrics.text, /dunlin_http_requests_total\{[^}]*operation="search"[^}]*\} \d+/)
    // the rules of Prometheus: counters end in _total and nothing else does; durations are seconds, and their names say so
    const types = [...metrics.text.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
    assert.isNotEmpty(types)
    for (const [, name = "", type] of types) {
      assert.strictEqual(name.endsWith("_total"), type === "counter", `${name} is a ${type}`)
      assert.notMatch(name, /_(?:ms|millis|milliseconds|minutes)(?:_|$)|_duration$/)
    }
    assert.notInclude(metrics.text, "time_unit")
    const { body } = await server.get("/openapi.json")
    assert.includeMembers(Object.keys(body.paths), ["/v2/search", "/v2/scrape", "/v2/team/credit-usage"])
    const docs = await server.get("/docs")
    assert.include(docs.headers.get("content-type"), "text/html")
    assert.include(docs.headers.get("content-security-policy"), "default-src 'self'")
    // a page that frames it could lead clicks to its requests
    assert.include(docs.headers.get("content-security-policy"), "frame-ancestors 'none'")
    assert.strictEqual(docs.headers.get("x-frame-options"), "DENY")
    assert.strictEqual(docs.headers.get("x-content-type-options"), "nosniff")
    // Everything the page needs is in the page.
    assert.notMatch(docs.text.slice(0, 2000), /<(script|link)[^>]+(src|href)=/)
  })

  it("have a route for every described endpoint", async () => {
    const server = serve()
    const { body } = await server.get("/openapi.json")
    for (const [path, operations] of Object.entries<object>(body.paths)) {
      for (const method of Object.keys(operations)) {
        const url = path.replace("{id}", "0b7c7e0e")
        const { body, status } = await server.send(method.toUpperCase(), url, method === "post" ? { body: {} } : {})
        assert.notStrictEqual(body.code, "METHOD_NOT_ALLOWED", `${method} ${path} ${status}`)
        assert.notInclude(body.error ?? "", "nknown endpoint", `${method} ${path} ${status}`)
      }
    }
  })

  it("show a response for every endpoint", async () => {
    const { body: { paths } } = await serve().get("/openapi.json")
    for (const [path, operations] of Object.entries<Record<string, any>>(paths)) {
      for (const { responses } of Object.values(operations)) {
        assert.isTrue(responses[200].content["application/json"].examples?.usual.value.success, path)
        assert.property(responses[200].content["application/json"], "schema", path)
      }
    }
  })

  it("accept their own examples", async () => {
    const server = serve()
    const { body: { paths } } = await server.get("/openapi.json")
    for (const path of ["/v2/search", "/v2/scrape", "/v2/crawl/params-preview"]) {
      const { usual } = paths[path].post.requestBody.content["application/json"].examples
      assert.notStrictEqual((await server.post(path, usual.value)).status, 400, path)
    }
  })
})

describe("failures", () => {
  const searchFails = async (failure: SearchFailure.SearchFailure) => {
    const { body, status } = await serve({ search: () => Effect.fail(failure) }).post("/v2/search", { query: "effect" })
    assert.isTrue(isErrorBody(body), JSON.stringify(body))
    assert.property(body, "details")
    return [status, body.code, body.error]
  }

  it("of a search", async () => {
    const { AlreadyResolved, InsufficientCredits, KeyConflict, Unavailable } = CreditError
    const credit = (reason: CreditError.CreditError["reason"]) => new CreditError.CreditError({ reason })
    assert.deepStrictEqual(
      await searchFails(InvalidRequest.at(["tbs"], "a time filter")),
      [400, "BAD_REQUEST", "tbs: expected a time filter"]
    )
    assert.deepStrictEqual(
      await searchFails(new SearchFailure.SearchRefused({ why: "The team is not enabled for zdr" })),
      [403, "FORBIDDEN", "The team is not enabled for zdr"]
    )
    assert.deepStrictEqual(
      await searchFails(new SearchFailure.SearchTimeout({ milliseconds: 100 })),
      [408, "SEARCH_TIMEOUT", "Request timed out"]
    )
    assert.deepStrictEqual(
      await searchFails(new StageTimeout({ stage: "search", milliseconds: 100 })),
      [408, "SEARCH_TIMEOUT", "Request timed out"]
    )
    const poor = await searchFails(credit(new InsufficientCredits({ required: 12, available: 3 })))
    assert.deepStrictEqual(poor.slice(0, 2), [402, "PAYMENT_REQUIRED"])
    assert.match(String(poor[2]), /^Insufficient credits/)
    assert.deepStrictEqual((await searchFails(credit(new KeyConflict()))).slice(0, 2), [409, "IDEMPOTENCY_CONFLICT"])
    assert.deepStrictEqual(
      (await searchFails(credit(new Unavailable({ cause: "down" })))).slice(0, 2),
      [503, "SERVICE_UNAVAILABLE"]
    )
    assert.strictEqual((await searchFails(credit(new AlreadyResolved({ resolution: "void" }))))[0], 500)
    assert.deepStrictEqual(
      (await searchFails(ScrapeError.make(new ScrapeError.NoCachedData()))).slice(0, 2),
      [404, "SCRAPE_NO_CACHED_DATA"]
    )
    assert.deepStrictEqual(
      (await searchFails(ScrapeError.make(new ScrapeError.LockdownCacheMiss()))).slice(0, 2),
      [404, "SCRAPE_LOCKDOWN_CACHE_MISS"]
    )
  })

  it("are explained in the log if unexpected, without text of pages or queries", async () => {
    const lines: Array<string> = []
    const logger = Logger.map(Logger.formatJson, (line) => void lines.push(line))
    const logged = async (failure: SearchFailure.SearchFailure) => {
      lines.length = 0
      const server = serve({ search: () => Effect.fail(failure), loggers: [logger] })
      const { body, status, text } = await server.post("/v2/search", { query: "secret query" })
      const unexpected = lines.filter((line) => line.includes("failed unexpectedly"))
      assert.notInclude(lines.join("") + text, "secret")
      return { status, text, unexpected, requestId: String(body.details?.requestId) }
    }
    const reason = new CreditError.AlreadyResolved({ resolution: "expire" })
    const lost = await logged(new CreditError.CreditError({ reason }))
    assert.deepStrictEqual([lost.status, lost.unexpected.length], [500, 1])
    for (const part of ["CreditError", "AlreadyResolved", lost.requestId]) assert.include(lost.unexpected[0], part)
    assert.notInclude(lost.text, "AlreadyResolved")
    const stage = await logged(new StageFailed({ stage: "mine", cause: new TypeError("a page\n    at secret (text)") }))
    assert.deepStrictEqual([stage.status, stage.unexpected.length], [500, 1])
    assert.include(stage.unexpected[0], "TypeError")
    assert.deepStrictEqual((await logged(new SearchFailure.SearchTimeout({ milliseconds: 5 }))).unexpected, [])
  })

  it("of a scrape", async () => {
    const scrapeFails = async (reason: ScrapeError.Reason) => {
      const { body, status } = await serve({ scrape: () => Effect.fail(ScrapeError.make(reason)) })
        .post("/v2/scrape", { url: "https://example.com/" })
      assert.isTrue(isErrorBody(body), JSON.stringify(body))
      return [status, body.code]
    }
    assert.deepStrictEqual(await scrapeFails(new ScrapeError.ScrapeTimeout({ milliseconds: 1 })), [
      408,
      "SCRAPE_TIMEOUT"
    ])
    assert.deepStrictEqual(await scrapeFails(new ScrapeError.NoCachedData()), [404, "SCRAPE_NO_CACHED_DATA"])
    assert.deepStrictEqual(await scrapeFails(new ScrapeError.LockdownCacheMiss()), [404, "SCRAPE_LOCKDOWN_CACHE_MISS"])
    assert.deepStrictEqual(await scrapeFails(new ScrapeError.NotAllowed({ why: "no" })), [403, "FORBIDDEN"])
    assert.deepStrictEqual(
      await scrapeFails(new ScrapeError.ThreatBlocked({ rule: "tld" })),
      [403, "unsafe_domain_blocked"]
    )
    assert.deepStrictEqual(
      await scrapeFails(new ScrapeError.TransformFailed({ why: "no", code: "SCRAPE_UNSUPPORTED_FILE_ERROR" })),
      [500, "SCRAPE_UNSUPPORTED_FILE_ERROR"]
    )
    assert.deepStrictEqual(await scrapeFails(new ScrapeError.CacheFailed({ cause: 0 })), [503, "SERVICE_UNAVAILABLE"])
  })

  it("that are unexpected have an id and no details", async () => {
    const server = serve({ search: () => Effect.die(new Error("password of the database")) })
    const { body, headers, status } = await server.post("/v2/search", { query: "effect" })
    assert.strictEqual(status, 500)
    assert.strictEqual(body.code, "UNKNOWN_ERROR")
    assert.strictEqual(body.details.id, headers.get("x-request-id"))
    assert.notInclude(JSON.stringify(body), "password")
  })

  it("of the request itself", async () => {
    const server = serve({}, { maxBodyBytes: 1000 })
    const code = async (body: unknown) => {
      const answer = await server.post("/v2/search", body)
      assert.isTrue(isErrorBody(answer.body))
      return [answer.status, answer.body.code]
    }
    assert.deepStrictEqual(await code("{"), [400, "BAD_REQUEST_INVALID_JSON"])
    assert.deepStrictEqual(await code(""), [400, "BAD_REQUEST_INVALID_JSON"])
    const { body } = await server.post("/v2/search", "{\n'secret': 1}")
    assert.strictEqual(body.details[0].message, "Expected valid JSON, which ends at line 2, column 1")
    for (const type of ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/xml"]) {
      const { body, status } = await server.post("/v2/search", "query=x", { "content-type": type })
      assert.deepStrictEqual([status, body.code], [400, "BAD_REQUEST_INVALID_JSON"])
      assert.include(body.error, `send Content-Type: application/json and a JSON body, not ${type.split(";")[0]}`)
    }
    assert.notInclude(body.error, "Content-Type")
    // The type that curl gives to everything is not what is wrong with this one.
    const form = { "content-type": "application/x-www-form-urlencoded" }
    assert.notInclude((await server.post("/v2/search", "{\"query\": \"x\",}", form)).body.error, "Content-Type")
    assert.deepStrictEqual(await code("[".repeat(900)), [400, "BAD_REQUEST_INVALID_JSON"])
    const latin1 = await server.post("/v2/search", Buffer.from("{\"query\":\"caf\u00e9\"}", "latin1"))
    assert.deepStrictEqual([latin1.status, latin1.body.details[0].message], [400, "Expected UTF-8 text"])
    assert.deepStrictEqual(await code({ query: "x".repeat(2000) }), [413, "REQUEST_TOO_LARGE"])
    assert.deepStrictEqual(await code({}), [400, "BAD_REQUEST"])
    assert.deepStrictEqual(await code([]), [400, "BAD_REQUEST"])
    assert.deepStrictEqual(await code("null"), [400, "BAD_REQUEST"])
    assert.deepStrictEqual(await code({ query: "x", includeDomains: ["a.com"], excludeDomains: ["b.com"] }), [
      400,
      "BAD_REQUEST"
    ])
    const unknown = await server.get("/v2/nothing")
    assert.deepStrictEqual([unknown.status, unknown.body.code], [404, "NOT_FOUND"])
    const wrongMethod = await server.get("/v2/search?x=1")
    assert.deepStrictEqual([wrongMethod.status, wrongMethod.body.code], [405, "METHOD_NOT_ALLOWED"])
    assert.strictEqual(wrongMethod.headers.get("allow"), "POST")
  })

  it("of a page of another origin, on a server without keys", async () => {
    let searches = 0
    const server = serve({
      search: (task) =>
        Effect.sync(() => {
          searches++
          return answer(task)
        })
    })
    const from = async (origin: string) => {
      const { body, status } = await server.post("/v2/search", { query: "effect" }, { origin })
      return [status, body.code]
    }
    assert.deepStrictEqual(await from("https://evil.example"), [403, "FORBIDDEN"])
    assert.strictEqual(searches, 0)
    assert.deepStrictEqual(await from("http://localhost:5173"), [200, undefined])
    assert.strictEqual(searches, 1)
  })

  it("of an unknown host name, on a server without keys", async () => {
    const server = serve()
    for (const path of ["/v2/team/credit-usage", "/v2/search/research/papers?query=x", "/v2/locations", "/metrics"]) {
      const foreign = await server.get(path, { host: "evil.example:3002" })
      assert.deepStrictEqual([foreign.status, foreign.body.code], [403, "FORBIDDEN"], path)
      assert.strictEqual((await server.get(path, { "sec-fetch-site": "cross-site" })).status, 403, path)
    }
    assert.strictEqual((await server.get("/health", { host: "evil.example" })).status, 200)
  })

  it("of clients that read metrics without a key, unless metrics are public", async () => {
    const teams = [{ id: "a", keys: ["k"] }]
    const statuses = async (access?: "key" | "open" | "off") => {
      const server = serve({
        teams,
        ...(access === undefined ? {} : { ports: Layer.succeed(MetricsAccess.MetricsAccess, access) })
      })
      const known = await server.get("/metrics", { authorization: "Bearer k" })
      return [(await server.get("/metrics")).status, known.status]
    }
    assert.deepStrictEqual(await statuses(), [401, 200])
    assert.deepStrictEqual(await statuses("key"), [401, 200])
    assert.deepStrictEqual(await statuses("open"), [200, 200])
    assert.deepStrictEqual(await statuses("off"), [404, 404])
  })

  it("are small, whatever was sent", async () => {
    const server = serve()
    const most = 16 * 1024
    const long = "x".repeat(50_000)
    const times = <A>(count: number, value: A) => Array.from({ length: count }, () => value)
    const bodies = [
      { query: "x", excludeDomains: Array(10_000).fill("a b") },
      { query: "x", excludeDomains: times(300, long) },
      { query: "x", categories: times(8, { type: long }), sources: times(8, { type: long }) },
      { query: "x", [`scrapeOption${long}`]: 1, redactPII: {}, scrapeOptions: { redactPII: { [long]: 1 } } },
      { query: "x", scrapeOptions: { formats: times(32, { type: long, [long]: long }) } },
      { query: "x", scrapeOptions: { actions: times(50, { type: "click" }) } },
      { query: "x", threatProtection: { blacklist: times(1000, "/") } },
      { query: long, url: long, limit: long },
      Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`scrapeOptions${index}`, index]))
    ]
    for (const path of ["/v2/search", "/v2/scrape", "/v1/search", "/v2/crawl/params-preview"]) {
      for (const body of bodies) {
        const { status, text } = await server.post(path, body)
        if (status !== 200) assert.isBelow(text.length, most, text.slice(0, 500))
      }
    }
    const failing = serve({ search: () => Effect.fail(new SearchFailure.SearchRefused({ why: long })) })
    assert.isBelow((await failing.post("/v2/search", { query: "x" })).text.length, most)
    const papers = await server.get(`/v2/search/research/papers?query=${long}&authors=${"a,".repeat(5000)}`)
    assert.isBelow(papers.text.length, most)
  })

  it("have codes with a matching status", () => {
    for (const code of ErrorBody.codes) assert.isTrue(ApiError.statusOf(code) >= 400 && ApiError.statusOf(code) < 600)
    // Clients of the contract repeat a 502 three times at once.
    assert.isFalse(ErrorBody.codes.some((code) => ApiError.statusOf(code) === 502))
  })
})

describe("interruption", () => {
  it.effect("of a scrape releases its credits", () =>
    Effect.gen(function*() {
      const started = yield* Deferred.make<void>()
      const events: Array<AuditLog.AuditEvent> = []
      const server = serve({
        audit: Layer.succeed(AuditLog.AuditLog, { record: (event) => Effect.sync(() => void events.push(event)) }),
        scrape: () => Effect.andThen(Deferred.succeed(started, undefined), Effect.never),
        teams: [{ id: "acme", keys: ["k"], credits: 5, maxConcurrent: 1, audit: true }]
      })
      const key = { authorization: "Bearer k" }
      const controller = new AbortController()
      const request = yield* Effect.forkChild(Effect.promise(() =>
        server.send("POST", "/v2/scrape", {
          body: { url: "https://example.com/" },
          headers: key,
          signal: controller.signal
        })
          .catch(() => undefined)
      ))
      yield* Deferred.await(started)
      const usage = () =>
        Effect.promise(async () => (await server.get("/v2/team/credit-usage", key)).body.data.remainingCredits)
      assert.strictEqual(yield* usage(), 0)
      controller.abort()
      yield* Fiber.await(request)
      let left = yield* usage()
      while (left !== 5) {
        yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 10)))
        left = yield* usage()
      }
      assert.deepStrictEqual(events.map(({ action, status, url }) => ({ action, status, url })), [
        { action: "scrape", status: 499, url: "https://example.com/" }
      ])
    }))
})
