/**
 * Browser state (cookies, localStorage, IndexedDB) that lives from one request
 * to the next under a name.
 *
 * Many requests may read a profile at once; one at a time may save to it. The
 * lease of a saver expires, so a crashed process blocks nobody for long.
 *
 * @since 0.1.0
 */
import * as KeptKey from "@dunlin/common/KeptKey"
import * as Secret from "@dunlin/common/Secret"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import * as NodeCrypto from "node:crypto"
import * as NodeFs from "node:fs/promises"
import * as NodePath from "node:path"
import { ProfileError } from "./FetchError.ts"
import { opaque } from "./internal/opaque.ts"

/**
 * @category services
 * @since 0.1.0
 */
export class Profiles extends Context.Service<Profiles, {
  /** The stored state as JSON text, or none for a profile that was never saved. */
  readonly load: (name: string) => Effect.Effect<Option.Option<string>, ProfileError>
  /** Replaces the stored state. */
  readonly save: (name: string, state: string) => Effect.Effect<void, ProfileError>
  /** Makes the scope the one saver of a profile; fails with `busy` while another one is. */
  readonly lease: (name: string, expiresIn: Duration.Input) => Effect.Effect<void, ProfileError, Scope.Scope>
  /**
   * The warning for requests that save a profile which ends before its time. @default none
   *
   * @since 0.2.0
   */
  readonly notice?: string | undefined
}>()("@dunlin/fetcher/Profiles") {}

/**
 * Whose profiles a request sees. The same name in two namespaces is two profiles; set it to the caller's team.
 *
 * @category services
 * @since 0.1.0
 */
export const ProfileNamespace = Context.Reference<string>("@dunlin/fetcher/ProfileNamespace", {
  defaultValue: () => "default"
})

const busy = new ProfileError({ kind: "busy" })

/**
 * Profiles of this process only.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeMemory = (): Profiles["Service"] => {
  const states = new Map<string, string>()
  const leases = new Map<string, { readonly expires: number }>()
  return Profiles.of({
    load: (name) => Effect.sync(() => Option.fromUndefinedOr(states.get(name))),
    save: (name, state) => Effect.sync(() => void states.set(name, state)),
    lease: (name, expiresIn) =>
      Effect.acquireRelease(
        Effect.gen(function*() {
          const now = yield* Clock.currentTimeMillis
          const held = leases.get(name)
          if (held !== undefined && held.expires > now) return yield* busy
          const lease = { expires: now + Duration.toMillis(expiresIn) }
          leases.set(name, lease)
          return lease
        }),
        (lease) =>
          Effect.sync(() => {
            if (leases.get(name) === lease) leases.delete(name)
          })
      ),
    notice: "The profile is kept in memory and ends with this process, because it has no folder for profiles."
  })
}

/**
 * @category layers
 * @since 0.1.0
 */
export const layerMemory: Layer.Layer<Profiles> = Layer.sync(Profiles, makeMemory)

const storage = (cause: unknown) => new ProfileError({ kind: "storage", ...opaque(cause) })
const attempt = <A>(f: () => Promise<A>) => Effect.tryPromise({ try: f, catch: storage })
const trySync = <A>(f: () => A) => Effect.try({ try: f, catch: storage })

const version = 1
const saltLength = 16
const ivLength = 12
const tagLength = 16

const keyOf = (secret: string, salt: Uint8Array): Uint8Array =>
  new Uint8Array(NodeCrypto.hkdfSync("sha256", secret, salt, "dunlin profile", 32))

/** version | salt | iv | tag | AES-256-GCM of the state, bound to the name it is stored under */
const seal = (secret: string, id: string, state: string): Buffer => {
  const salt = NodeCrypto.randomBytes(saltLength)
  const iv = NodeCrypto.randomBytes(ivLength)
  const cipher = NodeCrypto.createCipheriv("aes-256-gcm", keyOf(secret, salt), iv).setAAD(Buffer.from(id))
  const body = Buffer.concat([cipher.update(state, "utf8"), cipher.final()])
  return Buffer.concat([Buffer.from([version]), salt, iv, cipher.getAuthTag(), body])
}

const unseal = (secret: string, id: string, sealed: Buffer): string => {
  if (sealed[0] !== version) throw new Error("unknown version")
  const salt = sealed.subarray(1, 1 + saltLength)
  const iv = sealed.subarray(1 + saltLength, 1 + saltLength + ivLength)
  const start = 1 + saltLength + ivLength + tagLength
  const decipher = NodeCrypto.createDecipheriv("aes-256-gcm", keyOf(secret, salt), iv)
    .setAAD(Buffer.from(id))
    .setAuthTag(sealed.subarray(start - tagLength, start))
  return Buffer.concat([decipher.update(sealed.subarray(start)), decipher.final()]).toString("utf8")
}

