import * as Background from "@dunlin/schema/Background"
import * as PackageFile from "@dunlin/schema/PackageFile"
import * as Effect from "effect/Effect"
import * as Pool from "effect/Pool"
import type * as Scope from "effect/Scope"
import type { Worker } from "node:worker_threads"
import type { Options } from "../Heuristics.ts"
import { Crashed, RedactionError } from "../RedactionError.ts"
import type { Span } from "../Span.ts"

export type Job = { readonly text: string; readonly options: Options }

/** Reads a text in a thread of its own; an interruption ends the thread. */
export type Detect = (job: Job) => Effect.Effect<ReadonlyArray<Span>, RedactionError>

// Asked for at run time: what is bundled for a platform without threads must not import them.
const builtIn = globalThis.process?.getBuiltinModule
const threads = builtIn?.("node:worker_threads")
const processors = builtIn?.("node:os")?.availableParallelism() ?? 1

const name = "@dunlin/redaction"
const entry = () => PackageFile.module({ here: import.meta.url, name, module: "internal/threads" }, "internal/worker")

/** MiB of one thread: a text of 10 million characters took 300 of them. */
const maxHeap = 1024

const crashed = Effect.fail(new RedactionError({ engine: "heuristic", reason: new Crashed() }))

const ask = (worker: Worker, job: Job): Effect.Effect<ReadonlyArray<Span>, RedactionError> =>
  Effect.callback((resume) => {
    const stop = () => {
      worker.off("message", answered).off("error", ended).off("exit", ended)
    }
    const answered = (spans: ReadonlyArray<Span>) => {
      stop()
      resume(Effect.succeed(spans))
    }
    const ended = () => {
      stop()
      resume(crashed)
    }
    worker.on("message", answered).on("error", ended).on("exit", ended).postMessage(job, [])
    return Effect.sync(stop)
  })

const pooled = (Thread: typeof Worker, entry: URL): Effect.Effect<Detect, never, Scope.Scope> =>
  Effect.map(
    Background.quietly(Pool.makeWithTTL({
      acquire: Effect.acquireRelease(
        Effect.sync(() => {
          const worker = new Thread(entry, { resourceLimits: { maxOldGenerationSizeMb: maxHeap } })
          worker.unref()
          return worker
        }),
        (worker) => Effect.promise(() => worker.terminate())
      ),
      min: 0,
      max: Math.max(1, Math.min(4, processors - 1)),
      timeToLive: "1 minute"
    })),
    (pool) => (job) =>
      Effect.scoped(Effect.flatMap(Pool.get(pool), (worker) =>
        // a thread that did not answer may still be at work: it is not asked again
        Effect.onExit(
          ask(worker, job),
          (exit) => exit._tag === "Success" ? Effect.void : Pool.invalidate(pool, worker)
        )))
  )

/**
 * Threads that start when the first large text comes, and end when they idle or their scope does. Undefined where there are
 * no threads, or a bundler has left their file behind: texts are read where they are then.
 */
export const make: Effect.Effect<Detect | undefined, never, Scope.Scope> = Effect.suspend(() => {
  const file = entry()
  return threads === undefined || file === undefined ? Effect.succeed(undefined) : pooled(threads.Worker, file)
})
