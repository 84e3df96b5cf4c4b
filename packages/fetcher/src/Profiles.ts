/**
 * Browser state (cookies, localStorage, IndexedDB) that lives from one request
 * to the next under a name.
 *
 * Many requests may read a profile at once; one at a time may save to it. The
 * lease of a saver expires, so a crashed process blocks nobody for long.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
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
      )
  })
}

/**
 * @category layers
 * @since 0.1.0
 */
export const layerMemory: Layer.Layer<Profiles> = Layer.sync(Profiles, makeMemory)

const storage = (cause: unknown) => new ProfileError({ kind: "storage", ...opaque(cause) })

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

/**
 * Profiles as encrypted files of one directory. Any number of processes on one machine may share it.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerFile = (options: {
  readonly directory: string
  /** At least 32 random characters; whoever has it can read the sessions. */
  readonly key: Redacted.Redacted
}): Layer.Layer<Profiles, ProfileError> =>
  Layer.effect(
    Profiles,
    Effect.gen(function*() {
      const secret = Redacted.value(options.key)
      const attempt = <A>(f: () => Promise<A>) => Effect.tryPromise({ try: f, catch: storage })
      yield* attempt(() => NodeFs.mkdir(options.directory, { recursive: true, mode: 0o700 }))
      const idOf = (name: string) => NodeCrypto.createHmac("sha256", secret).update(name).digest("hex")
      const path = (id: string, kind: string) => NodePath.join(options.directory, `${id}.${kind}`)

      const takeLease = Effect.fnUntraced(function*(file: string, owner: string, expires: number) {
        const write = attempt(() =>
          NodeFs.writeFile(file, JSON.stringify({ owner, expires }), { flag: "wx", mode: 0o600 })
        )
        const taken = yield* Effect.result(write)
        if (taken._tag === "Success") return
        if (taken.failure.code !== "EEXIST") return yield* taken.failure
        const text = yield* Effect.catch(attempt(() => NodeFs.readFile(file, "utf8")), () => Effect.succeed(""))
        const until = Number(/"expires":(\d{1,16})/.exec(text)?.[1] ?? 0)
        if (until > (yield* Clock.currentTimeMillis)) return yield* busy
        // of all who see the expired lease, one wins the rename
        const stale = `${file}.${owner}`
        yield* Effect.mapError(attempt(() => NodeFs.rename(file, stale)), () => busy)
        yield* Effect.ignore(attempt(() => NodeFs.rm(stale)))
        yield* Effect.mapError(write, () => busy)
      })

      return Profiles.of({
        load: (name) => {
          const id = idOf(name)
          return attempt(() => NodeFs.readFile(path(id, "profile"))).pipe(
            Effect.flatMap((sealed) =>
              Effect.try({
                try: () => Option.some(unseal(secret, id, sealed)),
                catch: () => new ProfileError({ kind: "unreadable" })
              })
            ),
            Effect.catch((error) =>
              error.code === "ENOENT" ? Effect.succeed(Option.none<string>()) : Effect.fail(error)
            )
          )
        },
        save: (name, state) => {
          const id = idOf(name)
          const temporary = path(id, `${NodeCrypto.randomUUID()}.tmp`)
          return attempt(() => NodeFs.writeFile(temporary, seal(secret, id, state), { mode: 0o600 })).pipe(
            Effect.andThen(attempt(() => NodeFs.rename(temporary, path(id, "profile")))),
            Effect.tapError(() => Effect.ignore(attempt(() => NodeFs.rm(temporary, { force: true }))))
          )
        },
        lease: (name, expiresIn) => {
          const file = path(idOf(name), "lease")
          const owner = NodeCrypto.randomUUID()
          return Effect.asVoid(Effect.acquireRelease(
            Effect.flatMap(
              Clock.currentTimeMillis,
              (now) => takeLease(file, owner, Math.round(now + Duration.toMillis(expiresIn)))
            ),
            () =>
              attempt(() => NodeFs.readFile(file, "utf8")).pipe(
                Effect.flatMap((text) =>
                  text.includes(owner) ? attempt(() => NodeFs.rm(file, { force: true })) : Effect.void
                ),
                Effect.ignore
              )
          ))
        }
      })
    })
  )
