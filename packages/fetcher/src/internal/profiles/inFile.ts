/** Stores profiles in one encrypted file. */
import * as KeptKey from "@dunlin/common/KeptKey"
import * as Secret from "@dunlin/common/Secret"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import * as NodeCrypto from "node:crypto"
import * as NodeFs from "node:fs/promises"
import * as NodePath from "node:path"
import type { DatabaseSync } from "node:sqlite"
import { ProfileError } from "../../FetchError.ts"
import type { Entry, Profiles } from "../../Profiles.ts"
import { opaque } from "../opaque.ts"
import { checkQuota, type Limits, partsOf } from "./quota.ts"
import { seal, unseal } from "./sealed.ts"

type Service = Profiles["Service"]

const busy = new ProfileError({ kind: "busy" })
const storage = (cause: unknown) => new ProfileError({ kind: "storage", ...opaque(cause) })
const attempt = <A>(f: () => Promise<A>) => Effect.tryPromise({ try: f, catch: storage })
const trySync = <A>(f: () => A) => Effect.try({ try: f, catch: storage })

/** `facts` is a separate table, so that an older version can still write to `profiles`. */
const SCHEMA = `
  PRAGMA busy_timeout = 5000;
  PRAGMA journal_mode = WAL;
  PRAGMA secure_delete = ON;
  CREATE TABLE IF NOT EXISTS profiles (id TEXT PRIMARY KEY, sealed BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS leases (id TEXT PRIMARY KEY, owner TEXT NOT NULL, until INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS facts (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, name BLOB NOT NULL, bytes INTEGER NOT NULL, saved INTEGER NOT NULL,
    used INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS facts_of_owner ON facts (owner);`

/** Id of a row that shows whether this key created the file. */
const KEY_CHECK = "key"
const KEY_FILE = "profiles.key"
const SWEEP_PAUSE_MS = Duration.toMillis("1 hour")
const NOTED_AFTER_MS = Duration.toMillis("1 hour")

const unsealed = (secret: string, id: string, row: Record<string, unknown> | undefined) =>
  Effect.try({
    try: () => unseal(secret, id, row?.sealed as Uint8Array),
    catch: () => new ProfileError({ kind: "unreadable" })
  })

const open = (directory: string, secret: string) =>
  Effect.gen(function*() {
    const { DatabaseSync } = yield* attempt(() => import("node:sqlite"))
    const file = NodePath.join(directory, "profiles.sqlite")
    yield* attempt(() => NodeFs.mkdir(directory, { recursive: true, mode: 0o700 }))
    yield* attempt(() => NodeFs.open(file, "a", 0o600).then((handle) => handle.close()))
    const database = yield* Effect.acquireRelease(
      trySync(() => new DatabaseSync(file)),
      (opened) => Effect.sync(() => opened.close())
    )
    const check = yield* trySync(() => {
      database.exec(SCHEMA)
      database.prepare("INSERT OR IGNORE INTO profiles VALUES (?, ?)").run(KEY_CHECK, seal(secret, KEY_CHECK, ""))
      return database.prepare("SELECT sealed FROM profiles WHERE id = ?").get(KEY_CHECK)
    })
    yield* unsealed(secret, KEY_CHECK, check)
    return database
  })

const statementsOf = (database: DatabaseSync) => {
  const read = database.prepare("SELECT sealed FROM profiles WHERE id = ?")
  const insert = database.prepare("INSERT OR REPLACE INTO profiles SELECT ?1, ?2 WHERE ?2 IS NOT NULL")
  const write = (id: string, sealed: Uint8Array) => {
    insert.run(id, sealed)
    // A statement retains its own copy of the last state until it runs again.
    insert.run(id, null)
  }
  const note = database.prepare("INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?, ?, ?)")
  const touch = database.prepare("UPDATE facts SET used = ? WHERE id = ? AND used < ?")
  const others = database.prepare(
    "SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM facts WHERE owner = ? AND id <> ?"
  )
  const ofOwner = database.prepare("SELECT id, name, bytes, saved, used FROM facts WHERE owner = ? ORDER BY used DESC")
  const drop = database.prepare("DELETE FROM profiles WHERE id = ?")
  const dropFacts = database.prepare("DELETE FROM facts WHERE id = ?")
  const unused = database.prepare("SELECT id FROM facts WHERE used < ?")
  // An older version saved profiles without facts. The time of the upgrade counts as their last use.
  const unknown = database.prepare(
    "SELECT id, length(sealed) AS bytes FROM profiles WHERE id <> ? AND id NOT IN (SELECT id FROM facts)"
  )
  const take = database.prepare(
    `INSERT INTO leases VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, until = excluded.until WHERE until <= ?`
  )
  const giveBack = database.prepare("DELETE FROM leases WHERE id = ? AND owner = ?")
  return { drop, dropFacts, giveBack, note, ofOwner, others, read, take, touch, unknown, unused, write }
}

