import { Api } from "@dunlin/http-api"
import { type FakeServer, fakeServer, InvalidFixture, scoped, UnexpectedCalls } from "@dunlin/http-api/testing"
import { SearchRequest } from "@dunlin/schema"
import { NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Firecrawl } from "@mendable/firecrawl-js"
import { Cause, Effect, Exit } from "effect"
import { HttpApiClient } from "effect/http-api"

const hit = { url: "https://example.com/waders", title: "Waders" }

/** Runs a test with a fake and the client that programs of the contract use; at the end nothing was unexpected. */
const withSdk = async (test: (server: FakeServer, client: Firecrawl) => Promise<void>, key?: string) => {
  const server = await fakeServer({ key })
  // the client waits between its attempts, so it makes one
  await test(server, new Firecrawl({ apiUrl: server.url, apiKey: "fc-test", maxRetries: 1 }))
  await server.close()
}

const failureOf = (promise: Promise<unknown>): Promise<any> =>
  promise.then(() => assert.fail("did not fail"), (error: unknown) => error)

const post = (server: FakeServer, path: string, body: unknown) =>
  fetch(`${server.url}${path}`, { method: "POST", body: JSON.stringify(body) })

describe("a fake server with @mendable/firecrawl-js", () => {
  it("returns a search result by the request, and records it", () =>
    withSdk(async (server, client) => {
      server.search().answers({})
      server.search({ query: /wader/, limit: 3 }).answers({ web: [hit], warning: "few" })
      const { web } = await client.search("a wader", { limit: 3 })
      assert.deepInclude(web?.[0], { ...hit, position: 1, description: "" })
      assert.isUndefined((await client.search("plover")).web)
      assert.deepStrictEqual(server.calls.map(({ body, path, status }) => [path, body.query, status]), [
        ["/v2/search", "a wader", 200],
        ["/v2/search", "plover", 200]
      ])
      assert.strictEqual(server.calls[0]?.headers["authorization"], "Bearer fc-test")
    }))

  it("returns a scrape, also from a function of the request", () =>
    withSdk(async (server, client) => {
      server.scrape().answers(({ url }) => ({ markdown: `# ${url}` }))
      const { markdown, metadata } = await client.scrape("https://example.com/", { formats: ["markdown"] })
      assert.strictEqual(markdown, "# https://example.com/")
      assert.deepInclude(metadata, { sourceURL: "https://example.com/", statusCode: 200 })
    }))

  it("returns a map, a batch, a crawl and an extraction", () =>
    withSdk(async (server, client) => {
      const urls = ["https://example.com/1", "https://example.com/2", "https://example.com/3"]
      const documents = urls.map((_, index) => ({ markdown: `page ${index + 1}` }))
      server.map({ url: "https://example.com/" }).answers(["https://example.com/a", { ...hit, description: "Birds" }])
      server.batch({ urls }).answers(documents, { pageSize: 2 })
      server.crawl({ url: "https://example.com/" }).answers(documents.slice(0, 1), {
        failures: [{ url: "https://example.com/gone" }]
      })
      server.extract({ prompt: "titles" }).answers({ titles: ["Waders"] })

      assert.strictEqual((await client.map("https://example.com/")).links.length, 2)
      const batch = await client.batchScrape(urls, { options: { formats: ["markdown"] } })
      assert.deepStrictEqual(batch.data.map(({ markdown }) => markdown), ["page 1", "page 2", "page 3"])
      assert.strictEqual(batch.data[2]?.metadata?.sourceURL, urls[2])
      const crawl = await client.crawl("https://example.com/")
      assert.deepInclude(crawl, { status: "completed", total: 2, completed: 1 })
      const { errors } = await client.getCrawlErrors(crawl.id)
      assert.strictEqual(errors[0]?.url, "https://example.com/gone")
      const extraction = await client.extract({ urls, prompt: "titles" })
      assert.deepStrictEqual(extraction.data, { titles: ["Waders"] })
    }))

  it("advances a job with each poll, fails on demand, and cancels", () =>
    withSdk(async (server, client) => {
      server.crawl().answers([{ markdown: "1" }, { markdown: "2" }], { polls: [0, "SERVICE_UNAVAILABLE", 1] })
      const { id } = await client.startCrawl("https://example.com/")
      assert.deepInclude(await client.getCrawlStatus(id), { status: "scraping", completed: 0 })
      assert.strictEqual((await client.getActiveCrawls()).crawls[0]?.id, id)
      assert.deepInclude(await failureOf(client.getCrawlStatus(id)), { status: 503 })
      assert.deepInclude(await client.getCrawlStatus(id), { status: "scraping", completed: 1 })
      assert.deepInclude(await client.getCrawlStatus(id), { status: "completed", completed: 2 })
      const second = await client.startCrawl("https://example.com/")
      assert.isTrue(await client.cancelCrawl(second.id))
      assert.strictEqual((await client.getCrawlStatus(second.id)).status, "cancelled")
      assert.deepInclude(await failureOf(client.getCrawlStatus("nobody")), { status: 404, code: "NOT_FOUND" })
    }))

  it("fails in sequence, with the code or the status of the test", () =>
    withSdk(async (server, client) => {
      server.search()
        .fails("RATE_LIMITED", { retryAfter: 7, details: { retryAfterSeconds: 7 } })
        .fails(402, { error: "no credits are left" })
        .fails(408)
        .fails(500)
        .fails(504)
        .breaks()
        .answers({ web: [hit] })
      assert.deepInclude(await failureOf(client.search("x")), { status: 429, code: "RATE_LIMITED" })
      assert.deepInclude(await failureOf(client.search("x")), { status: 402, message: "no credits are left" })
      for (const status of [408, 500, 504]) {
        assert.deepInclude(await failureOf(client.search("x")), { status })
      }
      assert.strictEqual((await failureOf(client.search("x"))).code, "ECONNRESET")
      assert.strictEqual((await client.search("x")).web?.length, 1)
      assert.strictEqual((await client.search("x")).web?.length, 1)
    }))

  it("requires a key, and rejects invalid requests like the real server", () =>
    withSdk(async (server, client) => {
      const stranger = new Firecrawl({ apiUrl: server.url, apiKey: "other" })
      assert.deepInclude(await failureOf(stranger.search("x")), { status: 401, code: "UNAUTHORIZED" })
      const error = await failureOf(client.search("x", { limit: 1000 }))
      assert.deepInclude(error, { status: 400, message: "limit: expected an integer from 1 to 100, got 1000" })
    }, "fc-test"))
})

