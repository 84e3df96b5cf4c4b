import { CreditLedger } from "@dunlin/credits"
import { Searcher } from "@dunlin/pipeline"
import { SearchError, SearchProvider } from "@dunlin/providers"
import { Query } from "@dunlin/query-operators"
import { SearchMany } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { page, searcher, webHit } from "./fixtures.ts"

type Hits = Readonly<Record<string, ReadonlyArray<SearchProvider.WebHit> | undefined>>

/** An engine with these hits for each query; others fail. */
const engine = (hits: Hits) =>
  Layer.succeed(
    SearchProvider.SearchProvider,
    SearchProvider.make({
      name: "engine",
      search: ({ query }) => {
        const found = hits[Query.print(query)]
        return found === undefined
          ? Effect.fail(new SearchError.SearchError({ provider: "engine", reason: new SearchError.Unauthorized({}) }))
          : Effect.succeed({ hits: found, warnings: found.length === 0 ? ["Nothing was found."] : [] })
      }
    })
  )

const search = Effect.fnUntraced(function*(input: SearchMany.SearchManyRequestInput) {
  const service = yield* Searcher.Searcher
  const task = yield* SearchMany.decode(input)
  const before = yield* CreditLedger.CreditLedger.use((ledger) => ledger.balance("local"))
  const response = yield* service.search({ ...task, id: "job" })
  const after = yield* CreditLedger.CreditLedger.use((ledger) => ledger.balance("local"))
  return { ...response, before, after }
})

const over = (hits: Hits) => Effect.provide(searcher({ provider: engine(hits) }))

