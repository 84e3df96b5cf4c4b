/**
 * Keeps raw pages, so that a page fetched once is served again for as long as a
 * request allows, in any format.
 *
 * `PageCache` owns every rule: freshness, what may be stored, single flight
 * within a process and across processes, integrity, budget. Backends
 * (`PageStore`) only keep bytes. Decide per request with `CachePlan.make`, then
 * call `getOrFetch`, or `get` and `set` for the single steps.
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
 * @category services
 * @since 0.1.0
 */
export class PageCache extends Context.Service<PageCache, {
  /** The newest page inside the policy. Damaged values are dropped and count as a miss. */
  readonly get: (key: string, policy: CachePlan.Policy) => Effect.Effect<Option.Option<CachedPage>, CacheError>

  /**
   * Keeps a page. Statuses outside of 200-299 are not kept, except 404 and 410 for a short while:
   * a page that is broken now should be asked for again.
   */
  readonly set: (key: string, page: RawPage, options?: SetOptions) => Effect.Effect<void, CacheError>

  /**
   * Serves a page by its plan: from the cache, or else by `fetch`, which runs once for all callers
   * of the key, here and in other processes on the same store. Under `cacheOnly` the fetch never
   * runs and a miss is `NotCached`. When the store fails, the page is fetched all the same.
   *
   * A page may come from the cache or from another caller's fetch: what a policy says about its `url` and `redirects`
   * has to be asked again for this caller.
   */
  readonly getOrFetch: <E, R>(
    plan: CachePlan.CachePlan,
    fetch: Effect.Effect<RawPage, E, R>,
    failures?: FailureCodec<E>
  ) => Effect.Effect<Served, CacheError | E, R>

  readonly stats: Effect.Effect<CacheStats, CacheError>

  /** What is stored, newest first. @default limit 100 */
  readonly list: (filter?: Filter, limit?: number) => Effect.Effect<ReadonlyArray<EntryInfo>, CacheError>

  /** Every stored version of one URL, newest first, in all its variants. */
  readonly show: (url: string) => Effect.Effect<ReadonlyArray<EntryInfo>, CacheError>

  /** Deletes what has expired and what exceeds the byte budget now; otherwise that follows writing. */
  readonly evict: Effect.Effect<number, CacheError>

  /** Deletes what the filter selects, `{}` everything, and answers how many entries went. */
  readonly purge: (filter: Filter) => Effect.Effect<number, CacheError>
}>()("@dunlin/cache/PageCache") {}

/**
 * A page cache over any backend. Needs a scope for its flights and for eviction.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  store: PageStore,
  options?: Options
): Effect.Effect<PageCache["Service"], never, Scope.Scope> => internal.make(store, options)

/**
 * A page cache over any backend.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerStore = (store: PageStore, options?: Options): Layer.Layer<PageCache> =>
  Layer.effect(PageCache, make(store, options))

/**
 * Keeps pages, compressed, in the memory of this process.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMemory = (options?: Options): Layer.Layer<PageCache> =>
  Layer.suspend(() => layerStore(makeMemory(), { maxBytes: 256 * 1024 * 1024, ...options }))

/**
 * The cache key of a request; see `CachePlan.key`.
 *
 * @category accessors
 * @since 0.1.0
 */
export const key: (input: CachePlan.KeyInput) => string = CachePlan.key
