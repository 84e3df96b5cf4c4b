import { type JobStore, PostgresJobStore } from "@dunlin/jobs"
import * as Conformance from "@dunlin/jobs/testing"
import { it } from "@effect/vitest"
import { Effect, Exit, Layer, Redacted, Scope } from "effect"
import { Client } from "pg"
import * as vitest from "vitest"
import { afterAll, beforeAll, describe } from "vitest"
import * as servers from "../../cache/test/servers.ts"
import { limits, simulate } from "./simulation.ts"

describe.skipIf(servers.isMissing(servers.postgresBinary))("postgresql", () => {
  const scope = Effect.runSync(Scope.make())
  let server: servers.Server | undefined
  let databases = 0
  beforeAll(async () => {
    server = await Effect.runPromise(Scope.provide(servers.postgres({ durable: false }), scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const database = Effect.promise(async () => {
    const address = Redacted.value(server!.url)
    const name = `jobs${++databases}`
    const client = new Client({ connectionString: address })
    await client.connect()
    await client.query(`CREATE DATABASE ${name}`)
    await client.end()
    return Redacted.make(address.replace(/[^/]*$/, name))
  })

  const opened = (limits?: JobStore.Limits) =>
    Layer.unwrap(Effect.map(database, (url) => PostgresJobStore.layer({ ...limits, url, maxConnections: 3 })))
  Conformance.run(Conformance.suite("postgres", opened), vitest)

  it.effect("does what the model does with a hundred workers", () =>
    Effect.orDie(Effect.provide(simulate(Number(process.env["DUNLIN_SEED"] ?? 1), 300), opened(limits))))
})
