import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { gzipSync } from "node:zlib"
import { serve } from "./stub.ts"

describe("the contract with its clients", () => {
  it("dates jobs, and returns their status without results for skipData", async () => {
    const api = serve()
    const { body: { id } } = await api.post("/v2/batch/scrape", { urls: ["https://example.com/"] })
    const { body } = await api.get(`/v2/batch/scrape/${id}`)
    assert.match(body.createdAt, /^\d{4}-\d{2}-\d{2}T/)
    assert.notProperty(body, "completedAt")
    await api.send("DELETE", `/v2/batch/scrape/${id}`)
    const { body: ended } = await api.get(`/v2/batch/scrape/${id}?skipData=true`)
    assert.strictEqual(ended.status, "cancelled")
    assert.isAtLeast(Date.parse(ended.completedAt), Date.parse(ended.createdAt))
    assert.strictEqual(ended.duration, (Date.parse(ended.completedAt) - Date.parse(ended.createdAt)) / 1000)
    assert.deepStrictEqual(ended.data, [])
  })

  it("lists running crawls under both names", async () => {
    const api = serve()
    const { body: { id } } = await api.post("/v2/crawl", { url: "https://example.com/" })
    for (const path of ["/v2/crawl/active", "/v2/crawl/ongoing"]) {
      assert.deepStrictEqual((await api.get(path)).body.crawls.map((crawl: { id: string }) => crawl.id), [id], path)
    }
  })

  it("searches for developers by a query string", async () => {
    const { body, status } = await serve().get(
      "/v2/search/developer?query=effect&k=2&min_stars=5&types=doc,issue&types=readme"
    )
    assert.strictEqual(status, 200)
    assert.lengthOf(body.results, 2)
    assert.include(body.warning, "min_stars")
    assert.strictEqual((await serve().get("/v2/search/developer")).status, 400)
  })

  it("returns numbers that fit 32 bits", async () => {
    const api = serve()
    for (const path of ["/v2/concurrency-check", "/v2/team/queue-status", "/v2/team/credit-usage"]) {
      const { text } = await api.get(path)
      for (const [number] of text.matchAll(/\d{9,}/g)) assert.isBelow(Number(number), 2 ** 31, `${path}: ${text}`)
    }
  })

  it("rejects a waitFor above the timeout", async () => {
    const { body, status } = await serve().post("/v2/scrape", { url: "https://example.com/", waitFor: 70_000 })
    assert.strictEqual(status, 400)
    assert.include(body.error, "waitFor")
  })

  it("names the user who maps a site in the audit log", async () => {
    const { body, status } = await serve({ pages: { "https://example.com/": "<a href=/a>A</a>" } })
      .post("/v2/map", { url: "https://example.com/", auditMetadata: { username: "ada" } })
    assert.strictEqual(status, 200)
    assert.include(body.warning, "auditMetadata has no effect: requests of this team are not audited.")
  })

  it("reads compressed bodies up to the limit", async () => {
    const api = serve({}, { maxBodyBytes: 2000 })
    const packed = (value: unknown) =>
      api.send("POST", "/v2/search", {
        body: gzipSync(JSON.stringify(value)),
        headers: { "content-encoding": "gzip" }
      })
    assert.strictEqual((await packed({ query: "knots" })).status, 200)
    assert.strictEqual((await packed({ query: "knots", filler: "x".repeat(100_000) })).status, 413)
    const broken = await api.send("POST", "/v2/search", { body: "{}", headers: { "content-encoding": "gzip" } })
    assert.deepStrictEqual([broken.status, broken.body.code], [400, "BAD_REQUEST"])
    const unknown = await api.send("POST", "/v2/search", { body: "{}", headers: { "content-encoding": "zstd" } })
    assert.strictEqual(unknown.status, 400)
  })

  it("lists the methods of a path for OPTIONS", async () => {
    const { headers, status } = await serve().send("OPTIONS", "/v2/crawl/some-id")
    assert.strictEqual(status, 204)
    assert.strictEqual(headers.get("allow"), "OPTIONS, GET, DELETE")
    assert.isNull(headers.get("access-control-allow-origin"))
  })

  it("applies the policy and the user of an extraction to its pages", async () => {
    const request = { urls: ["https://example.com/"], schema: { type: "object" } }
    const api = serve({ teams: [{ id: "acme", keys: ["k"] }] })
    const key = { authorization: "Bearer k" }
    const refused = await api.post("/v2/extract", { ...request, threatProtection: { mode: "normal" } }, key)
    assert.strictEqual(refused.status, 403, refused.text)
    const { body } = await api.post("/v2/extract", { ...request, auditMetadata: { username: "ada" } }, key)
    assert.include(body.warning, "auditMetadata has no effect")
  })

  it("names an alternative for every unsupported part, if one exists", async () => {
    const paths = [
      "/v2/scrape/some-id",
      "/v2/support/ask",
      "/v2/search/gov?query=dunlin",
      "/v2/browser/1/execute"
    ]
    for (const path of paths) {
      const { body, status } = await serve().get(path)
      assert.deepStrictEqual([status, body.code], [501, "NOT_IMPLEMENTED"], path)
      assert.match(body.error, /^This server has no /, path)
    }
    const { body, status } = await serve().post("/v2/scrape", { alexandria: [{ provider: "a", capability: "b" }] })
    assert.deepStrictEqual([status, body.error], [
      501,
      "This server does not support `alexandria` (tools of other providers). To scrape a page, send `url`"
    ])
  })

  it("reads every option of parsers and formats that clients send, or warns", async () => {
    const seen: Array<unknown> = []
    const api = serve({
      scrape: ({ options, url }) => {
        seen.push(options.parsers, options.formats)
        return Effect.succeed({
          document: { metadata: { url } },
          usage: { outcome: "delivered" },
          warnings: [],
          text: ""
        })
      }
    })
    const pdf = { type: "pdf", mode: "auto", pages: true, blocks: true, pageMarkers: true, pageMarkdown: true }
    const { body, status } = await api.post("/v2/scrape", {
      url: "https://example.com/",
      parsers: [pdf, "image"],
      formats: ["rawBase64", { type: "deterministicJson", prompt: "price", schema: { type: "object" } }]
    })
    assert.strictEqual(status, 200, JSON.stringify(body))
    assert.deepStrictEqual(seen, [
      [pdf, { type: "image" }],
      [{ type: "rawBase64" }, { type: "json", prompt: "price", schema: { type: "object" }, deterministic: true }]
    ])
    assert.include(body.warning, "deterministicJson is returned as json")
  })
})
