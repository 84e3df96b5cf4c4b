/** Defines the two queues, each on a separate PostgreSQL. */
import { type JobStore, PostgresJobStore } from "@dunlin/jobs"
import { Effect, Exit, type Layer, Redacted, Scope } from "effect"
import * as servers from "../../../../cache/test/servers.ts"
import * as PgBoss from "./pgBoss.ts"

export type Queue = "own" | "pg-boss"

const limits = { mostPerHost: 1_000_000 }

export const layerOf = (queue: Queue, url: string, folder: string): Layer.Layer<JobStore.JobStore, unknown> => {
  const options = { ...limits, url: Redacted.make(url), maxConnections: 10 }
  return queue === "own" ? PostgresJobStore.layer(options) : PgBoss.layer({ ...options, folder })
}

export interface Setting {
  readonly queue: Queue
  readonly url: string
  readonly folder: string
  readonly ask: (text: string) => Effect.Effect<ReadonlyArray<{ readonly [column: string]: unknown }>>
}

export const onQueue = async <A>(
  queue: Queue,
  folder: string,
  body: (setting: Setting) => Effect.Effect<A, unknown, JobStore.JobStore | Scope.Scope>
): Promise<A> => {
  const scope = Effect.runSync(Scope.make())
  const work = Effect.gen(function*() {
    const server = yield* servers.postgres({ durable: true })
    const url = Redacted.value(server.url)
    const ask: Setting["ask"] = (text) => Effect.promise(() => servers.query(server, text))
    return yield* Effect.provide(body({ queue, url, folder, ask }), layerOf(queue, url, folder))
  })
  try {
    return await Effect.runPromise(Effect.orDie(Scope.provide(work, scope)))
  } finally {
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

export const pagesOf = (count: number, hosts: number) =>
  Array.from({ length: count }, (_, at) => {
    const url = `https://site${at % hosts}.example/${at}`
    return { key: url, url }
  })
