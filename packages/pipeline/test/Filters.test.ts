import { Searcher, SearchSettings } from "@dunlin/pipeline"
import { SearchProvider } from "@dunlin/providers"
import { SearchRequest } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { searcher, webHit } from "./fixtures.ts"

// An engine that ignores every operator and filter and always answers the same.
const stubborn = searcher({
  provider: SearchProvider.layerTest([
    webHit("a", { url: "https://github.com/effect-ts/effect", title: "Effect repository", publishedAt: "2026-11-01" }),
    webHit("b", { url: "https://arxiv.org/abs/2401.00001", title: "A paper", publishedAt: "2024-01-02" }),
    webHit("c", { url: "https://www.example.com/report.pdf", title: "Yearly report" }),
    webHit("d", { url: "https://docs.example.com/guide?utm_source=x", title: "Guide to cats" }),
    webHit("e", { url: "https://docs.example.com/guide", title: "Guide to cats" }),
    webHit("f", { url: "https://notexample.com/", title: "Dogs and cats", publishedAt: "2026-11-18" })
  ])
})

const urls = Effect.fnUntraced(function*(input: SearchRequest.SearchRequestInput) {
  const service = yield* Searcher.Searcher
  const { request, warnings } = yield* SearchRequest.decode(input)
  const { data, warning } = yield* service.search({ request, warnings })
  return {
    urls: (data.web ?? []).map((item) => item.url),
    categories: (data.web ?? []).map((item) => item.category),
    warning
  }
})

