// Runs a process of `npm run bench -- turnQueues`. It works on pages whose reading is a pause, and reports every
// start to its parent.
import { JobWorker } from "@dunlin/jobs"
import { Effect } from "effect"
import { layerOf, type Queue } from "./setting.ts"

const [queue = "own", url = "", folder = "", concurrency = "8", pause = "300"] = process.argv.slice(2)

const program = Effect.gen(function*() {
  yield* JobWorker.start({
    concurrency: Number(concurrency),
    handlers: {
      batch: ({ attempt, url }) =>
        Effect.suspend(() => {
          process.send?.({ attempt, at: Date.now() })
          return Effect.as(
            Effect.sleep(Number(pause)),
            { _tag: "Settle", outcome: { _tag: "Done", result: { url }, credits: 1 } } as const
          )
        })
    }
  })
  process.send?.("working")
  return yield* Effect.never
})

await Effect.runPromise(Effect.scoped(Effect.provide(program, layerOf(queue as Queue, url, folder))))
