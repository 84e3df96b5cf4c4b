/**
 * Defines the port of search engines, which every adapter implements. A pipeline depends only on this service, so
 * replacing a layer replaces the provider.
 *
 * @since 0.1.0
 */
import type { Query } from "@dunlin/query-operators/Query"
import type { TimeFilter } from "@dunlin/query-operators/TimeFilter"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import * as Schema from "effect/Schema"
import * as Collect from "./internal/collect.ts"
import { hitFault } from "./internal/hitFault.ts"
import * as Hits from "./internal/hits.ts"
import * as Patience from "./internal/patience.ts"
import { InvalidResponse, SearchError } from "./SearchError.ts"

/**
 * The kind of results that are requested.
 *
 * @category models
 * @since 0.1.0
 */
export type Source = "web" | "images" | "news"

/**
 * A query that any provider accepts. It concerns one source; several sources need several queries.
 *
 * @category models
 * @since 0.1.0
 */
export interface Question {
  readonly source: Source
  /** The parsed query. Every adapter converts it to its own syntax. */
  readonly query: Query
  /** The maximum number of hits, from 1 to 100. */
  readonly limit: number
  /**
   * The number of accepted hits after which no further page is requested.
   * @default `limit`
   *
   * @since 0.2.0
   */
  readonly wanted?: number | undefined
  /** The time filter. If it is absent, hits of any time are returned. */
  readonly time?: TimeFilter | undefined
  /** The ISO 3166-1 alpha-2 code of the country in upper case. */
  readonly country: string
  /** The location as `city, region, country`. */
  readonly location?: string | undefined
  /** `true` filters explicit content; absent or `false` requests no filter. */
  readonly safe?: boolean | undefined
}

/**
 * A web page.
 *
 * **Example** (A web hit)
 *
 * ```ts
 * import { SearchProvider } from "@dunlin/providers"
 *
 * const hit: SearchProvider.WebHit = {
 *   source: "web",
 *   url: "https://example.com/",
 *   title: "Hello",
 *   description: "A first page",
 *   position: 1
 * }
 * console.log(SearchProvider.WebHit.make(hit).title) // Hello
 * ```
 *
 * @category schemas
 * @since 0.1.0
 */
export const WebHit = Hits.WebHit

/**
 * A web page.
 *
 * @category models
 * @since 0.1.0
 */
export type WebHit = typeof WebHit.Type

/**
 * A news article.
 *
 * **Example** (A news hit)
 *
 * ```ts
 * import { SearchProvider } from "@dunlin/providers"
 *
 * const hit = SearchProvider.NewsHit.make({
 *   source: "news",
 *   url: "https://example.com/tides",
 *   title: "High tides ahead",
 *   snippet: "Expected on Sunday",
 *   date: "2026-03-01",
 *   position: 1
 * })
 * console.log(hit.date) // 2026-03-01
 * ```
 *
 * @category schemas
 * @since 0.1.0
 */
export const NewsHit = Hits.NewsHit

/**
 * A news article.
 *
 * @category models
 * @since 0.1.0
 */
export type NewsHit = typeof NewsHit.Type

/**
 * An image, with the page that contains it.
 *
 * **Example** (An image hit)
 *
 * ```ts
 * import { SearchProvider } from "@dunlin/providers"
 *
 * const hit = SearchProvider.ImageHit.make({
 *   source: "images",
 *   url: "https://example.com/waders",
 *   title: "A dunlin",
 *   imageUrl: "https://example.com/dunlin.jpg",
 *   imageWidth: 1200,
 *   imageHeight: 800,
 *   position: 1
 * })
 * console.log(hit.imageWidth) // 1200
 * ```
 *
 * @category schemas
 * @since 0.1.0
 */
export const ImageHit = Hits.ImageHit

/**
 * An image, with the page that contains it.
 *
 * @category models
 * @since 0.1.0
 */
export type ImageHit = typeof ImageHit.Type

