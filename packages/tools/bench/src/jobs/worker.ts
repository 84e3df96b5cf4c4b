// Runs a process of `npm run bench -- jobs`. It works on pages whose reading is a pause, until its parent ends it.
import { type JobStore, JobWorker, PostgresJobStore, SqliteJobStore } from "@dunlin/jobs"
import { Effect, type Layer, Redacted } from "effect"

const [store = "", address = "", concurrency = "16", pause = "5", size = "2000"] = process.argv.slice(2)

const limits = { mostPerHost: 10_000 }
const layer: Layer.Layer<JobStore.JobStore, unknown> = store === "postgres"
  ? PostgresJobStore.layer({ url: Redacted.make(address), ...limits })
  : SqliteJobStore.layer({ file: address, ...limits })

const text = "x".repeat(Number(size))
const program = Effect.gen(function*() {
  yield* JobWorker.start({
    concurrency: Number(concurrency),
    handlers: {
      batch: ({ url }) =>
        Effect.as(
          Effect.sleep(Number(pause)),
          { _tag: "Settle", outcome: { _tag: "Done", result: { url, markdown: text }, credits: 1 } } as const
        )
    }
  })
  process.send?.("working")
  yield* Effect.callback<void>((resume) => {
    process.once("message", () => resume(Effect.void))
  })
})

await Effect.runPromise(Effect.scoped(Effect.provide(program, layer)))
const { system, user } = process.cpuUsage()
process.send?.({ cpu: (system + user) / 1000, rss: process.memoryUsage().rss }, () => process.exit(0))
