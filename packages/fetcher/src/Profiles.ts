/**
 * Stores named browser states (cookies, localStorage, IndexedDB) between requests. Many requests may read a profile,
 * but only one at a time may save it. The saver's lease expires, so a crashed process does not block others for long.
 *
 * @since 0.1.0
 */
import * as Secret from "@dunlin/common/Secret"
import type { ProfileReport, StoredProfile } from "@dunlin/schema/StoredProfile"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Iterable from "effect/Iterable"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { ProfileError } from "./FetchError.ts"
import { makeFile, onFirstUse } from "./internal/profiles/inFile.ts"
import { checkQuota, full, fullName, type Limits, limitsOf, partsOf, type Quota } from "./internal/profiles/quota.ts"

/**
 * A stored profile.
 *
 * @category models
 * @since 0.2.0
 */
export interface Entry {
  readonly name: string
  readonly bytes: number
  /** The time of the last save, in epoch milliseconds. */
  readonly savedAt: number
  readonly usedAt: number
  /**
   * The time at which the profile is deleted unless a request uses it first.
   *
   * @since 0.3.0
   */
  readonly expiresAt: number
}

export type { Limits } from "./internal/profiles/quota.ts"

export {
  /**
   * Combines a profile's name and owner, for `load`, `save`, `lease` and `remove`.
   *
   * @category conversions
   * @since 0.2.0
   */
  fullName
}

/**
 * @category services
 * @since 0.1.0
 */
export class Profiles extends Context.Service<Profiles, {
  /** Returns the stored state as JSON text. There is no state if the profile was never saved. */
  readonly load: (name: string) => Effect.Effect<Option.Option<string>, ProfileError>
  /** Replaces the stored state. Fails with `full` if the owner's quota would be exceeded. */
  readonly save: (name: string, state: string) => Effect.Effect<void, ProfileError>
  /** Reserves the right to save a profile until the scope closes. Fails with `busy` if another scope has it. */
  readonly lease: (name: string, expiresIn: Duration.Input) => Effect.Effect<void, ProfileError, Scope.Scope>
  /**
   * Returns the profiles of one owner, most recently used first.
   *
   * @since 0.2.0
   */
  readonly list: (owner: string) => Effect.Effect<ReadonlyArray<Entry>, ProfileError>
  /**
   * Deletes a profile. Returns false if it does not exist. A request that is saving it creates it again.
   *
   * @since 0.2.0
   */
  readonly remove: (name: string) => Effect.Effect<boolean, ProfileError>
  /**
   * The quota of one owner, and the time for which an unused profile is stored.
   *
   * @since 0.3.0
   */
  readonly limits: Limits
  /**
   * The warning for requests that save a profile which may be lost early. @default none
   *
   * @since 0.2.0
   */
  readonly notice?: string | undefined
}>()("@dunlin/fetcher/Profiles") {}

/**
 * The owner of the profiles that a request sees. Set it to the caller's team. The same name in two namespaces is two
 * profiles.
 *
 * @category services
 * @since 0.1.0
 */
export const ProfileNamespace = Context.Reference<string>("@dunlin/fetcher/ProfileNamespace", {
  defaultValue: () => "default"
})

const iso = (milliseconds: number): string => DateTime.formatIso(DateTime.makeUnsafe(milliseconds))

/**
 * Returns the profiles of one owner and its quota, as the API returns them.
 *
 * @category running
 * @since 0.3.0
 */
export const report = (owner: string): Effect.Effect<ProfileReport, ProfileError, Profiles> =>
  Effect.gen(function*() {
    const { limits, list, notice } = yield* Profiles
    const all = yield* list(owner)
    return {
      profiles: all.map(({ bytes, expiresAt, name, savedAt, usedAt }): StoredProfile => ({
        name,
        bytes,
        savedAt: iso(savedAt),
        usedAt: iso(usedAt),
        expiresAt: iso(expiresAt)
      })),
      usage: { profiles: all.length, bytes: all.reduce((sum, { bytes }) => sum + bytes, 0) },
      quota: { profiles: limits.profilesPerTeam, bytes: limits.bytesPerTeam },
      ...(notice === undefined ? {} : { warning: notice })
    }
  })

