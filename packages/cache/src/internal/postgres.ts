/**
 * Opens a pool with the optional peer `pg`, which is loaded when the layer is built, and creates this package's
 * tables.
 */
import * as ClockSkew from "@dunlin/common/ClockSkew"
import * as NodePostgres from "@dunlin/common/NodePostgres"
import * as OptionalPackage from "@dunlin/common/OptionalPackage"
import * as Secret from "@dunlin/common/Secret"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { CacheError, Incompatible, Unavailable } from "../CacheError.ts"

export interface Postgres {
  /**
   * Replaces `$schema` by the quoted schema name, and `$now` by the database's time in epoch milliseconds, because
   * clocks of machines differ.
   */
  readonly query: <Row>(
    text: string,
    values?: ReadonlyArray<unknown>
  ) => Effect.Effect<{ readonly rows: ReadonlyArray<Row>; readonly count: number }, CacheError>
}

const store = "postgres"

/** Constant within a statement, so that an index can be used. */
const now = "CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000 AS BIGINT)"

/** Long enough for the migration of large tables. */
const SILENCE = "30 seconds"

const CONNECT_TIMEOUT = "10 seconds"

const failed = (cause: unknown) => new CacheError({ store, reason: new Unavailable({ cause }) })

/**
 * One entry per schema version. Values are compressed before they are stored, so the columns are not compressed
 * again.
 */
const migrations: ReadonlyArray<string> = [
  `CREATE TABLE $schema.pages (
     key text NOT NULL,
     cached_at bigint NOT NULL,
     kind text NOT NULL,
     url text NOT NULL,
     host text NOT NULL,
     status integer NOT NULL,
     expires_at bigint,
     used_at bigint NOT NULL,
     size integer NOT NULL,
     sha256 text NOT NULL,
     bytes bytea NOT NULL,
     PRIMARY KEY (key, cached_at)
   );
   ALTER TABLE $schema.pages ALTER COLUMN bytes SET STORAGE EXTERNAL;
   CREATE INDEX ON $schema.pages (used_at, size);
   CREATE INDEX ON $schema.pages USING hash (url);
   CREATE INDEX ON $schema.pages (host, cached_at);
   CREATE INDEX ON $schema.pages (expires_at) WHERE expires_at IS NOT NULL;`,
  `CREATE TABLE $schema.leases (key text PRIMARY KEY, owner text NOT NULL, until timestamptz NOT NULL);
   CREATE TABLE $schema.snapshots (
     team text NOT NULL,
     series text NOT NULL,
     url text NOT NULL,
     at bigint NOT NULL,
     sha256 text NOT NULL,
     bytes bytea NOT NULL,
     PRIMARY KEY (series, at)
   );
   CREATE INDEX ON $schema.snapshots (team);
   CREATE INDEX ON $schema.snapshots USING hash (url);`,
  `CREATE TABLE $schema.answers (
     key text PRIMARY KEY,
     fingerprint text NOT NULL,
     owner text NOT NULL,
     until bigint NOT NULL,
     status integer,
     body bytea
   );
   CREATE INDEX ON $schema.answers (until);`
]

export const schemaVersion = migrations.length

export const make = Effect.fnUntraced(function*(options: {
  readonly url: Secret.Secret
  readonly schema: string
  readonly maxConnections: number | undefined
  readonly silence: Duration.Input | undefined
}): Effect.fn.Return<Postgres, CacheError, Scope.Scope> {
  // esbuild does not bundle an import whose rejection is handled, so a missing package is reported at run time.
  const { default: pg } = yield* OptionalPackage.load(
    "pg",
    () => import("pg").catch((cause: unknown) => Promise.reject(cause))
  ).pipe(Effect.mapError((reason) => new CacheError({ store, reason })))
  const schema = pg.escapeIdentifier(options.schema)

  const pool = yield* NodePostgres.shared(pg, {
    connectionString: Secret.text(options.url, "url"),
    max: options.maxConnections,
    connectTimeout: options.silence ?? CONNECT_TIMEOUT,
    silence: options.silence ?? SILENCE
  })

  const query = <Row>(text: string, values: ReadonlyArray<unknown> = []) =>
    NodePostgres.using(
      pool,
      (client) => NodePostgres.query(client, text.replaceAll("$schema", () => schema).replaceAll("$now", now), values)
    ).pipe(
      Effect.map((result) => ({ rows: result.rows as ReadonlyArray<Row>, count: result.rowCount ?? 0 })),
      Effect.mapError(failed)
    )

  // Statements of one simple query are one transaction. The advisory lock lets one process at a time migrate.
  const migrate = (found: number) =>
    query(
      `SELECT pg_advisory_xact_lock(7306083);
       -- IF NOT EXISTS needs the right to create schemas even where the schema is there
       DO $$ BEGIN
         IF to_regnamespace('$schema') IS NULL THEN CREATE SCHEMA $schema; END IF;
       END $$;
       CREATE TABLE IF NOT EXISTS $schema.version (version integer NOT NULL);
       DO $$ BEGIN
         IF (SELECT coalesce(max(version), 0) FROM $schema.version) = ${found} THEN
           ${migrations.slice(found).join("\n")}
           DELETE FROM $schema.version;
           INSERT INTO $schema.version VALUES (${schemaVersion});
         END IF;
       END $$;`
    )

  const exists = yield* query<{ readonly name: string | null }>("SELECT to_regclass($1) AS name", [
    `${schema}.version`
  ])
  const versions = exists.rows[0]?.name == null
    ? []
    : (yield* query<{ readonly version: number }>("SELECT version FROM $schema.version")).rows
  const found = versions[0]?.version ?? 0
  if (found > schemaVersion) {
    return yield* Effect.fail(
      new CacheError({ store, reason: new Incompatible({ found, supported: schemaVersion }) })
    )
  }
  if (found < schemaVersion) yield* migrate(found)

  const used = yield* ClockSkew.beside({
    part: "postgres",
    time: Effect.map(query<{ readonly now: string }>("SELECT $now AS now"), ({ rows }) => Number(rows[0]?.now))
  })
  return {
    query: <Row>(text: string, values?: ReadonlyArray<unknown>) => Effect.andThen(used, query<Row>(text, values))
  }
})
