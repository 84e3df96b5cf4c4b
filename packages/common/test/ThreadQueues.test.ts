import { Arrived, ThreadQueues, Threads } from "@dunlin/common"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Scope } from "effect"
import type { Job } from "./queueThread.ts"

type Open = NonNullable<ThreadQueues.Options<number>["open"]>

type Reply = Exclude<Parameters<Parameters<Open>[0]["replied"]>[0], "ready">

const range = (count: number) => Array.from({ length: count }, (_, at) => at)

interface Fake {
  readonly replied: (reply: "ready" | Reply) => void
  readonly ended: (why: string) => void
  /** Jobs that were sent and have no answer. */
  readonly jobs: Array<unknown>
  isHeld: boolean
  isEnded: boolean
}

/** Threads that answer when a test lets them, and seconds that pass when a test says so. */
const fakes = () => {
  const threads: Array<Fake> = []
  const looks = new Set<() => void>()
  const open: Open = (events) => {
    const thread: Fake = { ...events, jobs: [], isHeld: false, isEnded: false }
    threads.push(thread)
    return {
      post: (message) => thread.jobs.push(message),
      hold: (isHeld) => {
        thread.isHeld = isHeld
      },
      end: () => {
        thread.isEnded = true
      }
    }
  }
  return {
    threads,
    open,
    everySecond: (look: () => void) => {
      looks.add(look)
      return () => void looks.delete(look)
    },
    seconds: (count: number) => range(count).forEach(() => looks.forEach((look) => look())),
    answer: (thread: Fake) => thread.replied({ answer: `thread ${String(thread.jobs.shift())}` })
  }
}

const made = (faked: ReturnType<typeof fakes>, options: Partial<ThreadQueues.Options<number>> = {}) =>
  ThreadQueues.make<number, string>({
    entry: undefined,
    size: 1,
    messageOf: (job) => [job, []],
    open: faked.open,
    everySecond: faked.everySecond,
    ...options
  })

type Queues = ThreadQueues.ThreadQueues<number, string>

const ways = { here: Effect.succeed("here"), again: Effect.succeed("again") }

/** Runs jobs at once while the calling thread does each until the others wait. */
const busy = Effect.fnUntraced(function*({ run }: Queues, count: number) {
  const opened = yield* Deferred.make<void>()
  const here = Effect.as(Deferred.await(opened), "here")
  const jobs = yield* Effect.forEach(
    range(count),
    (job) => Effect.forkChild(run(job, { ...ways, here }), { startImmediately: true })
  )
  yield* Deferred.succeed(opened, undefined)
  return yield* Effect.forEach(jobs, Fiber.join)
})

/** Queues with a thread that is ready. */
const ready = Effect.fnUntraced(function*(options: Partial<ThreadQueues.Options<number>> = {}) {
  const faked = fakes()
  const queues = yield* made(faked, options)
  yield* busy(queues, 30)
  faked.threads[0]!.replied("ready")
  return {
    ...faked,
    queues,
    thread: faked.threads[0]!,
    begin: (job: number) => Effect.forkChild(queues.run(job, ways), { startImmediately: true })
  }
})

