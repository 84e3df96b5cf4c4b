import { CreditLedger, PriceTable } from "@dunlin/credits"
import { Fetcher } from "@dunlin/fetcher"
import { Caller, CategoryProviders, Scraper, Searcher, SearchSettings } from "@dunlin/pipeline"
import { SearchError, SearchProvider } from "@dunlin/providers"
import { Query } from "@dunlin/query-operators"
import { ScrapeOptions, SearchRequest, type SearchResponse } from "@dunlin/schema"
import { PdfDocument, PdfEngine, Transformer } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Ref, Stream } from "effect"
import { TestClock } from "effect/testing"
import { page, searcher, services, webHit } from "./fixtures.ts"

const search = Effect.fnUntraced(function*(
  input: SearchRequest.SearchRequestInput,
  caller = Caller.local,
  id: string | undefined = "job"
) {
  const service = yield* Searcher.Searcher
  const { request, warnings } = yield* SearchRequest.decode(input)
  return yield* service.search({ request, warnings, caller, id })
})

const three = [webHit("one"), webHit("two"), webHit("three")]
const pages = {
  "https://example.com/one": page("one"),
  "https://example.com/two": page("two"),
  "https://example.com/three": page("three")
}
const memory = searcher({ provider: SearchProvider.layerMemory(three), pages })

/** Returns these hits for every query. */
const fixed = (hits: ReadonlyArray<SearchProvider.Hit>) =>
  SearchProvider.SearchProvider.of({ name: "fixed", search: () => Effect.succeed({ hits, warnings: [] }) })

