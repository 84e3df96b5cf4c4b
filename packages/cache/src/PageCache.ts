/**
 * Caches raw pages, so that a fetched page can be served again in any format, as long as a request accepts its age.
 * It implements every rule: ages, which pages may be stored, shared fetches, integrity, and the byte budget. Backends
 * (`PageStore`) only store bytes.
 *
 * Decide per request with `CachePlan.make`, then call `getOrFetch`, or `get` and `set` for the individual steps.
 *
 * @since 0.1.0
 */
import type { RawPage } from "@dunlin/schema/RawPage"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type { CacheError } from "./CacheError.ts"
import * as CachePlan from "./CachePlan.ts"
import type { CachedPage, CacheStats, FailureCodec, Options, Served, SetOptions } from "./internal/cachedPage.ts"
import * as internal from "./internal/pageCache.ts"
import { type EntryInfo, type Filter, makeMemory, type PageStore } from "./PageStore.ts"

export type { CachedPage, CacheStats, FailureCodec, Options, Served, SetOptions } from "./internal/cachedPage.ts"

/**
 * **Example** (Fetch a page once)
 *
 * ```ts
 * import { CachePlan, PageCache } from "@dunlin/cache"
 * import { Fetcher } from "@dunlin/fetcher"
 * import { ScrapeOptions } from "@dunlin/schema"
 * import { Effect, Layer } from "effect"
 *
 * const url = "https://example.com/"
 * const options = ScrapeOptions.make()
 *
 * const program = Effect.gen(function*() {
 *   const cache = yield* PageCache.PageCache
 *   const fetcher = yield* Fetcher.Fetcher
 *   const plan = CachePlan.make({ url, options })
 *   const load = cache.getOrFetch(plan, fetcher.fetch({ url, options, timeout: "10 seconds" }))
 *   const first: PageCache.Served = yield* load
 *   const second = yield* load
 *   const { hits, misses }: PageCache.CacheStats = yield* cache.stats
 *   return { first: first.cacheState, second: second.cacheState, hits, misses }
 * })
 *
 * const layers = Layer.merge(PageCache.layerMemory(), Fetcher.layerMemory({ [url]: "<h1>Hello</h1>" }))
 * console.log(await Effect.runPromise(program.pipe(Effect.provide(layers)))) // { first: 'miss', second: 'hit', hits: 1, misses: 1 }
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class PageCache extends Context.Service<PageCache, {
  /** Returns the newest page that the policy accepts. Damaged values are deleted and count as a miss. */
  readonly get: (key: string, policy: CachePlan.Policy) => Effect.Effect<Option.Option<CachedPage>, CacheError>

  /**
   * Stores a page. Pages with a status outside of 200-299 are not stored, because a broken page should be requested
   * again. Only 404 and 410 are stored for a short time.
   */
  readonly set: (key: string, page: RawPage, options?: SetOptions) => Effect.Effect<void, CacheError>

  /**
   * Serves a page by its plan: from the cache, or else from `fetch`, which runs once for all callers of the key, in all
   * processes that use the same store. With `cacheOnly` it never fetches, and a miss is `NotCached`. If the store
   * fails, the page is fetched anyway.
   *
   * A page may come from the cache or from another caller's fetch, so the caller must check its `url` and `redirects`
   * against its own policy.
   */
  readonly getOrFetch: <E, R>(
    plan: CachePlan.CachePlan,
    fetch: Effect.Effect<RawPage, E, R>,
    failures?: FailureCodec<E>
  ) => Effect.Effect<Served, CacheError | E, R>

  readonly stats: Effect.Effect<CacheStats, CacheError>

  /** Returns the stored pages, newest first. @default limit 100 */
  readonly list: (filter?: Filter, limit?: number) => Effect.Effect<ReadonlyArray<EntryInfo>, CacheError>

  /** Returns all stored versions and variants of one URL, newest first. */
  readonly show: (url: string) => Effect.Effect<ReadonlyArray<EntryInfo>, CacheError>

  /** Deletes expired entries, and then entries above the byte budget. Writes also do this by default. */
  readonly evict: Effect.Effect<number, CacheError>

  /** Deletes all entries that match the filter; `{}` matches all. Returns their number. */
  readonly purge: (filter: Filter) => Effect.Effect<number, CacheError>
}>()("@dunlin/cache/PageCache") {}