/**
 * A result. `source` is the discriminator.
 *
 * **Example** (Decode a hit)
 *
 * ```ts
 * import { SearchProvider } from "@dunlin/providers"
 * import { Schema } from "effect"
 *
 * const read = Schema.decodeUnknownSync(SearchProvider.Hit)
 * const hit: SearchProvider.Hit = read({
 *   source: "web",
 *   url: "https://example.com/",
 *   title: "Hello",
 *   description: "",
 *   position: 1
 * })
 * console.log(hit.source) // web
 * ```
 *
 * @category schemas
 * @since 0.1.0
 */
export const Hit = Schema.Union([WebHit, NewsHit, ImageHit])

/**
 * A result of any source.
 *
 * @category models
 * @since 0.1.0
 */
export type Hit = typeof Hit.Type

/**
 * A provider's response: hits, best first, and warnings.
 *
 * **Example** (A response with a warning)
 *
 * ```ts
 * import { SearchProvider } from "@dunlin/providers"
 *
 * const answer: SearchProvider.Answer = SearchProvider.Answer.make({
 *   hits: [],
 *   warnings: ["The engine has no time filter."]
 * })
 * console.log(answer.warnings[0]) // The engine has no time filter.
 * ```
 *
 * @category schemas
 * @since 0.1.0
 */
export const Answer = Schema.Struct({
  hits: Schema.Array(Hit),
  /** Warnings for the caller in whole sentences, for example about an ignored operator. */
  warnings: Schema.Array(Schema.String),
  /** The corrected query, if words of the query were searched with another spelling. */
  suggestion: Schema.optionalKey(Schema.String)
})

/**
 * A provider's response.
 *
 * @category models
 * @since 0.1.0
 */
export type Answer = typeof Answer.Type

/**
 * Searches with one search engine, or with several in a combination.
 *
 * **Example** (Query an engine)
 *
 * ```ts
 * import { SearchProvider } from "@dunlin/providers"
 * import { Query } from "@dunlin/query-operators"
 * import { Effect } from "effect"
 *
 * const source: SearchProvider.Source = "web"
 * const question: SearchProvider.Question = {
 *   source,
 *   query: Query.parse("hello").query,
 *   limit: 5,
 *   country: "US"
 * }
 * const engine = SearchProvider.layerMemory([
 *   { source, url: "https://example.com/", title: "Hello", description: "", position: 1 }
 * ])
 * const { hits } = await Effect.runPromise(
 *   SearchProvider.SearchProvider.use((provider) => provider.search(question)).pipe(Effect.provide(engine))
 * )
 * console.log(hits.map((hit) => hit.title)) // [ 'Hello' ]
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class SearchProvider extends Context.Service<SearchProvider, {
  /** A stable name in lower case, used in errors, spans, warnings and provenance. */
  readonly name: string

  /**
   * Returns at most `question.limit` hits of `question.source`, best first, with positions from 1. A failed engine is
   * a `SearchError`, never an empty response.
   */
  readonly search: (question: Question) => Effect.Effect<Answer, SearchError>
}>()("@dunlin/providers/SearchProvider") {}

/**
 * Timeouts and retries of a provider.
 *
 * @category options
 * @since 0.1.0
 */
export interface Policy {
  /**
   * Timeout of the whole search, including all pages and retries.
   *
   * @default "30 seconds"
   */
  readonly timeout?: Duration.Input | undefined
  /**
   * The number of retries after a retryable failure; 0 for no retry.
   *
   * @default 2
   */
  readonly retries?: number | undefined
  /**
   * The minimum share of the engine's page size, from 0 to 1, that a further request must be able to add. With the
   * default, 8 of 10 results are returned after one request. With 0, requests continue until the limit is reached or
   * the engine has no more hits.
   *
   * @default 0.25
   * @since 0.2.0
   */
  readonly minGain?: number | undefined
}

