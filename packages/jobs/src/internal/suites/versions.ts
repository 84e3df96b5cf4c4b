/** Tests that workers leave pages of newer formats to newer workers. */
import { assert, pass } from "@dunlin/common/testing"
import * as Effect from "effect/Effect"
import { JobStore } from "../../JobStore.ts"
import { newestFormat } from "../formats.ts"
import { type Check, claim, done, jobOf, lease, pagesOf } from "./checks.ts"

const jobUpTo = (id: string, newest: number) =>
  jobOf(id, { pages: pagesOf(id, newest + 1).map((page, format) => ({ ...page, format })) })

export const versions: ReadonlyArray<Check> = [
  [
    "leases pages of every supported format, and leaves newer ones to newer workers",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit(jobUpTo("formats", newestFormat + 1))
      const claims = yield* claim(10)
      assert.deepStrictEqual(claims.map(({ key }) => key), pagesOf("formats", newestFormat + 1).map(({ key }) => key))
      yield* Effect.forEach(claims, (claim) => store.settle({ claim, outcome: done(claim.key) }))
      assert.deepStrictEqual(yield* claim(10), [])
      const { counts, state } = yield* store.get({ team: job.team, job: job.id })
      assert.deepStrictEqual([state, counts.queued, counts.done], ["running", 1, newestFormat + 1])
      const host = new URL(pagesOf("formats", 1)[0]!.url).host
      assert.deepStrictEqual(yield* store.wait({ team: job.team, job: job.id }), { _tag: "Newer", host, pages: 1 })
      assert.deepInclude((yield* store.cancel({ team: job.team, job: job.id })).counts, { queued: 0, cancelled: 1 })
    })
  ],

  [
    "applies leases and delays to pages of every format",
    Effect.gen(function*() {
      const store = yield* JobStore
      yield* store.submit(jobUpTo("formats-leases", newestFormat))
      const first = yield* claim(10)
      assert.strictEqual(first.length, newestFormat + 1)
      const tokens = first.map(({ token }) => token)
      yield* pass(lease - 1)
      assert.deepStrictEqual(yield* store.heartbeat({ tokens, lease }), tokens)
      yield* pass(lease - 1)
      assert.deepStrictEqual(yield* claim(10), [])
      yield* pass(2)
      const second = yield* claim(10)
      assert.deepStrictEqual(second.map(({ attempt }) => attempt), first.map(() => 2))
      assert.deepStrictEqual(yield* store.heartbeat({ tokens, lease }), [])
      yield* Effect.forEach(second, (claim) => store.release({ claim, delay: 1000, free: true }))
      yield* pass(999)
      assert.deepStrictEqual(yield* claim(10), [])
      yield* pass(1)
      const third = yield* claim(10)
      assert.deepStrictEqual(third.map(({ attempt }) => attempt), first.map(() => 2))
      yield* Effect.forEach(third, (claim) => store.release({ claim, delay: 0, free: false }))
      assert.strictEqual((yield* claim(10)).length, newestFormat + 1)
    })
  ]
]
