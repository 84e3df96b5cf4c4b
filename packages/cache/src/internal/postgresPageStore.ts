import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { EntryInfo, Filter, PageStore } from "../PageStore.ts"
import type { Postgres } from "./postgres.ts"

/** `bigint` columns arrive as text. */
interface Row {
  readonly key: string
  readonly cached_at: string
  readonly kind: "page" | "failure"
  readonly url: string
  readonly host: string
  readonly status: number
  readonly expires_at: string | null
  readonly size: number
  readonly sha256: string
  readonly bytes: Buffer
}

const infoColumns = "key, cached_at, kind, url, host, status, expires_at, size, sha256"

const infoOf = (row: Omit<Row, "bytes">): EntryInfo => ({
  key: row.key,
  kind: row.kind,
  url: row.url,
  host: row.host,
  status: row.status,
  cachedAt: Number(row.cached_at),
  expiresAt: row.expires_at === null ? null : Number(row.expires_at),
  size: row.size
})

const where = (filter: Filter) => {
  const conditions = ["true"]
  const values: Array<unknown> = []
  const add = (condition: string, value: unknown) => {
    if (value === undefined) return
    values.push(value)
    conditions.push(`${condition} $${values.length}`)
  }
  add("key =", filter.key)
  add("url =", filter.url)
  add("host =", filter.host)
  add("cached_at <=", filter.cachedBefore)
  return { sql: conditions.join(" AND "), values }
}

const finite = (moment: number): number => Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, moment))

/** Uses are noted in memory and written in one statement, so that reading does not write. */
const touchBatch = 512

export const make = (postgres: Postgres): PageStore => {
  let touched = new Map<string, { readonly key: string; readonly cachedAt: string; readonly at: number }>()

  const flush = Effect.suspend(() => {
    const uses = Array.from(touched.values())
    touched = new Map()
    return uses.length === 0 ? Effect.void : postgres.query(
      `UPDATE $schema.pages SET used_at = uses.at
       FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS uses (key, cached_at, at)
       WHERE pages.key = uses.key AND pages.cached_at = uses.cached_at`,
      [uses.map((use) => use.key), uses.map((use) => use.cachedAt), uses.map((use) => use.at)]
    )
  })

  const size = Effect.map(
    postgres.query<{ readonly entries: string; readonly bytes: string }>(
      "SELECT count(*) AS entries, coalesce(sum(size), 0) AS bytes FROM $schema.pages"
    ),
    ({ rows }) => ({ entries: Number(rows[0]?.entries), bytes: Number(rows[0]?.bytes) })
  )

  return {
    name: "postgres",
    read: (window) =>
      Effect.gen(function*() {
        const { rows } = yield* postgres.query<Row>(
          `SELECT ${infoColumns}, bytes FROM $schema.pages
           WHERE key = $1 AND cached_at > $2 AND cached_at <= $3 AND (expires_at IS NULL OR expires_at > $4)
           ORDER BY cached_at DESC LIMIT 1`,
          [window.key, finite(window.after), finite(window.until), window.now]
        )
        const row = rows[0]
        if (row === undefined) return Option.none()
        if (window.touch) {
          touched.set(`${row.key} ${row.cached_at}`, { key: row.key, cachedAt: row.cached_at, at: window.now })
          if (touched.size >= touchBatch) yield* Effect.ignore(flush)
        }
        return Option.some({ ...infoOf(row), sha256: row.sha256, bytes: row.bytes })
      }),
    write: (entry, versions) =>
      Effect.gen(function*() {
        const now = yield* Clock.currentTimeMillis
        // The new row is not visible to the other part of the statement, hence one version less.
        yield* postgres.query(
          `WITH written AS (
             INSERT INTO $schema.pages
               (key, cached_at, kind, url, host, status, expires_at, used_at, size, sha256, bytes)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
             ON CONFLICT (key, cached_at) DO UPDATE SET
               kind = excluded.kind, url = excluded.url, host = excluded.host, status = excluded.status,
               expires_at = excluded.expires_at, used_at = excluded.used_at, size = excluded.size,
               sha256 = excluded.sha256, bytes = excluded.bytes
           )
           DELETE FROM $schema.pages WHERE key = $1 AND cached_at <> $2 AND cached_at NOT IN (
             SELECT at FROM (
               SELECT cached_at AS at FROM $schema.pages WHERE key = $1 UNION SELECT $2::bigint
             ) AS moments ORDER BY at DESC LIMIT $12
           )`,
          [
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
            entry.bytes,
            versions
          ]
        )
      }),
    remove: (key, cachedAt) =>
      Effect.asVoid(postgres.query("DELETE FROM $schema.pages WHERE key = $1 AND cached_at = $2", [key, cachedAt])),
    list: (filter, limit) => {
      const { sql, values } = where(filter)
      return Effect.map(
        postgres.query<Row>(
          `SELECT ${infoColumns} FROM $schema.pages WHERE ${sql} ORDER BY cached_at DESC LIMIT $${values.length + 1}`,
          [...values, limit]
        ),
        ({ rows }) => rows.map(infoOf)
      )
    },
    purge: (filter) => {
      const { sql, values } = where(filter)
      return Effect.map(postgres.query(`DELETE FROM $schema.pages WHERE ${sql}`, values), ({ count }) => count)
    },
    size,
    evict: ({ maxBytes, now }) =>
      Effect.gen(function*() {
        yield* flush
        let gone = (yield* postgres.query("DELETE FROM $schema.pages WHERE expires_at <= $1", [now])).count
        yield* postgres.query("DELETE FROM $schema.leases WHERE until <= clock_timestamp()")
        for (let { bytes } = yield* size; bytes > maxBytes; bytes = (yield* size).bytes) {
          const { count } = yield* postgres.query(
            `DELETE FROM $schema.pages WHERE (key, cached_at) IN (
               SELECT key, cached_at FROM (
                 SELECT key, cached_at, sum(size) OVER (ORDER BY used_at, key, cached_at) - size AS before
                 FROM (SELECT key, cached_at, used_at, size FROM $schema.pages
                       ORDER BY used_at, key, cached_at LIMIT 100) AS oldest
               ) AS sums WHERE before < $1
             )`,
            [bytes - maxBytes]
          )
          if (count === 0) break
          gone += count
        }
        return gone
      }),
    lease: (key, owner, ttl) =>
      Effect.map(
        postgres.query(
          `INSERT INTO $schema.leases AS held (key, owner, until)
           VALUES ($1, $2, clock_timestamp() + $3::double precision * interval '1 millisecond')
           ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, until = excluded.until
           WHERE held.owner = excluded.owner OR held.until <= clock_timestamp()`,
          [key, owner, ttl]
        ),
        ({ count }) => count === 1
      ),
    release: (key, owner) =>
      Effect.asVoid(postgres.query("DELETE FROM $schema.leases WHERE key = $1 AND owner = $2", [key, owner]))
  }
}
