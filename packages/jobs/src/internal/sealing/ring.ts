/** Caches the ciphers of jobs that a process knows. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type JobError, StoreUnavailable, UnknownJob } from "../../JobError.ts"
import { jobOf } from "../deliveringEnds.ts"
import { refuse } from "../reading.ts"
import { type Cipher, make as makeCipher, type Secrets } from "./cipher.ts"
import type { Keys } from "./keys.ts"

/** Cached keys survive a database crash. This many use about 50 MB. */
const MAX_CACHED_KEYS = 100_000

/**
 * Checks the keys of this many oldest and newest jobs. If one is missing, the database lost keys, and all are
 * restored.
 */
const SAMPLE = 32

/** A key that is missing for longer is lost, because no process has restored it. */
const UNTIL_LOST_MS = 120_000

export interface Ring {
  readonly create: (job: string) => Effect.Effect<Cipher, JobError>
  readonly find: (job: string) => Effect.Effect<Cipher | undefined, JobError>
  readonly need: (job: string) => Effect.Effect<Cipher, JobError>
  readonly isLost: (job: string) => Effect.Effect<boolean>
  readonly notePlain: (job: string) => void
  readonly destroy: Effect.Effect<void, JobError>
  readonly restore: Effect.Effect<void, JobError>
}

interface Known {
  readonly secrets: Secrets
  readonly cipher: Cipher
}

const keep = <A>(map: Map<string, A>, key: string, value: A): A => {
  map.delete(key)
  map.set(key, value)
  if (map.size > MAX_CACHED_KEYS) map.delete(map.keys().next().value!)
  return value
}

export const make = (keys: Keys): Ring => {
  let known = new Map<string, Known>()
  const plain = new Map<string, true>()
  const missingSince = new Map<string, number>()

  const note = (job: string, secrets: Secrets): Cipher => {
    plain.delete(job)
    missingSince.delete(job)
    return keep(known, job, { secrets, cipher: makeCipher(secrets) }).cipher
  }

  const find = Effect.fnUntraced(function*(id: string) {
    const job = jobOf(id)
    const own = known.get(job)
    if (own !== undefined || plain.has(job)) return own?.cipher
    const secrets = (yield* keys.find([job])).get(job)
    return secrets === undefined ? undefined : note(job, secrets)
  })

  const isLost = (id: string) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const since = missingSince.get(jobOf(id)) ?? keep(missingSince, jobOf(id), now)
      return now - since >= UNTIL_LOST_MS
    })

  return {
    find,
    isLost,
    create: (id) => Effect.map(keys.create(jobOf(id)), (secrets) => note(jobOf(id), secrets)),
    need: Effect.fnUntraced(function*(job) {
      const cipher = yield* find(job)
      if (cipher !== undefined) return cipher
      return yield* refuse(
        (yield* isLost(job))
          ? new UnknownJob()
          : new StoreUnavailable({ cause: new Error(`the key of the encrypted job ${jobOf(job)} is missing`) })
      )
    }),
    notePlain: (id) => {
      if (!plain.has(jobOf(id))) {
        known.delete(jobOf(id))
        keep(plain, jobOf(id), true)
      }
    },
    destroy: keys.destroy,
    restore: Effect.suspend(() => {
      if (known.size === 0) return Effect.void
      const before = known
      const sample = Array.from(before.keys()).filter((_, at) => at < SAMPLE || at >= before.size - SAMPLE)
      const restored = Effect.map(
        keys.restore(new Map(Array.from(before, ([job, { secrets }]) => [job, secrets]))),
        (current) => {
          known = new Map(Array.from(known).filter(([job]) => current.has(job) || !before.has(job)))
        }
      )
      return Effect.flatMap(keys.find(sample), (found) => found.size === sample.length ? Effect.void : restored)
    })
  }
}
