/** Pages as the cache hands them out and keeps them. */
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
  /** The store did not respond, or could not store the page. */
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
