/**
 * Runs work whose size depends on input in worker threads. The event loop stays free, memory is limited, and
 * interruption ends the work.
 *
 * @since 0.1.0
 */
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Pool from "effect/Pool"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import type { Worker } from "node:worker_threads"
import * as Background from "./Background.ts"
import * as FairSemaphore from "./FairSemaphore.ts"

/**
 * A thread returned no result: its work failed, exceeded its time or memory limit, or its file is missing.
 *
 * @category errors
 * @since 0.1.0
 */
export class ThreadEnded extends Schema.TaggedError<ThreadEnded>()("ThreadEnded", {
  /** The cause in a few words, without any data of the work. */
  detail: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {
  override get message(): string {
    return `a worker thread failed: ${this.detail}`
  }
}

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * The module that calls {@link serve}, as found by `PackageFile.module`. If it is missing, each job fails with the
   * reason.
   */
  readonly entry: URL | undefined
  /**
   * Maximum number of threads. They start when there is work, and end after a minute without work.
   *
   * @default one less than the processors, at least 1, at most 4
   */
  readonly size?: number | undefined
  /**
   * Timeout for a job, excluding the start of its thread. A thread that exceeds it is stopped.
   *
   * @default "30 seconds"
   */
  readonly timeout?: Duration.Input | undefined
  /**
   * The heap limit of one thread in MiB.
   *
   * @default 1024
   */
  readonly maxHeap?: number | undefined
}

/**
 * @category models
 * @since 0.1.0
 */
export interface Threads<Job, Answer> {
  /**
   * Runs a job. Waits for a free thread, which tenants share fairly, and for the result. Interruption stops the
   * thread.
   */
  readonly run: (job: Job) => Effect.Effect<Answer, ThreadEnded>
}

type Reply<Answer> = "ready" | { readonly answer: Answer } | { readonly failed: string }

/** Long, because the machine may be busy. Jobs have a separate timeout. */
const longestStart = "1 minute"

/** The data of a job becomes garbage after it. A small young generation keeps the heap small. */
const YOUNG_GENERATION = 24

const MAX_HEAP = 1024

const MAX_DEFAULT_THREADS = 4

const MAX_DETAIL = 200

/**
 * Whether this platform has threads. Edge runtimes have none. This module loads no module of Node before a pool
 * exists.
 *
 * @category predicates
 * @since 0.1.0
 */
export const areSupported = (): boolean => globalThis.process?.getBuiltinModule?.("node:worker_threads") !== undefined

const fileMissing = "its file is missing: exclude the dunlin packages from the bundle, or install them next to it"

/** The second code is used if a module is preloaded (`--import`). */
const missingCodes = new Set<unknown>(["MODULE_NOT_FOUND", "ERR_MODULE_NOT_FOUND"])

/**
 * Returns the reason why a thread ended. A file is usually missing because a bundler has moved the program.
 *
 * @internal
 */
export const detailOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause && missingCodes.has(cause.code)
    ? fileMissing
    : cause instanceof Error && "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY"
    ? "it ran out of memory"
    : "it ended"

const ended = (cause?: unknown) =>
  cause instanceof ThreadEnded
    ? cause
    : new ThreadEnded({ detail: detailOf(cause), ...(cause === undefined ? {} : { cause }) })

/**
 * Starts a thread.
 *
 * @internal
 */
export const open = ({ entry, maxHeap = MAX_HEAP }: Pick<Options, "entry" | "maxHeap">): Worker => {
  if (entry === undefined) throw new ThreadEnded({ detail: fileMissing })
  const { Worker } = process.getBuiltinModule("node:worker_threads")
  const worker = new Worker(entry, {
    // Process options such as `--input-type` would be wrong for the thread's entry.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxHeap, maxYoungGenerationSizeMb: YOUNG_GENERATION }
  })
  // Without a listener, a thread that fails after its job was abandoned would end the process.
  return worker.on("error", () => {})
}

/**
 * Waits for the thread's next message or its end. Events are not stored, so call it without yielding after the start.
 * A thread keeps the process alive only while it has a listener.
 */
const listen = <Answer>(
  worker: Worker,
  onReply: (reply: Exit.Exit<Reply<Answer>, ThreadEnded>) => void
): () => void => {
  const stop = () => {
    worker.off("message", receive).off("error", failed).off("exit", failed).unref()
  }
  const receive = (reply: Reply<Answer>) => {
    stop()
    onReply(Exit.succeed(reply))
  }
  const failed = (cause: unknown) => {
    stop()
    onReply(Exit.fail(ended(typeof cause === "number" ? undefined : cause)))
  }
  worker.on("message", receive).on("error", failed).on("exit", failed).ref()
  return stop
}

const within = (duration: Duration.Duration) =>
  Effect.timeoutOrElse({
    duration,
    orElse: () => Effect.fail(new ThreadEnded({ detail: `it took longer than ${Duration.format(duration)}` }))
  })

const start = (options: Options) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        const worker = open(options)
        const ready = Deferred.makeUnsafe<unknown, ThreadEnded>()
        listen(worker, (reply) => Deferred.doneUnsafe(ready, reply))
        return { worker, ready }
      },
      catch: ended
    }),
    ({ worker }) => Effect.promise(() => worker.terminate())
  ).pipe(
    Effect.tap(({ ready }) => within(Duration.fromInputUnsafe(longestStart))(Deferred.await(ready))),
    Effect.map(({ worker }) => worker)
  )