describe("Searcher", () => {
  it.effect("returns only hits if nothing is scraped", () =>
    Effect.gen(function*() {
      const response = yield* search({ query: "pages", limit: 2 })
      assert.deepStrictEqual(response, {
        success: true,
        data: {
          web: [
            { url: "https://example.com/one", title: "Title of one", description: "Description of one", position: 1 },
            { url: "https://example.com/two", title: "Title of two", description: "Description of two", position: 2 }
          ]
        },
        warning: null,
        id: "job",
        creditsUsed: 2
      })
    }).pipe(Effect.provide(memory)))

  it.effect("names the words of the query that no result contains, also without results", () => {
    const query = "How is a pump oiled and what does a valve cost?"
    const known = webHit("one", { text: "A pump is oiled with oil.", textIsWhole: true })
    const found = (hits: ReadonlyArray<SearchProvider.Hit>) =>
      search({ query }).pipe(
        Effect.provide(searcher({ provider: Layer.succeed(SearchProvider.SearchProvider, fixed(hits)), pages: {} }))
      )
    return Effect.gen(function*() {
      const none = yield* found([])
      assert.deepStrictEqual(none.missing, ["pump", "oiled", "valve", "cost"])
      assert.strictEqual(none.parts?.length, 2)
      const one = yield* found([known])
      assert.deepStrictEqual(one.missing, ["valve", "cost"])
      assert.deepStrictEqual(one.parts?.map(({ missing }) => missing), [[], ["valve", "cost"]])
      const unknown = yield* found([webHit("one")])
      assert.deepStrictEqual([unknown.missing, unknown.parts], [undefined, undefined])
    })
  })

  it.effect("returns every known fact of a hit, and omits the others", () => {
    const image = { title: "Pages", url: "https://example.com/one" }
    const images = [
      { ...image, imageUrl: "https://example.com/a.png", imageWidth: 4, imageHeight: 3 },
      { ...image, imageUrl: "https://example.com/b.png", imageHeight: 3 },
      { ...image, imageUrl: "https://example.com/c.png", imageWidth: 4 }
    ]
    const news = [
      {
        title: "Pages",
        snippet: "News",
        url: "https://example.com/n",
        date: "1 day ago",
        imageUrl: "https://example.com/n.png"
      },
      { title: "Pages", snippet: "News", url: "https://example.com/m" }
    ]
    const provider = SearchProvider.layerMemory([
      webHit("one", { publishedAt: "2026-01-02" }),
      webHit("two", { modifiedAt: "2026-03-04" }),
      webHit("three"),
      ...images.map((hit) => ({ ...hit, source: "images" as const, position: 0 })),
      ...news.map((hit) => ({ ...hit, source: "news" as const, position: 0 }))
    ])
    return Effect.gen(function*() {
      const { data } = yield* search({ query: "pages", sources: ["web", "images", "news"] })
      const web = ["one", "two", "three"].map((name) => ({
        url: `https://example.com/${name}`,
        title: `Title of ${name}`,
        description: `Description of ${name}`
      }))
      const dates = [
        { publishedAt: "2026-01-02", dateEvidence: "provider" },
        { modifiedAt: "2026-03-04", dateEvidence: "provider" },
        {}
      ]
      const placed = <A extends object>(list: ReadonlyArray<A>) => list.map((row, at) => ({ ...row, position: at + 1 }))
      assert.deepStrictEqual(data as object, {
        web: placed(web.map((hit, at) => ({ ...hit, ...dates[at] }))),
        images: placed(images),
        news: placed(news)
      })
    }).pipe(Effect.provide(searcher({ provider, pages })))
  })

  it.effect("scrapes the results, and charges for fetched pages", () =>
    Effect.gen(function*() {
      const response = yield* search({ query: "pages", scrapeOptions: { formats: ["markdown", "links"] } })
      const [one] = response.data.web ?? []
      assert.include(one?.markdown ?? "", "# one")
      assert.deepStrictEqual(one?.links, [])
      assert.deepInclude(one?.metadata, { sourceURL: "https://example.com/one", statusCode: 200, cacheState: "miss" })
      assert.strictEqual(response.creditsUsed, 2 + 3)
      const ledger = yield* CreditLedger.CreditLedger
      assert.deepInclude(yield* ledger.balance("local"), { spent: 5, reserved: 0, available: 995 })
    }).pipe(Effect.provide(memory)))

  it.effect("reports the cost of each page at the operator's prices", () =>
    Effect.gen(function*() {
      const prices = { ...PriceTable.defaults, page: { ...PriceTable.defaults.page, basic: 3 } }
      const response = yield* search({ query: "pages", scrapeOptions: { formats: ["markdown"] } }).pipe(
        Effect.provideService(SearchSettings.SearchSettings, {
          scrapeConcurrency: 8,
          overfetch: 2,
          hostCap: 5,
          prices
        })
      )
      assert.deepStrictEqual(response.data.web?.map(({ metadata }) => metadata?.creditsUsed), [3, 3, 3])
      assert.strictEqual(response.creditsUsed, 2 + 9)
    }).pipe(Effect.provide(memory)))

  it.effect("returns the hit of a failed page without a charge", () =>
    Effect.gen(function*() {
      const response = yield* search({ query: "pages", scrapeOptions: { formats: ["markdown"] } })
      const [one, two] = response.data.web ?? []
      assert.include(one?.markdown ?? "", "# one")
      assert.isUndefined(two?.markdown)
      assert.strictEqual(two?.title, "Title of two")
      assert.deepInclude(two?.metadata, { statusCode: 0, errorCode: "SCRAPE_SITE_ERROR" })
      assert.include(response.warning ?? "", "2 of 3 pages could not be scraped")
      assert.strictEqual(response.creditsUsed, 2 + 1)
    }).pipe(Effect.provide(searcher({
      provider: SearchProvider.layerMemory(three),
      pages: { "https://example.com/one": page("one") }
    }))))

  const unavailable = new SearchError.SearchError({ provider: "test", reason: new SearchError.Unavailable({}) })

  it.effect("fails if the provider fails, and releases the reservation", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(search({ query: "pages" }))
      assert.strictEqual(error._tag, "SearchError")
      const ledger = yield* CreditLedger.CreditLedger
      assert.deepInclude(yield* ledger.balance("local"), { spent: 0, reserved: 0 })
    }).pipe(Effect.provide(searcher({ provider: SearchProvider.layerTest(() => Effect.fail(unavailable)) }))))

  it.effect("warns if one of two sources fails", () =>
    Effect.gen(function*() {
      const response = yield* search({ query: "pages", sources: ["web", "news"] })
      assert.strictEqual(response.data.web?.length, 3)
      assert.deepStrictEqual(response.data.news, [])
      assert.include(response.warning ?? "", "No results for the source news: test: ")
    }).pipe(Effect.provide(searcher({
      provider: SearchProvider.layerTest((question) =>
        question.source === "web" ? Effect.succeed({ hits: three, warnings: [] }) : Effect.fail(unavailable)
      )
    }))))

  it.effect("sends each source its filters, and each category separately", () =>
    Effect.gen(function*() {
      yield* search({
        query: "pages",
        sources: [{ type: "web", tbs: "qdr:d", location: "Berlin" }, "images"],
        categories: ["github", "pdf"],
        tbs: "qdr:y",
        country: "de"
      })
      const calls = yield* Ref.get(yield* SearchProvider.SearchProviderCalls)
      assert.deepStrictEqual(
        calls.map(({ country, location, source, time }) => ({ country, location, source, unit: time?.range?.unit })),
        [
          { country: "DE", location: "Berlin, State of Berlin, Germany", source: "web", unit: "day" },
          { country: "DE", location: "Berlin, State of Berlin, Germany", source: "web", unit: "day" },
          { country: "DE", location: undefined, source: "images", unit: undefined }
        ]
      )
    }).pipe(Effect.provide(
      searcher({ provider: SearchProvider.layerTest(three) }).pipe(
        Layer.provideMerge(SearchProvider.layerTest(three))
      )
    )))

  it.effect("adds a provider of the category to the general one", () =>
    Effect.gen(function*() {
      const { data } = yield* search({ query: "pages", categories: ["github"] })
      assert.deepStrictEqual(data.web?.map(({ category, url }) => [category, url]), [
        ["github", "https://github.com/special"],
        ["github", "https://github.com/general"]
      ])
    }).pipe(
      Effect.provideService(CategoryProviders.CategoryProviders, {
        github: SearchProvider.make({
          name: "special",
          search: () => Effect.succeed({ hits: [webHit("x", { url: "https://github.com/special" })], warnings: [] })
        })
      }),
      Effect.provide(searcher({
        provider: SearchProvider.layerMemory([webHit("y", { url: "https://github.com/general" }), webHit("z")])
      }))
    ))

  it.effect("rejects an invalid time filter, and names the field", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(search({ query: "pages", sources: [{ type: "web", tbs: "qdr:q" }] }))
      assert.strictEqual(error._tag, "InvalidRequest")
      assert.deepStrictEqual(error._tag === "InvalidRequest" && error.issues[0].path, ["sources", 0, "tbs"])
    }).pipe(Effect.provide(memory)))

  const plain: Caller.Caller = {
    team: "plain",
    features: {
      zdr: false,
      anon: false,
      threatProtection: { enabled: false, enforced: false, allowOverrides: false, policy: {} }
    }
  }

  it.effect.each([
    { enterprise: ["zdr" as const] },
    { enterprise: ["anon" as const] },
    { threatProtection: { mode: "normal" as const } },
    { scrapeOptions: { zeroDataRetention: true } }
  ])("rejects what is not enabled for the team: %o", (fields) =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(search({ query: "pages", ...fields }, plain))
      assert.strictEqual(error._tag, "SearchRefused")
    }).pipe(Effect.provide(memory)))

  it.effect("rejects a search that the team cannot pay", () =>
    Effect.gen(function*() {
      const ledger = yield* CreditLedger.CreditLedger
      yield* ledger.reserve({ account: "local", amount: 999, key: "other" })
      const error = yield* Effect.flip(search({ query: "pages" }))
      assert.strictEqual(error._tag, "CreditError")
    }).pipe(Effect.provide(memory)))

  it.effect("stops at the timeout if the provider does not respond", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(Effect.flip(search({ query: "pages", timeout: 2000 })))
      yield* TestClock.adjust("2 seconds")
      const error = yield* Fiber.join(fiber)
      assert.deepInclude(error, { _tag: "SearchTimeout", milliseconds: 2000 })
      const ledger = yield* CreditLedger.CreditLedger
      assert.deepInclude(yield* ledger.balance("local"), { reserved: 0 })
    }).pipe(Effect.provide(searcher({ provider: SearchProvider.layerTest(() => Effect.never) }))))

  // Serves the first page at once, says when it has been read, and never serves the others.
  const slow = Effect.gen(function*() {
    const interrupted = yield* Ref.make(0)
    const read = yield* Deferred.make<void>()
    const layer = Layer.effect(
      Fetcher.Fetcher,
      Effect.map(Fetcher.Fetcher, (inner) =>
        Fetcher.Fetcher.of({
          ...inner,
          fetch: (request) =>
            request.url.endsWith("one")
              ? inner.fetch(request)
              : Effect.onInterrupt(Effect.never, () => Ref.update(interrupted, (count) => count + 1))
        }))
    ).pipe(Layer.provide(Fetcher.layerMemory(pages)))
    const transformer = Layer.effect(
      Transformer.Transformer,
      Effect.map(Transformer.Transformer, ({ transform }) =>
        Transformer.Transformer.of({
          transform: (page, options) => Effect.ensuring(transform(page, options), Deferred.succeed(read, undefined))
        }))
    ).pipe(Layer.provide(services))
    return {
      interrupted,
      read: Deferred.await(read),
      layer: Searcher.layer.pipe(
        Layer.provideMerge(Scraper.layer),
        Layer.provideMerge(Layer.mergeAll(services, SearchProvider.layerMemory(three), layer, transformer))
      )
    }
  })

  it.effect("returns finished pages at the timeout, and interrupts the others", () =>
    Effect.gen(function*() {
      const { interrupted, layer, read } = yield* slow
      const fiber = yield* Effect.forkChild(Effect.provide(
        search({ query: "pages", timeout: 3000, scrapeOptions: { formats: ["markdown"] } }),
        layer
      ))
      yield* read
      yield* TestClock.adjust("3 seconds")
      const response = yield* Fiber.join(fiber)
      const [one, two, last] = response.data.web ?? []
      assert.include(one?.markdown ?? "", "# one")
      assert.deepInclude(two?.metadata, { errorCode: "SCRAPE_TIMEOUT", title: "Title of two" })
      assert.deepInclude(last?.metadata, { errorCode: "SCRAPE_TIMEOUT" })
      assert.strictEqual(response.creditsUsed, 2 + 1)
      assert.strictEqual(yield* Ref.get(interrupted), 2)
    }))

  it.effect("limits a PDF to the remaining time, so that finished pages are not lost", () =>
    Effect.gen(function*() {
      const fetcher = Layer.effect(
        Fetcher.Fetcher,
        Effect.map(
          Fetcher.Fetcher,
          (inner) =>
            Fetcher.Fetcher.of({ ...inner, fetch: (request) => Effect.delay(inner.fetch(request), "7 seconds") })
        )
      ).pipe(Layer.provide(Fetcher.layerMemory({ "https://example.com/one": { body: "%PDF-1.7" } })))
      const begun = yield* Deferred.make<void>()
      // has read one of two pages when its time is over
      const engine = PdfEngine.make({
        name: "slow",
        parse: (_, { timeout }) =>
          Deferred.succeed(begun, undefined).pipe(
            Effect.as(
              new PdfDocument.PdfDocument({
                markdown: "The first page.",
                numPages: 1,
                totalPages: 2,
                pages: [{ number: 1, markdown: "The first page.", source: "text" }],
                truncated: true,
                warnings: []
              })
            ),
            Effect.tap(Effect.sleep(timeout ?? 0))
          )
      })
      const layer = Searcher.layer.pipe(
        Layer.provideMerge(Scraper.layer),
        Layer.provideMerge(Layer.mergeAll(
          services,
          SearchProvider.layerMemory([webHit("one")]),
          fetcher,
          Layer.fresh(Transformer.layer).pipe(Layer.provide(Layer.succeed(PdfEngine.PdfEngine, engine)))
        ))
      )
      const fiber = yield* Effect.forkChild(Effect.provide(
        search({ query: "pages", timeout: 10_000, scrapeOptions: { formats: ["markdown"] } }),
        layer
      ))
      yield* TestClock.adjust("7 seconds")
      yield* Deferred.await(begun)
      yield* TestClock.adjust("3 seconds")
      const [one] = (yield* Fiber.join(fiber)).data.web ?? []
      assert.strictEqual(one?.markdown, "The first page.")
      assert.deepInclude(one?.metadata, { numPages: 1, totalPages: 2 })
    }))

  it.effect("releases pages and credits if it is interrupted", () =>
    Effect.gen(function*() {
      const { interrupted, layer } = yield* slow
      yield* Effect.gen(function*() {
        const ledger = yield* CreditLedger.CreditLedger
        const fiber = yield* Effect.forkChild(search({ query: "pages", scrapeOptions: { formats: ["markdown"] } }))
        yield* TestClock.adjust("1 second")
        assert.isAbove((yield* ledger.balance("local")).reserved, 0)
        yield* Fiber.interrupt(fiber)
        assert.deepInclude(yield* ledger.balance("local"), { reserved: 0, spent: 0 })
      }).pipe(Effect.provide(layer))
      assert.strictEqual(yield* Ref.get(interrupted), 2)
    }))

  it.effect("fails with 404 only if no page is in the cache", () =>
    Effect.gen(function*() {
      const service = yield* Scraper.Scraper
      const none = yield* Effect.flip(search({ query: "pages", scrapeOptions: { formats: ["markdown"], minAge: 1 } }))
      assert.deepInclude(none, { _tag: "ScrapeError", code: "SCRAPE_NO_CACHED_DATA" })
      yield* service.scrape({ url: "https://example.com/two", options: ScrapeOptions.make() })
      yield* TestClock.adjust("1 second")
      const response = yield* search({ query: "pages", scrapeOptions: { formats: ["markdown"], minAge: 1 } })
      const [one, two] = response.data.web ?? []
      assert.deepInclude(one?.metadata, { errorCode: "SCRAPE_NO_CACHED_DATA" })
      assert.include(two?.markdown ?? "", "# two")
    }).pipe(Effect.provide(memory)))

  const long = "Nothing here speaks of it.\n\nA dunlin feels its prey in wet mud.\n\nThe rest is about the weather."

  it.effect("describes a hit by matching passages, unless disabled", () =>
    Effect.gen(function*() {
      const { data } = yield* search({ query: "dunlin prey site:example.com" })
      assert.include(data.web?.[0]?.description ?? "", "A dunlin feels its prey in wet mud.")
      assert.notInclude(data.web?.[0]?.description ?? "", "weather")
      assert.strictEqual(data.web?.[1]?.description, "Description of two")
      const plain = yield* search({ query: "dunlin prey", highlights: false }, Caller.local, "second")
      assert.strictEqual(plain.data.web?.[0]?.description, "Description of one")
      const forgetful = yield* search({ query: "dunlin prey", enterprise: ["zdr"] }, Caller.local, "third")
      assert.strictEqual(forgetful.data.web?.[0]?.description, "Description of one")
      const marked = (text: string, { matches = [] }: SearchResponse.WebResult | SearchResponse.NewsResult) =>
        matches.map(({ end, start }) => text.slice(start, end))
      const [one, two] = data.web ?? []
      assert.deepStrictEqual(marked(one!.description, one!), ["dunlin", "prey"])
      assert.isFalse("matches" in two! || "matches" in plain.data.web![0]!)
    }).pipe(Effect.provide(searcher({
      provider: SearchProvider.layerMemory([
        webHit("one", { text: long, matches: [{ start: 0, end: 11 }] }),
        webHit("two")
      ])
    }))))

  it.effect("describes a hit in plain text, not in Markdown", () =>
    Effect.gen(function*() {
      const { data } = yield* search({ query: "dunlin signs" })
      assert.deepStrictEqual(data.web?.map(({ description }) => description), [
        "A dunlin says <b>window.__pwn\\=1</b> and 2 * 3 = 6 in these signs: <i>, __init__.",
        "dunlin, signs, 3",
        "cat signs | grep dunlin > C:\\.git\\x\nint *dunlin = **q;\nThe dunlin, too."
      ])
    }).pipe(Effect.provide(searcher({
      provider: SearchProvider.layerMemory([
        webHit("one", {
          text:
            "A **dunlin** says `<b>window.__pwn\\=1</b>` and 2 * 3 = 6 in ~~*these*~~ signs: \\<i>, \\_\\_init\\_\\_."
        }),
        webHit("two", { text: "| dunlin | signs | 3 |" }),
        webHit("three", {
          text: "```sh\ncat signs | grep dunlin > C:\\.git\\x\nint *dunlin = **q;\n```\n\nThe **dunlin**, too."
        })
      ])
    }))))

  it.effect("marks the words of a suggestion, without operators and exclusions", () =>
    Effect.gen(function*() {
      const { data, suggestion } = yield* search({
        query: "alhpa site:harbour.example -fan (tide OR ebb) \"high water\""
      })
      assert.include(suggestion, "site:harbour.example")
      const [{ description = "", matches = [] } = {}] = data.web ?? []
      assert.deepStrictEqual(matches.map(({ end, start }) => description.slice(start, end)), [
        "alpha",
        "tide",
        "high",
        "water"
      ])
    }).pipe(Effect.provide(searcher({
      provider: Layer.succeed(
        SearchProvider.SearchProvider,
        SearchProvider.make({
          name: "engine",
          search: ({ query }) =>
            Effect.succeed({
              hits: [
                webHit("one", {
                  url: "https://harbour.example/",
                  description: "The alpha of a site: harbour, example, fans, tide and high water."
                })
              ],
              warnings: [],
              suggestion: Query.print(query).replace("alhpa", "alpha")
            })
        })
      )
    }))))

  it.effect("never describes a hit with text that should be redacted", () =>
    Effect.gen(function*() {
      const { data } = yield* search({
        query: "ann example",
        scrapeOptions: { redactPII: { mode: "fast", entities: ["EMAIL"] } }
      })
      const [one, two, three] = data.web ?? []
      const [match, ...others] = three?.matches ?? []
      assert.deepStrictEqual([three?.description.slice(match?.start, match?.end), others], ["Ann", []])
      assert.notInclude(JSON.stringify(one), "ann@example.com")
      assert.strictEqual(two?.description, "Description of two")
    }).pipe(Effect.provide(searcher({
      provider: SearchProvider.layerMemory([
        webHit("one", { text: "Write to ann@example.com" }),
        webHit("two", { text: "Write to ann@example.com" }),
        webHit("three", { description: "Write to ann@site.test or Ann", matches: [{ start: 26, end: 29 }] })
      ]),
      pages: {
        "https://example.com/one": "<main><h1>Ann</h1><p>The example of Ann: write to ann@example.com today.</p></main>"
      }
    }))))

  it.effect("emits events while it runs", () =>
    Effect.gen(function*() {
      const service = yield* Searcher.Searcher
      const { request } = yield* SearchRequest.decode({
        query: "pages",
        limit: 1,
        scrapeOptions: { formats: ["markdown"] }
      })
      const events = yield* Stream.runCollect(service.stream({ request, warnings: [] }))
      assert.deepStrictEqual(events.map((event) => event._tag).filter((tag) => tag !== "StageFinished"), [
        "HitsFound",
        "PageStarted",
        "PageFinished",
        "Done"
      ])
      const url = events.flatMap((event) => event._tag === "PageStarted" ? [event.url] : [])[0]
      const stages = (of: string | undefined) =>
        events.flatMap((event) => event._tag === "StageFinished" && event.url === of ? [event.stage] : [])
      assert.isString(url)
      assert.deepStrictEqual(
        stages(undefined),
        ["authorize", "plan", "reserve", "search", "refine", "scrape", "verify", "highlight", "settle"]
      )
      assert.deepStrictEqual(
        stages(url),
        ["threat", "load", "transform", "redact", "derive", "track", "media", "finish"]
      )
    }).pipe(Effect.provide(memory)))
})

