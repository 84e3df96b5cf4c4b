/** What an index that several processes share has to do, wherever it is stored. */
import { LocalIndex, type SearchError, type SearchProvider } from "@dunlin/providers"
import { suite } from "@dunlin/providers/testing"
import { Query } from "@dunlin/query-operators"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, type Scope } from "effect"
import { numbered } from "./numberedPages.ts"

const words = ["tide", "harbour", "net", "boat", "lamp", "rope", "sail", "anchor", "wind", "star"]

export const page = (at: number) =>
  numbered(at, {
    title: `Page ${at} of ${words[at % 10]}`,
    text: `common words, ${words[at % 7]} and ${words[(at * 3) % 10]}, get_${words[at % 5]}_${at} number${at}`
  })

type Index = LocalIndex.LocalIndex["Service"]

/** Starts a server, and returns what opens an index of a name there. */
export type Start = Effect.Effect<
  (name: string) => Effect.Effect<Index, SearchError.SearchError, Scope.Scope>,
  never,
  Scope.Scope
>

export const search = (index: Index, query: string, source: SearchProvider.Source = "web") =>
  Effect.map(
    index.search({ source, limit: 20, country: "US", query: Query.parse(query).query }),
    ({ hits, suggestion }) => ({ urls: hits.map(({ url }) => url), suggestion })
  )

/** The suite of all providers, over thirty pages. */
export const providerSuite = (
  name: string,
  layer: Layer.Layer<SearchProvider.SearchProvider | LocalIndex.LocalIndex, SearchError.SearchError>
) =>
  suite(
    name,
    Layer.provideMerge(
      Layer.effectDiscard(
        LocalIndex.LocalIndex.use((index) => index.add(Array.from({ length: 30 }, (_, at) => page(at))))
      ),
      layer
    ),
    { query: "common", nothing: "absentword", sources: ["web", "news", "images"] }
  )

const queries = [
  "page 12 of net",
  "get_rope_15",
  "\"common words\" harbour site:site1.example",
  "anchr",
  "tide AND lamp -sail",
  "star after:2025-06",
  "harb*",
  "page 19 of star"
]

export const answersAsEmbedded = (start: Start): void => {
  it.live("answers as the embedded index does, whoever wrote", () =>
    Effect.gen(function*() {
      const open = yield* start
      const [left, right] = [yield* open("both"), yield* open("both")]
      const embedded = yield* LocalIndex.make()
      const pages = Array.from({ length: 120 }, (_, at) => page(at))
      // Both write, some pages twice, one by one and in batches, so that segments are merged meanwhile.
      yield* Effect.all([
        Effect.forEach(pages.slice(0, 24), (each) => left.add([each]), { discard: true }),
        right.add(pages.slice(16)),
        Effect.forEach(pages.slice(20, 28), (each) => right.add([each]), { discard: true })
      ], { concurrency: "unbounded" })
      yield* embedded.add(pages)
      assert.strictEqual(yield* left.delete([page(7).url]), 1)
      yield* embedded.delete([page(7).url])
      const count = (index: Index) => Effect.map(index.stats, ({ documents, images }) => [documents, images])
      assert.deepStrictEqual(yield* count(right), [119, 119])
      assert.deepStrictEqual(yield* count(right), yield* count(embedded))
      for (const query of queries) {
        const expected = yield* search(embedded, query)
        for (const index of [left, right]) {
          const found = yield* search(index, query)
          // Of many equals each index may show others; and what was replaced counts in statistics until it is merged away.
          if (expected.urls.length < 20) assert.sameMembers([...found.urls], [...expected.urls], query)
          else assert.includeMembers([...expected.urls], found.urls.slice(0, 3), query)
          if (/\d/.test(query)) assert.strictEqual(found.urls[0], expected.urls[0], query)
          assert.strictEqual(found.suggestion, expected.suggestion)
        }
      }
      assert.deepStrictEqual((yield* search(right, "picture 11", "images")).urls[0], page(11).url)
      assert.strictEqual((yield* left.read(page(3).url))?.text, page(3).text)
      const below = "https://site1.example/page/1"
      assert.sameMembers([...yield* right.addresses(below)], [...yield* embedded.addresses(below)])
      yield* left.optimize
      assert.strictEqual((yield* search(right, "page 12 of net")).urls[0], page(12).url)
    }))
}
