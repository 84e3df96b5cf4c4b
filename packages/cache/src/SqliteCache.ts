/**
 * Stores pages and histories in one SQLite file (WAL), shared by the processes of one machine. Values above 1 MiB are
 * files in a folder next to it.
 *
 * Uses Node's built-in SQLite, without further installation.
 *
 * @since 0.1.0
 */
import * as NodeSqlite from "@dunlin/common/NodeSqlite"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { SQLInputValue } from "node:sqlite"
import { AnswerStore } from "./AnswerStore.ts"
import type { CacheError } from "./CacheError.ts"
import { canonicalUrl } from "./CachePlan.ts"
import * as codec from "./internal/snapshotCodec.ts"
import * as internal from "./internal/sqlite.ts"
import * as answers from "./internal/sqliteAnswers.ts"
import * as pages from "./internal/sqlitePageStore.ts"
import * as PageCache from "./PageCache.ts"
import { type Series, type Snapshot, SnapshotStore } from "./SnapshotStore.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options extends PageCache.Options {
  /**
   * The path of the database file. Its folder is created. Large values are stored in `<filename>.blobs`. With
   * `:memory:` no file is written, and the data is lost when the layer closes.
   */
  readonly filename: string
}

const makeSnapshots = (sqlite: internal.Sqlite): SnapshotStore["Service"] => {
  const history = (series: Series, limit: number) =>
    Effect.flatMap(
      sqlite.use((handle) =>
        handle.prepare(
          "SELECT bytes, sha256 FROM snapshots WHERE team = ? AND url = ? AND tag = ? ORDER BY at DESC LIMIT ?"
        ).all(series.team, canonicalUrl(series.url), series.tag ?? "", limit) as unknown as ReadonlyArray<
          { readonly bytes: Uint8Array; readonly sha256: string }
        >
      ),
      Effect.forEach((row) => codec.decode("sqlite", row.bytes, row.sha256))
    )
  return SnapshotStore.of({
    append: Effect.fn("SnapshotStore.append")((series: Series, snapshot: Snapshot) =>
      sqlite.use((handle) => {
        const { bytes, sha256 } = codec.encode(snapshot)
        handle.prepare(
          "INSERT OR REPLACE INTO snapshots (team, url, tag, at, sha256, bytes) VALUES (?, ?, ?, ?, ?, ?)"
        ).run(series.team, canonicalUrl(series.url), series.tag ?? "", snapshot.at, sha256, bytes)
      })
    ),
    latest: (series) => Effect.map(history(series, 1), (list) => Option.fromUndefinedOr(list[0])),
    history,
    purge: (filter) =>
      sqlite.use((handle) => {
        const conditions = ["1"]
        const values: Array<SQLInputValue> = []
        if (filter.team !== undefined) {
          conditions.push("team = ?")
          values.push(filter.team)
        }
        if (filter.url !== undefined) {
          conditions.push("url = ?")
          values.push(canonicalUrl(filter.url))
        }
        if (filter.before !== undefined) {
          conditions.push("at <= ?")
          values.push(filter.before)
        }
        const { changes } = handle.prepare(`DELETE FROM snapshots WHERE ${conditions.join(" AND ")}`).run(...values)
        return Number(changes)
      })
  })
}

/**
 * Provides the page cache, the snapshot history and the stored responses in one file.
 *
 * A damaged file is renamed to `<filename>.corrupt-<time>` and replaced by a new one; a file of a newer schema fails
 * with `Incompatible`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options): Layer.Layer<AnswerStore | PageCache.PageCache | SnapshotStore, CacheError> =>
  Layer.effectContext(Effect.gen(function*() {
    const sqlite = yield* internal.make(options.filename)
    const store = pages.make(
      sqlite,
      NodeSqlite.isInMemory(options.filename) ? undefined : `${options.filename}.blobs`
    )
    return Context.make(PageCache.PageCache, yield* PageCache.make(store, options)).pipe(
      Context.add(SnapshotStore, makeSnapshots(sqlite)),
      Context.add(AnswerStore, answers.make(sqlite))
    )
  }))
