import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as path from "node:path"
import type { SQLInputValue } from "node:sqlite"
import type { CacheError } from "../CacheError.ts"
import type { Entry, EntryInfo, Filter, PageStore } from "../PageStore.ts"
import * as files from "./files.ts"
import type { Handle, Sqlite } from "./sqlite.ts"

/** Larger values are files beside the database: SQLite copies a blob through its page cache, a file is read directly. */
const inlineLimit = 1024 * 1024

/** A file this young may belong to a row that is about to be written. */
const orphanAge = 3_600_000

/** Uses are noted in memory and written in one go, so that reading does not write. */
const touchBatch = 1024

const store = "sqlite"

interface Row {
  readonly id: number
  readonly key: string
  readonly cached_at: number
  readonly kind: "page" | "failure"
  readonly url: string
  readonly host: string
  readonly status: number
  readonly expires_at: number | null
  readonly size: number
  readonly sha256: string
  readonly in_file: number
  readonly bytes: Uint8Array | null
}

const infoColumns = "id, key, cached_at, kind, url, host, status, expires_at, size, sha256, in_file"

const qualifiedColumns = `pages.${infoColumns}`

const infoOf = (row: Row): EntryInfo => ({
  key: row.key,
  kind: row.kind,
  url: row.url,
  host: row.host,
  status: row.status,
  cachedAt: row.cached_at,
  expiresAt: row.expires_at,
  size: row.size
})

const where = (filter: Filter): { readonly sql: string; readonly values: ReadonlyArray<SQLInputValue> } => {
  const conditions: Array<string> = []
  const values: Array<SQLInputValue> = []
  const add = (condition: string, value: SQLInputValue | undefined) => {
    if (value === undefined) return
    conditions.push(condition)
    values.push(value)
  }
  add("key = ?", filter.key)
  add("url = ?", filter.url)
  add("host = ?", filter.host)
  add("cached_at <= ?", filter.cachedBefore)
  return { sql: conditions.length === 0 ? "1" : conditions.join(" AND "), values }
}

