/**
 * Opens a SQLite file: WAL mode, cached statements, migrations, retries while another process writes. Renames a
 * damaged file.
 */
import * as Health from "@dunlin/common/Health"
import * as NodeSqlite from "@dunlin/common/NodeSqlite"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as fs from "node:fs"
import * as path from "node:path"
import type { DatabaseSync, StatementSync } from "node:sqlite"
import { CacheError, Corrupt, Incompatible, Unavailable } from "../CacheError.ts"
import { OWNER_ONLY, OWNER_ONLY_FOLDER } from "./files.ts"

export interface Handle {
  readonly prepare: (sql: string) => StatementSync
  readonly transaction: <A>(body: () => A) => A
}

export interface Sqlite {
  readonly use: <A>(work: (handle: Handle) => A) => Effect.Effect<A, CacheError>
}

// Bytes have a separate table, because recording a use would otherwise rewrite them. Only operators filter by URL and
// host, so these have no index.
const migrations: ReadonlyArray<string> = [
  `CREATE TABLE pages (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    cached_at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    url TEXT NOT NULL,
    host TEXT NOT NULL,
    status INTEGER NOT NULL,
    expires_at INTEGER,
    used_at INTEGER NOT NULL,
    size INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    in_file INTEGER NOT NULL
  );
  CREATE TABLE bodies (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
  CREATE TRIGGER pages_deleted AFTER DELETE ON pages BEGIN DELETE FROM bodies WHERE id = old.id; END;
  CREATE UNIQUE INDEX pages_key ON pages (key, cached_at);
  CREATE INDEX pages_used ON pages (used_at, size);
  CREATE INDEX pages_expires ON pages (expires_at) WHERE expires_at IS NOT NULL;`,
  `CREATE TABLE leases (key TEXT PRIMARY KEY, owner TEXT NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE snapshots (
    id INTEGER PRIMARY KEY,
    team TEXT NOT NULL,
    url TEXT NOT NULL,
    tag TEXT NOT NULL,
    at INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    bytes BLOB NOT NULL
  );
  CREATE UNIQUE INDEX snapshots_series ON snapshots (team, url, tag, at);`,
  `CREATE TABLE answers (
    key TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    owner TEXT NOT NULL,
    until INTEGER NOT NULL,
    status INTEGER,
    body BLOB
  );
  CREATE INDEX answers_until ON answers (until);`
]

export const schemaVersion = migrations.length

const store = "sqlite"

/** Opening the file blocks on a lock for this long. Later waits do not block the event loop. */
const LOCK_TIMEOUT = 100

class NewerSchema extends Error {
  readonly found: number
  constructor(found: number) {
    super("newer schema")
    this.found = found
  }
}

class Truncated extends Error {}

const toError = (cause: unknown): CacheError => {
  if (cause instanceof NewerSchema) {
    return new CacheError({ store, reason: new Incompatible({ found: cause.found, supported: schemaVersion }) })
  }
  return new CacheError({
    store,
    reason: cause instanceof Truncated || NodeSqlite.isDamaged(cause)
      ? new Corrupt({ cause })
      : new Unavailable({ cause })
  })
}

const isBusy = ({ reason }: CacheError): boolean => reason._tag === "Unavailable" && NodeSqlite.isBusy(reason.cause)

const isFull = ({ reason }: CacheError): boolean => reason._tag === "Unavailable" && NodeSqlite.isFull(reason.cause)

// Waits without blocking the event loop while another process writes.
const whileBusy = {
  while: isBusy,
  schedule: Schedule.exponential("5 millis", 1.5).pipe(Schedule.jittered),
  // Two seconds in total. A cache that is locked for longer is useless.
  times: 13
}

const inodeOf = (filename: string): number => fs.statSync(filename, { throwIfNoEntry: false })?.ino ?? 0

/** The file may have existed before with other permissions. */
const prepareFile = (filename: string) => {
  fs.mkdirSync(path.dirname(filename), { recursive: true, mode: OWNER_ONLY_FOLDER })
  NodeSqlite.createFile(filename)
  fs.chmodSync(filename, OWNER_ONLY)
}

/** Without a write-ahead log, a file must contain all pages that its header counts. */
const checkLength = (database: DatabaseSync, filename: string) => {
  const log = fs.statSync(`${filename}-wal`, { throwIfNoEntry: false })
  if (log !== undefined && log.size > 0) return
  const count = Object.values(database.prepare("PRAGMA page_count").get() ?? {})[0]
  const size = Object.values(database.prepare("PRAGMA page_size").get() ?? {})[0]
  if (fs.statSync(filename).size < Number(count) * Number(size)) throw new Truncated()
}

const migrate = (database: DatabaseSync) => {
  const found = () => Number(Object.values(database.prepare("PRAGMA user_version").get() ?? {})[0])
  if (found() > schemaVersion) throw new NewerSchema(found())
  if (found() === schemaVersion) return
  database.exec("BEGIN IMMEDIATE")
  for (const statements of migrations.slice(found())) database.exec(statements)
  database.exec(`PRAGMA user_version = ${schemaVersion}; COMMIT`)
}

