import { type PageCache, PostgresCache } from "@dunlin/cache"
import * as testing from "@dunlin/cache/testing"
import { describe } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import * as vitest from "vitest"
import { afterAll, beforeAll } from "vitest"
import * as servers from "./servers.ts"

describe.skipIf(servers.isMissing(servers.postgresBinary))("postgresql", () => {
  const scope = Effect.runSync(Scope.make())
  let server: servers.Server | undefined
  beforeAll(async () => {
    server = await Effect.runPromise(Scope.provide(servers.postgres({ durable: false }), scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const standing = servers.standingFor((name) => servers.standingClock(server!, `clock_${name.replaceAll("-", "_")}`))

  const open = (schema: string, options?: PageCache.Options) =>
    standing(schema, ({ url }) => PostgresCache.layer({ url, schema, maxConnections: 2, ...options }))

  testing.run(testing.suite("postgres", open, { ownClock: true }), vitest)
  testing.run(testing.snapshotSuite("postgres", open), vitest)
  testing.run(testing.answerSuite("postgres", open, { ownClock: true }), vitest)
})
