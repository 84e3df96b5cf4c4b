import type { RawPage } from "@dunlin/schema/RawPage"
import type * as Duration from "effect/Duration"
import type * as Option from "effect/Option"
import type * as Schema from "effect/Schema"

/**
 * @category models
 * @since 0.1.0
 */
export interface CachedPage {
  readonly page: RawPage
  /** Epoch milliseconds at which the page was fetched. */
  readonly cachedAt: number
  /** Milliseconds since `cachedAt`, never negative. */
  readonly age: number
}

/**
 * A page and its source. `cachedAt` and `age` describe the fetch; the age is 0 for a miss.
 *
 * @category models
 * @since 0.1.0
 */
export interface Served extends CachedPage {
  readonly cacheState: "hit" | "miss"
  /** Whether the page was not stored, because the store did not respond or failed. */
  readonly isUnkept?: boolean | undefined
}

/**
 * @category options
 * @since 0.1.0
 */
export interface SetOptions {
  /** The URL of the request, for `list` and `purge`. @default `page.sourceUrl` */
  readonly url?: string | undefined
  /** Whether to store the page. @default true */
  readonly storeInCache?: boolean | undefined
}

/**
 * Encodes failures of a fetch that are cached for a short time, so that a dead host is not requested repeatedly. Cache
 * only failures that would repeat: a name that does not resolve, a refused connection. Never cache a timeout, a block,
 * or a server error.
 *
 * @category models
 * @since 0.1.0
 */
export interface FailureCodec<E> {
  /** Returns the failure as JSON without URLs or page text; `None` if this failure must not be cached. */
  readonly encode: (error: E) => Option.Option<Schema.Json>
  /** Returns the failure; `None` for invalid data, which is ignored. */
  readonly decode: (json: Schema.Json) => Option.Option<E>
}

/**
 * Counters since the layer was built, and the current content of the store.
 *
 * @category models
 * @since 0.1.0
 */
export interface CacheStats {
  readonly store: string
  readonly hits: number
  readonly misses: number
  /** Number of cached failures and missing pages that were served. */
  readonly negativeHits: number
  readonly writes: number
  /** Number of pages that were not stored, because of their status, size or policy. */
  readonly skipped: number
  /** Number of callers that waited for another caller's fetch, counted when the wait starts. */
  readonly joined: number
  /** Number of checks for a page that another process was fetching. */
  readonly waits: number
  readonly corrupt: number
  /** Number of store operations that failed without failing the request. */
  readonly errors: number
  readonly evicted: number
  readonly entries: number
  /** Number of stored bytes of all values. */
  readonly bytes: number
}

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * The maximum bytes of all pages. Above it, the least recently used pages are evicted.
   * @default 2 GiB (memory: 256 MiB)
   */
  readonly maxBytes?: number | undefined
  /** The maximum compressed bytes of a stored page. @default 64 MiB */
  readonly maxEntryBytes?: number | undefined
  /** The maximum number of stored versions of one page. `minAge` needs several. @default 2 */
  readonly versions?: number | undefined
  /** The time for which a page with status 404 or 410, or a cached failure, is served. @default 60 seconds */
  readonly negativeTimeToLive?: Duration.Input | undefined
  /** The time to wait for another process's fetch after its last lease renewal. @default 10 seconds */
  readonly leaseTimeToLive?: Duration.Input | undefined
}
