import { PageCache, PostgresCache } from "@dunlin/cache"
import * as testing from "@dunlin/cache/testing"
import { ClockSkew } from "@dunlin/common"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Redacted, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as vitest from "vitest"
import { afterAll, beforeAll } from "vitest"
import { needing } from "../../common/test/components.ts"
import { until } from "../../common/test/until.ts"
import * as servers from "./servers.ts"

describe("PostgreSQL", needing("PostgreSQL"), () => {
  const scope = Effect.runSync(Scope.make())
  let server: servers.Server | undefined
  beforeAll(async () => {
    server = await Effect.runPromise(Scope.provide(servers.postgres({ durable: false }), scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const standing = servers.standingFor((name) => servers.standingClock(server!, `clock_${name.replaceAll("-", "_")}`))

  const open = (schema: string, options?: PageCache.Options) =>
    standing(
      schema,
      ({ url }) => PostgresCache.layer({ url, schema, maxConnections: 2, silence: "1 hour", ...options })
    )

  it.effect("warns if the clock of the database differs", () =>
    Effect.gen(function*() {
      const { put, url } = yield* servers.standingClock(server!, "clock_other")
      const skews = new Set<ClockSkew.Skew>()
      const told = yield* Effect.gen(function*() {
        const cache = yield* PageCache.PageCache
        yield* put("1 hour")
        yield* TestClock.adjust("2 minutes")
        yield* cache.list({})
        yield* TestClock.withLive(until(() => skews.size > 0))
        return [...skews]
      }).pipe(
        Effect.provide(PostgresCache.layer({ url, schema: "other" })),
        Effect.provideService(ClockSkew.ClockSkew, skews)
      )
      // the clocks are compared before the two minutes, or after them
      assert.deepStrictEqual(told.map(({ part }) => part), ["postgres"])
      assert.include([-58, -60], told[0]!.ahead / 60_000)
    }))

  it.effect("needs no right to create schemas if its schema exists", () =>
    Effect.gen(function*() {
      yield* Effect.promise(() =>
        servers.query(
          server!,
          "CREATE ROLE humble LOGIN; REVOKE CREATE ON DATABASE postgres FROM PUBLIC; CREATE SCHEMA given AUTHORIZATION humble"
        )
      )
      const url = Redacted.make(Redacted.value(server!.url).replace("dunlin@", "humble@"))
      const pages = yield* Effect.flatMap(PageCache.PageCache, (cache) => cache.list({})).pipe(
        Effect.provide(PostgresCache.layer({ url, schema: "given" }))
      )
      assert.lengthOf(pages, 0)
    }))

  testing.run(testing.suite("postgres", open, { ownClock: true }), vitest)
  testing.run(testing.snapshotSuite("postgres", open), vitest)
  testing.run(testing.answerSuite("postgres", open, { ownClock: true }), vitest)
})
