/** Tests the deletion of data: which data is deleted, and when. */
import { assert, pass } from "@dunlin/common/testing"
import * as Effect from "effect/Effect"
import type { JobError } from "../../JobError.ts"
import { JobStore } from "../../JobStore.ts"
import { type Check, claim, done, jobOf, pagesOf, reasonOf } from "./checks.ts"

export const retention: ReadonlyArray<Check> = [
  [
    "deletes only jobs that have ended and expired",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit(jobOf("ended", { count: 1, retention: 1000 }))
      yield* store.cancel({ team: job.team, job: job.id })
      yield* pass(999)
      assert.strictEqual(yield* store.purge, 0)
      yield* pass(1)
      assert.strictEqual(yield* store.purge, 1)
      assert.strictEqual(yield* reasonOf(store.get({ team: job.team, job: job.id })), "UnknownJob")
    })
  ],

  [
    "rejects a job from its expiry, even before it is deleted",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit(jobOf("late", { count: 2, retention: 1000 }))
      const target = { team: job.team, job: job.id }
      for (const claimed of yield* claim(2)) yield* store.settle({ claim: claimed, outcome: done("text") })
      const readers = [
        store.get(target),
        store.results({ ...target, skip: 0, limit: 10, maxBytes: 1e6 }),
        store.failures({ ...target, limit: 10 }),
        store.cancel(target),
        store.append({ ...target, pages: [{ key: "more", url: "https://more.test/" }] })
      ]
      yield* pass(999)
      assert.strictEqual((yield* store.results({ ...target, skip: 0, limit: 10, maxBytes: 1e6 })).results.length, 2)
      yield* pass(1)
      for (const reader of readers) {
        assert.strictEqual(yield* reasonOf(reader as Effect.Effect<unknown, JobError>), "UnknownJob")
      }
      assert.deepStrictEqual(yield* store.list({ team: job.team, limit: 10 }), [])
      const { expired } = yield* store.depth()
      assert.isTrue(expired !== undefined)
      assert.deepStrictEqual((yield* store.submit(jobOf("late", { count: 1 }))).created, true)
    })
  ],

  [
    "adds links to a new job with the id of an expired one",
    Effect.gen(function*() {
      const store = yield* JobStore
      for (let times = 0; times < 2; times++) {
        const { created } = yield* store.submit(jobOf("reused", { count: 2, retention: 1000 }))
        assert.isTrue(created)
        const discovered = pagesOf("linked", 2)
        const added: Array<number> = []
        for (let claims = yield* claim(4); claims.length > 0; claims = yield* claim(4)) {
          for (const claimed of claims) {
            added.push((yield* store.settle({ claim: claimed, outcome: done("a"), discovered })).added)
          }
        }
        assert.deepStrictEqual(added, [2, 0, 0, 0])
        yield* pass(1000)
        yield* store.purge
      }
    })
  ],

  [
    "ends a job that completes no page during the retention time of its results",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit(jobOf("stalled", { count: 3, retention: 1000 }))
      const target = { team: job.team, job: job.id }
      const [one, two] = yield* claim(2)
      yield* pass(900)
      yield* store.settle({ claim: one!, outcome: done("1") })
      yield* store.release({ claim: two!, delay: 0, free: true, warning: "The job waits for credits." })
      yield* pass(900)
      assert.strictEqual(yield* store.purge, 0)
      yield* pass(100)
      assert.strictEqual(yield* store.purge, 1)
      const { counts, state, warning } = yield* store.get(target)
      assert.deepStrictEqual([state, counts.done, counts.cancelled, counts.total], ["failed", 1, 2, 3])
      assert.match(warning ?? "", /^The job waits for credits\. The job ended because it completed no page/)
      assert.deepStrictEqual(yield* claim(2), [])
      yield* pass(1000)
      assert.strictEqual(yield* reasonOf(store.get(target)), "UnknownJob")
    })
  ],

  [
    "deletes many expired jobs in several calls of limited size",
    Effect.gen(function*() {
      const store = yield* JobStore
      for (let at = 0; at < 250; at++) {
        const { job } = yield* store.submit(jobOf(`many-${at}`, { count: 1, retention: 1000 }))
        yield* store.cancel({ team: job.team, job: job.id })
      }
      yield* pass(1000)
      assert.deepStrictEqual(
        [yield* store.purge, yield* store.purge, yield* store.purge, yield* store.purge],
        [100, 100, 50, 0]
      )
    })
  ],

  [
    "deletes results after they are read, if they must not be retained",
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
