import { type PageCache, PostgresCache } from "@dunlin/cache"
import * as testing from "@dunlin/cache/testing"
import { describe } from "@effect/vitest"
import { Effect, Exit, Layer, Scope } from "effect"
import { afterAll, beforeAll } from "vitest"
import * as servers from "./servers.ts"

describe.skipIf(servers.isMissing(servers.postgresBinary))("postgresql", () => {
  const scope = Effect.runSync(Scope.make())
  let server: servers.Server | undefined
  beforeAll(async () => {
    server = await Effect.runPromise(Scope.provide(servers.postgres({ durable: false }), scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const open = (schema: string, options?: PageCache.Options) =>
    Layer.suspend(() => PostgresCache.layer({ url: server!.url, schema, maxConnections: 2, ...options }))

  testing.suite("postgres", open)
  testing.snapshotSuite("postgres", open)
  testing.answerSuite("postgres", open)
})
