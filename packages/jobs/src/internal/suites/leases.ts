/** Tests leases: which worker has a page, and for how long. */
import { assert, pass } from "@dunlin/common/testing"
import * as Effect from "effect/Effect"
import { JobStore } from "../../JobStore.ts"
import { type Check, claim, done, jobOf, lease } from "./checks.ts"

export const leases: ReadonlyArray<Check> = [
  [
    "leases a page again after its lease expires, and rejects a result of the former worker",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit(jobOf("lease", { count: 1 }))
      const [stale] = yield* claim(1)
      yield* pass(lease - 1)
      assert.deepStrictEqual(yield* claim(1), [])
      yield* pass(2)
      const [fresh] = yield* claim(1)
      assert.deepStrictEqual([fresh!.key, fresh!.attempt], [stale!.key, 2])
      assert.deepStrictEqual(yield* claim(1), [])
      assert.isFalse((yield* store.settle({ claim: stale!, outcome: done("stale", 7) })).settled)
      assert.isFalse(yield* store.release({ claim: stale!, delay: 0, free: true }))
      assert.deepStrictEqual(yield* store.heartbeat({ tokens: [stale!.token, fresh!.token], lease }), [fresh!.token])
      assert.isTrue((yield* store.settle({ claim: fresh!, outcome: done("fresh", 1) })).settled)
      assert.isFalse((yield* store.settle({ claim: fresh!, outcome: done("again", 1) })).settled)
      assert.strictEqual((yield* store.get({ team: job.team, job: job.id })).credits, 1)
    })
  ],

  [
    "lists leased pages with worker, attempt and time, but not waiting or ended pages",
    Effect.gen(function*() {
      const store = yield* JobStore
      yield* store.submit(jobOf("shown", { count: 2, kind: "crawl" }))
      yield* store.submit(jobOf("other", { count: 1 }))
      const look = (request: { readonly team?: string; readonly job?: string } = {}) =>
        store.look({ ...request, limit: 9 })
      assert.deepStrictEqual(yield* look(), [])
      const [lost] = yield* store.claim({ worker: "first", most: 1, lease })
      yield* pass(lease + 1)
      const [again, ...others] = yield* store.claim({ worker: "second", most: 9, lease })
      yield* pass(1000)
      const turns = yield* look()
      assert.strictEqual(turns.length, 3)
      const turn = (yield* look({ job: lost!.job })).find(({ url }) => url === lost!.url)
      assert.deepStrictEqual(turn, {
        job: lost!.job,
        team: lost!.team,
        kind: lost!.kind,
        url: lost!.url,
        host: new URL(lost!.url).host,
        worker: "second",
        attempt: 2,
        left: lease - 1000
      })
      assert.deepStrictEqual((yield* look({ team: "team-other" })).map(({ job }) => job), ["other"])
      assert.strictEqual((yield* store.look({ limit: 1 })).length, 1)
      for (const claim of [again!, ...others]) yield* store.settle({ claim, outcome: done("a") })
      assert.deepStrictEqual(yield* look(), [])
    })
  ],

  [
    "keeps a page leased while its lease is renewed",
    Effect.gen(function*() {
      const store = yield* JobStore
      yield* store.submit(jobOf("beat", { count: 1 }))
      const [page] = yield* claim(1)
      for (let times = 0; times < 5; times++) {
        yield* pass(lease - 1)
        assert.deepStrictEqual(yield* store.heartbeat({ tokens: [page!.token], lease }), [page!.token])
        assert.deepStrictEqual(yield* claim(1), [])
      }
    })
  ],

  [
    "fails a page whose lease expired too often",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit(jobOf("lost", { count: 1 }))
      for (let times = 0; times < 3; times++) {
        assert.strictEqual((yield* claim(1)).length, 1)
        yield* pass(lease + 1)
      }
      assert.deepStrictEqual(yield* claim(1), [])
      const end = yield* store.get({ team: job.team, job: job.id })
      assert.deepStrictEqual([end.state, end.counts.failed], ["failed", 1])
      const [failure] = yield* store.failures({ team: job.team, job: job.id, limit: 10 })
      assert.strictEqual(failure?.error.code, "WORKER_LOST")
    }),
    { mostAttempts: 3 }
  ],

  [
    "leases a released page again after its delay, not earlier",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit(jobOf("later", { count: 1 }))
      const [page] = yield* claim(1)
      assert.isTrue(yield* store.release({ claim: page!, delay: 1000, free: true, warning: "out of credits" }))
      assert.strictEqual((yield* store.get({ team: job.team, job: job.id })).warning, "out of credits")
      yield* pass(999)
      assert.deepStrictEqual(yield* claim(1), [])
      yield* pass(1)
      const [again] = yield* claim(1)
      assert.strictEqual(again!.attempt, 1)
      yield* store.settle({ claim: again!, outcome: done("a") })
      assert.strictEqual((yield* store.get({ team: job.team, job: job.id })).warning, undefined)
    })
  ]
]