/**
 * Builds a provider from one function. The span, the limit, the positions, the timeout and the retries are added
 * here, so that adapters cannot forget them.
 *
 * **Example** (A custom engine)
 *
 * ```ts
 * import { SearchProvider } from "@dunlin/providers"
 * import { Query } from "@dunlin/query-operators"
 * import { Effect } from "effect"
 *
 * const policy: SearchProvider.Policy = { timeout: "5 seconds", retries: 1 }
 * const engine = SearchProvider.make({
 *   ...policy,
 *   name: "birds",
 *   search: ({ query }) =>
 *     Effect.succeed({
 *       hits: [{
 *         source: "web",
 *         url: "https://birds.example/dunlin",
 *         title: Query.print(query),
 *         description: "",
 *         position: 9
 *       }],
 *       warnings: []
 *     })
 * })
 * const { query } = Query.parse("dunlin  food")
 * const { hits } = await Effect.runPromise(engine.search({ source: "web", query, limit: 3, country: "US" }))
 * // positions are counted anew, from 1
 * console.log(hits[0]?.title, hits[0]?.position) // dunlin food 1
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  options: Policy & {
    readonly name: string
    readonly search: (question: Question) => Effect.Effect<Answer, SearchError>
  }
): SearchProvider["Service"] =>
  SearchProvider.of({
    name: options.name,
    search: (question) =>
      Patience.spanned(options.name, question, () =>
        Effect.mapEager(
          Patience.patiently(options, () => options.search(question)),
          (answer) => Collect.tidy(answer, question)
        ))
  })

/**
 * A page of an engine's results.
 *
 * @category models
 * @since 0.1.0
 */
export interface Page {
  readonly hits: ReadonlyArray<Hit>
  readonly warnings?: ReadonlyArray<string> | undefined
  readonly last?: boolean | undefined
}

/**
 * The functions and options for reading the result pages of one query.
 *
 * @category models
 * @since 0.1.0
 */
export interface Reader {
  /** Reads a page by its number, counted from 0. */
  readonly page: (page: number) => Effect.Effect<Page, SearchError>
  /** The maximum number of pages of the engine. @default as many as the limit needs, at most 20 */
  readonly maxPages?: number | undefined
  /** Selects hits, for filters that the engine does not support. @default all */
  readonly accept?: ((hit: Hit) => boolean) | undefined
  /** Warnings about features that the engine does not support. */
  readonly warnings?: ReadonlyArray<string> | undefined
}

/**
 * Builds a provider for an engine with result pages. It reads pages until the limit is reached. It stops early at an
 * empty page, at a page without new hits, at the last page, and after three consecutive pages without an accepted hit.
 * If a page fails after others succeeded, the search ends with a warning, and returns the hits that it has.
 *
 * **Example** (An engine with result pages)
 *
 * ```ts
 * import { SearchProvider } from "@dunlin/providers"
 * import { Query } from "@dunlin/query-operators"
 * import { Effect } from "effect"
 *
 * const pageOf = (page: number): SearchProvider.Page => ({
 *   hits: [1, 2].map((n) => ({
 *     source: "web",
 *     url: `https://example.com/${page * 2 + n}`,
 *     title: `Result ${page * 2 + n}`,
 *     description: "",
 *     position: n
 *   })),
 *   last: page === 4
 * })
 * const reader: SearchProvider.Reader = { page: (page) => Effect.succeed(pageOf(page)) }
 * const engine = SearchProvider.makePaged({ name: "paged", read: () => Effect.succeed(reader) })
 *
 * const { query } = Query.parse("anything")
 * const { hits } = await Effect.runPromise(engine.search({ source: "web", query, limit: 5, country: "US" }))
 * console.log(hits.length, hits.at(-1)?.title) // 5 Result 5
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const makePaged = (
  options: Policy & {
    readonly name: string
    /** Called once per query, before the first page. */
    readonly read: (question: Question) => Effect.Effect<Reader, SearchError>
  }
): SearchProvider["Service"] =>
  SearchProvider.of({
    name: options.name,
    search: (question) => Patience.spanned(options.name, question, () => Collect.collect(options, question))
  })