describe("filters apply although the engine ignores them", () => {
  it.effect.each<[SearchRequest.SearchRequestInput, ReadonlyArray<string>]>([
    [{ query: "x site:example.com" }, [
      "https://www.example.com/report.pdf",
      "https://docs.example.com/guide?utm_source=x"
    ]],
    [{ query: "x", includeDomains: ["example.com"] }, [
      "https://www.example.com/report.pdf",
      "https://docs.example.com/guide?utm_source=x"
    ]],
    [{ query: "x", excludeDomains: ["example.com", "github.com", "arxiv.org"] }, ["https://notexample.com/"]],
    [{ query: "x -site:example.com -dogs" }, [
      "https://github.com/effect-ts/effect",
      "https://arxiv.org/abs/2401.00001"
    ]],
    [{ query: "x filetype:pdf" }, ["https://www.example.com/report.pdf"]],
    [{ query: "x intitle:guide" }, ["https://docs.example.com/guide?utm_source=x"]],
    [{ query: "x inurl:abs" }, ["https://arxiv.org/abs/2401.00001"]],
    [{ query: "x", categories: ["github"] }, ["https://github.com/effect-ts/effect"]],
    [{ query: "x", categories: ["research"] }, ["https://arxiv.org/abs/2401.00001"]],
    [{ query: "x", categories: ["pdf"] }, ["https://www.example.com/report.pdf"]]
  ])("%o", ([input, expected]) =>
    Effect.gen(function*() {
      assert.deepStrictEqual((yield* urls(input)).urls, expected)
    }).pipe(Effect.provide(stubborn)))

  it.effect("one host does not fill the first page, unless the query names it or sorts by date", () => {
    const many = [
      ...Array.from({ length: 8 }, (_, at) => webHit(`a${at}`, { url: `https://a.example/${at}`, title: "x" })),
      ...Array.from({ length: 4 }, (_, at) => webHit(`b${at}`, { url: `https://b.example/${at}`, title: "x" }))
    ]
    const hosts = (input: SearchRequest.SearchRequestInput) =>
      Effect.map(urls(input), (found) => found.urls.map((url) => new URL(url).host[0]).join(""))
    return Effect.gen(function*() {
      assert.strictEqual(yield* hosts({ query: "x", limit: 12 }), "aaaaabbbbaaa")
      assert.strictEqual(yield* hosts({ query: "x -site:c.example", limit: 12 }), "aaaaabbbbaaa")
      assert.strictEqual(yield* hosts({ query: "x site:example", limit: 12 }), "aaaaaaaabbbb")
      assert.strictEqual(yield* hosts({ query: "x", limit: 12, tbs: "sbd:1" }), "aaaaaaaabbbb")
    }).pipe(Effect.provide(searcher({ provider: SearchProvider.layerTest(many) })))
  })

  it.effect("labels results with the requested category", () =>
    Effect.gen(function*() {
      const { categories } = yield* urls({ query: "x", categories: ["research", "github"] })
      assert.deepStrictEqual(categories, ["research", "github"])
    }).pipe(Effect.provide(stubborn)))

  it.effect("keeps undated results under a time filter, with a warning", () =>
    Effect.gen(function*() {
      const { urls: kept, warning } = yield* urls({ query: "x", tbs: "cdr:1,cd_min:10/01/2026,cd_max:12/31/2026" })
      assert.notInclude(kept, "https://arxiv.org/abs/2401.00001")
      assert.include(kept, "https://github.com/effect-ts/effect")
      assert.include(warning ?? "", "no date")
    }).pipe(Effect.provide(stubborn)))

  it.effect("sorts by date on request, undated results last", () =>
    Effect.gen(function*() {
      const { urls: sorted } = yield* urls({ query: "x", tbs: "sbd:1" })
      assert.deepStrictEqual(sorted.slice(0, 3), [
        "https://notexample.com/",
        "https://github.com/effect-ts/effect",
        "https://arxiv.org/abs/2401.00001"
      ])
    }).pipe(Effect.provide(stubborn)))

  it.effect("removes results that the threat policy blocks, and reports how many", () =>
    Effect.gen(function*() {
      const { urls: kept, warning } = yield* urls({
        query: "x",
        threatProtection: { blacklist: ["example.com"], blockedTlds: ["org"] }
      })
      assert.deepStrictEqual(kept, ["https://github.com/effect-ts/effect", "https://notexample.com/"])
      assert.include(warning ?? "", "blocked by threat protection")
    }).pipe(Effect.provide(stubborn)))

  it.effect("omits every result if the policy is closed and no scanner is configured, and reports why", () =>
    Effect.gen(function*() {
      const { urls: kept, warning } = yield* urls({ query: "x", threatProtection: { failurePolicy: "closed" } })
      assert.deepStrictEqual(kept, [])
      assert.include(warning ?? "", "Some results could not be scanned")
    }).pipe(Effect.provide(stubborn)))

  it.effect("reports a missing scanner when scans are requested", () =>
    Effect.gen(function*() {
      const asked = yield* urls({ query: "x", threatProtection: { mode: "normal" } })
      assert.include(asked.warning ?? "", "No URL scanner")
      const others = yield* urls({ query: "x", threatProtection: { mode: "off" } })
      assert.notInclude(others.warning ?? "", "scanner")
    }).pipe(Effect.provide(stubborn)))

  it.effect("omits results that could not be scraped, on request", () =>
    Effect.gen(function*() {
      const everything = yield* urls({ query: "x" })
      const usable = yield* urls({ query: "x", ignoreInvalidURLs: true })
      assert.deepStrictEqual(everything.urls, ["http://10.0.0.1/", "https://example.com/a"])
      assert.deepStrictEqual(usable.urls, ["https://example.com/a"])
    }).pipe(Effect.provide(searcher({
      provider: SearchProvider.layerTest([
        webHit("x", { url: "http://10.0.0.1/" }),
        webHit("a")
      ])
    }))))

  it.effect("names the exclusions of an empty response", () =>
    Effect.gen(function*() {
      const { urls: kept, warning } = yield* urls({ query: "what does -xzf mean" })
      assert.deepStrictEqual(kept, [])
      assert.include(warning ?? "", "\"-xzf\" excludes pages; in quotation marks it is searched.")
    }).pipe(Effect.provide(searcher({ provider: SearchProvider.layerTest([]) }))))

  it.effect("warns about an unknown place, and rejects nothing", () =>
    Effect.gen(function*() {
      const { urls: kept, warning } = yield* urls({ query: "x", location: "Atlantis,Nowhere" })
      assert.isAbove(kept.length, 0)
      assert.include(warning ?? "", "Atlantis")
    }).pipe(Effect.provide(stubborn)))
})

// Three pages that an engine returns whatever it is asked; only their text tells which of them fit.
const pages = [
  ["lazy", "This page has lazy streams in it."],
  ["eager", "Streams that are eager, and lazy by no means."],
  ["other", "Streams of water."]
] as const

const ignoring = searcher({
  provider: SearchProvider.layerTest(
    pages.map(([name]) => webHit(name, { url: `https://${name}.example/`, title: "Streams", description: "" }))
  ),
  pages: Object.fromEntries(pages.map(([name, text]) => [
    `https://${name}.example/`,
    `<html lang="en"><head><title>Streams</title></head><body><main><h1>Streams</h1><p>${text} The rest of the page is ` +
    "long enough to count as the main content of a page that somebody wrote with care.</p></main></body></html>"
  ]))
})