const ask = <Job, Answer>(worker: Worker, job: Job): Effect.Effect<Answer, ThreadEnded> =>
  Effect.flatMap(
    Effect.callback<Reply<Answer>, ThreadEnded>((resume) => {
      worker.postMessage(job, [])
      return Effect.sync(listen(worker, resume))
    }),
    (reply) =>
      reply === "ready"
        ? Effect.die("a thread is ready once")
        : "answer" in reply
        ? Effect.succeed(reply.answer)
        : Effect.fail(new ThreadEnded({ detail: reply.failed }))
  )

/**
 * Creates a pool of threads that ends with its scope. No thread starts before the first job.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = <Job, Answer>(options: Options): Effect.Effect<Threads<Job, Answer>, never, Scope.Scope> =>
  Effect.gen(function*() {
    const { availableParallelism } = process.getBuiltinModule("node:os")
    const timeout = Duration.fromInputUnsafe(options.timeout ?? "30 seconds")
    const size = options.size ?? Math.max(1, Math.min(MAX_DEFAULT_THREADS, availableParallelism() - 1))
    const places = yield* FairSemaphore.make(size, { keepsLast: true })
    // The pool's fibers must outlive work that was forked earlier in the caller's scope, so the pool has its own
    // scope.
    const scope = yield* Effect.acquireRelease(Effect.sync(() => Scope.makeUnsafe()), Scope.close)
    const pool = yield* Background.quietly(Pool.makeWithTTL({
      acquire: start(options),
      min: 0,
      max: size,
      timeToLive: "1 minute"
    })).pipe(Scope.provide(scope))
    return {
      run: (job) =>
        places.withPermit(Effect.scoped(Effect.flatMap(Pool.get(pool), (worker) =>
          // A thread that did not respond may still be working, so it gets no further job.
          within(timeout)(ask<Job, Answer>(worker, job)).pipe(
            Effect.onExit((exit) => exit._tag === "Success" ? Effect.void : Pool.invalidate(pool, worker))
          ))))
    }
  })

/**
 * Returns the message of an error that a job threw.
 *
 * @internal
 */
export const detailOfError = (error: unknown): string =>
  error instanceof Error ? error.message.slice(0, MAX_DETAIL) : "it threw a value that is not an error"

/**
 * Runs the jobs of a thread, inside that thread. If a job throws, the caller receives the error message.
 *
 * @category constructors
 * @since 0.1.0
 */
export const serve = <Job, Answer>(answer: (job: Job) => Answer | Promise<Answer>): void => {
  const { parentPort } = process.getBuiltinModule("node:worker_threads")
  parentPort?.on("message", async (job: Job) => {
    try {
      parentPort.postMessage({ answer: await answer(job) }, [])
    } catch (error) {
      parentPort.postMessage({ failed: detailOfError(error) }, [])
    }
  })
  parentPort?.postMessage("ready", [])
}
