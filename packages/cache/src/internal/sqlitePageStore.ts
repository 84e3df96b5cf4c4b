import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Entry, PageStore } from "../PageStore.ts"
import * as PageFiles from "./pageFiles.ts"
import type { Handle, Sqlite } from "./sqlite.ts"
import * as sql from "./sqlPageStore.ts"

/** Larger values are files, because SQLite would copy them through its page cache. */
const INLINE_LIMIT = 1024 * 1024

interface Row extends sql.PageRow {
  readonly in_file: number
  readonly bytes: Uint8Array | null
}

interface Dropped {
  readonly id: number
  readonly sha256: string
  readonly in_file: number
}

const insert = `INSERT INTO pages (${sql.pageColumns}, used_at, in_file) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (key, cached_at) DO UPDATE SET ${sql.replacedColumns}, in_file = excluded.in_file
  RETURNING id`

const isOldest = `id IN (SELECT id FROM (
    SELECT id, sum(size) OVER (ORDER BY used_at, id) - size AS before
    FROM (SELECT id, used_at, size FROM pages ORDER BY used_at, id LIMIT ${sql.EVICTED_AT_ONCE})
  ) WHERE before < $1)`

const numbered = (condition: string): string => condition.replaceAll("$", "?")

const sumsOfFiles = (rows: ReadonlyArray<Omit<Dropped, "id">>): ReadonlyArray<string> =>
  rows.filter((row) => row.in_file === 1).map((row) => row.sha256)

const writeRow = (
  handle: Handle,
  entry: Entry,
  isFile: boolean,
  versions: number,
  now: number
): ReadonlyArray<Dropped> =>
  handle.transaction(() => {
    const row = handle.prepare(insert).get(...sql.valuesOf(entry), now, isFile ? 1 : 0)
    const id = Number(row?.["id"])
    if (isFile) handle.prepare("DELETE FROM bodies WHERE id = ?").run(id)
    else handle.prepare("INSERT OR REPLACE INTO bodies (id, bytes) VALUES (?, ?)").run(id, entry.bytes)
    const old = handle.prepare(
      "SELECT id, sha256, in_file FROM pages WHERE key = ? ORDER BY cached_at DESC LIMIT -1 OFFSET ?"
    ).all(entry.key, versions) as unknown as ReadonlyArray<Dropped>
    for (const { id } of old) handle.prepare("DELETE FROM pages WHERE id = ?").run(id)
    return old
  })

/** A database in memory has no folder for files. */
export const make = (sqlite: Sqlite, folder: string | undefined): PageStore => {
  const files = folder === undefined ? PageFiles.none : PageFiles.make(sqlite, folder)
  const isLarge = ({ bytes }: Entry): boolean => folder !== undefined && bytes.length > INLINE_LIMIT
  let swept = false

  return sql.make<Row>({
    name: "sqlite",
    newest: (window) =>
      sqlite.use((handle) =>
        handle.prepare(
          `SELECT ${sql.pageColumns}, in_file, bytes FROM pages LEFT JOIN bodies ON bodies.id = pages.id
           WHERE key = ? AND cached_at > ? AND cached_at <= ? AND (expires_at IS NULL OR expires_at > ?)
           ORDER BY cached_at DESC LIMIT 1`
        ).get(window.key, window.after, window.until, window.now) as unknown as Row | undefined
      ),
    bytesOf: (row) => row.in_file === 1 ? files.read(row.sha256) : Effect.succeed(row.bytes ?? new Uint8Array(0)),
    insert: Effect.fnUntraced(function*(entry, versions, now) {
      const isFile = isLarge(entry)
      if (isFile) yield* files.write(entry.sha256, entry.bytes)
      const dropped = yield* sqlite.use((handle) => writeRow(handle, entry, isFile, versions, now))
      yield* files.removeUnnamed(sumsOfFiles(dropped))
    }),
    select: (condition, limit) =>
      sqlite.use((handle) =>
        handle.prepare(
          `SELECT ${sql.pageColumns} FROM pages WHERE ${numbered(condition.sql)} ORDER BY cached_at DESC LIMIT ?`
        ).all(...condition.values, limit) as unknown as ReadonlyArray<Row>
      ),
    remove: Effect.fnUntraced(function*(condition) {
      const rows = yield* sqlite.use((handle) =>
        handle.prepare(`DELETE FROM pages WHERE ${numbered(condition.sql)} RETURNING sha256, in_file`)
          .all(...condition.values) as unknown as ReadonlyArray<Dropped>
      )
      yield* files.removeUnnamed(sumsOfFiles(rows))
      return rows.length
    }),
    noteUses: (uses) =>
      sqlite.use((handle) =>
        handle.transaction(() => {
          const update = handle.prepare("UPDATE pages SET used_at = ? WHERE key = ? AND cached_at = ?")
          for (const { at, cachedAt, key } of uses) update.run(at, key, cachedAt)
        })
      ),
    size: sqlite.use((handle) => {
      const row = handle.prepare("SELECT count(*) AS entries, coalesce(sum(size), 0) AS bytes FROM pages").get()
      return { entries: Number(row?.["entries"]), bytes: Number(row?.["bytes"]) }
    }),
    isOldest,
    isExpired: (now) => ({ sql: "expires_at <= $1", values: [now] }),
    dropLeases: (now) =>
      sqlite.use((handle) => {
        handle.prepare("DELETE FROM leases WHERE until <= ?").run(now)
      }),
    lease: (key, owner, ttl) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        sqlite.use((handle) =>
          handle.prepare(
            `INSERT INTO leases (key, owner, until) VALUES (?, ?, ?)
             ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, until = excluded.until
             WHERE owner = excluded.owner OR until <= ?`
          ).run(key, owner, now + ttl, now).changes === 1
        )),
    release: (key, owner) =>
      sqlite.use((handle) => {
        handle.prepare("DELETE FROM leases WHERE key = ? AND owner = ?").run(key, owner)
      }),
    tidy: Effect.suspend(() => {
      if (swept) return Effect.void
      swept = true
      return files.sweep
    })
  })
}
