/**
 * Stores encoded pages with their times, and grants leases. This is the backend of the page cache, whose rules are in
 * `PageCache`.
 *
 * Times are epoch milliseconds of the caller's clock. A shared store uses its own clock, because the clocks of
 * machines differ. It reads a time as an offset from the caller's present, and returns the age of an entry.
 *
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { CacheError } from "./CacheError.ts"
import * as memory from "./internal/memoryPageStore.ts"

/**
 * Properties of a stored value without its bytes.
 *
 * @category models
 * @since 0.1.0
 */
export interface EntryInfo {
  /** The cache key, which has 64 lower-case hexadecimal digits. */
  readonly key: string
  /** `page` for an encoded page; `failure` for a cached failure as JSON bytes. */
  readonly kind: "page" | "failure"
  readonly url: string
  /** The host of `url` in lower case, without the port. */
  readonly host: string
  /** The HTTP status of the page; 0 for a failure. */
  readonly status: number
  /** The time at which the page was fetched. */
  readonly cachedAt: number
  /** The time from which the entry is no longer served; `null` if it does not expire. */
  readonly expiresAt: number | null
  /** Number of stored bytes. */
  readonly size: number
}

/**
 * A stored value: its properties, its bytes, and their SHA-256 in lower-case hexadecimal.
 *
 * @category models
 * @since 0.1.0
 */
export interface Entry extends EntryInfo {
  readonly sha256: string
  readonly bytes: Uint8Array
}

/**
 * An entry that was read from the store.
 *
 * @category models
 * @since 0.2.0
 */
export interface ReadEntry extends Entry {
  /**
   * Milliseconds since `cachedAt` by the store's clock. If the store has no clock, it is absent, and the caller's clock
   * applies.
   */
  readonly age?: number | undefined
}

/**
 * The versions of a page that a reader accepts. The newest of them is served.
 *
 * @category models
 * @since 0.1.0
 */
export interface Window {
  readonly key: string
  /** The reader accepts only `cachedAt > after`. */
  readonly after: number
  /** The reader accepts only `cachedAt <= until`. */
  readonly until: number
  /** The current time. Entries whose `expiresAt` is at or before it are not served. */
  readonly now: number
  /** Whether reading counts as a use, which delays eviction. */
  readonly touch: boolean
}

/**
 * Selects entries to list or to delete. Absent fields match everything.
 *
 * @category models
 * @since 0.1.0
 */
export interface Filter {
  readonly key?: string | undefined
  /** The canonical URL, which must be equal. */
  readonly url?: string | undefined
  /** The host, which must be equal. */
  readonly host?: string | undefined
  /** Selects only entries that were fetched at or before this time. */
  readonly cachedBefore?: number | undefined
}

/**
 * @category models
 * @since 0.1.0
 */
export interface StoreSize {
  readonly entries: number
  /** Number of stored bytes of all values. */
  readonly bytes: number
}

/**
 * Stores pages. Build a `PageCache` over it with `PageCache.make`.
 *
 * @category models
 * @since 0.1.0
 */
export interface PageStore {
  /** The name in errors and metrics, in lower case. */
  readonly name: string
  /** Returns the newest version inside the window, of kind `page` or `failure`. */
  readonly read: (window: Window) => Effect.Effect<Option.Option<ReadEntry>, CacheError>
  /**
   * Stores a version, and replaces a version with the same `cachedAt`. Retains only the newest `versions` of the key.
   */
  readonly write: (entry: Entry, versions: number) => Effect.Effect<void, CacheError>
  readonly remove: (key: string, cachedAt: number) => Effect.Effect<void, CacheError>
  /** Returns the newest entries first, at most `limit`. */
  readonly list: (filter: Filter, limit: number) => Effect.Effect<ReadonlyArray<EntryInfo>, CacheError>
  /** Deletes all entries that match the filter. Returns their number. */
  readonly purge: (filter: Filter) => Effect.Effect<number, CacheError>
  readonly size: Effect.Effect<StoreSize, CacheError>
  /**
   * Deletes expired entries and then, in batches, the least recently used ones until at most `maxBytes` remain. Returns
   * the number of deleted entries.
   */
  readonly evict: (options: { readonly now: number; readonly maxBytes: number }) => Effect.Effect<number, CacheError>
  /**
   * Acquires or renews the lease on a key for `ttl` milliseconds of real time. Returns `false` if another owner holds
   * it.
   */
  readonly lease: (key: string, owner: string, ttl: number) => Effect.Effect<boolean, CacheError>
  /** Releases a lease. It has no effect if the owner no longer holds the lease. */
  readonly release: (key: string, owner: string) => Effect.Effect<void, CacheError>
}

/**
 * Builds a backend in the memory of this process.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeMemory: () => PageStore = memory.make
