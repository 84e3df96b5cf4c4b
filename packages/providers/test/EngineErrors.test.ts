import {
  Brave,
  Engines,
  JsonHttp,
  MediaWiki,
  OpenSearch,
  RecordReplay,
  SearchProvider,
  Searxng,
  StackExchange,
  You
} from "@dunlin/providers"
import { Query } from "@dunlin/query-operators"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import type { HttpClient } from "effect/http"
import { client, json } from "./replies.ts"

type Adapter = Layer.Layer<SearchProvider.SearchProvider, never, HttpClient.HttpClient>

/** Searches once, and returns the result, the URLs and the bodies that the adapter sent. */
const search = Effect.fnUntraced(function*(
  adapter: Adapter,
  reply: () => Response,
  question: Partial<SearchProvider.Question> & { readonly text?: string } = {}
) {
  const { layer, sent } = client(reply)
  const { text = "tide", ...rest } = question
  const result = yield* SearchProvider.SearchProvider.use((provider) =>
    provider.search({ source: "web", limit: 10, country: "US", ...rest, query: Query.parse(text).query })
  ).pipe(Effect.provide(Layer.provide(adapter, layer)), Effect.result)
  return {
    sent,
    reason: Result.isFailure(result) ? result.failure.reason._tag as string : "none",
    hits: Result.isSuccess(result) ? result.success.hits : [],
    warnings: Result.isSuccess(result) ? result.success.warnings : []
  }
})

const options = { apiKey: "k", retries: 0 }

describe("Brave", () => {
  const limited = (limit: string, remaining: string) =>
    search(
      Brave.layer(options),
      () =>
        json(
          "{\"error\":{\"code\":\"RATE_LIMITED\",\"detail\":\"Request rate limit exceeded for plan.\",\"status\":429}}",
          {
            status: 429,
            headers: { "x-ratelimit-limit": limit, "x-ratelimit-remaining": remaining }
          }
        )
    )

  it.effect("reads a monthly limit of 0 as no limit", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* limited("50, 0", "0, 0")).reason, "RateLimited")
      assert.strictEqual((yield* limited("1, 2000", "0, 0")).reason, "QuotaExceeded")
      assert.strictEqual((yield* limited("1, 2000", "0, 12")).reason, "RateLimited")
    }))

  it.effect("reports a rejected key that Brave returns with status 422", () =>
    Effect.gen(function*() {
      const refused = (code: string) =>
        search(Brave.layer(options), () =>
          json(`{"type":"ErrorResponse","error":{"code":"${code}","detail":"Refused.","status":422}}`, { status: 422 }))
      assert.strictEqual((yield* refused("SUBSCRIPTION_TOKEN_INVALID")).reason, "Unauthorized")
      assert.strictEqual((yield* refused("VALIDATION")).reason, "InvalidRequest")
    }))
})

describe("SearXNG", () => {
  const categories = (adapter: Adapter) =>
    Effect.map(
      search(adapter, () => json("{\"results\":[]}")),
      ({ sent }) => sent[0]!.searchParams.get("categories")
    )

  it.effect("sends no category with a list of engines, because the instance would add the category's engines", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* categories(Searxng.layer({ engines: ["mojeek"] })), null)
      assert.strictEqual(yield* categories(Searxng.layer({ engines: ["mojeek"], category: "it" })), "it")
      assert.strictEqual(yield* categories(Searxng.layer({ engines: [] })), "general")
    }))
})

describe("SerpApi", () => {
  it.effect("reports an account without searches as an exceeded quota", () =>
    Effect.gen(function*() {
      const refused = (error: string) =>
        search(JsonHttp.layer(Engines.serpApi, options), () => json(JSON.stringify({ error }), { status: 429 }))
      assert.strictEqual((yield* refused("Your account has run out of searches.")).reason, "QuotaExceeded")
      assert.strictEqual(
        (yield* refused("Your account has exceeded the hourly throughput limit.")).reason,
        "RateLimited"
      )
    }))
})

