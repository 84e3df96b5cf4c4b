import { CreditError } from "@dunlin/credits"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Result, Scope } from "effect"
import { together } from "../src/internal/together.ts"
import type { Command } from "../src/internal/transition.ts"

const settle = (amount: number): Command & { readonly _tag: "settle" } => ({
  _tag: "settle",
  account: "a",
  key: `k${amount}`,
  amount,
  now: 0
})

const charged = (commands: ReadonlyArray<Command>) =>
  commands.map((command) => Result.succeed({ charged: command._tag === "settle" ? command.amount : 0, shortfall: 0 }))

const unavailable = new CreditError.CreditError({ reason: new CreditError.Unavailable({ cause: "the disk is full" }) })

describe("commands on one file", () => {
  it.effect("share transactions of at most 64, and each receives its result", () =>
    Effect.gen(function*() {
      const sizes: Array<number> = []
      const run = yield* together((commands) =>
        Effect.sync(() => {
          sizes.push(commands.length)
          return charged(commands)
        })
      )
      const amounts = Array.from({ length: 130 }, (_, amount) => amount)
      const results = yield* Effect.forEach(amounts, (amount) => run(settle(amount)), { concurrency: "unbounded" })
      assert.deepStrictEqual(results.map((result) => result.charged), amounts)
      assert.deepStrictEqual(sizes, [64, 64, 2])
    }))

  it.effect("fail with their transaction, and the next transaction runs", () =>
    Effect.gen(function*() {
      let transactions = 0
      const run = yield* together((commands) => transactions++ === 0 ? unavailable : Effect.succeed(charged(commands)))
      const failed = yield* Effect.forEach([1, 2], (amount) => Effect.flip(run(settle(amount))), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(failed, [unavailable, unavailable])
      assert.strictEqual((yield* run(settle(3))).charged, 3)
    }))

  it.effect("fail if the ledger closes before their transaction or has closed", () =>
    Effect.gen(function*() {
      const scope = yield* Scope.make()
      const started = yield* Deferred.make<void>()
      const run = yield* together(() => Effect.andThen(Deferred.succeed(started, undefined), Effect.never)).pipe(
        Scope.provide(scope)
      )
      const running = yield* Effect.forkChild(Effect.exit(run(settle(1))))
      yield* Deferred.await(started)
      const waiting = yield* Effect.forkChild(Effect.flip(run(settle(2))))
      yield* Effect.yieldNow
      yield* Scope.close(scope, Exit.void)
      assert.isTrue(Exit.isFailure(yield* Fiber.join(running)))
      for (const error of [yield* Fiber.join(waiting), yield* Effect.flip(run(settle(3)))]) {
        assert.deepInclude(error.reason, { _tag: "Unavailable", cause: "the ledger is closed" })
      }
    }))
})