/**
 * Builds a page cache over any backend. It needs a scope for its fetches and for eviction.
 *
 * **Example** (A custom store that caches failures)
 *
 * ```ts
 * import { CachePlan, PageCache, PageStore } from "@dunlin/cache"
 * import { Effect, Option, Schema } from "effect"
 *
 * // a name that does not resolve is not asked again for a minute
 * const failures: PageCache.FailureCodec<"no such host"> = {
 *   encode: Option.some,
 *   decode: Schema.decodeUnknownOption(Schema.Literal("no such host"))
 * }
 *
 * let dialled = 0
 * const fetchPage = Effect.suspend(() => {
 *   dialled++
 *   return Effect.fail("no such host" as const)
 * })
 *
 * const options: PageCache.Options = { negativeTimeToLive: "1 minute" }
 * const program = Effect.gen(function*() {
 *   const cache = yield* PageCache.make(PageStore.makeMemory(), options)
 *   const plan = CachePlan.make({ url: "https://no.such.example/", options: { maxAge: 60_000 } })
 *   yield* Effect.exit(cache.getOrFetch(plan, fetchPage, failures))
 *   return yield* Effect.flip(cache.getOrFetch(plan, fetchPage, failures))
 * })
 * console.log(await Effect.runPromise(Effect.scoped(program)), dialled) // no such host 1
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  store: PageStore,
  options?: Options
): Effect.Effect<PageCache["Service"], never, Scope.Scope> => internal.make(store, options)

/**
 * Builds a layer of a page cache over any backend.
 *
 * **Example** (Keep only the newest version)
 *
 * ```ts
 * import { PageCache, PageStore } from "@dunlin/cache"
 * import { Effect } from "effect"
 *
 * const cache = PageCache.layerStore(PageStore.makeMemory(), { versions: 1, maxEntryBytes: 1024 * 1024 })
 * const stats = PageCache.PageCache.use((cache) => cache.stats)
 * console.log((await Effect.runPromise(Effect.provide(stats, cache))).entries) // 0
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerStore = (store: PageStore, options?: Options): Layer.Layer<PageCache> =>
  Layer.effect(PageCache, make(store, options))

const MEMORY_BYTES = 256 * 1024 * 1024

/**
 * Stores compressed pages in the memory of this process.
 *
 * **Example** (Store and read a page)
 *
 * ```ts
 * import { CachePlan, PageCache } from "@dunlin/cache"
 * import { RawPage } from "@dunlin/schema"
 * import { Effect, Option } from "effect"
 *
 * const url = "https://example.com/"
 * const page = new RawPage.RawPage({
 *   sourceUrl: url,
 *   url,
 *   status: 200,
 *   headers: {},
 *   contentType: "text/html",
 *   body: new TextEncoder().encode("<h1>Hello</h1>"),
 *   redirects: [],
 *   fetchedAt: Date.now(),
 *   engine: "http",
 *   proxyUsed: "basic",
 *   warnings: []
 * })
 *
 * const program = Effect.gen(function*() {
 *   const cache = yield* PageCache.PageCache
 *   const { key, policy } = CachePlan.make({ url, options: { maxAge: 60_000 } })
 *   const kept: PageCache.SetOptions = { url }
 *   yield* cache.set(key, page, kept)
 *   const found: Option.Option<PageCache.CachedPage> = yield* cache.get(key, policy)
 *   return Option.map(found, ({ page }) => new TextDecoder().decode(page.body))
 * })
 * const bytes = 64 * 1024 * 1024
 * const cache = PageCache.layerMemory({ maxBytes: bytes })
 * console.log(Option.getOrThrow(await Effect.runPromise(Effect.provide(program, cache)))) // <h1>Hello</h1>
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMemory = (options?: Options): Layer.Layer<PageCache> =>
  Layer.suspend(() => layerStore(makeMemory(), { maxBytes: MEMORY_BYTES, ...options }))

/**
 * Returns the cache key of a request, as `CachePlan.key` does.
 *
 * **Example** (Two spellings of a URL are one page)
 *
 * ```ts
 * import { PageCache } from "@dunlin/cache"
 *
 * const one = PageCache.key({ url: "https://example.com/a#top", options: {} })
 * const other = PageCache.key({ url: "HTTPS://EXAMPLE.com/a", options: {} })
 * console.log(one === other, one.length) // true 64
 * ```
 *
 * @category accessors
 * @since 0.1.0
 */
export const key: (input: CachePlan.KeyInput) => string = CachePlan.key
