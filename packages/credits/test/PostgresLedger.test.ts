import { NodePostgres } from "@dunlin/common"
import { PostgresLedger } from "@dunlin/credits"
import * as Conformance from "@dunlin/credits/testing"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as vitest from "vitest"
import { describe } from "vitest"
import * as servers from "../../cache/test/servers.ts"
import { openWay, stepwise } from "../../cache/test/ways.ts"

describe.skipIf(servers.isMissing(servers.postgresBinary))("PostgreSQL (Debian: postgresql)", () => {
  Conformance.run(
    Conformance.suite(
      "postgres",
      Layer.unwrap(Effect.map(servers.postgres({ durable: false }), ({ url }) => PostgresLedger.layer({ url })))
    ),
    vitest
  )

  it.effect("fails when the database says nothing any more, and goes on when it does", () =>
    Effect.gen(function*() {
      const { url } = yield* servers.postgres({ durable: false })
      const way = yield* openWay(url)
      const passes = yield* stepwise
      const ledger = yield* PostgresLedger.make({ url: way.url, maxConnections: 1, initial: 10 }).pipe(
        Effect.provideService(NodePostgres.Passing, passes.passing)
      )
      const request = { account: "team", amount: 4, key: "one", once: true, expiresIn: 60_000 }
      way.isSilent = true
      const failed = yield* passes.during(Effect.flip(ledger.reserve(request)))
      assert.strictEqual(failed.reason._tag, "Unavailable")
      assert.instanceOf((failed.reason as { readonly cause?: unknown }).cause, NodePostgres.Silent)
      way.isSilent = false
      yield* ledger.reserve({ ...request, key: "two" })
      assert.strictEqual((yield* ledger.balance("team")).available, 6)
    }).pipe(Effect.orDie))
})
