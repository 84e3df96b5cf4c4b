/**
 * Stores responses for repeated requests. They are in the page cache's store, so that all servers that use it repeat
 * the same response.
 */
import { AnswerStore, type Claim } from "@dunlin/cache/AnswerStore"
import * as Idempotency from "@dunlin/http-api/Idempotency"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import { randomUUID } from "node:crypto"

/** After a crash, a retry waits this long for its key. */
const KEY_LEASE_MS = Duration.toMillis("10 seconds")
/** A busy machine may miss two renewals before the lease ends. */
const heartbeat = Duration.seconds(3)
const RESPONSE_TTL_MS = Duration.toMillis("24 hours")

const shared = Effect.fnUntraced(function*(store: AnswerStore["Service"]) {
  // Each claim has its own owner id. If another request takes over a claim, the first one can no longer release it.
  const owners = new Map<string, string>()
  const release = (key: string) =>
    Effect.suspend(() => {
      const owner = owners.get(key)
      owners.delete(key)
      return owner === undefined ? Effect.void : Effect.ignore(store.release({ key, owner }))
    })
  const renewAll = Effect.suspend(() =>
    Effect.forEach(
      owners,
      ([key, owner]) =>
        // The store reports an outage itself, once.
        Effect.ignore(store.renew({ key, owner, busyFor: KEY_LEASE_MS })),
      { concurrency: 8, discard: true }
    )
  )
  yield* Effect.forkScoped(Effect.repeat(Effect.delay(renewAll, heartbeat), Schedule.forever))
  return Idempotency.Idempotency.of({
    claim: (key, fingerprint) =>
      Effect.suspend(() => {
        const owner = randomUUID()
        return store.claim({ key, fingerprint, owner, busyFor: KEY_LEASE_MS }).pipe(
          Effect.tap((claim) =>
            Effect.sync(() => {
              if (claim._tag === "Mine") owners.set(key, owner)
            })
          ),
          // Without the store, the request still runs as separate work.
          Effect.orElseSucceed((): Claim => ({ _tag: "Mine", charge: owner }))
        )
      }),
    keep: (key, answer) =>
      Effect.suspend(() => {
        const owner = owners.get(key)
        owners.delete(key)
        return owner === undefined
          ? Effect.void
          : Effect.catch(
            store.keep({ key, owner, answer, keepFor: RESPONSE_TTL_MS }),
            () => Effect.ignore(store.release({ key, owner }))
          )
      }),
    release,
    // The next claim continues the abandoned work under the same name.
    abandon: (key) =>
      Effect.suspend(() => {
        const owner = owners.get(key)
        owners.delete(key)
        return owner === undefined ? Effect.void : Effect.ignore(store.renew({ key, owner, busyFor: 0 }))
      })
  })
})

export const idempotency: Layer.Layer<Idempotency.Idempotency> = Layer.unwrap(
  Effect.map(
    Effect.serviceOption(AnswerStore),
    Option.match({
      onNone: () => Idempotency.layerMemory(),
      onSome: (store) => Layer.effect(Idempotency.Idempotency, shared(store))
    })
  )
)