/**
 * Provides a fixed list of hits. It returns those that match the query's source. It needs no network, and is the
 * default for examples and tests.
 *
 * **Example** (A search without a network)
 *
 * ```ts
 * import { SearchProvider } from "@dunlin/providers"
 * import { createClient } from "dunlin"
 *
 * const client = createClient({
 *   provider: SearchProvider.layerMemory([
 *     { source: "web", url: "https://example.com/", title: "Hello", description: "", position: 1 }
 *   ])
 * })
 * const { data } = await client.search("hello")
 * console.log(data.web?.[0]?.url) // https://example.com/
 * await client.close()
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMemory = (hits: ReadonlyArray<Hit>): Layer.Layer<SearchProvider> => {
  const detail = Array.isArray(hits)
    ? hitFault(hits, ["source", "url", "title"], ["description", "snippet", "imageUrl"])
    : "a list of hits is expected"
  const answer = detail === undefined
    ? Effect.succeed({ hits, warnings: [] })
    : Effect.fail(new SearchError({ provider: "memory", reason: new InvalidResponse({ detail }) }))
  return Layer.succeed(SearchProvider, make({ name: "memory", search: () => answer }))
}

/**
 * The queries that a test provider received, oldest first.
 *
 * **Example** (Inspect received queries)
 *
 * ```ts
 * import { SearchProvider } from "@dunlin/providers"
 * import { Query } from "@dunlin/query-operators"
 * import { Effect, Ref } from "effect"
 *
 * const program = Effect.gen(function*() {
 *   const provider = yield* SearchProvider.SearchProvider
 *   const { query } = Query.parse("waders site:example.com")
 *   yield* provider.search({ source: "web", query, limit: 3, country: "NL" })
 *   return yield* Ref.get(yield* SearchProvider.SearchProviderCalls)
 * }).pipe(Effect.provide(SearchProvider.layerTest([])))
 * console.log((await Effect.runPromise(program)).map(({ query }) => Query.print(query))) // [ 'waders site:example.com' ]
 * ```
 *
 * @category testing
 * @since 0.1.0
 */
export class SearchProviderCalls extends Context.Service<
  SearchProviderCalls,
  Ref.Ref<ReadonlyArray<Question>>
>()("@dunlin/providers/SearchProvider/SearchProviderCalls") {}

/**
 * Provides a provider for tests. It responds with the given function or list, and records every query in
 * `SearchProviderCalls`.
 *
 * **Example** (An unavailable engine)
 *
 * ```ts
 * import { SearchError, SearchProvider } from "@dunlin/providers"
 * import { Query } from "@dunlin/query-operators"
 * import { Effect } from "effect"
 *
 * const down = SearchProvider.layerTest(() =>
 *   Effect.fail(new SearchError.SearchError({ provider: "test", reason: new SearchError.Unavailable({ status: 503 }) }))
 * )
 * const program = SearchProvider.SearchProvider.use((provider) =>
 *   provider.search({ source: "web", query: Query.parse("waders").query, limit: 3, country: "US" })
 * )
 * const error = await Effect.runPromise(Effect.flip(Effect.provide(program, down)))
 * console.log(error.reason._tag, error.isRetryable) // Unavailable true
 * ```
 *
 * @category testing
 * @since 0.1.0
 */
export const layerTest = (
  answer: ReadonlyArray<Hit> | ((question: Question) => Effect.Effect<Answer, SearchError>)
): Layer.Layer<SearchProvider | SearchProviderCalls> =>
  Layer.effectContext(Effect.gen(function*() {
    const calls = yield* Ref.make<ReadonlyArray<Question>>([])
    const reply = typeof answer === "function"
      ? answer
      : () => Effect.succeed({ hits: answer, warnings: [] })
    const provider = make({
      name: "test",
      retries: 0,
      search: (question) => Effect.andThen(Ref.update(calls, (previous) => [...previous, question]), reply(question))
    })
    return Context.make(SearchProvider, provider).pipe(Context.add(SearchProviderCalls, calls))
  }))
