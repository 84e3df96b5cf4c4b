import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { run } from "./retained.ts"

it.effect(
  "expired data is never read, nor on the disk ten minutes later, at ten jobs a second",
  () =>
    Effect.gen(function*() {
      const { jobs, lag, leaks, left, readable, reads } = yield* run({ minutes: 3, perSecond: 10, retention: 60_000 })
      assert.deepStrictEqual({ jobs, readable, left, leaks }, { jobs: 1800, readable: 0, left: 0, leaks: 0 })
      assert.isAbove(reads, 100)
      assert.isAtMost(lag, 2 * 60_000)
    }),
  120_000
)
