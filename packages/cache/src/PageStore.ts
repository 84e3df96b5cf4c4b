/**
 * A backend of the page cache: stores encoded pages with their times, and grants leases. Every rule about age is in
 * `PageCache`, so that backends are small and behave alike.
 *
 * Times are epoch milliseconds of the caller's clock. The clocks of several machines differ, so a shared store uses
 * its own clock: it reads a time as an offset from the caller's present, and returns the age of an entry.
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
  /** Cache key, 64 lower-case hexadecimal digits. */
  readonly key: string
  /** `page` is an encoded page; `failure` a cached failure as JSON bytes. */
  readonly kind: "page" | "failure"
  /** Canonical URL of the request. */
  readonly url: string
  /** Host of `url`, lower case, without port. */
  readonly host: string
  /** HTTP status of the page; 0 for a failure. */
  readonly status: number
  /** When the page was fetched. */
  readonly cachedAt: number
  /** After this time the entry is never served; `null` if it does not expire. */
  readonly expiresAt: number | null
  /** Stored bytes. */
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
 * An entry that was read.
 *
 * @category models
 * @since 0.2.0
 */
export interface ReadEntry extends Entry {
  /**
   * Milliseconds since `cachedAt` by the store's clock. Absent if the store has no clock: then the caller's clock
   * applies.
   */
  readonly age?: number | undefined
}

/**
 * The versions of a page that a reader accepts. The newest accepted one is served.
 *
 * @category models
 * @since 0.1.0
 */
export interface Window {
  readonly key: string
  /** Accepts only `cachedAt > after`. */
  readonly after: number
  /** Accepts only `cachedAt <= until`. */
  readonly until: number
  /** The current time. Entries whose `expiresAt` is at or before it are not served. */
  readonly now: number
  /** Whether reading counts as use for eviction. */
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
  /** Canonical URL, compared exactly. */
  readonly url?: string | undefined
  /** Host, compared exactly. */
  readonly host?: string | undefined
  /** Only entries fetched at or before this time. */
  readonly cachedBefore?: number | undefined
}

/**
 * @category models
 * @since 0.1.0
 */
export interface StoreSize {
  readonly entries: number
  /** Stored bytes of all values. */
  readonly bytes: number
}

/**
 * A backend. Build a `PageCache` over it with `PageCache.make`.
 *
 * @category models
 * @since 0.1.0
 */
export interface PageStore {
  /** Lower-case name for errors and metrics. */
  readonly name: string
  /** Returns the newest version inside the window, of kind `page` or `failure`. */
  readonly read: (window: Window) => Effect.Effect<Option.Option<ReadEntry>, CacheError>
  /** Stores a version, replacing one with the same `cachedAt`, and retains only the newest `versions` of the key. */
  readonly write: (entry: Entry, versions: number) => Effect.Effect<void, CacheError>
  /** Deletes one version. */
  readonly remove: (key: string, cachedAt: number) => Effect.Effect<void, CacheError>
  /** Newest first, at most `limit`. */
  readonly list: (filter: Filter, limit: number) => Effect.Effect<ReadonlyArray<EntryInfo>, CacheError>
  /** Deletes matching entries and returns their number. */
  readonly purge: (filter: Filter) => Effect.Effect<number, CacheError>
  readonly size: Effect.Effect<StoreSize, CacheError>
  /**
   * Deletes expired entries and then, in batches, the least recently used ones until at most `maxBytes` remain.
   * Returns the number.
   */
  readonly evict: (options: { readonly now: number; readonly maxBytes: number }) => Effect.Effect<number, CacheError>
  /**
   * Takes or renews the lease on a key for `ttl` milliseconds of real time. Returns `false` if another owner holds
   * it.
   */
  readonly lease: (key: string, owner: string, ttl: number) => Effect.Effect<boolean, CacheError>
  /** Releases a lease; no effect if the owner no longer holds it. */
  readonly release: (key: string, owner: string) => Effect.Effect<void, CacheError>
}

/**
 * A backend in the memory of this process.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeMemory: () => PageStore = memory.make
