import { ApiError, AuditLog, CrawlPlanner, ModelCrawlPlanner, ResearchIndex, SqliteAuditLog } from "@dunlin/http-api"
import { assert, describe, it } from "@effect/vitest"
import { Console, Effect, Layer, Logger, Metric, Ref } from "effect"
import { LanguageModel } from "effect/ai"
import { TestClock } from "effect/testing"
import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll } from "vitest"
import { until } from "../../common/test/until.ts"
import { serve } from "./stub.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-ports-"))
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 5 }))

/** Lets threads answer, whatever the clock of the test says. */
const turn = TestClock.withLive(Effect.sleep("5 millis"))

/** A model that always says the same. */
const says = (text: string) =>
  ModelCrawlPlanner.layer.pipe(Layer.provide(Layer.effect(
    LanguageModel.LanguageModel,
    LanguageModel.make({
      generateText: () =>
        Effect.succeed([
          { type: "text", text },
          {
            type: "finish",
            reason: "stop",
            usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
            response: undefined
          }
        ] as never),
      streamText: () => {
        throw new Error("not used")
      }
    })
  )))

const nothing = {
  includePaths: null,
  excludePaths: null,
  maxDiscoveryDepth: null,
  crawlEntireDomain: null,
  allowExternalLinks: null,
  allowSubdomains: null,
  sitemap: null,
  ignoreQueryParameters: null,
  deduplicateSimilarURLs: null,
  delay: null,
  limit: null
}

describe("ModelCrawlPlanner", () => {
  it("returns the options of the model's response, and ignores the rest", async () => {
    const server = serve({ ports: says(JSON.stringify({ ...nothing, includePaths: ["^/blog/.*$"], limit: 20 })) })
    const { body, status } = await server.post("/v2/crawl/params-preview", {
      url: "https://example.com/",
      prompt: "twenty posts of the blog"
    })
    assert.strictEqual(status, 200)
    assert.deepStrictEqual(body, {
      success: true,
      data: { url: "https://example.com/", includePaths: ["^/blog/.*$"], limit: 20 }
    })
  })

  it("fails with a typed error for an invalid response of the model", async () => {
    const { body, status } = await serve({ ports: says("I would rather not") })
      .post("/v2/crawl/params-preview", { url: "https://example.com/", prompt: "anything" })
    assert.strictEqual(status, 500)
    assert.deepInclude(body, {
      success: false,
      code: "UNKNOWN_ERROR",
      error: "The language model returned no usable response"
    })
  })
})

describe("a server without a model", () => {
  const hint = "whoever runs it can set MODEL"
  const urls = ["https://example.com/"]

  it("rejects crawls and extractions that need a model, before a job exists", async () => {
    const server = serve({ ports: CrawlPlanner.layerNone(hint) })
    for (const [path, body] of [["extract", { urls }], ["crawl", { url: urls[0] }]] as const) {
      const { body: answer, status } = await server.post(`/v2/${path}`, { ...body, prompt: "the price" })
      assert.deepStrictEqual([status, answer.code], [501, "MODEL_NOT_CONFIGURED"], path)
      assert.include(answer.error, hint)
    }
    assert.deepStrictEqual((await server.get("/v2/crawl/active")).body.crawls, [])
  })

  it("accepts extractions that a page can answer, and those of a server with unknown models", async () => {
    const schema = { type: "object", properties: { sku: { type: "string" } } }
    const lacking = serve({ ports: CrawlPlanner.layerNone(hint) })
    for (const body of [{ urls, schema }, { urls, schema, prompt: "the number" }]) {
      assert.strictEqual((await lacking.post("/v2/extract", body)).status, 200)
    }
    assert.strictEqual((await serve().post("/v2/extract", { urls, prompt: "the price" })).status, 200)
  })
})

