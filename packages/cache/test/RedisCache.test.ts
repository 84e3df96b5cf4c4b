import { type PageCache, RedisCache } from "@dunlin/cache"
import * as testing from "@dunlin/cache/testing"
import { describe } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import * as vitest from "vitest"
import { afterAll, beforeAll } from "vitest"
import * as servers from "./servers.ts"
import { standingRedis } from "./ways.ts"

describe.skipIf(servers.isMissing(servers.redisBinary))("redis-server", () => {
  const scope = Effect.runSync(Scope.make())
  let server: servers.Server | undefined
  beforeAll(async () => {
    server = await Effect.runPromise(Scope.provide(servers.redis, scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const standing = servers.standingFor((name) => Scope.provide(standingRedis(server!.url, name), scope))

  const open = (prefix: string, options?: PageCache.Options) =>
    standing(prefix, ({ url }) => RedisCache.layer({ url, prefix, ...options }))

  testing.run(testing.suite("redis", open, { ownClock: true }), vitest)
  testing.run(testing.snapshotSuite("redis", open), vitest)
  testing.run(testing.answerSuite("redis", open, { ownClock: true }), vitest)
})
