import { SearchProvider, Searxng } from "@dunlin/providers"
import { Query } from "@dunlin/query-operators"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer, Option } from "effect"
import { needing } from "../../common/test/components.ts"
import * as Searx from "./searx.ts"

const provider = (options?: Searxng.Options) =>
  Layer.unwrap(Effect.map(Searx.Searx, ({ url }) => Searxng.layer({ apiUrl: url, retries: 0, ...options })))

const search = (query: string, extra: Partial<SearchProvider.Question> = {}, options?: Searxng.Options) =>
  SearchProvider.SearchProvider.use((service) =>
    service.search({ source: "web", limit: 10, country: "US", ...extra, query: Query.parse(query).query })
  ).pipe(Effect.provide(Layer.provide(provider(options), NodeHttpClient.layerUndici)))

const reason = (exit: Exit.Exit<unknown, unknown>): string | undefined =>
  Exit.isFailure(exit)
    ? (Option.getOrUndefined(Cause.findErrorOption(exit.cause)) as { readonly reason: { readonly _tag: string } })
      ?.reason._tag
    : undefined

describe("Searxng", needing("searx"), () => {
  it.layer(Searx.layer, { timeout: "10 minutes", excludeTestServices: true })("Searxng with Debian's searx", (it) => {
    it.effect("requests pages until the limit, and stops at the end", () =>
      Effect.gen(function*() {
        const twenty = yield* search("document", { limit: 25 })
        assert.strictEqual(twenty.hits.length, 25)
        assert.strictEqual(new Set(twenty.hits.map((hit) => hit.url)).size, 25)
        assert.deepStrictEqual(twenty.hits.map((hit) => hit.position), Array.from({ length: 25 }, (_, at) => at + 1))
        const all = yield* search("document", { limit: 100 })
        assert.strictEqual(all.hits.length, 57)
      }))

    it.effect("reads web, news and images", () =>
      Effect.gen(function*() {
        const [web] = (yield* search("streams")).hits
        assert.match(web?.source === "web" ? web.publishedAt ?? "" : "", /^\d{4}-\d{2}-\d{2}T/)
        assert.strictEqual(web?.source === "web" ? web.description : "", "Body of document 1.")
        const [news] = (yield* search("streams", { source: "news" })).hits
        assert.strictEqual(news?.source === "news" ? news.imageUrl : "", "https://images.example/1.png")
        const [image] = (yield* search("streams", { source: "images" })).hits
        assert.deepStrictEqual(image, {
          source: "images",
          url: "https://host1.example/page/1",
          title: "Doc 1 about streams",
          imageUrl: "https://images.example/1.png",
          imageWidth: 641,
          imageHeight: 480,
          position: 1
        })
      }))

    it.effect("filters by time, safe search, and country", () =>
      Effect.gen(function*() {
        const week = yield* search("document", { limit: 100, time: { range: { unit: "week", count: 1 } } })
        assert.strictEqual(week.hits.length, 3)
        // The instance knows no fortnight; it is asked for a month and the rest is left out by date.
        const fortnight = yield* search("document", { limit: 100, time: { range: { unit: "week", count: 2 } } })
        assert.strictEqual(fortnight.hits.length, 5)
        const safe = yield* search("document", { limit: 100, safe: true })
        assert.strictEqual(safe.hits.length, 52)
        const german = yield* search("document", { limit: 100, country: "DE" })
        assert.strictEqual(german.hits.length, 12)
      }))

    it.effect("applies operators that the engine ignores", () =>
      Effect.gen(function*() {
        const site = yield* search("document site:host3.example", { limit: 100 })
        assert.isTrue(site.hits.length >= 8)
        assert.isTrue(site.hits.every((hit) => new URL(hit.url).hostname === "host3.example"))
        const without = yield* search("document -fibers", { limit: 100 })
        assert.isTrue(without.hits.length > 20 && without.hits.every((hit) => !hit.title.includes("fibers")))
      }))

    it.effect("sends a SearXNG command as a word", () =>
      Effect.gen(function*() {
        const { asked } = yield* Searx.Searx
        for (const [at, command] of ["!!g", "!xnew", ":de", "<3"].entries()) {
          yield* search(`${command} command${at}`)
          // Other tests ask at the same time.
          const entry = asked.find(({ q }) => q.includes(`command${at}`))
          assert.strictEqual(entry?.path, "/api/general", command)
          assert.strictEqual(entry?.language, "all", command)
        }
      }))

    it.effect("reports a failing engine as an error, and as a warning if SearXNG pauses it silently", () =>
      Effect.gen(function*() {
        assert.strictEqual(reason(yield* Effect.exit(search("x", {}, { category: "failing" }))), "Unavailable")
        assert.strictEqual(reason(yield* Effect.exit(search("x", {}, { category: "limited" }))), "RateLimited")
        // The second call of one adapter gets 200 and an empty list, because the engine is suspended.
        const twice = SearchProvider.SearchProvider.use((service) => {
          const question: SearchProvider.Question = {
            source: "web",
            limit: 10,
            country: "US",
            query: Query.parse("x").query
          }
          return Effect.all([Effect.exit(service.search(question)), Effect.exit(service.search(question))])
        }).pipe(Effect.provide(Layer.provide(provider({ category: "paused" }), NodeHttpClient.layerUndici)))
        const [first, second] = yield* twice
        assert.strictEqual(reason(first), "RateLimited")
        assert.isTrue(Exit.isSuccess(second) && second.value.hits.length === 0)
        assert.deepStrictEqual(Exit.isSuccess(second) ? second.value.warnings : [], [
          "SearXNG's engine paused failed less than two minutes ago and may have been skipped."
        ])
      }))

    it.effect("reports a page of another server as an error", () =>
      Effect.gen(function*() {
        const { url } = yield* Searx.Searx
        const exit = yield* Effect.exit(search("x", {}, { apiUrl: `${url}/static` }))
        assert.isTrue(Exit.isFailure(exit))
      }))
  })
})
