/** Runs the suite of `JobStore` with pg-boss. */
import type { JobStore } from "@dunlin/jobs"
import * as Conformance from "@dunlin/jobs/testing"
import { type Duration, Effect, Exit, Layer, Redacted, Result, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as servers from "../../../../cache/test/servers.ts"
import * as PgBoss from "./pgBoss.ts"

/** Opens a store and pg-boss with a shared clock that only the test advances. */
const opened = (server: servers.Server, folder: string) => {
  let databases = 0
  return (limits?: JobStore.Limits) =>
    Layer.unwrap(Effect.gen(function*() {
      const name = `suite${++databases}`
      yield* Effect.promise(() => servers.query(server, `CREATE DATABASE ${name}`))
      const plain = Redacted.make(Redacted.value(server.url).replace(/[^/]*$/, name))
      const { put, url } = yield* servers.standingClock({ url: plain })
      const boss = yield* PgBoss.start(folder, Redacted.value(plain), { supervise: false })
      const ask = (text: string) => Effect.promise(() => servers.query({ url: plain }, text))
      yield* ask(
        `CREATE OR REPLACE FUNCTION pgboss.job_now() RETURNS timestamptz LANGUAGE sql STABLE
         AS 'SELECT time FROM standing.clock'`
      )
      const pass = (time: Duration.Input) =>
        Effect.gen(function*() {
          yield* TestClock.adjust(time)
          yield* put(time)
          // pg-boss checks heartbeats at most once per second of its own clock, so its last check is deleted first.
          yield* ask("UPDATE pgboss.queue SET monitor_on = NULL, monitor_claim_on = NULL")
          yield* Effect.promise(() => boss.supervise())
        })
      return Layer.merge(
        PgBoss.layerOver(boss, { ...limits, url, maxConnections: 3 }),
        Layer.succeed(Conformance.Passage, pass)
      )
    }))
}

export const suite = async (folder: string) => {
  const scope = Effect.runSync(Scope.make())
  try {
    const server = await Effect.runPromise(Scope.provide(servers.postgres({ durable: false }), scope))
    const { checks } = Conformance.suite("pg-boss", opened(server, folder))
    const failed: Array<string> = []
    for (const { effect, name } of checks) {
      const result = await Effect.runPromise(Effect.result(Effect.sandbox(effect)))
      if (Result.isFailure(result)) failed.push(name)
    }
    return { passed: checks.length - failed.length, failed }
  } finally {
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
}
