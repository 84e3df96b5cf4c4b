import { CreditLedger } from "@dunlin/credits"
import { Fetcher } from "@dunlin/fetcher"
import { Caller, Scraper, Searcher } from "@dunlin/pipeline"
import { SearchProvider } from "@dunlin/providers"
import { ScrapeOptions, SearchRequest } from "@dunlin/schema"
import { ThreatGuard, UrlClassifier } from "@dunlin/threat-protection"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { page, services, webHit } from "./fixtures.ts"

const search = Effect.fnUntraced(function*(input: SearchRequest.SearchRequestInput, caller = Caller.local) {
  const service = yield* Searcher.Searcher
  const { request, warnings } = yield* SearchRequest.decode(input)
  return yield* service.search({ request, warnings, caller, id: "job" })
})

const hits = Array.from({ length: 20 }, (_, index) => webHit(`${index}`, { url: `https://host${index}.example/` }))

/** Everything in memory, with what the provider and the classifier are asked. */
const counted = (options: { readonly bad?: ReadonlyArray<string>; readonly found?: typeof hits } = {}) => {
  const questions: Array<SearchProvider.Question> = []
  const scanned: Array<string> = []
  const provider = Layer.succeed(
    SearchProvider.SearchProvider,
    SearchProvider.make({
      name: "counted",
      search: (question) =>
        Effect.sync(() => {
          questions.push(question)
          return { hits: options.found ?? hits, warnings: [] }
        })
    })
  )
  const classifier = Layer.succeed(
    UrlClassifier.UrlClassifier,
    UrlClassifier.make({
      name: "counted",
      classify: (url) =>
        Effect.sync(() => {
          scanned.push(url)
          return { score: options.bad?.some((host) => url.includes(host)) === true ? 100 : 0, categories: [] }
        })
    })
  )
  const layer = Searcher.layer.pipe(
    Layer.provideMerge(Scraper.layer),
    Layer.provideMerge(Layer.mergeAll(
      services,
      provider,
      ThreatGuard.layer().pipe(Layer.provide(classifier)),
      Fetcher.layerMemory(Object.fromEntries(hits.map(({ url }) => [url, page("x")])))
    ))
  )
  return { questions, scanned, layer }
}

const team = (threatProtection: Partial<Caller.Features["threatProtection"]>): Caller.Caller => ({
  team: "local",
  features: {
    zdr: false,
    anon: false,
    threatProtection: { enabled: false, enforced: false, allowOverrides: true, policy: {}, ...threatProtection }
  }
})

describe("the work of one search", () => {
  it.effect("sends each different query once, in any spelling", () =>
    Effect.gen(function*() {
      const { layer, questions } = counted()
      yield* search({
        query: "x",
        tbs: "qdr:d,sbd:1",
        location: "Germany",
        sources: [
          "web",
          { type: "web", tbs: "sbd:1,qdr:d" },
          { type: "web", location: "germany" },
          "news",
          { type: "news" }
        ],
        categories: ["pdf", { type: "pdf" }, "research", "pdf"]
      }).pipe(Effect.provide(layer))
      assert.deepStrictEqual(questions.map(({ source }) => source), ["web", "web", "news"])
    }))

  it.effect("rejects more different queries than one search can send", () =>
    Effect.gen(function*() {
      const { layer, questions } = counted()
      const sources = ["h", "d", "w", "m"].map((tbs) => ({ type: "web" as const, tbs }))
      const error = yield* search({ query: "x", sources, categories: ["pdf", "research", "github", "developer"] }).pipe(
        Effect.provide(layer),
        Effect.flip
      )
      assert.include(
        error.message,
        "sources: expected sources and categories that result in at most 12 different requests to the engine"
      )
      assert.lengthOf(questions, 0)
    }))

  it.effect("shows no URL to a classifier, and charges no scan, for a team without protection", () =>
    Effect.gen(function*() {
      const { layer, scanned } = counted({ bad: ["host1.example"] })
      yield* Effect.gen(function*() {
        const { creditsUsed, data } = yield* search({ query: "x", limit: 10 }, team({ policy: { mode: "normal" } }))
        assert.strictEqual(creditsUsed, 2)
        assert.lengthOf(data.web ?? [], 10)
        const scraper = yield* Scraper.Scraper
        const { usage } = yield* scraper.scrape({
          url: "https://host1.example/",
          options: ScrapeOptions.make({}),
          caller: team({})
        })
        assert.strictEqual(usage.scanned, 0)
      }).pipe(Effect.provide(layer))
      assert.deepStrictEqual(scanned, [])
    }))

  it.effect("scans delivered results, reserves the price, and charges no verdict twice", () =>
    Effect.gen(function*() {
      const { layer, scanned } = counted({ bad: ["host1.example", "host2.example"] })
      yield* Effect.gen(function*() {
        // More is asked for than is delivered, so that something can take the place of what is left out.
        const more = { query: "x", limit: 10, ignoreInvalidURLs: true }
        const ledger = yield* CreditLedger.CreditLedger
        yield* ledger.plan({ account: "local", credits: 22 })
        const first = yield* search(more, team({ enabled: true }))
        // Ten scans were quoted: the two that are blocked cannot be replaced by what was not scanned.
        assert.lengthOf(scanned, 10)
        assert.lengthOf(first.data.web ?? [], 8)
        assert.strictEqual(first.creditsUsed, 2 + 2 * 10)
        assert.include(first.warning ?? "", "2 results were blocked")
        yield* ledger.plan({ account: "local", credits: 100 })
        const again = yield* search(more, team({ enabled: true }))
        // Eight verdicts and two refusals are known; two more make it ten results.
        assert.lengthOf(again.data.web ?? [], 10)
        assert.lengthOf(scanned, 12)
        assert.strictEqual(again.creditsUsed, 2 + 2 * 2)
        yield* ledger.plan({ account: "local", credits: 29 })
        const poor = yield* Effect.flip(search(more, team({ enabled: true })))
        assert.include(poor.message, "credits")
      }).pipe(Effect.provide(layer))
    }))

  it.effect("costs 1 for each page that is not cached in lockdown, also if it is the only one", () =>
    Effect.gen(function*() {
      const { layer } = counted({ found: hits.slice(0, 3) })
      yield* Effect.gen(function*() {
        const ledger = yield* CreditLedger.CreditLedger
        const spent = Effect.map(ledger.balance("local"), (balance) => balance.spent)
        const miss = yield* Effect.flip(search({ query: "x", scrapeOptions: { lockdown: true } }, team({})))
        assert.strictEqual(miss._tag === "ScrapeError" ? miss.code : miss._tag, "SCRAPE_LOCKDOWN_CACHE_MISS")
        assert.strictEqual(yield* spent, 3)
        yield* Effect.flip(search({ query: "x", scrapeOptions: { minAge: 1 } }, team({})))
        assert.strictEqual(yield* spent, 3)
      }).pipe(Effect.provide(layer))
    }))
})