interface Open extends Handle {
  readonly database: DatabaseSync
  readonly inode: number
}

const handleOf = (database: DatabaseSync, filename: string): Open => {
  const statements = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = database.prepare(sql)
      statements.set(sql, statement)
    }
    return statement
  }
  return {
    database,
    inode: inodeOf(filename),
    prepare,
    transaction: (body) => {
      prepare("BEGIN IMMEDIATE").run()
      const result = body()
      prepare("COMMIT").run()
      return result
    }
  }
}

const emptyLog = (handle: Handle) => handle.prepare("PRAGMA wal_checkpoint(TRUNCATE)").all()

const setAside = (filename: string, now: number) => {
  for (const suffix of ["", "-wal", "-shm"]) {
    if (fs.existsSync(filename + suffix)) fs.renameSync(filename + suffix, `${filename}.corrupt-${now}${suffix}`)
  }
}

const closeQuietly = (database: DatabaseSync) => Effect.ignore(Effect.try(() => database.close()))

export const make = Effect.fnUntraced(function*(
  filename: string
): Effect.fn.Return<Sqlite, CacheError, Scope.Scope> {
  // Loaded here, so that importing this module does not load SQLite.
  const { DatabaseSync } = NodeSqlite.load()

  const openOnce = Effect.suspend(() => {
    let database: DatabaseSync | undefined
    return Effect.try({
      try: () => {
        if (!NodeSqlite.isInMemory(filename)) prepareFile(filename)
        database = new DatabaseSync(filename, { timeout: LOCK_TIMEOUT })
        database.exec(
          "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 67108864; " +
            // A checkpoint waits for the disk, so there is one per 16 MB of log instead of 4 MB.
            "PRAGMA wal_autocheckpoint = 4000; " +
            "PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF"
        )
        if (!NodeSqlite.isInMemory(filename)) checkLength(database, filename)
        migrate(database)
        database.exec("PRAGMA busy_timeout = 0")
        return handleOf(database, filename)
      },
      catch: toError
    }).pipe(Effect.tapError(() => database === undefined ? Effect.void : closeQuietly(database)))
  }).pipe(Effect.retry(whileBusy))

  const quarantine = (inode: number) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      yield* Effect.try({
        // Another process may have renamed the damaged file already, and the file may be a new one.
        try: () => inode !== 0 && inodeOf(filename) !== inode ? undefined : setAside(filename, now),
        catch: toError
      })
      yield* Effect.logWarning("The cache database was damaged; it was moved aside, and a new one was created")
    })

  const open = openOnce.pipe(
    Effect.catchIf(
      (error) => error.reason._tag === "Corrupt",
      () => Effect.andThen(quarantine(0), openOnce)
    )
  )

  let current = yield* open
  yield* Effect.addFinalizer(() => closeQuietly(current.database))
  const part = yield* Health.part({
    part: "sqlite",
    use: "cache",
    consequence: "pages are fetched again and not stored",
    slowAfter: "500 millis",
    isWatched: NodeSqlite.isInMemory(filename) ? false : "in-services",
    // Waits while another process holds the lock for a moment.
    probe: () => Effect.retry(Effect.try({ try: () => NodeSqlite.probe(current.database), catch: toError }), whileBusy)
  })

  const attempt = <A>(work: (handle: Handle) => A): Effect.Effect<A, CacheError> =>
    Effect.try({
      try: () => work(current),
      catch: (cause) => {
        if (current.database.isOpen && current.database.isTransaction) current.database.exec("ROLLBACK")
        return toError(cause)
      }
    })

  const recover = (broken: Open) =>
    Effect.suspend(() => {
      // The first of several callers that detect the damage repairs it.
      if (current !== broken) return Effect.void
      return closeQuietly(broken.database).pipe(
        Effect.andThen(quarantine(broken.inode)),
        Effect.andThen(open),
        Effect.map((handle) => {
          current = handle
        })
      )
    })

  /** Retries work after a remedy: a wait for a writer, space on a full disk, or a new file for a damaged one. */
  const cure = <A>(work: (handle: Handle) => A, used: Open): Effect.Effect<A, CacheError> =>
    attempt(work).pipe(
      Effect.retry(whileBusy),
      // On a full disk even deleting needs log space, and emptying the log frees some.
      Effect.catchIf(isFull, () => Effect.andThen(attempt(emptyLog), attempt(work))),
      Effect.catchIf(
        (error) => error.reason._tag === "Corrupt",
        () => Effect.andThen(recover(used), attempt(work))
      )
    )

  return {
    use: (work) =>
      part.guard(Effect.suspend(() => {
        const used = current
        return Effect.catch(attempt(work), (error) =>
          isBusy(error) || isFull(error) || error.reason._tag === "Corrupt" ? cure(work, used) : Effect.fail(error))
      })).pipe(Effect.mapError((error) =>
        error._tag === "Silenced" ? toError(error) : error
      ))
  }
})