describe("a search for several queries", () => {
  it.effect("returns each page once, with its queries, and charges each query as a search", () =>
    Effect.gen(function*() {
      const response = yield* search({ queries: ["a", "b", " a "], limit: 2 })
      assert.deepStrictEqual(
        response.data.web?.map(({ position, queries, url }) => [position, url, queries]),
        [[1, "https://example.com/both", ["a", "b"]], [2, "https://example.com/one", ["a"]]]
      )
      assert.deepStrictEqual(response.queries, [
        { query: "a", results: 2, creditsUsed: 2 },
        { query: "b", results: 2, creditsUsed: 2 }
      ])
      // 4 results: 2 are shown, 1 was a duplicate, and 1 is beyond the limit.
      assert.deepStrictEqual([response.duplicates, response.omitted, response.creditsUsed], [1, 1, 4])
    }).pipe(over({
      a: [webHit("one"), webHit("both")],
      b: [webHit("two"), webHit("", { url: "http://example.com/both#part" })]
    })))

  it.effect("counts copies of a page as omitted, and names their queries at the page that is shown", () =>
    Effect.gen(function*() {
      const plain = yield* search({ queries: ["a", "b"] })
      assert.deepStrictEqual([plain.data.web?.length, plain.duplicates, plain.omitted], [3, 0, 0])
      const read = yield* search({ queries: ["a", "b"], scrapeOptions: { formats: ["markdown"] } })
      assert.deepStrictEqual(read.data.web?.map(({ queries, url }) => [url, queries]), [
        ["https://a.example/", ["a", "b"]],
        ["https://c.example/", ["b"]]
      ])
      assert.include(read.warning ?? "", "https://mirror.example/ (as https://a.example/)")
      // 3 results: 2 are shown, and 1 is a copy.
      assert.deepStrictEqual(read.queries?.map(({ results }) => results), [1, 2])
      assert.deepStrictEqual([read.duplicates, read.omitted], [0, 1])
    }).pipe(Effect.provide(searcher({
      provider: engine({
        a: [webHit("a", { url: "https://a.example/", title: "A" })],
        b: ["mirror", "c"].map((host) => webHit(host, { url: `https://${host}.example/`, title: host }))
      }),
      pages: Object.fromEntries(["a", "mirror", "c"].map((host) => [`https://${host}.example/`, {
        body: `<html lang="en"><body><main><h1>Pumps</h1><p>${
          Array.from({ length: 200 }, (_, at) => `word${(at * 7919 + (host === "c" ? 5 : 0)) % 997}`).join(" ")
        }</p></main></body></html>`
      }]))
    }))))

  it.effect("names the queries of a hit with the same title and description at the hit that is shown", () =>
    Effect.gen(function*() {
      const { data, duplicates, omitted, queries } = yield* search({ queries: ["a", "b"] })
      assert.deepStrictEqual(data.web?.map(({ queries, url }) => [url, queries]), [["https://a.example/", ["a", "b"]]])
      assert.deepStrictEqual(queries?.map(({ results }) => results), [1, 1])
      assert.deepStrictEqual([duplicates, omitted], [0, 1])
    }).pipe(over(Object.fromEntries(["a", "b"].map((name) => [name, [
      webHit(name, {
        url: `https://${name}.example/`,
        title: "How a pump of the north station is repaired",
        description: "Open the valve, remove the seal, clean the rotor with water, and close the valve again by hand."
      })
    ]])))))

  it.effect("moves preferred domains and their subdomains up, without removing others", () =>
    Effect.gen(function*() {
      const { data } = yield* search({ queries: ["a"], preferDomains: ["Docs.example"] })
      assert.deepStrictEqual(data.web?.map(({ url }) => new URL(url).host), [
        "api.docs.example",
        "one.example",
        "notdocs.example"
      ])
    }).pipe(over({
      a: ["one.example", "notdocs.example", "api.docs.example"].map((host) => webHit(host, { url: `https://${host}/` }))
    })))

  it.effect("names a query that fails and one without results, and charges neither", () =>
    Effect.gen(function*() {
      const { creditsUsed, queries, warning } = yield* search({ queries: ["down", "none", "a"] })
      assert.strictEqual(creditsUsed, 2)
      assert.deepStrictEqual(queries?.map(({ creditsUsed, results }) => [results, creditsUsed]), [[0, 0], [0, 0], [
        1,
        2
      ]])
      assert.include(queries?.[0]?.error, "engine")
      assert.include(warning, "\"down\": No results for the source web")
      assert.include(warning, "\"none\": Nothing was found.")
      const error = yield* Effect.flip(search({ queries: ["down", "broken"] }))
      assert.strictEqual(error._tag, "SearchError")
    }).pipe(over({ a: [webHit("one")], none: [] })))

  it.effect("applies the operators of each query to its own results", () =>
    Effect.gen(function*() {
      const { data, queries } = yield* search({ queries: ["a -two", "b"] })
      assert.deepStrictEqual(data.web?.map(({ queries, title }) => [title, queries]), [
        ["Title of one", ["a -two"]],
        ["Title of two", ["b"]]
      ])
      assert.deepStrictEqual(queries?.map(({ results }) => results), [1, 1])
    }).pipe(over({ "a -two": [webHit("two"), webHit("one")], b: [webHit("two")] })))

  it.effect("scrapes and charges a page once that several queries find", () => {
    const pages = { "https://example.com/one": page("one") }
    const one = [webHit("one")]
    return Effect.gen(function*() {
      const { creditsUsed, data } = yield* search({ queries: ["a", "b"], scrapeOptions: { formats: ["markdown"] } })
      assert.include(data.web?.[0]?.markdown, "The text of the page one")
      assert.strictEqual(creditsUsed, 2 + 2 + 1)
    }).pipe(Effect.provide(searcher({ provider: engine({ a: one, b: one }), pages })))
  })

  it.effect("rejects zero queries, too many queries, and too many questions", () =>
    Effect.gen(function*() {
      const issueOf = (input: object) =>
        Effect.map(Effect.flip(search(input as SearchMany.SearchManyRequestInput)), ({ message }) => message)
      assert.include(yield* issueOf({ queries: [] }), "1 to 20 queries")
      assert.include(yield* issueOf({ queries: Array.from({ length: 21 }, (_, at) => `${at}`) }), "queries")
      const sources = ["web", "news", "images"] as const
      const categories = ["github", "research"] as const
      const queries = Array.from({ length: 20 }, (_, at) => `${at}`)
      assert.include(
        yield* issueOf({ queries, sources, categories }),
        "at most 60 different requests to the engine, not 80"
      )
    }).pipe(over({})))
})