const transactionsOf = (database: DatabaseSync) => <A>(work: () => A): A => {
  database.exec("BEGIN IMMEDIATE")
  try {
    const value = work()
    database.exec("COMMIT")
    return value
  } catch (cause) {
    database.exec("ROLLBACK")
    throw cause
  }
}

export const makeFile = Effect.fnUntraced(function*(directory: string, secret: string, limits: Limits) {
  const database = yield* open(directory, secret)
  const hash = (text: string) => NodeCrypto.createHmac("sha256", secret).update(text).digest("hex")
  const ownerOf = (full: string) => hash(`${partsOf(full).owner}\0`)
  const { drop, dropFacts, giveBack, note, ofOwner, others, read, take, touch, unknown, unused, write } = statementsOf(
    database
  )

  const inOne = transactionsOf(database)

  let sweptAt = 0
  const sweep = (now: number) => {
    if (now - sweptAt < SWEEP_PAUSE_MS) return
    sweptAt = now
    inOne(() => {
      for (const { bytes, id } of unknown.all(KEY_CHECK)) note.run(id!, "", Buffer.alloc(0), bytes!, now, now)
      for (const { id } of unused.all(now - limits.keptForMillis)) {
        drop.run(id!)
        dropFacts.run(id!)
      }
    })
  }

  const entryOf = (row: Record<string, unknown>): Effect.Effect<Entry, ProfileError> => {
    const id = String(row.id)
    return Effect.map(unsealed(secret, id, { sealed: row.name }), (name) => ({
      name,
      bytes: Number(row.bytes),
      savedAt: Number(row.saved),
      usedAt: Number(row.used),
      expiresAt: Number(row.used) + limits.keptForMillis
    }))
  }

  const service: Service = {
    limits,
    load: Effect.fnUntraced(function*(full) {
      const id = hash(full)
      const now = yield* Clock.currentTimeMillis
      const row = yield* trySync(() => {
        sweep(now)
        touch.run(now, id, now - NOTED_AFTER_MS)
        return read.get(id)
      })
      return row === undefined ? Option.none() : Option.some(yield* unsealed(secret, id, row))
    }),
    save: Effect.fnUntraced(function*(full, state) {
      const id = hash(full)
      const now = yield* Clock.currentTimeMillis
      const sealed = seal(secret, id, state)
      const refused = yield* trySync(() => {
        sweep(now)
        return inOne(() => {
          const { bytes, count } = others.get(ownerOf(full), id)!
          const refused = checkQuota(limits, { count: Number(count), bytes: Number(bytes) }, sealed.length)
          if (refused !== undefined) return refused
          write(id, sealed)
          note.run(id, ownerOf(full), seal(secret, id, partsOf(full).name), sealed.length, now, now)
          return undefined
        })
      })
      if (refused !== undefined) return yield* refused
    }),
    lease: Effect.fnUntraced(function*(full, expiresIn) {
      const id = hash(full)
      const owner = NodeCrypto.randomUUID()
      yield* Effect.acquireRelease(
        Effect.gen(function*() {
          const now = yield* Clock.currentTimeMillis
          const until = Math.round(now + Duration.toMillis(expiresIn))
          const { changes } = yield* trySync(() => take.run(id, owner, until, now))
          if (Number(changes) === 0) return yield* busy
        }),
        () => Effect.ignore(trySync(() => giveBack.run(id, owner)))
      )
    }),
    list: Effect.fnUntraced(function*(owner) {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* trySync(() => {
        sweep(now)
        return ofOwner.all(hash(`${owner}\0`))
      })
      return yield* Effect.forEach(rows, entryOf)
    }),
    remove: (full) => {
      const id = hash(full)
      return trySync(() =>
        inOne(() => {
          dropFacts.run(id)
          return Number(drop.run(id).changes) > 0
        })
      )
    }
  }
  return service
})

export const onFirstUse = Effect.fnUntraced(function*(directory: string, limits: Limits) {
  const scope = yield* Effect.scope
  const oneByOne = yield* Semaphore.make(1)
  let opened: Service | undefined
  const profiles = oneByOne.withPermits(1)(
    Effect.suspend(() =>
      opened !== undefined ? Effect.succeed(opened) : Effect.tap(
        Effect.flatMap(
          Effect.mapError(KeptKey.read(NodePath.join(directory, KEY_FILE)), storage),
          (key) => Scope.provide(makeFile(directory, Secret.text(key, "key"), limits), scope)
        ),
        (made) => Effect.sync(() => opened = made)
      )
    )
  )
  const service: Service = {
    limits,
    load: (name) => Effect.flatMap(profiles, (_) => _.load(name)),
    save: (name, state) => Effect.flatMap(profiles, (_) => _.save(name, state)),
    lease: (name, expiresIn) => Effect.flatMap(profiles, (_) => _.lease(name, expiresIn)),
    list: (owner) => Effect.flatMap(profiles, (_) => _.list(owner)),
    remove: (name) => Effect.flatMap(profiles, (_) => _.remove(name))
  }
  return service
})
