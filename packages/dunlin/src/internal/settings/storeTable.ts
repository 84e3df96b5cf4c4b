/**
 * Lists the stores that a setting may name, one row each. A new cache needs a row in `caches`. Its setting, the
 * reference page, the error texts and the report of `dunlin doctor` are derived from the row.
 */
import type { CacheError } from "@dunlin/cache/CacheError"
import type { PageCache } from "@dunlin/cache/PageCache"
import type { SnapshotStore } from "@dunlin/cache/SnapshotStore"
import type * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"

/** A store behind a URL. */
export interface Store {
  readonly variable: string
  /** Protocols that the store's URL may have. Error texts name the first one. */
  readonly protocols: readonly [string, ...ReadonlyArray<string>]
  /** The default port. */
  readonly port: number
  /** The npm package with the store's driver. Users install it. */
  readonly package: string
}

/** A store of pages and snapshots. */
export interface Cache extends Store {
  /** Meaning of the setting, for the reference page, in Markdown. */
  readonly says: string
  readonly module: () => Promise<{
    readonly layer: (
      options: { readonly url: Redacted.Redacted; readonly maxBytes?: number }
    ) => Layer.Layer<PageCache | SnapshotStore, CacheError>
  }>
}

/** PostgreSQL, which also stores jobs, credits and the index. */
export const postgres = {
  variable: "DUNLIN_DATABASE_URL",
  protocols: ["postgres", "postgresql"],
  port: 5432,
  package: "pg"
} as const satisfies Store

/** OpenSearch, which only stores the index. */
export const cluster = {
  variable: "DUNLIN_INDEX_URL",
  protocols: ["https", "http"],
  port: 9200,
  package: "@opensearch-project/opensearch"
} as const satisfies Store

/** Stores that contain only pages, in order of preference. Each takes precedence over PostgreSQL. */
export const caches = {
  redis: {
    variable: "DUNLIN_REDIS_URL",
    protocols: ["redis", "rediss"],
    port: 6379,
    package: "redis",
    says: "`redis://…`: stores pages and snapshots in Redis, also in addition to PostgreSQL; needs the package `redis`",
    module: () => import("@dunlin/cache/RedisCache")
  }
} as const satisfies { readonly [name: string]: Cache }

export type CacheName = keyof typeof caches

export const stores: ReadonlyArray<Store> = [...Object.values(caches), postgres, cluster]

/** A variable that points to a store. */
export type StoreVariable =
  | typeof postgres.variable
  | typeof cluster.variable
  | typeof caches[CacheName]["variable"]
