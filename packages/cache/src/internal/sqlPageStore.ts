/** Implements the page store over database tables. Every SQL backend shares this code. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { CacheError } from "../CacheError.ts"
import type { Entry, EntryInfo, Filter, PageStore, StoreSize, Window } from "../PageStore.ts"

/** Uses that are collected in memory before they are written, so that reads rarely write. */
const USES_PER_WRITE = 1024

export const EVICTED_AT_ONCE = 100

export interface PageRow {
  readonly key: string
  readonly cached_at: number | string
  readonly kind: "page" | "failure"
  readonly url: string
  readonly host: string
  readonly status: number
  readonly expires_at: number | string | null
  readonly size: number
  readonly sha256: string
  readonly age?: number | string
}

export const pageColumns = "key, cached_at, kind, url, host, status, expires_at, size, sha256"

export const replacedColumns = `kind = excluded.kind, url = excluded.url, host = excluded.host,
  status = excluded.status, expires_at = excluded.expires_at, size = excluded.size, sha256 = excluded.sha256,
  used_at = excluded.used_at`

export const valuesOf = (entry: Entry) => [
  entry.key,
  entry.cachedAt,
  entry.kind,
  entry.url,
  entry.host,
  entry.status,
  entry.expiresAt,
  entry.size,
  entry.sha256
]

const infoOf = (row: PageRow): EntryInfo => ({
  key: row.key,
  kind: row.kind,
  url: row.url,
  host: row.host,
  status: row.status,
  cachedAt: Number(row.cached_at),
  expiresAt: row.expires_at === null ? null : Number(row.expires_at),
  size: row.size
})

export interface Condition {
  readonly sql: string
  readonly values: ReadonlyArray<string | number>
}

const conditionOf = (filter: Filter): Condition => {
  const conditions: Array<string> = ["true"]
  const values: Array<string | number> = []
  const add = (comparison: string, value: string | number | undefined) => {
    if (value === undefined) return
    values.push(value)
    conditions.push(`${comparison} $${values.length}`)
  }
  add("key =", filter.key)
  add("url =", filter.url)
  add("host =", filter.host)
  add("cached_at <=", filter.cachedBefore)
  return { sql: conditions.join(" AND "), values }
}

export interface Use {
  readonly key: string
  readonly cachedAt: number
  readonly at: number
}

export interface PageTables<Row extends PageRow> {
  readonly name: string
  readonly newest: (window: Window) => Effect.Effect<Row | undefined, CacheError>
  readonly bytesOf: (row: Row) => Effect.Effect<Uint8Array, CacheError>
  /**
   * Stores an entry, and deletes all but its key's newest versions. `now` is the time of its use, by the caller's
   * clock.
   */
  readonly insert: (entry: Entry, versions: number, now: number) => Effect.Effect<void, CacheError>
  readonly select: (condition: Condition, limit: number) => Effect.Effect<ReadonlyArray<PageRow>, CacheError>
  readonly remove: (condition: Condition) => Effect.Effect<number, CacheError>
  readonly noteUses: (uses: ReadonlyArray<Use>) => Effect.Effect<void, CacheError>
  readonly size: Effect.Effect<StoreSize, CacheError>
  /**
   * Condition: the row is among the least recently used rows whose bytes add up to `$1`, at most {@link
   * EVICTED_AT_ONCE} rows.
   */
  readonly isOldest: string
  readonly isExpired: (now: number) => Condition
  readonly dropLeases: (now: number) => Effect.Effect<void, CacheError>
  readonly lease: PageStore["lease"]
  readonly release: PageStore["release"]
  /** Runs after an eviction, for example to delete files. */
  readonly tidy: Effect.Effect<void, CacheError>
}

export const make = <Row extends PageRow>(tables: PageTables<Row>): PageStore => {
  let touched = new Map<string, Use>()

  const writeUses = Effect.suspend(() => {
    const uses = Array.from(touched.values())
    touched = new Map()
    return uses.length === 0 ? Effect.void : tables.noteUses(uses)
  })

  const touch = (row: Row, at: number) =>
    Effect.suspend(() => {
      touched.set(`${row.key} ${row.cached_at}`, { key: row.key, cachedAt: Number(row.cached_at), at })
      return touched.size >= USES_PER_WRITE ? Effect.ignore(writeUses) : Effect.void
    })

  return {
    name: tables.name,
    read: Effect.fnUntraced(function*(window) {
      const row = yield* tables.newest(window)
      if (row === undefined) return Option.none()
      const entry = { ...infoOf(row), sha256: row.sha256, bytes: yield* tables.bytesOf(row) }
      const age = row.age === undefined ? undefined : Number(row.age)
      if (window.touch) yield* touch(row, age === undefined ? window.now : entry.cachedAt + age)
      return Option.some({ ...entry, age })
    }),
    write: (entry, versions) => Effect.flatMap(Clock.currentTimeMillis, (now) => tables.insert(entry, versions, now)),
    remove: (key, cachedAt) =>
      Effect.asVoid(tables.remove({ sql: "key = $1 AND cached_at = $2", values: [key, cachedAt] })),
    list: (filter, limit) => Effect.map(tables.select(conditionOf(filter), limit), (rows) => rows.map(infoOf)),
    purge: (filter) => tables.remove(conditionOf(filter)),
    size: tables.size,
    evict: Effect.fnUntraced(function*({ maxBytes, now }) {
      yield* writeUses
      let gone = yield* tables.remove(tables.isExpired(now))
      yield* tables.dropLeases(now)
      for (let { bytes } = yield* tables.size; bytes > maxBytes; bytes = (yield* tables.size).bytes) {
        // Deletes the least recently used rows until the store fits.
        const batch = yield* tables.remove({ sql: tables.isOldest, values: [bytes - maxBytes] })
        if (batch === 0) break
        gone += batch
      }
      yield* tables.tidy
      return gone
    }),
    lease: tables.lease,
    release: tables.release
  }
}
