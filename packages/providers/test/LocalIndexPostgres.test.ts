import { LocalIndex } from "@dunlin/providers"
import { run } from "@dunlin/providers/testing"
import { describe } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as vitest from "vitest"
import * as servers from "../../cache/test/servers.ts"
import { needing } from "../../common/test/components.ts"
import { answersAsEmbedded, providerSuite } from "./sharedIndexSuite.ts"

const server = servers.postgres({ durable: false })

describe("LocalIndex on PostgreSQL", needing("PostgreSQL"), () => {
  const shared = Layer.unwrap(Effect.map(server, ({ url }) => LocalIndex.layerPostgres({ database: url })))

  run(providerSuite("index on PostgreSQL", shared), vitest)

  answersAsEmbedded(
    Effect.map(server, ({ url }) => (name) => LocalIndex.makeShared({ database: url, schema: `${name} of them` }))
  )
})
