import { AnswerStore } from "@dunlin/cache"
import { Idempotency } from "@dunlin/http-api"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Exit, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"

const { idempotency } = await import(new URL("../src/internal/serve/idempotency.ts", import.meta.url).href) as {
  readonly idempotency: Layer.Layer<Idempotency.Idempotency>
}

/** Servers over one store; each can be killed, after which it says nothing any more. */
const server = (store: AnswerStore.AnswerStore["Service"]) =>
  Effect.gen(function*() {
    const scope = yield* Scope.make()
    const layer = Layer.fresh(idempotency).pipe(Layer.provide(Layer.succeed(AnswerStore.AnswerStore, store)))
    const context = yield* Layer.buildWithScope(layer, scope)
    return { ...Context.get(context, Idempotency.Idempotency), kill: Scope.close(scope, Exit.void) }
  })

describe("idempotency keys of several servers", () => {
  it.effect("stay reserved while the work continues, and are free seconds after its server died", () =>
    Effect.gen(function*() {
      const store = Context.get(yield* Layer.build(AnswerStore.layerMemory), AnswerStore.AnswerStore)
      const [one, two] = [yield* server(store), yield* server(store)]
      assert.strictEqual((yield* one.claim("key", "f"))._tag, "Mine")
      yield* TestClock.adjust("5 minutes")
      const busy = yield* two.claim("key", "f")
      assert.strictEqual(busy._tag, "Busy")
      const wait = busy._tag === "Busy" ? busy.until - (yield* Clock.currentTimeMillis) : 0
      assert.isTrue(wait > 0 && wait <= 10_000, String(wait))
      yield* one.kill
      yield* TestClock.adjust(wait)
      assert.strictEqual((yield* two.claim("key", "f"))._tag, "Mine")
      yield* two.keep("key", { status: 200, body: "{}" })
      yield* TestClock.adjust("1 hour")
      assert.strictEqual((yield* two.claim("key", "f"))._tag, "Answered")
      yield* two.kill
    }))
})