const MAX_BYTES_IN_MEMORY = 32 * 1024 ** 2

const busy = new ProfileError({ kind: "busy" })

/**
 * Stores profiles in the memory of this process.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeMemory = (quota: Quota = {}): Profiles["Service"] => {
  // Bytes, because a string with one letter beyond Latin takes two bytes per character.
  const states = new Map<string, { readonly state: Buffer; readonly savedAt: number; usedAt: number }>()
  const leases = new Map<string, { readonly expires: number }>()
  const limits = limitsOf(quota)
  const expire = (now: number) => {
    for (const [name, { usedAt }] of states) if (usedAt < now - limits.keptForMillis) states.delete(name)
  }
  /** All owners share the memory of the process, so the limit covers them together. */
  const bytes = () => Iterable.reduce(states.values(), 0, (sum, { state }) => sum + state.length)
  return Profiles.of({
    limits,
    load: (name) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        expire(now)
        const found = states.get(name)
        if (found !== undefined) found.usedAt = now
        return Option.fromUndefinedOr(found?.state.toString())
      }),
    save: (name, text) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        expire(now)
        const needs = Buffer.byteLength(text)
        const { owner } = partsOf(name)
        const others = [...states].filter(([other]) => other !== name && partsOf(other).owner === owner)
        const size = others.reduce((sum, [, { state }]) => sum + state.length, 0)
        const refused = checkQuota(limits, { count: others.length, bytes: size }, needs)
        if (refused !== undefined) return Effect.fail(refused)
        const replaced = states.get(name)?.state.length ?? 0
        const needed = bytes() - replaced + needs
        if (needed > MAX_BYTES_IN_MEMORY) return Effect.fail(full("process", "bytes", MAX_BYTES_IN_MEMORY, needed))
        return Effect.sync(() => void states.set(name, { state: Buffer.from(text), savedAt: now, usedAt: now }))
      }),
    list: (owner) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        expire(now)
        return [...states].filter(([name]) => partsOf(name).owner === owner)
          .map(([name, { savedAt, state, usedAt }]) => ({
            name: partsOf(name).name,
            bytes: state.length,
            savedAt,
            usedAt,
            expiresAt: usedAt + limits.keptForMillis
          }))
          .sort((left, right) => right.usedAt - left.usedAt)
      }),
    remove: (name) => Effect.sync(() => states.delete(name)),
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
    notice:
      "The profile is stored in memory and is lost when this process ends, because no profile folder is configured."
  })
}

/**
 * @category layers
 * @since 0.1.0
 */
export const layerMemory: Layer.Layer<Profiles> = Layer.sync(Profiles, () => makeMemory())

/**
 * @category options
 * @since 0.2.0
 */
export interface FileOptions extends Quota {
  readonly directory: string
  /**
   * The key that encrypts the file. It has at least 32 random characters. Anyone with the key can read the sessions.
   * @default a random key stored in the
   * directory, so that anyone who can read the directory can read the sessions
   */
  readonly key?: Secret.Secret | undefined
}

/**
 * Stores profiles in one encrypted file, `profiles.sqlite`, in a directory. Any number of processes on one machine may
 * share it. Fails with `unreadable` if the file was created with another key.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerFile = ({ directory, key, ...quota }: FileOptions): Layer.Layer<Profiles, ProfileError> =>
  Layer.effect(
    Profiles,
    Effect.suspend((): Effect.Effect<Profiles["Service"], ProfileError, Scope.Scope> =>
      key === undefined
        ? onFirstUse(directory, limitsOf(quota))
        : makeFile(directory, Secret.text(key, "key"), limitsOf(quota))
    )
  )
