import { Api, ResearchIndex, Server } from "@dunlin/http-api"
import { ScrapeError } from "@dunlin/pipeline"
import type { SearchTask } from "@dunlin/pipeline/Searcher"
import { SearchRequest } from "@dunlin/schema"
import { NodeHttpClient, NodeHttpServer } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Firecrawl } from "@mendable/firecrawl-js"
import { Deferred, Effect, Layer, Logger } from "effect"
import { HttpServer } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { createServer } from "node:http"
import { answer, services, type Stub } from "./stub.ts"

/** The API on a port of this machine; the client is the one that programs of the contract use. */
const connect = (stub: Stub = {}) =>
  Effect.gen(function*() {
    const context = yield* Layer.build(
      Server.layer().pipe(
        Layer.provide(services(stub)),
        Layer.provideMerge(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 })),
        Layer.provideMerge(Logger.layer([]))
      )
    )
    const { address } = yield* Effect.provide(HttpServer.HttpServer, context)
    return HttpServer.formatAddress(address)
  })

const sdk = (stub: Stub = {}, apiKey = "key") =>
  Effect.map(connect(stub), (apiUrl) => new Firecrawl({ apiUrl, apiKey }))

const failure = (call: () => Promise<unknown>) =>
  Effect.promise(() =>
    call().then(
      () => assert.fail("did not fail"),
      (error: { message: string; status: number; code: string; details: unknown }) => error
    )
  )