describe("StackExchange", () => {
  it.effect("reads the cause of an error from its id, because the status is always 400", () =>
    Effect.gen(function*() {
      const reason = (id: number) =>
        Effect.map(
          search(StackExchange.layer(options), () => json(`{"error_id":${id},"error_message":"m"}`, { status: 400 })),
          (answer) => answer.reason
        )
      assert.strictEqual(yield* reason(400), "InvalidRequest")
      assert.strictEqual(yield* reason(403), "Unauthorized")
      assert.strictEqual(yield* reason(405), "Unauthorized")
      assert.strictEqual(yield* reason(500), "Unavailable")
      assert.strictEqual(yield* reason(503), "Unavailable")
    }))
})

describe("MediaWiki", () => {
  it.effect("reports a wiki that is busy, has failed or is private", () =>
    Effect.gen(function*() {
      const reason = (code: string) =>
        Effect.map(
          search(MediaWiki.layer({ retries: 0 }), () => json(JSON.stringify({ error: { code, info: "i" } }))),
          (answer) => answer.reason
        )
      assert.strictEqual(yield* reason("cirrussearch-too-busy-error"), "Unavailable")
      assert.strictEqual(yield* reason("cirrussearch-backend-error"), "Unavailable")
      assert.strictEqual(yield* reason("internal_api_error_DBQueryError"), "Unavailable")
      assert.strictEqual(yield* reason("readapidenied"), "Unauthorized")
      assert.strictEqual(yield* reason("cirrussearch-query-too-long"), "InvalidRequest")
    }))
})

describe("OpenSearch", () => {
  const found = (part: object) =>
    search(
      OpenSearch.layer({ retries: 0, apiUrl: "http://search.example:9200/docs" }),
      () =>
        json(JSON.stringify({ hits: { hits: [{ _source: { url: "https://a.example/", title: "Tide" } }] }, ...part }))
    )

  it.effect("warns if a shard failed or the search timed out", () =>
    Effect.gen(function*() {
      const whole = yield* found({ timed_out: false, _shards: { total: 5, successful: 5, skipped: 0, failed: 0 } })
      assert.deepStrictEqual(whole.warnings, [])
      const partial = yield* found({ timed_out: false, _shards: { total: 5, successful: 3, skipped: 0, failed: 2 } })
      assert.strictEqual(partial.hits.length, 1)
      assert.deepStrictEqual(partial.warnings, [
        "OpenSearch could not search 2 of 5 shards, so results are incomplete."
      ])
      const late = yield* found({ timed_out: true })
      assert.deepStrictEqual(late.warnings, ["OpenSearch timed out, so results are incomplete."])
    }))
})

describe("You.com", () => {
  const sentBody = Effect.fnUntraced(function*(text: string, country: string) {
    const bodies: Array<Record<string, unknown>> = []
    const layer = RecordReplay.layerFixed(({ body }) => {
      bodies.push(JSON.parse(body) as Record<string, unknown>)
      return {
        status: 200,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ results: { web: [] } })
      }
    })
    const { warnings } = yield* SearchProvider.SearchProvider.use((provider) =>
      provider.search({ source: "web", limit: 10, country, query: Query.parse(text).query })
    ).pipe(Effect.provide(Layer.provide(You.layer(options), layer)))
    return { body: bodies[0]!, warnings }
  })

  it.effect("sends no country that You.com would reject", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* sentBody("tide", "JP")).body["country"], "JP")
      const other = yield* sentBody("tide", "IE")
      assert.notProperty(other.body, "country")
      assert.deepStrictEqual(other.warnings, ["You.com has no index for IE; all countries were searched."])
    }))

  it.effect("sends only one list of domains, because You.com rejects two", () =>
    Effect.gen(function*() {
      const { body } = yield* sentBody("tide site:a.example -site:b.a.example", "US")
      assert.deepStrictEqual(body["include_domains"], ["a.example"])
      assert.notProperty(body, "exclude_domains")
    }))
})
