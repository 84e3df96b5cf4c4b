import { Threads } from "@dunlin/common"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Scheduler, Scope } from "effect"
import { TestClock } from "effect/testing"
import type { Worker } from "node:worker_threads"
import type { Job } from "./threadWorker.ts"

const entry = new URL("./threadWorker.ts", import.meta.url)
const threads = (options: Partial<Threads.Options> = {}) =>
  Threads.make<Job, number>({ entry, size: 1, maxHeap: 64, ...options })

describe("a pool of threads", () => {
  it.effect("returns one result per job, with one thread or several", () =>
    Effect.gen(function*() {
      const { run } = yield* threads({ size: 2 })
      const values = Array.from({ length: 20 }, (_, at) => at)
      const answers = yield* Effect.forEach(values, (value) => run({ kind: "double", value }), { concurrency: 8 })
      assert.deepStrictEqual(answers, values.map((value) => value * 2))
    }))

  it.effect("reports the error of a failed job, and runs the next", () =>
    Effect.gen(function*() {
      const { run } = yield* threads()
      const error = yield* Effect.flip(run({ kind: "fail" }))
      assert.strictEqual(error.message, "a worker thread failed: no such number")
      assert.strictEqual(yield* run({ kind: "double", value: 4 }), 8)
    }))

  it.effect("stops a thread at its timeout, and runs the next job", () =>
    Effect.gen(function*() {
      const { run } = yield* threads({ timeout: "3 seconds" })
      assert.strictEqual(yield* run({ kind: "double", value: 3 }), 6)
      const endless = yield* Effect.forkChild(Effect.flip(run({ kind: "endless" })))
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual((yield* Fiber.join(endless)).detail, "it took longer than 3s")
      assert.strictEqual(yield* run({ kind: "double", value: 4 }), 8)
    }))

  it.effect("stops the thread of an interrupted job", () =>
    Effect.gen(function*() {
      const { run } = yield* threads()
      assert.strictEqual(yield* run({ kind: "double", value: 3 }), 6)
      const endless = yield* Effect.forkChild(run({ kind: "endless" }), { startImmediately: true })
      yield* Fiber.interrupt(endless)
      // there is one thread: this answer comes only when the endless one has ended
      assert.strictEqual(yield* run({ kind: "double", value: 4 }), 8)
    }))

  it.live(
    "finishes uninterruptible work if its scope closes while the thread starts",
    () =>
      Effect.gen(function*() {
        const scope = yield* Scope.make()
        const { run } = yield* Scope.provide(threads(), scope)
        const answers: Array<number> = []
        const began = yield* Deferred.make<void>()
        const work = Effect.map(run({ kind: "double", value: 3 }), (answer) => void answers.push(answer))
        const job = Effect.andThen(Deferred.succeed(began, undefined), Effect.uninterruptible(work))
        yield* Effect.forkIn(job, scope)
        yield* Deferred.await(began)
        yield* Effect.yieldNow
        // detached, so that work that waits forever fails this test and does not hold it
        const closing = yield* Effect.forkDetach(Scope.close(scope, Exit.void))
        yield* Effect.timeoutOption(Fiber.await(closing), "30 seconds")
        assert.deepStrictEqual(answers, [6])
      }),
    60_000
  )

  it.live("detects immediately that a thread ended, also under load", () =>
    Effect.gen(function*() {
      // a fiber yields at each few steps, and goes on only when the new thread has ended
      const ended: Array<Promise<unknown>> = []
      // told from those of other tests by its heap
      const maxHeap = 66
      const begin = (worker: Worker) =>
        worker.resourceLimits?.maxOldGenerationSizeMb === maxHeap &&
        void ended.push(new Promise((resolve) => worker.once("exit", resolve)))
      process.on("worker", begin)
      const scheduler = new Scheduler.MixedScheduler("async", (resume) => {
        const immediate = setImmediate(() => Promise.all(ended).then(resume))
        return () => clearImmediate(immediate)
      })
      const error = yield* threads({ entry: new URL("./nowhere.js", import.meta.url), maxHeap }).pipe(
        Effect.flatMap(({ run }) => Effect.flip(run({ kind: "double", value: 3 }))),
        Effect.scoped,
        Effect.provideService(Scheduler.Scheduler, scheduler),
        Effect.provideService(Scheduler.MaxOpsBeforeYield, 4)
      )
      assert.include(error.detail, "its file is missing")
      assert.isNotEmpty(ended)
      process.off("worker", begin)
    }))

  it.effect("lets a thread fail if no caller waits for it", () =>
    Effect.gen(function*() {
      const opened: Array<Worker> = []
      // told from those of other tests by its heap
      const maxHeap = 65
      const begin = (worker: Worker) =>
        worker.resourceLimits?.maxOldGenerationSizeMb === maxHeap && void opened.push(worker)
      process.on("worker", begin)
      const { run } = yield* threads({ maxHeap })
      assert.strictEqual(yield* run({ kind: "double", value: 3 }), 6)
      process.off("worker", begin)
      assert.isNotEmpty(opened)
      // without a listener this would be thrown, and end the process
      for (const worker of opened) worker.emit("error", new Error("late"))
    }))

  it.effect("limits the memory of a thread", () =>
    Effect.gen(function*() {
      const { run } = yield* threads()
      assert.strictEqual((yield* Effect.flip(run({ kind: "grow" }))).detail, "it ran out of memory")
      assert.strictEqual(yield* run({ kind: "double", value: 4 }), 8)
    }))

  it.effect("reports a missing thread file", () =>
    Effect.gen(function*() {
      const program = new URL(`data:text/javascript,import ${JSON.stringify(new URL("./nowhere.js", import.meta.url))}`)
      for (const entry of [new URL("./nowhere.js", import.meta.url), program, undefined]) {
        const { run } = yield* threads({ entry })
        assert.include((yield* Effect.flip(run({ kind: "double", value: 4 }))).detail, "its file is missing")
      }
    }))
})
