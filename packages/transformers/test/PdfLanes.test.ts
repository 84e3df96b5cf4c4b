import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"

type Turn = { readonly beside: boolean; readonly begin: Effect.Effect<unknown>; onMove: Effect.Effect<void> }
type Lanes = { readonly run: <A, E>(job: (turn: Turn) => Effect.Effect<A, E>) => Effect.Effect<A, E> }

// the package does not export it
const { make } = await import(new URL("../src/internal/pdf/lanes.ts", import.meta.url).href) as {
  readonly make: (places: number) => Effect.Effect<Lanes>
}

describe("the lanes of parser jobs", () => {
  /** A job of some milliseconds that writes down what happens to it. */
  const job = (log: Array<string>, name: string, millis: number) => (turn: Turn) =>
    Effect.gen(function*() {
      log.push(`${name} ${turn.beside ? "beside" : "in front"}`)
      turn.onMove = Effect.sync(() => {
        log.push(`${name} moves`)
      })
      yield* turn.begin
      yield* Effect.sleep(millis)
      log.push(`${name} ends`)
    }).pipe(Effect.onInterrupt(() =>
      Effect.sync(() => {
        log.push(`${name} is sent back`)
      })
    ))

  it.effect("lets a short job pass one that takes its time", () =>
    Effect.gen(function*() {
      const lanes = yield* make(1)
      const log: Array<string> = []
      const long = yield* Effect.forkChild(lanes.run(job(log, "long", 60_000)))
      yield* TestClock.adjust(100)
      const short = yield* Effect.forkChild(lanes.run(job(log, "short", 10)))
      yield* TestClock.adjust(1000)
      yield* Fiber.join(short)
      assert.deepStrictEqual(log, ["long in front", "long moves", "short in front", "short ends"])
      yield* TestClock.adjust(60_000)
      yield* Fiber.join(long)
      assert.strictEqual(log.at(-1), "long ends")
    }))

  it.effect("sends a job back when every place is taken, and runs it to its end later", () =>
    Effect.gen(function*() {
      const lanes = yield* make(1)
      const log: Array<string> = []
      const jobs = yield* Effect.forkChild(Effect.all([
        lanes.run(job(log, "first", 30_000)),
        lanes.run(job(log, "second", 4000)),
        lanes.run(job(log, "short", 10))
      ], { concurrency: "unbounded" }))
      yield* TestClock.adjust(4000)
      assert.deepStrictEqual(log, [
        "first in front",
        "first moves",
        "second in front",
        "second is sent back",
        "short in front",
        "short ends",
        "second in front"
      ])
      yield* TestClock.adjust(60_000)
      yield* Fiber.join(jobs)
      assert.includeMembers(log, ["first ends", "second ends"])
    }))

  it.effect("gives places back of jobs that fail and of those that are interrupted", () =>
    Effect.gen(function*() {
      const lanes = yield* make(1)
      for (let k = 0; k < 3; k++) {
        assert.strictEqual(yield* Effect.flip(lanes.run(() => Effect.fail("no"))), "no")
        const fiber = yield* Effect.forkChild(lanes.run(() => Effect.never))
        const queued = yield* Effect.forkChild(lanes.run(() => Effect.never))
        yield* TestClock.adjust(100)
        yield* Fiber.interrupt(queued)
        yield* Fiber.interrupt(fiber)
        const beside = yield* Effect.forkChild(lanes.run((turn) => Effect.andThen(turn.begin, Effect.never)))
        yield* TestClock.adjust(1000)
        yield* Fiber.interrupt(beside)
      }
      assert.strictEqual(yield* lanes.run(() => Effect.succeed("free")), "free")
    }))
})
