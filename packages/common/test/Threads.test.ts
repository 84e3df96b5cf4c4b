import { Threads } from "@dunlin/common"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { Job } from "./threadWorker.ts"

const entry = new URL("./threadWorker.ts", import.meta.url)
const threads = (options: Partial<Threads.Options> = {}) =>
  Threads.make<Job, number>({ entry, size: 1, maxHeap: 64, ...options })

describe("a pool of threads", () => {
  it.effect("answers as many jobs as there are, one thread or several", () =>
    Effect.gen(function*() {
      const { run } = yield* threads({ size: 2 })
      const values = Array.from({ length: 20 }, (_, at) => at)
      const answers = yield* Effect.forEach(values, (value) => run({ kind: "double", value }), { concurrency: 8 })
      assert.deepStrictEqual(answers, values.map((value) => value * 2))
    }))

  it.effect("says what a job that failed said, and answers the next", () =>
    Effect.gen(function*() {
      const { run } = yield* threads()
      const error = yield* Effect.flip(run({ kind: "fail" }))
      assert.strictEqual(error.message, "a worker thread gave no answer: no such number")
      assert.strictEqual(yield* run({ kind: "double", value: 4 }), 8)
    }))

  it.effect("ends a thread that takes longer than it may, and answers the next", () =>
    Effect.gen(function*() {
      const { run } = yield* threads({ timeout: "3 seconds" })
      assert.strictEqual(yield* run({ kind: "double", value: 3 }), 6)
      const endless = yield* Effect.forkChild(Effect.flip(run({ kind: "endless" })))
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual((yield* Fiber.join(endless)).detail, "it took longer than 3s")
      assert.strictEqual(yield* run({ kind: "double", value: 4 }), 8)
    }))

  it.effect("ends the thread of a job that was given up", () =>
    Effect.gen(function*() {
      const { run } = yield* threads()
      assert.strictEqual(yield* run({ kind: "double", value: 3 }), 6)
      const endless = yield* Effect.forkChild(run({ kind: "endless" }), { startImmediately: true })
      yield* Fiber.interrupt(endless)
      // there is one thread: this answer comes only when the endless one has ended
      assert.strictEqual(yield* run({ kind: "double", value: 4 }), 8)
    }))

  it.effect("bounds the memory of a thread", () =>
    Effect.gen(function*() {
      const { run } = yield* threads()
      assert.strictEqual((yield* Effect.flip(run({ kind: "grow" }))).detail, "its memory ran out")
      assert.strictEqual(yield* run({ kind: "double", value: 4 }), 8)
    }))

  it.effect("says so when the file of the thread is not there", () =>
    Effect.gen(function*() {
      for (const entry of [new URL("./nowhere.js", import.meta.url), undefined]) {
        const { run } = yield* threads({ entry })
        assert.include((yield* Effect.flip(run({ kind: "double", value: 4 }))).detail, "its file is missing")
      }
    }))
})
