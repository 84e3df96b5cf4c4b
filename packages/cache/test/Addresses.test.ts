import { PostgresCache, RedisCache } from "@dunlin/cache"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer } from "effect"

describe("an address that is not a string", () => {
  const address = 6379 as never
  const layers = [
    ["redis", RedisCache.layer({ url: address })],
    ["postgres", PostgresCache.layer({ url: address })]
  ] as const
  it.effect.each(layers)(
    "is reported as invalid, not as unavailable storage: %s",
    ([, layer]) =>
      Effect.gen(function*() {
        const exit = yield* Effect.exit(Effect.scoped(Layer.build(layer)))
        const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
        assert.match(error instanceof TypeError ? error.message : String(error), /^`url` must be a string/)
      })
  )
})
