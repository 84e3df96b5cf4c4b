/** Stores the engine that each kind of URL needs, next to the page cache. Servers that use the same cache share it. */
import { AnswerStore } from "@dunlin/cache/AnswerStore"
import * as EngineMemory from "@dunlin/fetcher/EngineMemory"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { randomUUID } from "node:crypto"

/** Sites change, so stored engines must expire. */
const KEPT_FOR_MS = Duration.toMillis("1 day")
/** Reading claims the key for this time. */
const LOOK_MS = 1_000
/** While one process compares the engines of a kind, others wait for this time. */
const RESERVED_MS = 60_000

const shared = (store: AnswerStore["Service"]): EngineMemory.EngineMemory["Service"] => {
  const keyOf = (kind: string, engine: EngineMemory.Engine) => `engine:${engine}:${kind}`
  const claim = (key: string, owner: string) => store.claim({ key, owner, fingerprint: "engine", busyFor: LOOK_MS })
  const has = Effect.fnUntraced(function*(key: string) {
    const owner = randomUUID()
    const found = yield* claim(key, owner)
    if (found._tag === "Mine") yield* store.release({ key, owner })
    return found._tag === "Answered"
  })
  return {
    // If a kind needed the browser once, it uses the browser until the entry expires.
    recall: (kind) =>
      Effect.gen(function*() {
        if (yield* has(keyOf(kind, "browser"))) return "browser" as const
        return (yield* has(keyOf(kind, "http"))) ? "http" as const : undefined
      }).pipe(
        Effect.catch((error) => Effect.as(Effect.logDebug(`engine memory: ${error.message}`), undefined))
      ),
    learn: (kind, engine) =>
      Effect.gen(function*() {
        const key = keyOf(kind, engine)
        const owner = randomUUID()
        if ((yield* claim(key, owner))._tag !== "Mine") return
        yield* store.keep({ key, owner, answer: { status: 200, body: engine }, keepFor: KEPT_FOR_MS })
      }).pipe(Effect.catch((error) => Effect.logDebug(`engine memory: ${error.message}`))),
    // Without the store, each process compares for itself.
    reserve: (kind) =>
      store.claim({
        key: `engine:compared:${kind}`,
        owner: randomUUID(),
        fingerprint: "engine",
        busyFor: RESERVED_MS
      }).pipe(
        Effect.map(({ _tag }) => _tag === "Mine" ? RESERVED_MS : 0),
        Effect.catch((error) => Effect.as(Effect.logDebug(`engine memory: ${error.message}`), RESERVED_MS))
      )
  }
}

export const layer: Layer.Layer<EngineMemory.EngineMemory> = Layer.effect(
  EngineMemory.EngineMemory,
  Effect.map(
    Effect.serviceOption(AnswerStore),
    Option.match({ onNone: EngineMemory.makeMemory, onSome: shared })
  )
)
