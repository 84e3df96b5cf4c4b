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
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type { CacheError } from "./CacheError.ts"
import * as CachePlan from "./CachePlan.ts"
import * as internal from "./internal/pageCache.ts"
import { type EntryInfo, type Filter, makeMemory, type PageStore } from "./PageStore.ts"

/**
 * @category models
 * @since 0.1.0
 */
export interface CachedPage {
  readonly page: RawPage
  /** Epoch milliseconds at which the page was fetched. */
  readonly cachedAt: number
  /** Milliseconds since then, never negative. */
  readonly age: number
}

/**
 * A page and where it came from. `cachedAt` and `age` describe the fetch, 0 old on a miss.
 *
 * @category models
 * @since 0.1.0
 */
export interface Served extends CachedPage {
  readonly cacheState: "hit" | "miss"
  /** The store could not be asked, or could not keep the page. */
  readonly isUnkept?: boolean | undefined
}

/**
 * @category options
 * @since 0.1.0
 */
export interface SetOptions {
  /** The URL of the request, for `list` and `purge`. Default: `page.sourceUrl`. */
  readonly url?: string | undefined
  /** Storing is skipped when this is `false`. Default `true`. */
  readonly storeInCache?: boolean | undefined
}

/**
 * How failures of a fetch are remembered for a short while, so that a dead host is not asked again
 * and again. Remember only what the next request would meet too: a name that does not resolve, a
 * refused connection. Never a timeout, a block, or a server error.
 *
 * @category models
 * @since 0.1.0
 */
export interface FailureCodec<E> {
  /** JSON without URLs or page text; `None`: this failure is not remembered. */
  readonly encode: (error: E) => Option.Option<Schema.Json>
  /** `None`: not a failure we wrote, so it is ignored. */
  readonly decode: (json: Schema.Json) => Option.Option<E>
}

/**
 * Counters since the layer was built, and what the store holds now.
 *
 * @category models
 * @since 0.1.0
 */
export interface CacheStats {
  readonly store: string
  readonly hits: number
  readonly misses: number
  /** Remembered failures and missing pages that were served. */
  readonly negativeHits: number
  readonly writes: number
  /** Pages that were not stored: status, size, or policy. */
  readonly skipped: number
  /** Callers that waited for the fetch of another one, from the moment they began to wait. */
  readonly joined: number
  /** Looks for a page that another process was fetching. */
  readonly waits: number
  readonly corrupt: number
  /** Store operations that failed and were survived. */
  readonly errors: number
  readonly evicted: number
  /** Versions kept now. */
  readonly entries: number
  /** Bytes of their values as stored. */
  readonly bytes: number
}

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /** Bytes the store may hold before the least recently used pages go. @default 2 GiB (memory: 256 MiB) */
  readonly maxBytes?: number | undefined
  /** A page larger than this after compression is not stored. @default 64 MiB */
  readonly maxEntryBytes?: number | undefined
  /** How many versions of one page are kept, for `minAge`. @default 2 */
  readonly versions?: number | undefined
  /** How long a page with status 404 or 410, or a remembered failure, is served. @default 60 seconds */
  readonly negativeTimeToLive?: Duration.Input | undefined
  /** How long the fetch of another process is waited for after it last gave a sign of life. @default 10 seconds */
  readonly leaseTimeToLive?: Duration.Input | undefined
}

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
