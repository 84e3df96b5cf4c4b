/**
 * Stores each scraped version of a page, so that changes can be reported. Unlike the cache, it never deletes
 * automatically.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { CacheError } from "./CacheError.ts"
import { canonicalUrl } from "./CachePlan.ts"

/**
 * Identifies a history by team, page and tag. Histories of different teams are separate.
 *
 * @category models
 * @since 0.1.0
 */
export interface Series {
  readonly team: string
  /** The URL of the page. It is compared in canonical form. */
  readonly url: string
  /** Separates several histories of one page. If it is absent, `null` or empty, the history is the same. */
  readonly tag?: string | null | undefined
}

/**
 * One version of a page.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Snapshot = Schema.Struct({
  /** The time of this version in epoch milliseconds. */
  at: Schema.Number,
  markdown: Schema.String,
  /** Fields extracted from the page, if the history compares them. */
  json: Schema.optionalKey(Schema.Json),
  /** Whether the page existed. It is `false` if the page's status said that it was removed. */
  present: Schema.Boolean
})

/**
 * @category models
 * @since 0.1.0
 */
export type Snapshot = typeof Snapshot.Type

/**
 * @category models
 * @since 0.1.0
 */
export interface PurgeFilter {
  readonly team?: string | undefined
  readonly url?: string | undefined
  /** Deletes only snapshots that were taken at or before this time. */
  readonly before?: number | undefined
}

/**
 * @category services
 * @since 0.1.0
 */
export class SnapshotStore extends Context.Service<SnapshotStore, {
  /** Adds a version to a history. It replaces a version with the same `at`. */
  readonly append: (series: Series, snapshot: Snapshot) => Effect.Effect<void, CacheError>
  /** Returns the version with the greatest `at`. */
  readonly latest: (series: Series) => Effect.Effect<Option.Option<Snapshot>, CacheError>
  /** Returns the newest versions first, at most `limit`. */
  readonly history: (series: Series, limit: number) => Effect.Effect<ReadonlyArray<Snapshot>, CacheError>
  /** Deletes all versions that match the filter; `{}` matches all. Returns their number. */
  readonly purge: (filter: PurgeFilter) => Effect.Effect<number, CacheError>
}>()("@dunlin/cache/SnapshotStore") {}

/**
 * Stores histories in the memory of this process.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMemory: Layer.Layer<SnapshotStore> = Layer.sync(SnapshotStore, () => {
  interface Row {
    readonly team: string
    readonly url: string
    readonly snapshot: Snapshot
  }
  const series = new Map<string, Array<Row>>()
  const keyOf = ({ tag, team, url }: Series) => JSON.stringify([team, canonicalUrl(url), tag ?? ""])
  const history = (one: Series, limit: number) =>
    (series.get(keyOf(one)) ?? []).slice(0, limit).map((row) => row.snapshot)
  return {
    append: (one, snapshot) =>
      Effect.sync(() => {
        const rows = (series.get(keyOf(one)) ?? []).filter((row) => row.snapshot.at !== snapshot.at)
        rows.push({ team: one.team, url: canonicalUrl(one.url), snapshot })
        series.set(keyOf(one), rows.sort((left, right) => right.snapshot.at - left.snapshot.at))
      }),
    latest: (one) => Effect.sync(() => Option.fromUndefinedOr(history(one, 1)[0])),
    history: (one, limit) => Effect.sync(() => history(one, limit)),
    purge: (filter) =>
      Effect.sync(() => {
        const url = filter.url === undefined ? undefined : canonicalUrl(filter.url)
        const selects = (row: Row) =>
          (filter.team === undefined || filter.team === row.team) &&
          (url === undefined || url === row.url) &&
          (filter.before === undefined || row.snapshot.at <= filter.before)
        let gone = 0
        for (const [key, rows] of series) {
          const left = rows.filter((row) => !selects(row))
          gone += rows.length - left.length
          if (left.length === 0) series.delete(key)
          else series.set(key, left)
        }
        return gone
      })
  }
})