export const make = (sqlite: Sqlite, folder: string): PageStore => {
  let touched = new Map<number, number>()

  const fileOf = (sha256: string) => path.join(folder, sha256.slice(0, 2), sha256)

  const flush = (handle: Handle) => {
    const uses = touched
    if (uses.size === 0) return
    touched = new Map()
    const update = handle.prepare("UPDATE pages SET used_at = ? WHERE id = ?")
    for (const [id, at] of uses) update.run(at, id)
  }

  const flushed = Effect.suspend(() =>
    touched.size === 0 ? Effect.void : sqlite.use((handle) => handle.transaction(() => flush(handle)))
  )

  /** Rows are gone before their files, and a file only goes when no row names it. */
  const removeFiles = (rows: ReadonlyArray<{ readonly sha256: string }>) =>
    Effect.forEach(rows, ({ sha256 }) =>
      Effect.flatMap(
        sqlite.use((handle) =>
          handle.prepare("SELECT 1 FROM pages WHERE sha256 = ? AND in_file = 1 LIMIT 1").get(sha256)
        ),
        (used) => used === undefined ? files.removeFile(store, fileOf(sha256)) : Effect.void
      ), { discard: true })

  const deleteWhere = (condition: string, values: ReadonlyArray<SQLInputValue>) =>
    Effect.gen(function*() {
      const rows = yield* sqlite.use((handle) =>
        handle.prepare(`DELETE FROM pages WHERE ${condition} RETURNING sha256, in_file`)
          .all(...values) as unknown as ReadonlyArray<{ readonly sha256: string; readonly in_file: number }>
      )
      yield* removeFiles(rows.filter((row) => row.in_file === 1))
      return rows.length
    })

  const sizeNow = sqlite.use((handle) => {
    const row = handle.prepare("SELECT count(*) AS entries, coalesce(sum(size), 0) AS bytes FROM pages").get()
    return { entries: Number(row?.["entries"]), bytes: Number(row?.["bytes"]) }
  })

  const sweepOrphans = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    for (const file of yield* files.listFiles(store, folder)) {
      const sha256 = path.basename(file).slice(0, 64)
      const used = yield* sqlite.use((handle) =>
        handle.prepare("SELECT 1 FROM pages WHERE sha256 = ? AND in_file = 1 LIMIT 1").get(sha256)
      )
      const orphan = used === undefined || file.endsWith(".tmp")
      if (orphan && (yield* files.ageOf(file, now)) > orphanAge) yield* files.removeFile(store, file)
    }
  })

  const withFile = (row: Row): Effect.Effect<Option.Option<Entry>, CacheError> => {
    const entry = (bytes: Uint8Array) => ({ ...infoOf(row), sha256: row.sha256, bytes })
    // A file that is gone reads as empty bytes, which the checksum refuses.
    return row.in_file === 1
      ? Effect.map(
        files.readFile(store, fileOf(row.sha256)),
        (bytes) => Option.some(entry(Option.getOrElse(bytes, () => new Uint8Array(0))))
      )
      : Effect.succeed(Option.some(entry(row.bytes ?? new Uint8Array(0))))
  }

  let swept = false

  return {
    name: store,
    read: (window) =>
      Effect.flatMap(
        sqlite.use((handle) =>
          handle.prepare(
            `SELECT ${qualifiedColumns}, bytes FROM pages LEFT JOIN bodies ON bodies.id = pages.id
             WHERE key = ? AND cached_at > ? AND cached_at <= ? AND (expires_at IS NULL OR expires_at > ?)
             ORDER BY cached_at DESC LIMIT 1`
          ).get(window.key, window.after, window.until, window.now) as unknown as Row | undefined
        ),
        (row) => {
          if (row === undefined) return Effect.succeedNone
          if (window.touch) touched.set(row.id, window.now)
          const full = touched.size >= touchBatch
          return full ? Effect.andThen(Effect.ignore(flushed), withFile(row)) : withFile(row)
        }
      ),
    write: (entry, versions) =>
      Effect.gen(function*() {
        const isFile = entry.bytes.length > inlineLimit
        if (isFile) yield* files.writeFile(store, fileOf(entry.sha256), entry.bytes)
        const now = yield* Clock.currentTimeMillis
        const dropped = yield* sqlite.use((handle) =>
          handle.transaction(() => {
            const row = handle.prepare(
              `INSERT INTO pages (key, cached_at, kind, url, host, status, expires_at, used_at, size, sha256, in_file)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
               ON CONFLICT (key, cached_at) DO UPDATE SET
                 kind = excluded.kind, url = excluded.url, host = excluded.host, status = excluded.status,
                 expires_at = excluded.expires_at, used_at = excluded.used_at, size = excluded.size,
                 sha256 = excluded.sha256, in_file = excluded.in_file
               RETURNING id`
            ).get(
              entry.key,
              entry.cachedAt,
              entry.kind,
              entry.url,
              entry.host,
              entry.status,
              entry.expiresAt,
              now,
              entry.size,
              entry.sha256,
              isFile ? 1 : 0
            )
            const id = Number(row?.["id"])
            if (isFile) handle.prepare("DELETE FROM bodies WHERE id = ?").run(id)
            else handle.prepare("INSERT OR REPLACE INTO bodies (id, bytes) VALUES (?, ?)").run(id, entry.bytes)
            const old = handle.prepare(
              "SELECT id, sha256, in_file FROM pages WHERE key = ? ORDER BY cached_at DESC LIMIT -1 OFFSET ?"
            ).all(entry.key, versions)
            for (const row of old) handle.prepare("DELETE FROM pages WHERE id = ?").run(Number(row["id"]))
            return old
          })
        )
        yield* removeFiles(
          dropped.filter((row) => row["in_file"] === 1).map((row) => ({ sha256: String(row["sha256"]) }))
        )
      }),
    remove: (key, cachedAt) => Effect.asVoid(deleteWhere("key = ? AND cached_at = ?", [key, cachedAt])),
    list: (filter, limit) => {
      const { sql, values } = where(filter)
      return sqlite.use((handle) =>
        (handle.prepare(`SELECT ${infoColumns} FROM pages WHERE ${sql} ORDER BY cached_at DESC LIMIT ?`)
          .all(...values, limit) as unknown as ReadonlyArray<Row>).map(infoOf)
      )
    },
    purge: (filter) => {
      const { sql, values } = where(filter)
      return deleteWhere(sql, values)
    },
    size: sizeNow,
    evict: ({ maxBytes, now }) =>
      Effect.gen(function*() {
        yield* flushed
        let gone = yield* deleteWhere("expires_at <= ?", [now])
        yield* sqlite.use((handle) => handle.prepare("DELETE FROM leases WHERE until <= ?").run(now))
        for (let { bytes } = yield* sizeNow; bytes > maxBytes; bytes = (yield* sizeNow).bytes) {
          // Only as many of the least recently used as are needed, at most 100 in one transaction.
          const batch = yield* deleteWhere(
            `id IN (SELECT id FROM (
               SELECT id, sum(size) OVER (ORDER BY used_at, id) - size AS before
               FROM (SELECT id, used_at, size FROM pages ORDER BY used_at, id LIMIT 100)
             ) WHERE before < ?)`,
            [bytes - maxBytes]
          )
          if (batch === 0) break
          gone += batch
        }
        if (!swept) {
          swept = true
          yield* sweepOrphans
        }
        return gone
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
      })
  }
}
