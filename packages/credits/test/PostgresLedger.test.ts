import { PostgresLedger } from "@dunlin/credits"
import * as Conformance from "@dunlin/credits/testing"
import { Effect, Layer } from "effect"
import * as vitest from "vitest"
import { describe } from "vitest"
import * as servers from "../../cache/test/servers.ts"

describe.skipIf(servers.isMissing(servers.postgresBinary))("PostgreSQL (Debian: postgresql)", () => {
  Conformance.run(
    Conformance.suite(
      "postgres",
      Layer.unwrap(Effect.map(servers.postgres({ durable: false }), ({ url }) => PostgresLedger.layer({ url })))
    ),
    vitest
  )
})
