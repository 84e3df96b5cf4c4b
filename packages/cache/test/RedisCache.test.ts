import { type PageCache, RedisCache } from "@dunlin/cache"
import * as testing from "@dunlin/cache/testing"
import { ClockSkew, Health } from "@dunlin/common"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Scope } from "effect"
import * as vitest from "vitest"
import { afterAll, beforeAll } from "vitest"
import { needing } from "../../common/test/components.ts"
import * as servers from "./servers.ts"
import { standingRedis } from "./ways.ts"

describe("Redis", needing("Redis"), () => {
  const scope = Effect.runSync(Scope.make())
  let server: servers.Server | undefined
  beforeAll(async () => {
    server = await Effect.runPromise(Scope.provide(servers.redis({ durable: false }), scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const standing = servers.standingFor((name) => Scope.provide(standingRedis(server!.url, name), scope))

  const open = (prefix: string, options?: PageCache.Options) =>
    standing(prefix, ({ url }) =>
      // longer than any step of the clock of a test: a step is no silence of the server
      RedisCache.layer({ url, prefix, silence: "36500 days", ...options }).pipe(
        Layer.provide(Layer.succeed(Health.Watching, false))
      ))

  it.live("warns if the clock of Redis differs", () =>
    Effect.gen(function*() {
      const known = yield* Layer.build(open("skewed")).pipe(
        Effect.andThen(Effect.repeat(Effect.andThen(Effect.sleep("5 millis"), ClockSkew.skews), {
          until: (all) => all.length > 0
        }))
      )
      assert.deepStrictEqual(known.map(({ part }) => part), ["redis"])
      // That clock stands at zero.
      assert.isAbove(known[0]!.ahead, 1e12)
    }).pipe((test) => Effect.provideService(test, ClockSkew.ClockSkew, new Set())))

  testing.run(testing.suite("redis", open, { ownClock: true }), vitest)
  testing.run(testing.snapshotSuite("redis", open), vitest)
  testing.run(testing.answerSuite("redis", open, { ownClock: true }), vitest)
})
