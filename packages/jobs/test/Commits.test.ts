import { assert, it } from "@effect/vitest"
import { Context, Effect, Fiber, Scheduler } from "effect"
import type * as Committing from "../src/internal/commits.ts"

const Commits: typeof Committing = await import(new URL("../src/internal/commits.ts", import.meta.url).href)
/** The bodies of this test ask it for nothing. */
const transaction = {} as Parameters<Parameters<ReturnType<typeof Commits.make>>[0]>[0]

it.effect("commits for other callers if the first one is interrupted", () =>
  Effect.gen(function*() {
    // However far the first one comes before it is interrupted, by operations of its fiber (which needs three to go on at all).
    for (let operations = 3; operations <= 24; operations++) {
      const commit = Commits.make({ commit: (body) => body(transaction), gather: Effect.yieldNow })
      const first = yield* Effect.forkChild(
        Effect.provideService(
          Effect.suspend(() => commit(() => Effect.succeed("first"))),
          Scheduler.MaxOpsBeforeYield,
          operations
        ),
        { startImmediately: true }
      )
      yield* Fiber.interrupt(first)
      assert.strictEqual(yield* commit(() => Effect.succeed("second")), "second")
    }
  }))

const Name = Context.Reference<string>("test/Name", { defaultValue: () => "default" })

it.effect("runs each transaction in the context of its caller alone", () =>
  Effect.gen(function*() {
    const commit = Commits.make({ commit: (body) => body(transaction), gather: Effect.yieldNow })
    const read = Effect.suspend(() => commit(() => Name))
    // The first caller starts the fiber that runs the transactions of both.
    const names = yield* Effect.all([Effect.provideService(read, Name, "first"), read], { concurrency: "unbounded" })
    assert.deepStrictEqual(names, ["first", "default"])
  }))
