import { Retention } from "@dunlin/common"
import { assert, it } from "@effect/vitest"
import { type Duration, Effect, Metric } from "effect"
import { TestClock } from "effect/testing"

const lag = Effect.map(
  Metric.snapshot,
  (metrics) => metrics.find(({ id }) => id === "dunlin_retention_lag_seconds")?.state as { readonly value: number }
)

/** Lets time pass, and what is due then come to its end. */
const pass = (time: Duration.Input) =>
  Effect.andThen(TestClock.adjust(time), Effect.repeat(Effect.yieldNow, { times: 20 }))

it.effect("deletes until nothing is left, and reports a growing lag while deletions fail", () =>
  Effect.gen(function*() {
    let left = 5
    let fails = false
    yield* Effect.forkScoped(Retention.keep({
      store: "test",
      every: "10 minutes",
      deleteSome: Effect.suspend(() => fails ? Effect.fail("down") : Effect.succeed(left > 0 ? Math.min(2, left--) : 0))
    }))
    yield* pass(0)
    assert.strictEqual(left, 0)
    yield* pass("1 minute")
    assert.strictEqual((yield* lag).value, 60)
    left = 3
    yield* pass("10 minutes")
    assert.strictEqual(left, 0)
    fails = true
    left = 1
    yield* pass("2 hours")
    assert.strictEqual(left, 1)
    assert.isAbove((yield* lag).value, 7000)
    fails = false
    yield* pass("10 minutes")
    assert.strictEqual(left, 0)
    assert.isAtMost((yield* lag).value, 600)
  }).pipe(Effect.scoped, Effect.provideService(Metric.MetricRegistry, new Map())))
