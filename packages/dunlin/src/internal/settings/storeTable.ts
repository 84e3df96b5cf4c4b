/**
 * Lists the stores that a setting may name. Their settings, the reference page, the error texts and the report of
 * `dunlin doctor` are derived from the rows.
 */
import type { CacheError } from "@dunlin/cache/CacheError"
import type { PageCache } from "@dunlin/cache/PageCache"
import type { SnapshotStore } from "@dunlin/cache/SnapshotStore"
import type * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"

export interface Store {
  readonly variable: string
  readonly protocols: readonly [string, ...ReadonlyArray<string>]
  readonly port: number
  readonly package: string
}

export interface Cache extends Store {
  readonly says: string
  readonly module: () => Promise<{
    readonly layer: (
      options: { readonly url: Redacted.Redacted; readonly maxBytes?: number }
    ) => Layer.Layer<PageCache | SnapshotStore, CacheError>
  }>
}

export const postgres = {
  variable: "DUNLIN_DATABASE_URL",
  protocols: ["postgres", "postgresql"],
  port: 5432,
  package: "pg"
} as const satisfies Store

export const cluster = {
  variable: "DUNLIN_INDEX_URL",
  protocols: ["https", "http"],
  port: 9200,
  package: "@opensearch-project/opensearch"
} as const satisfies Store

/** In order of preference. Each one takes precedence over PostgreSQL. */
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

export type StoreVariable =
  | typeof postgres.variable
  | typeof cluster.variable
  | typeof caches[CacheName]["variable"]
