/**
 * Implements the `Idempotency-Key` header: a repeated request receives the first response again.
 *
 * @since 0.1.0
 */
import type { Answer, Claim } from "@dunlin/cache/AnswerStore"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { randomUUID } from "node:crypto"

/**
 * @category services
 * @since 0.1.0
 */
export class Idempotency extends Context.Service<Idempotency, {
  /** Claims a key for a request. `key` is unique per team and operation, and `fingerprint` per body. */
  readonly claim: (key: string, fingerprint: string) => Effect.Effect<Claim>
  readonly keep: (key: string, answer: Answer) => Effect.Effect<void>
  /** Releases the key after work that failed or whose response must not be stored. */
  readonly release: (key: string) => Effect.Effect<void>
  /**
   * Releases the key after interrupted work, so that the same request can use it again under the same ledger name.
   * The credits may already be charged although the caller received no response.
   *
   * @since 0.2.0
   */
  readonly abandon: (key: string) => Effect.Effect<void>
}>()("@dunlin/http-api/Idempotency") {}

interface Entry {
  readonly fingerprint: string
  readonly expiresAt: number
  readonly charge: string
  /** The work was interrupted, so the next request with the key repeats it. */
  isAbandoned: boolean
  answer: Answer | undefined
}

/**
 * Stores responses in this process.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMemory = (options?: {
  /** How long a response is stored. @default 24 hours */
  readonly timeToLive?: Duration.Input | undefined
  /** Maximum number of characters of all stored bodies. Above it, the oldest bodies are evicted. @default 64 Mi */
  readonly maxCharacters?: number | undefined
}): Layer.Layer<Idempotency> =>
  Layer.sync(Idempotency, () => {
    const timeToLive = Duration.toMillis(Duration.fromInputUnsafe(options?.timeToLive ?? "24 hours"))
    const maxCharacters = options?.maxCharacters ?? 64 * 1024 * 1024
    const entries = new Map<string, Entry>()
    let characters = 0

    const drop = (key: string, entry: Entry) => {
      entries.delete(key)
      characters -= entry.answer?.body.length ?? 0
    }
    // All entries live equally long, so insertion order is the order of their expiry.
    const makeRoom = (now: number) => {
      for (const [key, entry] of entries) {
        if (entry.expiresAt > now && characters <= maxCharacters) return
        if (entry.expiresAt <= now || entry.answer !== undefined) drop(key, entry)
      }
    }

    return Idempotency.of({
      claim: (key, fingerprint) =>
        Effect.map(Clock.currentTimeMillis, (now): Claim => {
          makeRoom(now)
          const entry = entries.get(key)
          if (entry === undefined) {
            const charge = randomUUID()
            entries.set(key, {
              fingerprint,
              expiresAt: now + timeToLive,
              charge,
              isAbandoned: false,
              answer: undefined
            })
            return { _tag: "Mine", charge }
          }
          if (entry.isAbandoned && entry.fingerprint === fingerprint) {
            entry.isAbandoned = false
            return { _tag: "Mine", charge: entry.charge }
          }
          return entry.fingerprint !== fingerprint
            ? { _tag: "Other" }
            : entry.answer === undefined
            // Another request of this process is doing the work of the key.
            ? { _tag: "Busy", until: now }
            : { _tag: "Answered", answer: entry.answer }
        }),
      keep: (key, answer) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const entry = entries.get(key)
          if (entry === undefined || entry.answer !== undefined) return
          entry.answer = answer
          characters += answer.body.length
          makeRoom(now)
        }),
      release: (key) =>
        Effect.sync(() => {
          const entry = entries.get(key)
          if (entry !== undefined && entry.answer === undefined) entries.delete(key)
        }),
      abandon: (key) =>
        Effect.sync(() => {
          const entry = entries.get(key)
          if (entry !== undefined && entry.answer === undefined) entry.isAbandoned = true
        })
    })
  })