describe("a fake server", () => {
  it("sends `Retry-After`, and responds when a test allows it", async () => {
    await using server = await fakeServer()
    let release = () => {}
    server.scrape()
      .fails(429, { retryAfter: 7 })
      .waits(new Promise<void>((resolve) => release = resolve)).answers({ markdown: "late" })
      .waits("Infinity").answers({ markdown: "never" })
    const ask = (signal?: AbortSignal) =>
      fetch(`${server.url}/v2/scrape`, {
        method: "POST",
        body: JSON.stringify({ url: "https://example.com/" }),
        ...(signal === undefined ? {} : { signal })
      })
    assert.strictEqual((await ask()).headers.get("retry-after"), "7")
    const late = ask()
    release()
    assert.strictEqual((await (await late).json() as any).data.markdown, "late")
    const controller = new AbortController()
    const never = ask(controller.signal).then(() => "answered", () => "given up")
    controller.abort()
    assert.strictEqual(await never, "given up")
  })

  it("delays the failure of a pending response until the request arrives", async () => {
    const server = await fakeServer()
    const unhandled: Array<unknown> = []
    const hear = (reason: unknown) => unhandled.push(reason)
    process.on("unhandledRejection", hear)
    try {
      server.map().waits(Promise.reject(new Error("no tide"))).answers([])
      // promises that nobody handles are told before the next turn of the loop
      await new Promise((resolve) => setImmediate(resolve))
    } finally {
      process.off("unhandledRejection", hear)
    }
    assert.isEmpty(unhandled)
    const response = await post(server, "/v2/map", { url: "https://example.com/" })
    assert.strictEqual(response.status, 501)
    const { error } = await response.json() as { error: string }
    assert.strictEqual(error, "the promise that the rule for POST /v2/map waits for failed: Error: no tide")
    assert.instanceOf(await failureOf(server.close()), UnexpectedCalls)
  })

  it("reports unexpected requests with similar rules", async () => {
    const server = await fakeServer()
    server.search({ query: "waders", limit: 5 }).answers({})
    server.search({ query: "plovers", country: "FR" }).answers({})
    server.map().answers([])
    const response = await post(server, "/v2/search", { query: "waders", limit: 3 })
    assert.strictEqual(response.status, 501)
    const { error } = await response.json() as { error: string }
    assert.strictEqual(
      error,
      "the fake server received POST /v2/search with {\"query\":\"waders\",\"limit\":3}, which matches no rule. The closest rules:\n" +
        "- limit: expected 5, got 3\n- query: expected \"plovers\", got \"waders\"; country: expected \"FR\", got nothing"
    )
    await post(server, "/v2/scrape", { url: "https://example.com/" })
    const failure = await failureOf(server.close())
    assert.instanceOf(failure, UnexpectedCalls)
    assert.strictEqual(failure.calls.length, 2)
    assert.include(failure.message, "no rule for it; it has rules for POST /v2/search, POST /v2/map")
  })

  it("rejects a response that breaks the contract, at the line of the test", async () => {
    await using server = await fakeServer()
    const wrong: any = { web: [{ url: "https://example.com/" }] }
    assert.throws(
      () => server.search().answers(wrong),
      InvalidFixture,
      /the response to a search is invalid.*title/s
    )
    server.scrape().answers({ markdown: "right" })
    assert.throws(() => server.scrape().answers({ markdown: 1 } as any), InvalidFixture, /markdown/)
    const response = await post(server, "/v2/scrape", { url: "https://example.com/" })
    assert.include(await response.text(), "right")
  })

  it("returns other responses by path", async () => {
    await using server = await fakeServer()
    server.on("GET", "/v2/team/credit-usage").answers({ success: true, data: { remainingCredits: 3 } })
    const response = await fetch(`${server.url}/v2/team/credit-usage`)
    assert.deepStrictEqual(await response.json(), { success: true, data: { remainingCredits: 3 } })
  })
})

describe("a fake server with the generated client", () => {
  it.effect("responds and fails like the API", () =>
    Effect.gen(function*() {
      const server = yield* scoped()
      server.search().answers({ web: [hit] }).fails("PAYMENT_REQUIRED")
      const client = yield* HttpApiClient.make(Api.Api, { baseUrl: server.url })
      const { request } = yield* SearchRequest.decode({ query: "waders", limit: 2 })
      const { data } = yield* client.search.search({ payload: request })
      assert.strictEqual(data.web?.[0]?.title, "Waders")
      const error = yield* Effect.flip(client.search.search({ payload: request }))
      assert.deepInclude(error, { success: false, code: "PAYMENT_REQUIRED" })
    }).pipe(Effect.provide(NodeHttpClient.layerUndici)))

  it.effect("fails a test with unexpected requests", () =>
    Effect.gen(function*() {
      const exit = yield* Effect.exit(Effect.scoped(Effect.gen(function*() {
        const server = yield* scoped()
        yield* Effect.promise(() => post(server, "/v2/map", { url: "https://example.com/" }))
      })))
      assert.isTrue(Exit.isFailure(exit) && Cause.squash(exit.cause) instanceof UnexpectedCalls)
    }))
})