describe("@mendable/firecrawl-js", () => {
  it.effect("searches", () =>
    Effect.gen(function*() {
      const client = yield* sdk()
      const { web } = yield* Effect.promise(() =>
        client.search("effect", { limit: 3, scrapeOptions: { formats: ["markdown"] } })
      )
      assert.deepStrictEqual(web?.map((hit) => "url" in hit ? hit.url : undefined), [
        "https://example.com/0",
        "https://example.com/1",
        "https://example.com/2"
      ])
    }))

  it.effect("searches for developers", () =>
    Effect.gen(function*() {
      const client = yield* sdk()
      const { results } = yield* Effect.promise(() => client.developerSearch("effect", { k: 2 }))
      assert.deepStrictEqual(results.map(({ id, url }) => [id, url]), [
        ["https://example.com/0", "https://example.com/0"],
        ["https://example.com/1", "https://example.com/1"]
      ])
      const found = yield* Effect.promise(() =>
        client.developerSearch("effect", { types: ["issue"], repos: ["effect-ts/effect"], minStars: 5 })
      )
      assert.deepStrictEqual(found.results, [])
      assert.include((found as { readonly warning?: string }).warning, "min_stars")
      const refused = yield* failure(() => client.developerSearch("effect", { repos: ["no name"] }))
      assert.deepStrictEqual([refused.status, refused.code], [400, "BAD_REQUEST"])
    }))

  it.effect("requests as many developer results as are returned", () =>
    Effect.gen(function*() {
      const asked: Array<SearchTask> = []
      const client = yield* sdk({
        search: (task) => {
          asked.push(task)
          const { data, ...rest } = answer(task)
          const web = [{
            url: "https://github.com/Effect-TS/effect/issues/1",
            title: "An issue",
            description: "First … second … third",
            position: 1
          }]
          return Effect.succeed({ ...rest, data: { ...data, web } })
        }
      })
      const { results } = yield* Effect.promise(() =>
        client.developerSearch("a stream \"hangs", { k: 4, passages: 2, types: ["issue"], repos: ["effect-ts/effect"] })
      )
      assert.deepStrictEqual(results[0]?.passages?.map(({ text }) => text), ["First", "second … third"])
      const [task] = asked
      assert.strictEqual(task?.request.limit, 4)
      assert.strictEqual(task?.request.query, "(site:github.com/effect-ts/effect) a stream \"hangs")
      assert.deepStrictEqual(
        ["EFFECT-TS/effect/issues/1", "effect-ts/effect/pull/1", "effect-ts/effectful/issues/1"].map((path) =>
          task?.condition?.holds(`https://github.com/${path}`)
        ),
        [true, false, false]
      )
    }))

  it.effect("reads papers and related papers", () =>
    Effect.gen(function*() {
      const paper = {
        paperId: "openalex:W1",
        ids: { doi: ["10.1000/182"] },
        title: "Knots",
        abstract: "They fly.",
        url: "https://doi.org/10.1000/182"
      }
      const client = yield* sdk({
        scrape: ({ options, url }) =>
          Effect.succeed({
            document: { highlights: `${url} of ${options.formats[0]?.type}\nAnd more`, metadata: { statusCode: 200 } },
            usage: { outcome: "delivered" },
            warnings: [],
            text: ""
          }),
        ports: Layer.succeed(ResearchIndex.ResearchIndex, {
          search: () => Effect.succeed({ papers: [], warnings: [] }),
          find: (id) => Effect.succeed(id === "doi:10.1000/182" ? paper : undefined),
          similar: (id, { intent, mode }) =>
            Effect.succeed({
              papers: [{ ...paper, primaryId: `${mode} ${id}`, abstract: intent, score: 1 }],
              poolSize: 9,
              warnings: []
            })
        })
      })
      const { research } = client
      const found = yield* Effect.promise(() => research.getPaper("doi:10.1000/182"))
      assert.strictEqual(found.paper.ids?.["doi"]?.[0], "10.1000/182")
      const read = yield* Effect.promise(() => research.getPaper("doi:10.1000/182", { query: "flight", k: 1 }))
      assert.deepStrictEqual(read.passages, [{ text: "https://doi.org/10.1000/182 of highlights", score: 1 }])
      const near = yield* Effect.promise(() => research.similarPapers("1", { intent: "flight", mode: "citers", k: 5 }))
      assert.deepStrictEqual([near.poolSize, near.results[0]?.primaryId], [9, "citers 1"])
      const missing = yield* failure(() => research.getPaper("2"))
      assert.strictEqual(missing.status, 404)
      const elsewhere = yield* failure(() => research.searchGithub("stream hangs"))
      assert.strictEqual(elsewhere.status, 501)
      assert.include(elsewhere.message, "/v2/search/developer finds issues and repositories")
    }))

  it.effect("searches with version 1", () =>
    Effect.gen(function*() {
      const client = yield* sdk()
      const { data } = yield* Effect.promise(() => client.v1.search("effect", { limit: 2 }))
      assert.strictEqual(data.length, 2)
    }))

  it.effect("scrapes", () =>
    Effect.gen(function*() {
      const client = yield* sdk()
      const document = yield* Effect.promise(() => client.scrape("https://example.com/", { formats: ["markdown"] }))
      assert.strictEqual(document.markdown, "# Page")
      assert.strictEqual(document.metadata?.statusCode, 200)
    }))

  it.effect("reads the credits", () =>
    Effect.gen(function*() {
      const client = yield* sdk({ teams: [{ id: "a", keys: ["key"], credits: 12 }] })
      const usage = yield* Effect.promise(() => client.getCreditUsage())
      assert.deepInclude(usage, { remainingCredits: 12, planCredits: 12 })
    }))

  it.effect("creates, changes, runs and deletes a monitor", () =>
    Effect.gen(function*() {
      const client = yield* sdk()
      const created = yield* Effect.promise(() =>
        client.createMonitor({
          name: "Prices",
          schedule: { text: "hourly", timezone: "Asia/Tokyo" },
          targets: [{ type: "scrape", urls: ["https://example.com/"] }, { type: "search", queries: ["tariffs"] }],
          webhook: { url: "https://receiver.example/", events: ["monitor.page"] }
        })
      )
      assert.strictEqual(created.schedule.cron, "0 * * * *")
      const [listed] = yield* Effect.promise(() => client.listMonitors({ limit: 5 }))
      assert.strictEqual(listed?.id, created.id)
      const paused = yield* Effect.promise(() => client.updateMonitor(created.id, { status: "paused" }))
      assert.strictEqual(paused.status, "paused")
      const check = yield* Effect.promise(() => client.runMonitor(created.id))
      const checks = yield* Effect.promise(() => client.listMonitorChecks(created.id, { limit: 5 }))
      assert.deepStrictEqual(checks.map(({ id }) => id), [check.id])
      const detail = yield* Effect.promise(() => client.getMonitorCheck(created.id, check.id))
      assert.deepStrictEqual([detail.pages, detail.summary.totalPages], [[], 0])
      assert.strictEqual((yield* Effect.promise(() => client.getMonitor(created.id))).currentCheckId, check.id)
      assert.isTrue(yield* Effect.promise(() => client.deleteMonitor(created.id)))
    }))

  it.effect("reads the account in version 1", () =>
    Effect.gen(function*() {
      const { v1 } = yield* sdk({ teams: [{ id: "a", keys: ["key"], credits: 12, maxConcurrent: 3 }] })
      const usage = yield* Effect.promise(() => v1.getCreditUsage())
      assert.deepInclude("data" in usage ? usage.data : usage, { remaining_credits: 12, plan_credits: 12 })
      const status = yield* Effect.promise(() => v1.getQueueStatus())
      assert.deepInclude(status, { success: true, jobsInQueue: 0, maxConcurrency: 3 })
      for (const call of [() => v1.getTokenUsage(), () => v1.getCreditUsageHistorical()]) {
        assert.include((yield* failure(call)).message, "501")
      }
    }))

  it.effect("reads the number of running jobs", () =>
    Effect.gen(function*() {
      const started = yield* Deferred.make<void>()
      const ending = yield* Deferred.make<never, ScrapeError.ScrapeError>()
      const client = yield* sdk({
        teams: [{ id: "a", keys: ["key"], maxConcurrent: 3 }],
        scrape: () => Effect.andThen(Deferred.succeed(started, undefined), Deferred.await(ending))
      })
      const scraped = client.scrape("https://example.com/").catch(() => undefined)
      yield* Deferred.await(started)
      const status = yield* Effect.promise(() => client.getQueueStatus())
      assert.deepInclude(status, { activeJobsInQueue: 1, maxConcurrency: 3 })
      yield* Deferred.fail(ending, ScrapeError.make(new ScrapeError.NoCachedData()))
      yield* Effect.promise(() => scraped)
    }))

  it.effect("maps every kind of error", () =>
    Effect.gen(function*() {
      const apiUrl = yield* connect({
        scrape: () => Effect.fail(ScrapeError.make(new ScrapeError.NoCachedData())),
        teams: [{ id: "a", keys: ["key"], rateLimitPerMinute: 2 }]
      })
      const client = new Firecrawl({ apiUrl, apiKey: "key" })
      const unknown = yield* failure(() => new Firecrawl({ apiUrl, apiKey: "other" }).search("x"))
      assert.deepInclude(unknown, { status: 401, code: "UNAUTHORIZED", message: "Unauthorized: Invalid token" })
      const invalid = yield* failure(() => client.search("x", { limit: 1000 }))
      assert.deepInclude(invalid, {
        status: 400,
        code: "BAD_REQUEST",
        message: "limit: expected an integer from 1 to 100, got 1000"
      })
      assert.isArray(invalid.details)
      const missing = yield* failure(() => client.scrape("https://example.com/", { minAge: 1 }))
      assert.deepInclude(missing, { status: 404, code: "SCRAPE_NO_CACHED_DATA" })
      const limited = yield* failure(() => client.search("x"))
      assert.deepInclude(limited, { status: 429, code: "RATE_LIMITED" })
      assert.hasAllKeys(limited.details, ["retryAfterSeconds"])
    }))

  it.effect("needs no key on an open server", () =>
    Effect.gen(function*() {
      const apiUrl = yield* connect()
      const { web } = yield* Effect.promise(() => new Firecrawl({ apiUrl }).search("effect"))
      assert.strictEqual(web?.length, 10)
    }))
})

describe("HttpApiClient", () => {
  it.effect("is generated from the description, and matches the server", () =>
    Effect.gen(function*() {
      const baseUrl = yield* connect()
      const client = yield* HttpApiClient.make(Api.Api, { baseUrl })
      const { request } = yield* SearchRequest.decode({ query: "effect", limit: 2 })
      const found = yield* client.search.search({ payload: request })
      assert.strictEqual(found.data.web?.length, 2)
      const { data } = yield* client.search.locations()
      assert.isAbove(data.length, 200)
      const usage = yield* client.team.creditUsage()
      assert.isTrue(usage.success)
    }).pipe(Effect.provide(NodeHttpClient.layerUndici)))
})