describe("threads with queues", () => {
  it.effect("start when the calling thread was busy, and never for sequential jobs", () =>
    Effect.gen(function*() {
      const faked = fakes()
      const queues = yield* made(faked)
      for (const job of range(100)) assert.strictEqual(yield* queues.run(job, ways), "here")
      assert.strictEqual(faked.threads.length, 0)
      yield* busy(queues, 30)
      assert.strictEqual(faked.threads.length, 1)
    }))

  it.effect("queue a few jobs each, and the calling thread runs the others", () =>
    Effect.gen(function*() {
      const { answer, begin, thread } = yield* ready()
      const jobs = yield* Effect.forEach(range(6), begin)
      assert.deepStrictEqual(thread.jobs, [0, 1, 2, 3])
      assert.isTrue(thread.isHeld)
      for (const _ of range(4)) answer(thread)
      assert.isFalse(thread.isHeld)
      assert.deepStrictEqual(yield* Effect.forEach(jobs, Fiber.join), [
        "thread 0",
        "thread 1",
        "thread 2",
        "thread 3",
        "here",
        "here"
      ])
    }))

  it.effect("that end lose no job: the running one is repeated alone, the others run on the calling thread", () =>
    Effect.gen(function*() {
      const { answer, begin, queues, thread, threads } = yield* ready()
      const jobs = yield* Effect.forEach(range(4), begin)
      answer(thread)
      thread.ended("it ran out of memory")
      thread.ended("it ended")
      assert.deepStrictEqual(yield* Effect.forEach(jobs, Fiber.join), ["thread 0", "again", "here", "here"])
      assert.strictEqual(yield* queues.run(9, ways), "here")
      yield* busy(queues, 30)
      assert.strictEqual(threads.length, 1)
      yield* busy(queues, 90)
      assert.strictEqual(threads.length, 2)
    }))

  it.effect("that hang are stopped after 30 seconds, and their jobs are repeated", () =>
    Effect.gen(function*() {
      const { begin, seconds, thread } = yield* ready()
      const jobs = yield* Effect.forEach(range(2), begin)
      seconds(30)
      assert.isFalse(thread.isEnded)
      seconds(1)
      assert.isTrue(thread.isEnded)
      assert.deepStrictEqual(yield* Effect.forEach(jobs, Fiber.join), ["again", "here"])
    }))

  it.effect("that are slow are not stopped while they respond", () =>
    Effect.gen(function*() {
      const { answer, begin, seconds, thread } = yield* ready()
      const jobs = yield* Effect.forEach(range(3), begin)
      for (const _ of range(3)) {
        seconds(29)
        answer(thread)
      }
      assert.isFalse(thread.isEnded)
      assert.deepStrictEqual(yield* Effect.forEach(jobs, Fiber.join), ["thread 0", "thread 1", "thread 2"])
    }))

  it.effect("stop after a minute without a job, and start again", () =>
    Effect.gen(function*() {
      const { queues, seconds, thread, threads } = yield* ready()
      seconds(61)
      assert.isTrue(thread.isEnded)
      assert.strictEqual(yield* queues.run(1, ways), "here")
      yield* busy(queues, 30)
      assert.strictEqual(threads.length, 2)
    }))

  it.effect("that do not start leave all jobs to the calling thread, with one warning", () =>
    Effect.gen(function*() {
      const said: Array<string> = []
      const faked = fakes()
      const queues = yield* made(faked, { onOff: (why) => void said.push(why) })
      yield* busy(queues, 30)
      faked.threads[0]!.ended("its file is missing")
      assert.deepStrictEqual(yield* busy(queues, 200), range(200).map(() => "here"))
      assert.strictEqual(faked.threads.length, 1)
      assert.deepStrictEqual(said, ["its file is missing"])
    }))

  it.effect("rethrow the exception of a job", () =>
    Effect.gen(function*() {
      const { begin, thread } = yield* ready()
      const job = yield* begin(1)
      thread.replied({ failed: "no such number" })
      const error = yield* Effect.flip(Fiber.join(job))
      assert.deepStrictEqual(error, new Threads.ThreadEnded({ detail: "no such number" }))
    }))

  it.effect("drop only the result of an interrupted job", () =>
    Effect.gen(function*() {
      const { answer, begin, thread } = yield* ready()
      const jobs = yield* Effect.forEach(range(3), begin)
      yield* Fiber.interrupt(jobs[1]!)
      for (const _ of range(3)) answer(thread)
      assert.strictEqual(yield* Fiber.join(jobs[0]!), "thread 0")
      assert.strictEqual(yield* Fiber.join(jobs[2]!), "thread 2")
    }))

  it.effect("stop with their scope, also while one starts", () =>
    Effect.gen(function*() {
      const scope = yield* Scope.make()
      const faked = fakes()
      const queues = yield* Scope.provide(made(faked), scope)
      yield* busy(queues, 30)
      yield* Scope.close(scope, yield* Effect.exit(Effect.void))
      assert.isTrue(faked.threads[0]!.isEnded)
      assert.deepStrictEqual(yield* busy(queues, 200), range(200).map(() => "here"))
      assert.strictEqual(faked.threads.length, 1)
    }))

  it.effect("are never started if their number is zero", () =>
    Effect.gen(function*() {
      const faked = fakes()
      yield* busy(yield* made(faked, { size: 0 }), 200)
      assert.strictEqual(faked.threads.length, 0)
    }))

  it.live("of Node receive a copy of a job's bytes, and are replaced when they exit", () =>
    Effect.gen(function*() {
      const queues = yield* ThreadQueues.make<Job, number>({
        entry: new URL("./queueThread.ts", import.meta.url),
        size: 1,
        messageOf: (job) => {
          const bytes = new Uint8Array(job.bytes)
          return [{ ...job, bytes }, [bytes.buffer]]
        }
      })
      let inThread = 0
      const until = Effect.fnUntraced(function*(isDone: () => boolean) {
        const bytes = new Uint8Array([1, 2, 3])
        while (!isDone()) {
          const sums = yield* Effect.forEach(range(8), () =>
            queues.run({ kind: "sum", bytes }, {
              here: Effect.as(Arrived.turn, -6),
              again: Effect.die("no thread ended")
            }), { concurrency: "unbounded" })
          for (const sum of sums) assert.strictEqual(Math.abs(sum), 6)
          inThread += sums.filter((sum) => sum > 0).length
        }
        assert.deepStrictEqual(bytes, new Uint8Array([1, 2, 3]))
      })
      yield* until(() => inThread > 0)
      const bytes = new Uint8Array()
      const lost = { here: Effect.succeed(-2), again: Effect.succeed(-1) }
      const jobs = yield* Effect.all([
        queues.run({ kind: "exit", bytes }, lost),
        queues.run({ kind: "sum", bytes }, lost)
      ], { concurrency: "unbounded" })
      assert.deepStrictEqual(jobs, [-1, -2])
      inThread = 0
      yield* until(() => inThread > 0)
    }))
})
