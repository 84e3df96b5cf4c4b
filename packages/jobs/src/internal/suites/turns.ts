/** Tests the order of pages: shares of teams, limits and pauses of hosts, ranks. */
import { assert, pass } from "@dunlin/common/testing"
import * as Effect from "effect/Effect"
import type { Claim } from "../../Job.ts"
import { JobStore } from "../../JobStore.ts"
import { type Check, claim, done, jobOf, lease, pagesOf, reasonOf } from "./checks.ts"

export const turns: ReadonlyArray<Check> = [
  [
    "leases pages to the teams with the fewest running pages, however many teams there are",
    Effect.gen(function*() {
      const store = yield* JobStore
      const teams = Array.from({ length: 20 }, (_, at) => `many-${String(at).padStart(2, "0")}`)
      for (const team of teams) {
        const jobs = team === teams[1] ? 10 : 1
        for (let at = 0; at < jobs; at++) yield* store.submit(jobOf(`${team}-${at}`, { team, count: 3 }))
      }
      const first = yield* claim(20)
      assert.deepStrictEqual(first.map(({ team }) => team).sort(), teams)
      const expected = [19, 19, 0, 1, 2, 4].map((at) => teams[at])
      assert.deepStrictEqual((yield* claim(6)).map(({ team }) => team), expected)
      const ended = first.find(({ team }) => team === teams[15])!
      yield* store.settle({ claim: ended, outcome: done("a") })
      assert.deepStrictEqual((yield* claim(3)).map(({ team }) => team), [teams[15], teams[5], teams[6]])
    }),
    { mostPerTeam: (team) => team === "many-03" ? 1 : Infinity, weightOf: (team) => team === "many-19" ? 10 : 1 }
  ],

  [
    "reports why the next page waits",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit({ ...jobOf("wait", { count: 3 }), delay: 5000 })
      const wait = store.wait({ team: job.team, job: job.id })
      const host = "wait.example.com"
      assert.strictEqual(yield* wait, undefined)
      const [first] = yield* claim(1)
      assert.deepStrictEqual(yield* wait, { _tag: "Turn", host, left: 5000, gap: 5000 })
      yield* pass(2000)
      assert.deepStrictEqual(yield* wait, { _tag: "Turn", host, left: 3000, gap: 5000 })
      yield* store.rest({ team: job.team, host, delay: 4000 })
      assert.deepStrictEqual(yield* wait, { _tag: "Rest", host, left: 4000, gap: 5000 })
      yield* pass(4000)
      assert.strictEqual(yield* wait, undefined)
      const [second] = yield* claim(1)
      yield* pass(5000)
      const [third] = yield* claim(1)
      assert.deepStrictEqual(yield* wait, { _tag: "Lease", host, left: lease - 11_000, pages: 3 })
      yield* store.release({ claim: first!, delay: 9000, free: true })
      yield* store.release({ claim: second!, delay: 8000, free: true })
      assert.deepStrictEqual(yield* wait, { _tag: "Delay", host, left: 8000, pages: 2 })
      yield* store.settle({ claim: third!, outcome: done("a") })
      yield* store.cancel({ team: job.team, job: job.id })
      assert.strictEqual(yield* wait, undefined)
      assert.strictEqual(yield* reasonOf(store.wait({ team: "stranger", job: job.id })), "UnknownJob")
    })
  ],

  [
    "alternates between teams, however many pages one of them has",
    Effect.gen(function*() {
      const store = yield* JobStore
      yield* store.submit(jobOf("big", { count: 2000, pages: pagesOf("big", 2000, "big.example.com") }))
      yield* store.submit(jobOf("small", { count: 3 }))
      const claims = yield* claim(6)
      assert.strictEqual(claims.filter(({ job }) => job === "small").length, 3)
    }),
    { mostPerHost: 1000 }
  ],

  [
    "leases in proportion to the weights, up to a team's limit",
    Effect.gen(function*() {
      const store = yield* JobStore
      yield* store.submit(jobOf("heavy", { count: 100 }))
      yield* store.submit(jobOf("light", { count: 100 }))
      yield* store.submit(jobOf("capped", { count: 100 }))
      const of = (claims: ReadonlyArray<Claim>, job: string) => claims.filter((claim) => claim.job === job).length
      const claims = yield* claim(42)
      assert.deepStrictEqual(["heavy", "light", "capped"].map((job) => of(claims, job)), [30, 10, 2])
    }),
    {
      mostPerHost: 1000,
      weightOf: (team) => team === "team-heavy" ? 3 : 1,
      mostPerTeam: (team) => team === "team-capped" ? 2 : 1000
    }
  ],

  [
    "leases a team's jobs by priority, and pages of a job by rank",
    Effect.gen(function*() {
      const store = yield* JobStore
      const team = "one-team"
      yield* store.submit(jobOf("normal", { team }))
      yield* store.submit(jobOf("urgent", { team, priority: 5 }))
      const [low, ...pages] = pagesOf("ranked", 3)
      yield* store.submit(jobOf("ranked", { team: "other", pages: [{ ...low!, rank: 9 }, ...pages] }))
      const claims = yield* claim(100)
      const ofTeam = claims.filter((claim) => claim.team === team).map(({ job }) => job)
      assert.deepStrictEqual(ofTeam, ["urgent", "urgent", "urgent", "normal", "normal", "normal"])
      const ranked = claims.filter(({ job }) => job === "ranked").map(({ rank }) => rank)
      assert.deepStrictEqual(ranked, [0, 0, 9])
    })
  ],

  [
    "never exceeds the limit of concurrent pages per host, over all jobs and workers",
    Effect.gen(function*() {
      const store = yield* JobStore
      const pages = (job: string) => pagesOf(job, 20, "one.example.com")
      yield* store.submit(jobOf("host-a", { pages: pages("a") }))
      yield* store.submit(jobOf("host-b", { pages: [...pages("b"), ...pagesOf("elsewhere", 2)] }))
      const claims = (yield* Effect.all(Array.from({ length: 4 }, () => claim(10)), { concurrency: 4 })).flat()
      const busy = claims.filter(({ url }) => url.includes("one.example.com"))
      assert.strictEqual(busy.length, 3)
      assert.strictEqual(claims.length, 5)
      yield* store.settle({ claim: busy[0]!, outcome: done("a") })
      assert.strictEqual((yield* claim(10)).length, 1)
    }),
    { mostPerHost: 3 }
  ],

  [
    "obeys a job's delay between pages of a host, and the job's own limit",
    Effect.gen(function*() {
      const store = yield* JobStore
      yield* store.submit(jobOf("pause", { count: 4, delay: 2000 }))
      yield* store.submit(jobOf("narrow", { count: 9, maxConcurrency: 2 }))
      const of = (claims: ReadonlyArray<Claim>, job: string) => claims.filter((claim) => claim.job === job).length
      const claims = yield* claim(20)
      assert.deepStrictEqual([of(claims, "pause"), of(claims, "narrow")], [1, 2])
      yield* pass(1999)
      assert.deepStrictEqual(yield* claim(20), [])
      yield* pass(1)
      assert.deepStrictEqual((yield* claim(20)).map(({ job }) => job), ["pause"])
    })
  ],

  [
    "obeys the store's delay between pages of a host over all jobs, unless a job's delay is longer",
    Effect.gen(function*() {
      const store = yield* JobStore
      const pages = (name: string) => pagesOf(name, 2, "one.example.com")
      yield* store.submit(jobOf("quick", { pages: pages("a") }))
      yield* store.submit(jobOf("other", { delay: 500, pages: pages("b") }))
      yield* store.submit(jobOf("slow", { delay: 4000, pages: pagesOf("c", 2, "two.example.com") }))
      assert.deepStrictEqual((yield* claim(9)).map(({ gap }) => gap).sort(), [1500, 4000])
      for (let left = 3; left > 0; left--) {
        yield* pass(1499)
        assert.deepStrictEqual((yield* claim(9)).filter(({ url }) => url.includes("one.")), [])
        yield* pass(1)
        const next = (yield* claim(9)).filter(({ url }) => url.includes("one."))
        assert.deepStrictEqual(next.map(({ gap }) => gap), [1500])
      }
    }),
    { delay: 1500 }
  ],

  [
    "spaces other requests to a host between the requests for its pages",
    Effect.gen(function*() {
      const store = yield* JobStore
      const host = "named.example.com"
      yield* store.submit(jobOf("named", { delay: 2000, pages: pagesOf("a", 2, host) }))
      assert.strictEqual((yield* claim(9)).length, 1)
      yield* pass(500)
      assert.strictEqual(yield* store.takeTurn({ host, gap: 2000 }), 1500)
      assert.strictEqual(yield* store.takeTurn({ host, gap: 3000 }), 3500)
      assert.strictEqual(yield* store.takeTurn({ host: "another.example.com", gap: 2000 }), 0)
      yield* pass(6499)
      assert.deepStrictEqual(yield* claim(9), [])
      yield* pass(1)
      assert.strictEqual((yield* claim(9)).length, 1)
      yield* pass(9000)
      assert.strictEqual(yield* store.takeTurn({ host, gap: 2000 }), 0)
      assert.strictEqual(yield* store.takeTurn({ host, gap: 2000 }), 2000)
    })
  ],

  [
    "leases the next page at once only if the page before did not contact its host",
    Effect.gen(function*() {
      const store = yield* JobStore
      const host = "cached.example.com"
      yield* store.submit(jobOf("cached", { count: 4, delay: 2000 }))
      const back = (since: number) => store.returnTurn({ host, gap: 2000, since })
      assert.strictEqual((yield* claim(9)).length, 1)
      yield* pass(500)
      yield* back(500)
      assert.strictEqual((yield* claim(9)).length, 1)
      yield* pass(200)
      yield* back(700)
      assert.deepStrictEqual(yield* claim(9), [])
      yield* pass(1799)
      assert.deepStrictEqual(yield* claim(9), [])
      yield* pass(1)
      assert.strictEqual((yield* claim(9)).length, 1)
    })
  ],

  [
    "leases no more pages of hosts with delays than requested, and fills up with others",
    Effect.gen(function*() {
      const store = yield* JobStore
      const pages = Array.from({ length: 5 }, (_, at) => pagesOf("paused", 2, `paused${at}.example.com`)).flat()
      yield* store.submit({ ...jobOf("paused"), delay: 1000, pages })
      yield* store.submit(jobOf("quick", { count: 3 }))
      const some = yield* store.claim({ worker: "w", most: 8, mostWithGap: 1, lease })
      assert.deepStrictEqual(some.map(({ gap }) => gap).sort(), [0, 0, 0, 1000])
      assert.strictEqual((yield* store.claim({ worker: "w", most: 8, mostWithGap: 0, lease })).length, 0)
      assert.strictEqual((yield* claim(8)).length, 4)
    })
  ],

  [
    "obeys the crawl delay of a host's robots.txt, over all crawls",
    Effect.gen(function*() {
      const store = yield* JobStore
      const host = "slow.example.com"
      yield* store.submit(jobOf("crawl-a", { kind: "crawl", pages: pagesOf("a", 3, host) }))
      yield* store.submit(
        jobOf("crawl-b", { kind: "crawl", pages: pagesOf("b", 1, host).map((page) => ({ ...page, key: "b" })) })
      )
      const early = yield* claim(4)
      assert.deepStrictEqual(early.map(({ gap }) => gap), [0, 0, 0, 0])
      assert.strictEqual(yield* store.pace({ host, gap: 2000 }), 0)
      yield* store.settle({ claim: early[0]!, outcome: done("first") })
      for (const late of early.slice(1)) {
        assert.strictEqual(yield* store.pace({ host, gap: 2000 }), 2000)
        yield* store.release({ claim: late, delay: 2000, free: true })
      }
      for (let left = 3; left > 0; left--) {
        yield* pass(1999)
        assert.deepStrictEqual(yield* claim(4), [])
        yield* pass(1)
        const turn = yield* claim(4)
        assert.deepStrictEqual(turn.map(({ attempt, gap }) => [attempt, gap]), [[1, 2000]])
        yield* store.settle({ claim: turn[0]!, outcome: done("next") })
      }
    })
  ],

  [
    "pauses a host only for one team, until the longest pause ends",
    Effect.gen(function*() {
      const store = yield* JobStore
      const host = "busy.example.com"
      const team = "team-job"
      const pages = [...pagesOf("a", 3, host), ...pagesOf("b", 1, "other.example.com")]
      yield* store.submit(jobOf("job", { team, pages }))
      const [first] = (yield* claim(1)).filter(({ url }) => url.includes(host))
      if (first !== undefined) yield* store.release({ claim: first, delay: 0, free: true })
      yield* store.rest({ team, host, delay: 5000 })
      yield* store.rest({ team, host, delay: 2000 })
      assert.deepStrictEqual((yield* claim(4)).filter(({ url }) => url.includes(host)), [])
      yield* store.submit(jobOf("others", { team: "another", pages: pagesOf("c", 2, host) }))
      for (const theirs of yield* claim(4)) {
        assert.strictEqual(theirs.job, "others")
        yield* store.settle({ claim: theirs, outcome: done("c") })
      }
      yield* store.submit(jobOf("later", { team, pages: pagesOf("d", 1, host) }))
      yield* pass(4999)
      assert.deepStrictEqual(yield* claim(4), [])
      yield* pass(1)
      assert.strictEqual((yield* claim(5)).length, 4)
    })
  ],

  [
    "alternates between the hosts of a job",
    Effect.gen(function*() {
      const store = yield* JobStore
      const pages = ["a", "b", "c"].flatMap((letter) => pagesOf("turns", 5, `${letter}.example.com`))
      yield* store.submit(jobOf("turns", { pages }))
      const hosts = (yield* claim(6)).map(({ url }) => new URL(url).host[0])
      assert.deepStrictEqual(hosts, ["a", "b", "c", "a", "b", "c"])
    })
  ],

  [
    "leases a page of a job as soon as one of its paused hosts is available",
    Effect.gen(function*() {
      const store = yield* JobStore
      const host = "full.example.com"
      const keysOf = (claims: ReadonlyArray<Claim>) => claims.map(({ job, key }) => `${job} ${key}`)
      yield* store.submit(jobOf("first", { pages: pagesOf("a", 2, host) }))
      const [page] = yield* claim(9)
      yield* store.submit(jobOf("second", { pages: pagesOf("b", 1, host) }))
      yield* store.submit(jobOf("third", { delay: 20_000, pages: pagesOf("c", 2) }))
      const [slow] = yield* claim(9)
      assert.strictEqual(slow!.key, "c.example.com/0")
      yield* store.settle({ claim: slow!, outcome: done("c") })
      assert.deepStrictEqual(yield* claim(9), [])
      yield* store.append({ team: "team-third", job: "third", pages: pagesOf("d", 1) })
      assert.deepStrictEqual(keysOf(yield* claim(9)), ["third d.example.com/0"])
      yield* store.settle({ claim: page!, outcome: done("a") })
      const [next] = yield* claim(9)
      assert.strictEqual(next!.url, `https://${host}/1`)
      yield* store.cancel({ team: "team-first", job: "first" })
      assert.deepStrictEqual(keysOf(yield* claim(9)), [`second ${host}/0`])
      yield* pass(19_999)
      assert.deepStrictEqual(yield* claim(9), [])
      yield* pass(1)
      assert.deepStrictEqual(keysOf(yield* claim(9)), ["third c.example.com/1"])
    }),
    { mostPerHost: 1 }
  ]
]
