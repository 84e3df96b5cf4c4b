/** Tests the operations of operators on jobs. */
import { assert, pass } from "@dunlin/common/testing"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Outcome } from "../../Job.ts"
import { JobStore } from "../../JobStore.ts"
import { type Check, claim, done, jobOf, lease, reasonOf, totalOf } from "./checks.ts"

const HOUR = 3_600_000

const failedAs = (code: string): Outcome => ({ _tag: "Failed", error: { code, message: "no" }, credits: 0 })

const ended = (id: string, outcomes: ReadonlyArray<Outcome>, more: Parameters<typeof jobOf>[1] = {}) =>
  Effect.gen(function*() {
    const store = yield* JobStore
    const { job } = yield* store.submit(jobOf(id, { count: outcomes.length, ...more }))
    for (const [at, page] of (yield* claim(outcomes.length)).entries()) {
      yield* store.settle({ claim: page, outcome: outcomes[at]! })
    }
    return { team: job.team, job: job.id }
  })

export const operations: ReadonlyArray<Check> = [
  [
    "leases no page while all jobs are paused, and settles leased pages",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { operations } = store
      const { job } = yield* store.submit(jobOf("paused", { count: 3 }))
      const target = { team: job.team, job: job.id }
      const [inHand] = yield* claim(1)
      yield* operations.pause({})
      yield* operations.pause({})
      assert.deepStrictEqual(yield* claim(10), [])
      yield* store.submit(jobOf("later", { count: 1 }))
      assert.deepStrictEqual(yield* claim(10), [])
      assert.deepStrictEqual(yield* store.wait(target), { _tag: "Paused" })
      assert.match((yield* store.get(target)).warning ?? "", /paused/)
      assert.strictEqual(yield* operations.held({}), 1)
      assert.deepStrictEqual(yield* store.heartbeat({ tokens: [inHand!.token], lease }), [inHand!.token])
      assert.isTrue((yield* store.settle({ claim: inHand!, outcome: done("text") })).settled)
      assert.strictEqual(yield* operations.held({}), 0)
      assert.strictEqual((yield* store.depth()).pauses, 1)
      assert.isTrue(yield* operations.resume({}))
      assert.isFalse(yield* operations.resume({}))
      assert.strictEqual((yield* claim(10)).length, 3)
      assert.deepStrictEqual(yield* operations.pauses, [])
      assert.strictEqual((yield* store.get(target)).warning, undefined)
    })
  ],

  [
    "pauses a single team or job, and resumes pages without another pause",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { operations } = store
      for (const [id, team] of [["a1", "a"], ["a2", "a"], ["b1", "b"]] as const) {
        yield* store.submit(jobOf(id, { count: 1, team }))
      }
      yield* operations.pause({ team: "a" })
      yield* operations.pause({ job: "a1" })
      const jobs = Effect.map(claim(10), (claims) => claims.map(({ job }) => job).sort())
      assert.deepStrictEqual(yield* jobs, ["b1"])
      const paused = (yield* store.list({ limit: 10 })).filter(({ warning }) => /paused/.test(warning ?? ""))
      assert.deepStrictEqual(paused.map(({ id }) => id).sort(), ["a1", "a2"])
      yield* operations.resume({ team: "a" })
      assert.deepStrictEqual(yield* jobs, ["a2"])
      const [pause] = yield* operations.pauses
      assert.strictEqual(pause?.job, "a1")
      yield* operations.resume({ job: "a1" })
      assert.deepStrictEqual(yield* jobs, ["a1"])
    })
  ],

  [
    "holds the events of a paused job's team, and keeps a paused job beyond its retention",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { operations } = store
      const { job } = yield* store.submit(jobOf("kept", { count: 2, retention: HOUR }))
      const events = { ...jobOf("kept:webhook", { count: 0 }), team: job.team, kind: "webhook" } as const
      yield* store.submit(events)
      const [page] = yield* claim(1)
      yield* operations.pause({ team: job.team })
      const event = { job: events.id, page: { key: "page", url: "https://hook.example.com/" } }
      yield* store.settle({ claim: page!, outcome: done("text"), event })
      assert.deepStrictEqual(yield* claim(10), [])
      assert.strictEqual((yield* store.depth()).events, 1)
      yield* pass(3 * HOUR)
      while ((yield* store.purge) > 0) continue
      assert.strictEqual((yield* store.get({ team: job.team, job: job.id })).state, "running")
      yield* operations.resume({ team: job.team })
      yield* pass(HOUR / 2)
      while ((yield* store.purge) > 0) continue
      assert.strictEqual((yield* claim(10)).length, 2)
    })
  ],

  [
    "retries the failed pages of an ended job with their original data",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { operations } = store
      const pages = [0, 1, 2].map((at) => ({ key: `p${at}`, url: `https://again.example.com/${at}`, payload: { at } }))
      const target = yield* ended("again", [done("0"), failedAs("SCRAPE_TIMEOUT"), failedAs("SCRAPE_SITE_ERROR")], {
        kind: "crawl",
        pages
      })
      assert.strictEqual((yield* store.get(target)).state, "completed")
      const wouldBe = yield* operations.retry({ job: target.job, isDryRun: true })
      assert.deepStrictEqual(wouldBe, { jobs: 1, pages: 2, lost: 0 })
      assert.strictEqual((yield* store.get(target)).state, "completed")
      assert.deepStrictEqual(yield* operations.retry({ ...target, code: "SCRAPE_TIMEOUT" }), {
        jobs: 1,
        pages: 1,
        lost: 0
      })
      const running = yield* store.get(target)
      assert.deepStrictEqual([running.state, running.endedAt, totalOf(running.counts)], ["running", undefined, 3])
      const [again] = yield* claim(10)
      assert.deepStrictEqual([again?.payload, again?.attempt], [{ at: 1 }, 1])
      yield* store.settle({ claim: again!, outcome: done("1") })
      const { counts, state } = yield* store.get(target)
      assert.deepStrictEqual([state, counts.done, counts.failed, counts.total], ["completed", 2, 1, 3])
      assert.strictEqual((yield* operations.retry({ url: pages[2]!.url })).pages, 1)
      assert.deepStrictEqual((yield* claim(10)).map(({ key }) => key), ["p2"])
    })
  ],

  [
    "retries abandoned events, and jobs in which every page failed, but not cancelled jobs",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { operations } = store
      const target = yield* ended("unread", [failedAs("SCRAPE_TIMEOUT"), failedAs("SCRAPE_TIMEOUT")])
      assert.strictEqual((yield* store.get(target)).state, "failed")
      const payload = { event: "completed" }
      yield* ended("hook", [failedAs("WEBHOOK_FAILED")], {
        kind: "webhook",
        pages: [{ key: "completed", url: "https://hook.example.com/", payload }]
      })
      const cancelled = yield* store.submit(jobOf("cancelled", { count: 2 }))
      const [page] = yield* claim(1)
      yield* store.settle({ claim: page!, outcome: failedAs("SCRAPE_TIMEOUT") })
      yield* store.cancel({ team: cancelled.job.team, job: cancelled.job.id })
      assert.deepStrictEqual(yield* operations.retry({ kind: "webhook" }), { jobs: 1, pages: 1, lost: 0 })
      assert.deepStrictEqual((yield* claim(10)).map((claim) => claim.payload), [payload])
      assert.deepStrictEqual(yield* operations.retry({}), { jobs: 1, pages: 2, lost: 0 })
      assert.deepStrictEqual((yield* claim(10)).map(({ job }) => job), ["unread", "unread"])
      assert.deepStrictEqual(yield* operations.retry({}), { jobs: 0, pages: 0, lost: 0 })
    })
  ],

  [
    "counts failed pages that cannot be retried because of zero data retention",
    Effect.gen(function*() {
      const { operations } = yield* JobStore
      const pages = [{ key: "p", url: "https://zero.example.com/", payload: { text: "a secret" } }]
      yield* ended("zero", [failedAs("SCRAPE_TIMEOUT")], { kind: "crawl", ephemeral: true, pages })
      assert.deepStrictEqual(yield* operations.retry({}), { jobs: 0, pages: 0, lost: 1 })
    })
  ],

  [
    "deletes ended jobs by age, state and team, or only counts them",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { operations } = store
      const old = yield* ended("old", [done("1"), failedAs("SCRAPE_TIMEOUT")], { team: "a" })
      yield* pass(2 * HOUR)
      const fresh = yield* ended("fresh", [done("1")], { team: "a" })
      const other = yield* ended("other", [failedAs("SCRAPE_TIMEOUT")], { team: "b" })
      yield* store.submit(jobOf("running", { count: 1 }))
      const retained = { unpaid: 0, undelivered: 0 }
      const nothing = { jobs: 0, pages: 0, ...retained }
      assert.deepStrictEqual(yield* operations.delete({ isDryRun: true }), { jobs: 3, pages: 4, ...retained })
      assert.deepStrictEqual(yield* operations.delete({ endedFor: HOUR }), { jobs: 1, pages: 2, ...retained })
      assert.strictEqual(yield* reasonOf(store.get(old)), "UnknownJob")
      assert.deepStrictEqual(yield* operations.delete({ team: "a", state: "failed" }), nothing)
      assert.deepStrictEqual(yield* operations.delete({ state: "failed" }), { jobs: 1, pages: 1, ...retained })
      assert.strictEqual(yield* reasonOf(store.get(other)), "UnknownJob")
      assert.strictEqual((yield* store.get(fresh)).state, "completed")
      assert.deepStrictEqual(yield* operations.delete({}), { jobs: 1, pages: 1, ...retained })
      assert.deepStrictEqual((yield* store.list({ limit: 10 })).map(({ id }) => id), ["running"])
    })
  ],

  [
    "keeps jobs with uncharged credits, and by default jobs with undelivered events",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { operations } = store
      const { job } = yield* store.submit(jobOf("owing", { count: 1 }))
      const [page] = yield* claim(1)
      yield* store.settle({ claim: page!, outcome: done("text", 3), reservation: "r" })
      yield* ended("telling", [done("text")])
      yield* store.submit({ ...jobOf("telling:webhook", { count: 1 }), kind: "webhook" })
      assert.deepStrictEqual(yield* operations.delete({}), { jobs: 0, pages: 0, unpaid: 1, undelivered: 1 })
      assert.deepStrictEqual(yield* operations.delete({ withUndelivered: true }), {
        jobs: 1,
        pages: 1,
        unpaid: 1,
        undelivered: 0
      })
      assert.deepStrictEqual(yield* claim(10), [])
      const bill = Option.getOrThrow(yield* store.bill({ job: job.id, reservation: "r" }))
      yield* store.paid([{ ...bill, job: job.id, charged: 3 }])
      assert.strictEqual((yield* operations.delete({})).jobs, 1)
    })
  ]
]
