/**
 * Stores pages and histories in PostgreSQL, shared by many hosts.
 *
 * Requires the optional peer `pg`.
 *
 * @since 0.1.0
 */
import type * as Secret from "@dunlin/common/Secret"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as crypto from "node:crypto"
import { AnswerStore } from "./AnswerStore.ts"
import type { CacheError } from "./CacheError.ts"
import { canonicalUrl } from "./CachePlan.ts"
import * as internal from "./internal/postgres.ts"
import * as answers from "./internal/postgresAnswers.ts"
import * as pages from "./internal/postgresPageStore.ts"
import * as codec from "./internal/snapshotCodec.ts"
import * as PageCache from "./PageCache.ts"
import { type Series, type Snapshot, SnapshotStore } from "./SnapshotStore.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options extends PageCache.Options {
  /**
   * A database URL, `postgres://user:password@host:port/database`. To use several servers, separate them with commas.
   * The writable one is used.
   */
  readonly url: Secret.Secret
  /** The database schema that contains the tables. It is created if it is missing. @default "dunlin_cache" */
  readonly schema?: string | undefined
  /** The maximum number of connections in a separate pool. @default the pool that all stores of the process share */
  readonly maxConnections?: number | undefined
  /**
   * The timeout of a connection, and of a statement. A slower database counts as unresponsive. Pages are then fetched
   * without the cache. @default 5 seconds for a connection, 30 seconds for a statement
   *
   * @since 0.3.0
   */
  readonly silence?: Duration.Input | undefined
}

const makeSnapshots = (postgres: internal.Postgres): SnapshotStore["Service"] => {
  // Teams, URLs and tags are free text and may contain characters that PostgreSQL does not support.
  const seriesOf = (series: Series) =>
    crypto.hash("sha256", JSON.stringify([series.team, canonicalUrl(series.url), series.tag ?? ""]))
  const history = (series: Series, limit: number) =>
    Effect.flatMap(
      postgres.query<{ readonly bytes: Buffer; readonly sha256: string }>(
        "SELECT bytes, sha256 FROM $schema.snapshots WHERE series = $1 ORDER BY at DESC LIMIT $2",
        [seriesOf(series), Math.max(0, limit)]
      ),
      ({ rows }) => Effect.forEach(rows, (row) => codec.decode("postgres", row.bytes, row.sha256))
    )
  return SnapshotStore.of({
    append: Effect.fn("SnapshotStore.append")((series: Series, snapshot: Snapshot) =>
      Effect.suspend(() => {
        const { bytes, sha256 } = codec.encode(snapshot)
        return Effect.asVoid(postgres.query(
          `INSERT INTO $schema.snapshots (team, series, url, at, sha256, bytes) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (series, at) DO UPDATE SET sha256 = excluded.sha256, bytes = excluded.bytes`,
          [series.team, seriesOf(series), canonicalUrl(series.url), snapshot.at, sha256, bytes]
        ))
      })
    ),
    latest: (series) => Effect.map(history(series, 1), (list) => Option.fromUndefinedOr(list[0])),
    history,
    purge: (filter) => {
      const conditions = ["true"]
      const values: Array<unknown> = []
      const add = (condition: string, value: unknown) => {
        if (value === undefined) return
        values.push(value)
        conditions.push(`${condition} $${values.length}`)
      }
      add("team =", filter.team)
      add("url =", filter.url === undefined ? undefined : canonicalUrl(filter.url))
      add("at <=", filter.before)
      return Effect.map(
        postgres.query(`DELETE FROM $schema.snapshots WHERE ${conditions.join(" AND ")}`, values),
        ({ count }) => count
      )
    }
  })
}

/**
 * Provides the page cache, the snapshot history and the stored responses in one database.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options): Layer.Layer<AnswerStore | PageCache.PageCache | SnapshotStore, CacheError> =>
  Layer.effectContext(Effect.gen(function*() {
    const postgres = yield* internal.make({
      url: options.url,
      schema: options.schema ?? "dunlin_cache",
      maxConnections: options.maxConnections,
      silence: options.silence
    })
    return Context.make(PageCache.PageCache, yield* PageCache.make(pages.make(postgres), options)).pipe(
      Context.add(SnapshotStore, makeSnapshots(postgres)),
      Context.add(AnswerStore, answers.make(postgres))
    )
  }))