describe("filters are checked on the pages", () => {
  it.effect.each<[string, ReadonlyArray<string>, RegExp | null]>([
    [
      "streams -lazy",
      ["https://other.example/"],
      /^2 results do not match the query on their pages .* excluded word\.$/
    ],
    [
      "\"lazy streams\"",
      ["https://lazy.example/"],
      /^2 results do not match the query on their pages .* quoted text\.$/
    ],
    ["streams intext:water", ["https://other.example/"], /intext:/],
    ["lazy AND eager", ["https://eager.example/"], /a demanded word/],
    [
      "streams NOT water",
      ["https://lazy.example/", "https://eager.example/"],
      /^1 result does not match the query on its page/
    ],
    ["streams", pages.map(([name]) => `https://${name}.example/`), null]
  ])("%s", ([query, expected, warning]) =>
    Effect.gen(function*() {
      const found = yield* urls({ query, scrapeOptions: { formats: ["markdown"] } })
      assert.deepStrictEqual(found.urls, expected)
      if (warning === null) assert.isNull(found.warning)
      else assert.match(found.warning ?? "", warning)
    }).pipe(Effect.provide(ignoring)))

  it.effect("reports what could not be checked for delivered results only", () =>
    Effect.gen(function*() {
      const { warning } = yield* urls({ query: "streams intext:water \"lazy streams\"", limit: 2 })
      assert.strictEqual(
        warning,
        "2 results do not contain the quoted text in title or snippet, so it could not be checked on them."
      )
      assert.isNull((yield* urls({ query: "streams", tbs: "sbd:1" })).warning)
    }).pipe(Effect.provide(ignoring)))

  it.effect("neither delivers nor charges results that fail a condition", () =>
    Effect.gen(function*() {
      const service = yield* Searcher.Searcher
      const search = (holds: (url: string) => boolean) =>
        Effect.flatMap(SearchRequest.decode({ query: "streams" }), (decoded) =>
          service.search({ ...decoded, condition: { holds, about: "types" } }))
      const some = yield* search((url) =>
        url.includes("eager")
      )
      assert.deepStrictEqual(some.data.web?.map(({ url }) => url), ["https://eager.example/"])
      assert.strictEqual(some.creditsUsed, 2)
      const none = yield* search(() => false)
      assert.deepStrictEqual(none.data.web, [])
      assert.strictEqual(none.creditsUsed, 0)
      assert.strictEqual(none.warning, "All 3 results were omitted because of types.")
    }).pipe(Effect.provide(ignoring)))

  it.effect("requests more results if a condition will omit some, and delivers the limit", () =>
    Effect.gen(function*() {
      const service = yield* Searcher.Searcher
      const decoded = yield* SearchRequest.decode({ query: "streams", limit: 10 })
      const found = yield* service.search({
        ...decoded,
        condition: { holds: (url) => !url.endsWith("1"), about: "types", overfetch: 3 }
      })
      assert.strictEqual(found.data.web?.length, 10)
      assert.strictEqual(found.creditsUsed, 2)
    }).pipe(Effect.provide(searcher({
      provider: SearchProvider.layerMemory(
        Array.from(
          { length: 60 },
          (_, at) => webHit(`${at}`, { url: `https://h${at}.example/${at}`, title: "Streams" })
        )
      )
    }))))

  it.effect("requests the operator's number of results for a soft condition", () =>
    Effect.gen(function*() {
      const service = yield* Searcher.Searcher
      const decoded = yield* SearchRequest.decode({ query: "streams", limit: 10 })
      const settings = yield* SearchSettings.SearchSettings
      const found = yield* service.search({
        ...decoded,
        condition: { holds: (url) => url.endsWith("1") || url.endsWith("2"), about: "types", overfetch: 3 }
      }).pipe(Effect.provideService(SearchSettings.SearchSettings, { ...settings, overfetch: 6 }))
      assert.strictEqual(found.data.web?.length, 10)
    }).pipe(Effect.provide(searcher({
      provider: SearchProvider.layerMemory(
        Array.from(
          { length: 60 },
          (_, at) => webHit(`${at}`, { url: `https://h${at}.example/${at}`, title: "Streams" })
        )
      )
    }))))

  it.effect("reports why nothing is left", () =>
    Effect.gen(function*() {
      const { urls: none, warning } = yield* urls({ query: "x site:nowhere.example" })
      assert.deepStrictEqual(none, [])
      assert.strictEqual(warning, "All 3 results were omitted because of site:.")
    }).pipe(Effect.provide(ignoring)))
})
