/**
 * Worker threads for heavy pages, so that the event loop of the embedding service stays free.
 *
 * @since 0.1.0
 */
import * as Background from "@dunlin/schema/Background"
import * as PackageFile from "@dunlin/schema/PackageFile"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Pool from "effect/Pool"
import type * as Scope from "effect/Scope"
import { availableParallelism } from "node:os"
import { Worker } from "node:worker_threads"
import type { Done, Job } from "./internal/reading/formats.ts"
import { Crashed, TransformError } from "./TransformError.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * Most threads at the same time. They start when the first heavy page comes and end when they idle.
   *
   * @default one less than the processors, at least 1, at most 4
   */
  readonly size?: number | undefined
  /**
   * Bounds the work on one page; a thread that takes longer is ended.
   *
   * @default "30 seconds"
   */
  readonly timeout?: Duration.Input | undefined
  /**
   * Heap of one thread in MiB.
   *
   * @default 1024
   */
  readonly maxHeap?: number | undefined
}

/**
 * Runs jobs of this package.
 *
 * @category models
 * @since 0.1.0
 */
export interface Workers {
  /** @internal */
  readonly run: (job: Job) => Effect.Effect<Done, TransformError>
}

const name = "@dunlin/transformers"
const entry = PackageFile.module({ here: import.meta.url, name, module: "HtmlWorkers" }, "internal/reading/worker")

const crashed = (cause?: unknown) => new TransformError({ reason: new Crashed(cause === undefined ? {} : { cause }) })

/**
 * A pool of threads that ends with its scope.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (options: Options = {}): Effect.Effect<Workers, never, Scope.Scope> =>
  Effect.gen(function*() {
    const file = entry
    if (file === undefined) return { run: () => Effect.fail(crashed(new Error(PackageFile.advice(name)))) }
    const timeout = Duration.fromInputUnsafe(options.timeout ?? "30 seconds")
    const pool = yield* Background.quietly(Pool.makeWithTTL({
      acquire: Effect.acquireRelease(
        Effect.sync(() => {
          const worker = new Worker(file, {
            // A page is garbage once it is answered; a small nursery keeps threads from growing to the largest one.
            resourceLimits: { maxOldGenerationSizeMb: options.maxHeap ?? 1024, maxYoungGenerationSizeMb: 24 }
          })
          worker.unref()
          return worker
        }),
        (worker) => Effect.promise(() => worker.terminate())
      ),
      min: 0,
      max: options.size ?? Math.max(1, Math.min(4, availableParallelism() - 1)),
      timeToLive: "1 minute"
    }))
    const ask = (worker: Worker, job: Job) =>
      Effect.callback<Done, TransformError>((resume) => {
        const stop = () => {
          worker.off("message", message)
          worker.off("error", failed)
          worker.off("exit", ended)
        }
        const message = (answer: { readonly done?: Done; readonly failed?: string }) => {
          stop()
          resume(
            answer.done === undefined ? Effect.fail(crashed(new Error(answer.failed))) : Effect.succeed(answer.done)
          )
        }
        const failed = (error: unknown) => {
          stop()
          resume(Effect.fail(crashed(error)))
        }
        const ended = () => {
          stop()
          resume(Effect.fail(crashed()))
        }
        worker.on("message", message)
        worker.on("error", failed)
        worker.on("exit", ended)
        worker.postMessage(job, [])
        return Effect.sync(stop)
      })
    const run = (job: Job) =>
      Effect.scoped(
        Effect.gen(function*() {
          const worker = yield* Pool.get(pool)
          // A thread that did not answer may still be at work: it is not asked again.
          return yield* ask(worker, job).pipe(
            Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.fail(crashed()) }),
            Effect.onExit((exit) => exit._tag === "Success" ? Effect.void : Pool.invalidate(pool, worker))
          )
        })
      )
    return { run }
  })