describe("ResearchIndex", () => {
  it("receives the query string", async () => {
    const asked: Array<unknown> = []
    const paper = { paperId: "1", primaryId: "doi:1", ids: { doi: ["1"] }, title: "A", abstract: "B", score: 1 }
    const server = serve({
      ports: Layer.succeed(ResearchIndex.ResearchIndex, {
        search: (request) =>
          Effect.sync(() => {
            asked.push(request)
            return { papers: [paper], warnings: ["One source was silent."] }
          })
      })
    })
    const { body } = await server.get(
      "/v2/search/research/papers?query=attention&k=3&authors=Ada%20L,Grace%20H&authors=Alan%20T&from=2020-01-01"
    )
    assert.deepStrictEqual(body, { success: true, results: [paper], warning: "One source was silent." })
    assert.deepStrictEqual(asked, [
      { query: "attention", k: 3, authors: ["Ada L", "Grace H", "Alan T"], categories: [], from: "2020-01-01" }
    ])
    assert.deepInclude((await server.get("/v2/search/research/papers/1")).body, {
      code: "NOT_IMPLEMENTED",
      error: "This server's research index does not support lookup by id"
    })
    const told = async (query: string) => {
      const { body, status } = await server.get(`/v2/search/research/papers?query=x&${query}`)
      return [status, body.error ?? body.warning]
    }
    assert.deepStrictEqual(await told("limit=0"), [400, "limit: expected an integer from 1 to 500, got 0"])
    assert.deepStrictEqual(await told("k=0&limit=5"), [400, "k: expected an integer from 1 to 500, got 0"])
    assert.deepStrictEqual(await told("author=Ada"), [400, "author: unknown key; did you mean authors?"])
    assert.deepStrictEqual(await told("journal=Nature"), [
      200,
      "Unknown option is ignored: journal. One source was silent."
    ])
  })
})

const event: AuditLog.AuditEvent = {
  at: "2026-01-01T00:00:00.000Z",
  requestId: "r",
  team: "acme",
  action: "search",
  status: 200,
  retention: "standard",
  query: "effect",
  milliseconds: 3
}