describe("Searcher.stream", () => {
  for (const [left, spent] of [[0, 0], [1, 2], [2, 3], [3, 4]] as const) {
    it.effect(`a reader that leaves after ${left} priced events pays for exactly those`, () =>
      Effect.gen(function*() {
        const ledger = yield* CreditLedger.CreditLedger
        const service = yield* Searcher.Searcher
        const { request } = yield* SearchRequest.decode({ query: "pages", scrapeOptions: { formats: ["markdown"] } })
        let charged: number | undefined
        let priced = 0
        const events = service.stream({ request, onCharged: (credits) => charged = credits })
        yield* Stream.runForEachWhile(events, (event) =>
          Effect.sync(() => {
            if (event._tag === "HitsFound" || event._tag === "PageFinished") priced++
            return priced < left
          }))
        assert.deepInclude(yield* ledger.balance("local"), { spent, reserved: 0 })
        assert.strictEqual(charged ?? 0, spent)
      }).pipe(Effect.provide(memory)))
  }

  it.effect("a reader of all events pays what the response states", () =>
    Effect.gen(function*() {
      const ledger = yield* CreditLedger.CreditLedger
      const service = yield* Searcher.Searcher
      const { request } = yield* SearchRequest.decode({ query: "pages", scrapeOptions: { formats: ["markdown"] } })
      const events = yield* Stream.runCollect(service.stream({ request }))
      const last = events.at(-1)
      assert.strictEqual(last?._tag === "Done" && last.response.creditsUsed, 5)
      assert.deepInclude(yield* ledger.balance("local"), { spent: 5, reserved: 0 })
    }).pipe(Effect.provide(memory)))
})
