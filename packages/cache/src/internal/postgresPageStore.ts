import * as Effect from "effect/Effect"
import type { PageStore } from "../PageStore.ts"
import type { Postgres } from "./postgres.ts"
import * as sql from "./sqlPageStore.ts"

interface Row extends sql.PageRow {
  readonly bytes: Buffer
}

const finite = (moment: number): number => Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, moment))

// Times are relative to the caller's present ($10), and stored by the database's clock. The inserted row is invisible
// to the rest of the statement, so its time is added there.
const insert = `WITH clock AS (SELECT $now - $10::bigint AS ahead), written AS (
    INSERT INTO $schema.pages (${sql.pageColumns}, used_at, bytes)
    SELECT $1, $2::bigint + ahead, $3, $4, $5, $6::integer, $7::bigint + ahead, $8::integer, $9, $10::bigint + ahead,
      $11::bytea FROM clock
    ON CONFLICT (key, cached_at) DO UPDATE SET ${sql.replacedColumns}, bytes = excluded.bytes
  )
  DELETE FROM $schema.pages WHERE key = $1 AND cached_at NOT IN (
    SELECT at FROM (
      SELECT cached_at AS at FROM $schema.pages WHERE key = $1 UNION SELECT $2::bigint + ahead FROM clock
    ) AS moments ORDER BY at DESC LIMIT $12
  ) AND cached_at <> (SELECT $2::bigint + ahead FROM clock)`

const isOldest = `(key, cached_at) IN (
    SELECT key, cached_at FROM (
      SELECT key, cached_at, sum(size) OVER (ORDER BY used_at, key, cached_at) - size AS before
      FROM (SELECT key, cached_at, used_at, size FROM $schema.pages
            ORDER BY used_at, key, cached_at LIMIT ${sql.EVICTED_AT_ONCE}) AS oldest
    ) AS sums WHERE before < $1
  )`

export const make = (postgres: Postgres): PageStore =>
  sql.make<Row>({
    name: "postgres",
    newest: (window) =>
      Effect.map(
        postgres.query<Row>(
          `SELECT ${sql.pageColumns}, bytes, $now - cached_at AS age FROM $schema.pages
           WHERE key = $1 AND cached_at > $now + $2::bigint AND cached_at <= $now + $3::bigint
             AND (expires_at IS NULL OR expires_at > $now)
           ORDER BY cached_at DESC LIMIT 1`,
          [window.key, finite(window.after - window.now), finite(window.until - window.now)]
        ),
        ({ rows }) => rows[0]
      ),
    bytesOf: (row) => Effect.succeed(row.bytes),
    insert: (entry, versions, now) =>
      Effect.asVoid(postgres.query(insert, [...sql.valuesOf(entry), now, entry.bytes, versions])),
    select: (condition, limit) =>
      Effect.map(
        postgres.query<Row>(
          `SELECT ${sql.pageColumns} FROM $schema.pages WHERE ${condition.sql}
           ORDER BY cached_at DESC LIMIT $${condition.values.length + 1}`,
          [...condition.values, limit]
        ),
        ({ rows }) => rows
      ),
    remove: (condition) =>
      Effect.map(
        postgres.query(`DELETE FROM $schema.pages WHERE ${condition.sql}`, condition.values),
        ({ count }) => count
      ),
    noteUses: (uses) =>
      Effect.asVoid(postgres.query(
        `UPDATE $schema.pages SET used_at = uses.at
         FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS uses (key, cached_at, at)
         WHERE pages.key = uses.key AND pages.cached_at = uses.cached_at`,
        [uses.map((use) => use.key), uses.map((use) => use.cachedAt), uses.map((use) => use.at)]
      )),
    size: Effect.map(
      postgres.query<{ readonly entries: string; readonly bytes: string }>(
        "SELECT count(*) AS entries, coalesce(sum(size), 0) AS bytes FROM $schema.pages"
      ),
      ({ rows }) => ({ entries: Number(rows[0]?.entries), bytes: Number(rows[0]?.bytes) })
    ),
    isOldest,
    isExpired: () => ({ sql: "expires_at <= $now", values: [] }),
    // Leases use the database's current time instead of a caller's.
    dropLeases: () => Effect.asVoid(postgres.query("DELETE FROM $schema.leases WHERE until <= clock_timestamp()")),
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
      Effect.asVoid(postgres.query("DELETE FROM $schema.leases WHERE key = $1 AND owner = $2", [key, owner])),
    tidy: Effect.void
  })
