/** Tests a job's life cycle: its pages are leased, counted, added and ended. */
import { assert, pass } from "@dunlin/common/testing"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Outcome } from "../../Job.ts"
import type { Claim } from "../../Job.ts"
import type { JobError } from "../../JobError.ts"
import { JobStore } from "../../JobStore.ts"
import { type Check, claim, done, jobOf, lease, pagesOf, reasonOf, totalOf } from "./checks.ts"

export const life: ReadonlyArray<Check> = [
  [
    "accepts an id only once, whatever the other fields are",
    Effect.gen(function*() {
      const store = yield* JobStore
      const first = yield* store.submit(jobOf("twice"))
      const again = yield* store.submit({ ...jobOf("twice"), pages: pagesOf("other", 9) })
      assert.deepStrictEqual([first.created, again.created], [true, false])
      assert.deepStrictEqual(again.job, first.job)
      assert.strictEqual(yield* reasonOf(store.submit({ ...jobOf("twice"), team: "stranger" })), "UnknownJob")
    })
  ],

  [
    "leases every page once, with correct counts after every step",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit(jobOf("steps", { count: 5 }))
      const check = Effect.map(store.get({ team: job.team, job: job.id }), (job) => {
        assert.strictEqual(totalOf(job.counts), job.counts.total)
        return job
      })
      const first = yield* claim(2)
      const rest = yield* claim(10)
      assert.strictEqual(new Set([...first, ...rest].map(({ key }) => key)).size, 5)
      assert.deepStrictEqual(yield* claim(10), [])
      assert.deepStrictEqual((yield* check).counts, {
        total: 5,
        queued: 0,
        running: 5,
        done: 0,
        failed: 0,
        cancelled: 0
      })
      for (const [at, claim] of [...first, ...rest].entries()) {
        const error = { code: "SCRAPE_SITE_ERROR", message: "no" }
        const outcome: Outcome = at === 0 ? { _tag: "Failed", error, credits: 0 } : done(String(at), 2)
        const { ended, settled } = yield* store.settle({ claim, outcome })
        assert.deepStrictEqual([settled, ended], [true, at === 4])
        yield* check
      }
      const end = yield* check
      assert.strictEqual(end.state, "completed")
      assert.deepStrictEqual(end.counts, { total: 5, queued: 0, running: 0, done: 4, failed: 1, cancelled: 0 })
      assert.strictEqual(end.credits, 8)
      const [failure] = yield* store.failures({ team: job.team, job: job.id, limit: 10 })
      assert.deepStrictEqual([failure?.key, failure?.error.code], [first[0]!.key, "SCRAPE_SITE_ERROR"])
    })
  ],

  [
    "records the attempts, the time and the reason of each finished page",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit(jobOf("recorded", { count: 4 }))
      const target = { team: job.team, job: job.id }
      const [first, ...rest] = yield* claim(4)
      assert.deepStrictEqual(yield* store.records({ ...target, limit: 10 }), [])
      yield* store.settle({ claim: first!, outcome: done("a"), took: 120 })
      yield* store.release({ claim: rest[0]!, delay: 0, free: false })
      const [again] = yield* claim(1)
      const error = { code: "SCRAPE_SITE_ERROR", message: "the page returned 404", status: 404 }
      yield* store.settle({ claim: again!, outcome: { _tag: "Failed", error, credits: 0 }, took: 7 })
      const dropped: Outcome = { _tag: "Dropped" }
      yield* store.settle({ claim: rest[1]!, outcome: dropped, reason: "duplicate", copyOf: first!.url, took: 0 })
      yield* store.settle({ claim: rest[2]!, outcome: dropped })
      const records = yield* store.records({ ...target, limit: 10 })
      const of = (key: string) => {
        const { at, ...record } = records.find((record) => record.key === key)!
        assert.isAtLeast(at, job.createdAt)
        return record
      }
      const page = ({ key, url }: Claim, attempts = 1) => ({ key, url, attempts })
      assert.deepStrictEqual([of(first!.key), of(again!.key), of(rest[1]!.key), of(rest[2]!.key)], [
        { ...page(first!), state: "done", took: 120 },
        { ...page(again!, 2), state: "failed", took: 7, error },
        { ...page(rest[1]!), state: "dropped", took: 0, reason: "duplicate", copyOf: first!.url },
        { ...page(rest[2]!), state: "dropped" }
      ])
      const keys: Array<string> = []
      for (;;) {
        const [record] = yield* store.records({ ...target, after: keys.at(-1), limit: 1 })
        if (record === undefined) break
        keys.push(record.key)
      }
      assert.deepStrictEqual(keys, records.map(({ key }) => key))
      assert.strictEqual(yield* reasonOf(store.records({ ...target, team: "stranger", limit: 1 })), "UnknownJob")
    })
  ],

  [
    "fails a job without a readable page, and names the most common reason",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit(jobOf("unread", { count: 3 }))
      for (const [at, page] of (yield* claim(3)).entries()) {
        const error = at === 0
          ? { code: "SCRAPE_TIMEOUT", message: "the page took too long" }
          : { code: "SCRAPE_SITE_ERROR", message: "the page returned 500" }
        yield* store.settle({ claim: page, outcome: { _tag: "Failed", error, credits: 0 } })
      }
      const { state, warning } = yield* store.get({ team: job.team, job: job.id })
      assert.strictEqual(state, "failed")
      assert.match(
        warning ?? "",
        /^All 3 pages failed\. The page returned 500 \(SCRAPE_SITE_ERROR\): 2 of 3/
      )
      const { job: empty } = yield* store.submit(jobOf("left-out", { count: 1 }))
      const [page] = yield* claim(1)
      yield* store.settle({ claim: page!, outcome: { _tag: "Dropped" } })
      const end = yield* store.get({ team: empty.team, job: empty.id })
      assert.strictEqual(end.state, "completed")
      assert.match(end.warning ?? "", /no results/)
    })
  ],

  [
    "stores the credits of a page until they are charged, and records nothing for a rejected page",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit(jobOf("owing", { count: 3 }))
      const events = { ...jobOf("owing:webhook", { count: 0 }), team: job.team, kind: "webhook" } as const
      yield* store.submit(events)
      const target = { team: job.team, job: job.id }
      const eventOf = (key: string) => ({ job: events.id, page: { key, url: "https://hook.example.com/" } })
      const pages = yield* claim(3)
      const settle = (at: number, credits: number) =>
        store.settle({
          claim: pages[at]!,
          outcome: done(String(at), credits),
          reservation: `r${at}`,
          event: eventOf(String(at))
        })
      yield* settle(0, 3)
      yield* settle(1, 0)
      const mine = Effect.map(store.owed, (owed) => owed.filter(({ team }) => team === job.team))
      assert.deepStrictEqual(yield* mine, [])
      yield* pass(60_000)
      assert.deepStrictEqual(yield* mine, [{ ...target, kind: "batch", credits: 3, reservation: "r0" }])
      const bill = Option.getOrThrow(yield* store.bill({ job: job.id, reservation: "r0" }))
      assert.deepInclude(bill, { credits: 3, reservation: "r0" })
      yield* store.paid([{ ...bill, job: job.id, charged: 2 }])
      yield* store.paid([{ ...bill, job: job.id, charged: 2 }])
      assert.deepStrictEqual(yield* mine, [])
      assert.strictEqual((yield* store.get(target)).credits, 2)
      yield* store.cancel(target)
      assert.strictEqual((yield* settle(2, 5)).settled, false)
      assert.strictEqual((yield* store.get(target)).credits, 2)
      assert.strictEqual((yield* store.get({ team: job.team, job: events.id })).counts.queued, 2)
    })
  ],

  [
    "puts each page on exactly one bill, whatever is settled later under its reservation",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit(jobOf("billed", { count: 4 }))
      const pages = yield* claim(4)
      const reservation = "block"
      const settle = (at: number, credits: number) =>
        store.settle({ claim: pages[at]!, outcome: done(String(at), credits), reservation })
      const bill = (id: string) => Effect.map(store.bill({ job: job.id, reservation: id }), Option.getOrUndefined)
      assert.strictEqual(yield* bill(reservation), undefined)
      yield* settle(0, 1)
      yield* settle(1, 2)
      const first = yield* bill(reservation)
      assert.deepInclude(first!, { credits: 3, reservation })
      yield* settle(2, 3)
      assert.deepStrictEqual(yield* bill(first!.id), first)
      const second = yield* bill(reservation)
      assert.deepStrictEqual(second, { id: second!.id, credits: 3 })
      assert.notStrictEqual(second!.id, first!.id)
      yield* store.paid([{ ...first!, job: job.id, charged: 3 }])
      assert.strictEqual(yield* bill(first!.id), undefined)
      yield* settle(3, 4)
      const third = yield* bill(reservation)
      assert.deepStrictEqual([third!.credits, third!.reservation], [4, undefined])
      yield* pass(60_000)
      const owed = (yield* store.owed).filter(({ team }) => team === job.team)
      assert.deepStrictEqual(owed.map(({ credits, reservation }) => [reservation, credits]).sort(), [
        [second!.id, 3],
        [third!.id, 4]
      ])
      assert.strictEqual((yield* store.get({ team: job.team, job: job.id })).credits, 10)
    })
  ],

  [
    "charges a new job for work done before its submission as soon as the job is accepted",
    Effect.gen(function*() {
      const store = yield* JobStore
      const owed = [{ key: "map:0", url: "https://owing.example/", credits: 2, reservation: "r-map" }]
      const job = { ...jobOf("owing before", { count: 2 }), owed }
      const target = { team: job.team, job: job.id }
      yield* store.submit(job)
      yield* store.submit(job)
      const { counts, credits } = yield* store.get(target)
      assert.deepStrictEqual({ credits, total: counts.total, queued: counts.queued }, {
        credits: 2,
        total: 2,
        queued: 2
      })
      yield* pass(60_000)
      const mine = Effect.map(store.owed, (owed) => owed.filter(({ team }) => team === job.team))
      assert.deepStrictEqual(yield* mine, [
        { ...target, kind: job.kind, credits: 2, reservation: "r-map" }
      ])
      yield* store.paid([{ job: job.id, id: "r-map", credits: 2, charged: 2 }])
      assert.deepStrictEqual(yield* mine, [])
      const { results } = yield* store.results({ ...target, skip: 0, limit: 10, maxBytes: 1000 })
      assert.deepStrictEqual(results, [])
    })
  ],

  [
    "returns results in the order of completion, in pages",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit(jobOf("parts", { count: 40 }))
      for (const [at, page] of (yield* claim(40)).entries()) {
        yield* store.settle({ claim: page, outcome: done(String(at).padStart(100, "0")) })
      }
      const read = (skip: number, limit: number, maxBytes: number) =>
        store.results({ team: job.team, job: job.id, skip, limit, maxBytes })
      const texts = (results: ReadonlyArray<unknown>) =>
        results.map((result) => Number((result as { text: string }).text))
      const first = yield* read(0, 25, 1e9)
      assert.deepStrictEqual([texts(first.results), first.next], [Array.from({ length: 25 }, (_, at) => at), 25])
      const rest = yield* read(25, 100, 1e9)
      assert.deepStrictEqual([texts(rest.results).length, rest.next], [15, undefined])
      const small = yield* read(0, 100, 250)
      assert.deepStrictEqual([texts(small.results), small.next], [[0, 1], 2])
      assert.strictEqual((yield* read(0, 100, 1)).results.length, 1)
    }),
    { mostPerHost: 1000 }
  ],

  [
    "shows a job only to its team, and lets only its team change it",
    Effect.gen(function*() {
      const store = yield* JobStore
      yield* store.submit(jobOf("private"))
      const other = { team: "stranger", job: "private" }
      for (
        const attempt of [
          store.get(other),
          store.cancel(other),
          store.append({ ...other, pages: pagesOf("x", 1) }),
          store.results({ ...other, skip: 0, limit: 1, maxBytes: 1 }),
          store.failures({ ...other, limit: 1 })
        ]
      ) assert.strictEqual(yield* reasonOf(attempt as Effect.Effect<unknown, JobError>), "UnknownJob")
      assert.deepStrictEqual(yield* store.list({ team: "stranger", limit: 10 }), [])
    })
  ],

  [
    "adds only pages with new keys, up to the limit of known pages",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit(jobOf("grow", { count: 2, mostPages: 5 }))
      assert.strictEqual(yield* store.append({ team: job.team, job: job.id, pages: pagesOf("grow", 4) }), 2)
      assert.strictEqual(yield* store.append({ team: job.team, job: job.id, pages: pagesOf("grow", 50) }), 1)
      assert.strictEqual((yield* store.get({ team: job.team, job: job.id })).counts.total, 5)
      const [page] = yield* claim(1)
      const discovered = pagesOf("more", 2)
      assert.strictEqual((yield* store.settle({ claim: page!, outcome: done("a"), discovered })).added, 0)
    })
  ],

  [
    "resumes a completed job if pages are added, and rejects pages for a cancelled one",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit(jobOf("again", { count: 1 }))
      const [page] = yield* claim(1)
      yield* store.settle({ claim: page!, outcome: done("a") })
      const target = { team: job.team, job: job.id }
      assert.strictEqual((yield* store.get(target)).state, "completed")
      yield* store.append({ ...target, pages: pagesOf("again", 2) })
      assert.strictEqual((yield* store.get(target)).state, "running")
      yield* store.cancel(target)
      assert.strictEqual(yield* reasonOf(store.append({ ...target, pages: pagesOf("again", 3) })), "JobEnded")
    })
  ],

  [
    "ends a job that has enough pages, whatever still waits",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit(jobOf("enough", { count: 10, mostDone: 2 }))
      const target = { team: job.team, job: job.id }
      const totals = Effect.map(
        store.get(target),
        ({ counts: { queued, running, total } }) => [total, queued, running]
      )
      assert.deepStrictEqual(yield* totals, [2, 2, 0])
      const claims = yield* claim(10)
      assert.strictEqual(claims.length, 2)
      assert.deepStrictEqual(yield* totals, [2, 0, 2])
      yield* store.settle({ claim: claims[0]!, outcome: { _tag: "Dropped" } })
      const [third] = yield* claim(10)
      yield* store.settle({ claim: claims[1]!, outcome: done("a") })
      assert.isTrue((yield* store.settle({ claim: third!, outcome: done("b") })).ended)
      const end = yield* store.get(target)
      assert.deepStrictEqual([end.state, end.counts.total, end.counts.done], ["completed", 2, 2])
    })
  ],

  [
    "counts failed pages of a job that has enough, and cancels only its remaining pages",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit(jobOf("limited", { count: 10, mostDone: 3 }))
      const [page, failing] = yield* claim(2)
      const error = { code: "SCRAPE_SITE_ERROR", message: "no" }
      yield* store.settle({ claim: failing!, outcome: { _tag: "Failed", error, credits: 0 } })
      const target = { team: job.team, job: job.id }
      const { counts } = yield* store.get(target)
      assert.deepStrictEqual(counts, { total: 4, queued: 2, running: 1, done: 0, failed: 1, cancelled: 0 })
      yield* store.settle({ claim: page!, outcome: done("kept"), discovered: pagesOf("more", 20) })
      const ended = yield* store.cancel(target)
      assert.deepStrictEqual(ended.counts, { total: 4, queued: 0, running: 0, done: 1, failed: 1, cancelled: 2 })
    })
  ],

  [
    "starts and settles no page of a cancelled job",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit(jobOf("stop", { count: 5 }))
      const [page, other] = yield* claim(2)
      yield* store.settle({ claim: page!, outcome: done("kept") })
      const ended = yield* store.cancel({ team: job.team, job: job.id })
      assert.deepStrictEqual(ended.counts, { total: 5, queued: 0, running: 0, done: 1, failed: 0, cancelled: 4 })
      assert.deepStrictEqual(yield* claim(5), [])
      assert.deepStrictEqual(yield* store.heartbeat({ tokens: [other!.token], lease }), [])
      assert.isFalse((yield* store.settle({ claim: other!, outcome: done("late") })).settled)
      assert.deepStrictEqual(yield* store.cancel({ team: job.team, job: job.id }), ended)
    })
  ],

  [
    "survives a cancellation of many pages while workers settle",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit(jobOf("rush", { count: 20_000 }))
      const settle = Effect.gen(function*() {
        for (const page of yield* claim(20)) yield* store.settle({ claim: page, outcome: done("x") })
      })
      yield* Effect.all([
        ...Array.from({ length: 6 }, () => settle),
        store.cancel({ team: job.team, job: job.id }),
        ...Array.from({ length: 6 }, () => settle)
      ], { concurrency: "unbounded" })
      const end = yield* store.get({ team: job.team, job: job.id })
      assert.deepStrictEqual([end.state, totalOf(end.counts), end.counts.running], ["cancelled", 20_000, 0])
    }),
    { mostPerHost: 1000 }
  ],

  [
    "ends a job without pages at once, and reports its total",
    Effect.gen(function*() {
      const store = yield* JobStore
      assert.strictEqual((yield* store.submit(jobOf("none", { pages: [] }))).job.state, "completed")
      yield* store.submit(jobOf("some"))
      yield* claim(1)
      const { jobs, queued, running } = yield* store.depth("team-some")
      assert.deepStrictEqual({ jobs, queued, running }, { jobs: 1, queued: 2, running: 1 })
    })
  ],

  [
    "returns when a page was last read for a team, ignoring failed pages, other teams and webhooks",
    Effect.gen(function*() {
      const store = yield* JobStore
      const team = "team-last"
      const settle = Effect.fnUntraced(function*(outcome: Outcome) {
        yield* pass(1000)
        const [page] = yield* claim(1)
        yield* store.settle({ claim: page!, outcome })
        return yield* store.lastDone(team)
      })
      assert.strictEqual(yield* store.lastDone(team), undefined)
      yield* store.submit({ ...jobOf("last", { count: 3 }), team })
      const first = (yield* settle(done("one")))!
      assert.isAbove(first, 0)
      const error = { code: "SCRAPE_SITE_ERROR", message: "no" }
      assert.strictEqual(yield* settle({ _tag: "Failed", error, credits: 0 }), first)
      const second = (yield* settle(done("three")))!
      assert.isAtLeast(second - first, 2000)
      yield* store.submit({ ...jobOf("last-webhook", { count: 1 }), team, kind: "webhook" })
      assert.strictEqual(yield* settle(done("event")), second)
      yield* store.submit(jobOf("last-other", { count: 1 }))
      assert.strictEqual(yield* settle(done("theirs")), second)
    })
  ],

  [
    "delivers the final event after the job has ended and all earlier events are delivered",
    Effect.gen(function*() {
      const store = yield* JobStore
      const url = "https://receiver.example.com/"
      const job = "told:webhook"
      yield* pass(1000)
      yield* store.submit(jobOf("told", { count: 1 }))
      const end = { key: "completed", url }
      yield* store.submit({ id: job, team: "team-told", kind: "webhook", spec: {}, pages: [end] })
      const first = yield* claim(9)
      const later = (claims: ReadonlyArray<Claim>) =>
        store.release({ claim: claims.find(({ key }) => key === end.key)!, delay: 60_000, free: true })
      const keys = Effect.map(claim(9), (claims) => [claims, claims.map(({ key }) => key).sort()] as const)
      yield* later(first)
      assert.deepStrictEqual(yield* claim(9), [])
      const page = first.find((other) => other.job === "told")!
      yield* store.settle({ claim: page, outcome: done("a"), event: { job, page: { key: "event", url } } })
      const [both, found] = yield* keys
      assert.deepStrictEqual(found, ["completed", "event"])
      yield* later(both)
      assert.deepStrictEqual(yield* claim(9), [])
      yield* store.settle({ claim: both.find(({ key }) => key === "event")!, outcome: done("sent") })
      const [last, left] = yield* keys
      assert.deepStrictEqual(left, ["completed"])
      yield* later(last)
      assert.deepStrictEqual((yield* keys)[1], ["completed"])
    })
  ]
]