describe("AuditLog", () => {
  it.effect("stores the newest events in memory", () =>
    Effect.gen(function*() {
      const log = yield* AuditLog.AuditLog
      for (const requestId of ["1", "2", "3"]) yield* log.record({ ...event, requestId })
      const events = yield* Ref.get(yield* AuditLog.AuditEvents)
      assert.deepStrictEqual(events.map((one) => one.requestId), ["2", "3"])
    }).pipe(Effect.provide(AuditLog.layerMemory({ limit: 2 }))))

  it.effect("writes JSON lines", () =>
    Effect.gen(function*() {
      const lines: Array<string> = []
      const console = { ...globalThis.console, log: (line: string) => void lines.push(line) }
      yield* Effect.provide(
        Effect.flatMap(AuditLog.AuditLog, (log) => log.record(event)),
        AuditLog.layerJson
      ).pipe(Effect.provideService(Console.Console, console))
      assert.deepStrictEqual(lines.map((line) => JSON.parse(line)), [{ audit: event }])
    }))

  it.effect("logs events that cannot be written, and lets the request continue", () =>
    Effect.gen(function*() {
      const file = join(folder, "dropped.sqlite")
      const logs: Array<string> = []
      yield* Effect.gen(function*() {
        const log = yield* AuditLog.AuditLog
        const database = new DatabaseSync(file)
        database.exec("DROP TABLE audit_events")
        database.close()
        yield* log.record(event)
        yield* log.record(event)
      }).pipe(
        Effect.provide(SqliteAuditLog.layer({ file })),
        Effect.provide(Logger.layer([Logger.make(({ message }) => void logs.push(String(message)))]))
      )
      assert.lengthOf(logs, 1)
      assert.match(logs[0]!, /^Audit events are being lost: 2 cannot be written at shutdown/)
    }))

  it.effect("buffers events while another process locks the file, and counts lost ones", () =>
    Effect.gen(function*() {
      const file = join(folder, "busy.sqlite")
      const logs: Array<string> = []
      const lost = Effect.map(
        Metric.snapshot,
        (metrics) => metrics.find(({ id }) => id === "dunlin_audit_events_lost_total")?.state
      )
      const ids = () => {
        const database = new DatabaseSync(file)
        const rows = database.prepare("SELECT event FROM audit_events ORDER BY seq").all() as Array<{ event: string }>
        database.close()
        return rows.map((row) => Number(JSON.parse(row.event).requestId))
      }
      yield* Effect.gen(function*() {
        const log = yield* AuditLog.AuditLog
        const record = (from: number, to: number) =>
          Effect.forEach(
            Array.from({ length: to - from }, (_, at) => String(from + at)),
            (requestId) => log.record({ ...event, requestId })
          )
        const holder = new DatabaseSync(file)
        holder.exec("BEGIN IMMEDIATE")
        // every event is taken at once, and the file has none of them
        yield* record(0, 5)
        yield* Effect.yieldNow
        assert.deepStrictEqual([logs, ids()], [[], []])
        yield* record(5, 8)
        assert.deepStrictEqual(logs, [
          "Audit events are being lost: the queue is full, because the file cannot be written"
        ])
        assert.deepInclude(yield* lost, { count: 3 })
        holder.exec("ROLLBACK")
        holder.close()
        // The thread waits for the lock, and a pause follows each try.
        yield* TestClock.withLive(until(() => ids().length === 5)).pipe(
          Effect.race(Effect.forever(Effect.andThen(TestClock.adjust("1 second"), turn)))
        )
        assert.deepStrictEqual(ids(), [0, 1, 2, 3, 4])
        while (logs.length < 2) yield* turn
        assert.deepStrictEqual(logs.slice(1), ["Writing audit events works again; 3 events were lost in the meantime"])
        yield* record(8, 10)
      }).pipe(
        Effect.provide(SqliteAuditLog.layer({ file, capacity: 5 })),
        Effect.provide(Logger.layer([Logger.make(({ message }) => void logs.push(String(message)))])),
        Effect.provideService(Metric.MetricRegistry, new Map())
      )
      // what was recorded just before the end is there, too
      assert.deepStrictEqual(ids().slice(-2), [8, 9])
    }))

  it.effect("deletes exactly the events past their retention", () =>
    Effect.gen(function*() {
      const file = join(folder, "old.sqlite")
      const day = 86_400_000
      const at = (days: number) => new Date(days * day).toISOString()
      const days = () => {
        const database = new DatabaseSync(file)
        const rows = database.prepare("SELECT at FROM audit_events ORDER BY seq").all() as Array<{ at: string }>
        database.close()
        return rows.map((row) => Date.parse(row.at) / day)
      }
      const layer = SqliteAuditLog.layer({ file, retention: "30 days" })
      yield* TestClock.adjust(40 * day)
      yield* Effect.gen(function*() {
        const log = yield* AuditLog.AuditLog
        for (let index = 0; index < 2400; index++) yield* log.record({ ...event, at: at(index / 50) })
        yield* TestClock.withLive(until(() => days().length === 2400))
        yield* TestClock.adjust("10 minutes")
        yield* TestClock.withLive(until(() => days()[0]! > 10))
        assert.strictEqual(days().length, 1899)
      }).pipe(Effect.provide(layer))
    }))

  it.effect("writes to a file that only its owner can read and that cannot be changed", () =>
    Effect.gen(function*() {
      const file = join(folder, "audit.sqlite")
      yield* Effect.provide(
        Effect.flatMap(AuditLog.AuditLog, (log) => log.record(event)),
        SqliteAuditLog.layer({ file })
      )
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      const database = new DatabaseSync(file)
      const rows = database.prepare("SELECT event FROM audit_events").all() as Array<{ event: string }>
      assert.deepStrictEqual(rows.map((row) => JSON.parse(row.event)), [event])
      assert.throws(() => database.exec("UPDATE audit_events SET team = 'other'"), /append-only/)
      database.close()
      const failed = yield* Effect.flip(
        Effect.provide(AuditLog.AuditLog, SqliteAuditLog.layer({ file: join(folder, "no", "file") }))
      )
      assert.include(failed.message, "cannot be opened")
    }))

  it("records one event per request of a team with the audit log on", async () => {
    const events: Array<AuditLog.AuditEvent> = []
    const server = serve({
      audit: Layer.succeed(AuditLog.AuditLog, { record: (event) => Effect.sync(() => void events.push(event)) }),
      teams: [
        { id: "seen", keys: ["s"], audit: true, credits: 1, features: { zdr: true } },
        { id: "unseen", keys: ["u"] }
      ]
    })
    const as = (key: string) => ({ authorization: `Bearer ${key}` })
    await server.post("/v2/search", { query: "effect" }, as("u"))
    await server.post("/v2/search", {
      query: "effect",
      limit: 3,
      scrapeOptions: { auditMetadata: { username: "ada" }, formats: ["markdown"] }
    }, as("s"))
    await server.post("/v2/search", { query: "secret", enterprise: ["zdr"] }, as("s"))
    await server.post("/v2/scrape", { url: "https://example.com/", auditMetadata: { username: "ada" } }, as("s"))
    await server.post("/v2/scrape", { url: "https://example.com/", lockdown: true }, as("s"))
    await server.post("/v2/search", { query: "" }, as("s"))
    await server.get("/v2/team/credit-usage", as("s"))
    assert.deepStrictEqual(
      events.map(({ action, at: _at, milliseconds: _milliseconds, requestId: _requestId, team, ...rest }) => ({
        action,
        team,
        ...rest
      })),
      [
        {
          action: "search",
          team: "seen",
          status: 200,
          retention: "standard",
          username: "ada",
          results: 3,
          credits: 2,
          query: "effect"
        },
        { action: "search", team: "seen", status: 200, retention: "zdr", results: 10, credits: 2 },
        {
          action: "scrape",
          team: "seen",
          status: 402,
          retention: "standard",
          username: "ada",
          code: "PAYMENT_REQUIRED",
          url: "https://example.com/"
        },
        { action: "scrape", team: "seen", status: 402, retention: "lockdown", code: "PAYMENT_REQUIRED" },
        { action: "search", team: "seen", status: 400, retention: "standard", code: "BAD_REQUEST" }
      ]
    )
  })

  it("names the user of each job and page", async () => {
    const events: Array<AuditLog.AuditEvent> = []
    const server = serve({
      audit: Layer.succeed(AuditLog.AuditLog, { record: (event) => Effect.sync(() => void events.push(event)) }),
      teams: [{ id: "seen", keys: ["s"], audit: true }]
    })
    const url = "https://example.com/"
    const auditMetadata = { username: "ada" }
    const schema = { type: "object", properties: { title: { type: "string" } } }
    const authorization = "Bearer s"
    await server.post("/v2/batch/scrape", { urls: [url], auditMetadata }, { authorization })
    await server.post("/v2/crawl", { url, limit: 1, scrapeOptions: { auditMetadata } }, { authorization })
    await server.post("/v2/extract", { urls: [url], schema, scrapeOptions: { auditMetadata } }, { authorization })
    assert.deepStrictEqual(events.map(({ action, username }) => [action, username]), [
      ["batch", "ada"],
      ["crawl", "ada"],
      ["extract", "ada"]
    ])
  })
})

it("ApiError states whether a retry can help", () => {
  assert.isTrue(ApiError.make("RATE_LIMITED", "x").isRetryable)
  assert.isFalse(ApiError.make("BAD_REQUEST", "x").isRetryable)
})