const schema = `
  PRAGMA busy_timeout = 5000;
  PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS profiles (id TEXT PRIMARY KEY, sealed BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS leases (id TEXT PRIMARY KEY, owner TEXT NOT NULL, until INTEGER NOT NULL);`

/** A row that tells whether the key is the one the file was begun with. */
const keyCheck = "key"

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
      database.exec(schema)
      database.prepare("INSERT OR IGNORE INTO profiles VALUES (?, ?)").run(keyCheck, seal(secret, keyCheck, ""))
      return database.prepare("SELECT sealed FROM profiles WHERE id = ?").get(keyCheck)
    })
    yield* unsealed(secret, keyCheck, check)
    return database
  })

const unsealed = (secret: string, id: string, row: Record<string, unknown> | undefined) =>
  Effect.try({
    try: () => unseal(secret, id, Buffer.from(row?.sealed as Uint8Array)),
    catch: () => new ProfileError({ kind: "unreadable" })
  })

/**
 * @category options
 * @since 0.2.0
 */
export interface FileOptions {
  readonly directory: string
  /**
   * At least 32 random characters; whoever has it can read the sessions. @default a random one that is kept in the
   * directory, so that whoever can read the directory can read the sessions
   */
  readonly key?: Secret.Secret | undefined
}

const makeFile = Effect.fnUntraced(function*(directory: string, secret: string) {
  const database = yield* open(directory, secret)
  const idOf = (name: string) => NodeCrypto.createHmac("sha256", secret).update(name).digest("hex")
  const read = database.prepare("SELECT sealed FROM profiles WHERE id = ?")
  const write = database.prepare("INSERT OR REPLACE INTO profiles VALUES (?, ?)")
  const take = database.prepare(
    `INSERT INTO leases VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, until = excluded.until WHERE until <= ?`
  )
  const giveBack = database.prepare("DELETE FROM leases WHERE id = ? AND owner = ?")

  return Profiles.of({
    load: Effect.fnUntraced(function*(name) {
      const id = idOf(name)
      const row = yield* trySync(() => read.get(id))
      return row === undefined ? Option.none() : Option.some(yield* unsealed(secret, id, row))
    }),
    save: (name, state) => {
      const id = idOf(name)
      return Effect.asVoid(trySync(() => write.run(id, seal(secret, id, state))))
    },
    lease: Effect.fnUntraced(function*(name, expiresIn) {
      const id = idOf(name)
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
    })
  })
})

/** The file of the key where no other key is given. */
const KEY_FILE = "profiles.key"

/** Opens the file for the first request with a profile; one that cannot be opened is tried again by the next. */
const onFirstUse = Effect.fnUntraced(function*(directory: string) {
  const scope = yield* Effect.scope
  const oneByOne = yield* Semaphore.make(1)
  let opened: Profiles["Service"] | undefined
  const profiles = oneByOne.withPermits(1)(
    Effect.suspend(() =>
      opened !== undefined ? Effect.succeed(opened) : Effect.tap(
        Effect.flatMap(
          Effect.mapError(KeptKey.read(NodePath.join(directory, KEY_FILE)), storage),
          (key) => Scope.provide(makeFile(directory, Secret.text(key, "key")), scope)
        ),
        (made) => Effect.sync(() => opened = made)
      )
    )
  )
  return Profiles.of({
    load: (name) => Effect.flatMap(profiles, (_) => _.load(name)),
    save: (name, state) => Effect.flatMap(profiles, (_) => _.save(name, state)),
    lease: (name, expiresIn) => Effect.flatMap(profiles, (_) => _.lease(name, expiresIn))
  })
})

/**
 * Profiles in one encrypted file, `profiles.sqlite`, of a directory. Any number of processes on one machine may share
 * it. Fails with `unreadable` when the file was begun with another key.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerFile = ({ directory, key }: FileOptions): Layer.Layer<Profiles, ProfileError> =>
  Layer.effect(
    Profiles,
    Effect.suspend((): Effect.Effect<Profiles["Service"], ProfileError, Scope.Scope> =>
      key === undefined ? onFirstUse(directory) : makeFile(directory, Secret.text(key, "key"))
    )
  )
