/** What is forgotten, and when. */
import { assert, pass } from "@dunlin/common/testing"
import * as Effect from "effect/Effect"
import { JobStore } from "../../JobStore.ts"
import { type Check, claim, done, jobOf, reasonOf } from "./checks.ts"

export const retention: ReadonlyArray<Check> = [
  [
    "forgets what has ended and expired, and only that",
    Effect.gen(function*() {
      const store = yield* JobStore
      yield* store.submit(jobOf("running", { retention: 1000 }))
      const { job } = yield* store.submit(jobOf("ended", { count: 1, retention: 1000 }))
      yield* store.cancel({ team: job.team, job: job.id })
      yield* pass(999)
      assert.strictEqual(yield* store.purge, 0)
      yield* pass(1)
      assert.strictEqual(yield* store.purge, 1)
      assert.strictEqual(yield* reasonOf(store.get({ team: job.team, job: job.id })), "UnknownJob")
      assert.strictEqual((yield* store.get({ team: "team-running", job: "running" })).state, "running")
    })
  ],

  [
    "forgets results that were read from an ended job when they must not be kept",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit(jobOf("ephemeral", { count: 2, ephemeral: true }))
      const read = store.results({ team: job.team, job: job.id, skip: 0, limit: 10, maxBytes: 1e6 })
      const [one, two] = yield* claim(2)
      yield* store.settle({ claim: one!, outcome: done("1") })
      assert.strictEqual((yield* read).results.length, 1)
      yield* store.settle({ claim: two!, outcome: done("2") })
      assert.strictEqual((yield* read).results.length, 2)
      assert.deepStrictEqual((yield* read).results, [])
    })
  ]
]
