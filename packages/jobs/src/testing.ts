/**
 * What every `JobStore` promises, as a test suite for its adapters.
 *
 * @since 0.1.0
 */
import * as Conformance from "@dunlin/common/testing"
import { assert } from "@dunlin/common/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import type { Claim, NewJob, Outcome } from "./Job.ts"
import type { JobError } from "./JobError.ts"
import { JobStore, type Limits } from "./JobStore.ts"

const lease = 30_000

/** Pages of a host of the job's own, so that the tests of a shared store do not meet. */
const pagesOf = (job: string, count: number, host = `${job}.example.com`) =>
  Array.from({ length: count }, (_, at) => ({ key: `${host}/${at}`, url: `https://${host}/${at}` }))

const jobOf = (id: string, more: Partial<NewJob> & { readonly count?: number } = {}): NewJob => {
  const { count = 3, ...fields } = more
  return { id, team: `team-${id}`, kind: "batch", spec: { of: id }, pages: pagesOf(id, count), ...fields }
}

const done = (result: string, credits = 1): Outcome => ({ _tag: "Done", result: { text: result }, credits })

const reasonOf = <A>(effect: Effect.Effect<A, JobError>) =>
  effect.pipe(Effect.as("succeeded"), Effect.catch((error) => Effect.succeed<string>(error.reason._tag)))

const claim = (most: number) => JobStore.use((store) => store.claim({ worker: "w", most, lease }))

const totalOf = ({ cancelled, done, failed, queued, running }: {
  readonly [K in "cancelled" | "done" | "failed" | "queued" | "running"]: number
}) => cancelled + done + failed + queued + running

/**
 * The suite. `open` makes a store of its own for every check, with the limits given.
 *
 * @category testing
 * @since 0.1.0
 */
export const suite = <E>(
  name: string,
  open: (limits?: Limits) => Layer.Layer<JobStore, E>
): Conformance.Suite<never, never> =>
  Conformance.suiteOf(`JobStore (${name})`, Layer.empty, (it) => {
    const test = (title: string, body: Effect.Effect<void, JobError, JobStore>, limits?: Limits) =>
      // With a clock of its own: checks run side by side.
      it.effect(title, () => Effect.orDie(Effect.provide(Effect.provide(body, open(limits)), TestClock.layer())))

    test(
      "takes an id once, whatever else is given",
      Effect.gen(function*() {
        const store = yield* JobStore
        const first = yield* store.submit(jobOf("twice"))
        const again = yield* store.submit({ ...jobOf("twice"), pages: pagesOf("other", 9) })
        assert.deepStrictEqual([first.created, again.created], [true, false])
        assert.deepStrictEqual(again.job, first.job)
        assert.strictEqual(yield* reasonOf(store.submit({ ...jobOf("twice"), team: "stranger" })), "UnknownJob")
      })
    )

    test(
      "hands every page out once, and counts add up at every step",
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
    )

    test(
      "answers results in the order they came, in parts",
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
    )

    test(
      "lets nobody but the team see or touch a job",
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
    )

    test(
      "adds pages with new keys only, up to what a job may know",
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
    )

    test(
      "takes a completed job up again when pages are added, and refuses a cancelled one",
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
    )

    test(
      "ends a job that has enough, whatever still waits",
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
    )

    test(
      "hands a page over once when a lease ends, and the stale holder settles nothing",
      Effect.gen(function*() {
        const store = yield* JobStore
        const { job } = yield* store.submit(jobOf("lease", { count: 1 }))
        const [stale] = yield* claim(1)
        yield* TestClock.adjust(lease - 1)
        assert.deepStrictEqual(yield* claim(1), [])
        yield* TestClock.adjust(2)
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
    )

    test(
      "keeps a page as long as its lease is prolonged",
      Effect.gen(function*() {
        const store = yield* JobStore
        yield* store.submit(jobOf("beat", { count: 1 }))
        const [page] = yield* claim(1)
        for (let times = 0; times < 5; times++) {
          yield* TestClock.adjust(lease - 1)
          assert.deepStrictEqual(yield* store.heartbeat({ tokens: [page!.token], lease }), [page!.token])
          assert.deepStrictEqual(yield* claim(1), [])
        }
      })
    )

    test(
      "counts a page as failed when it was taken back too often",
      Effect.gen(function*() {
        const store = yield* JobStore
        const { job } = yield* store.submit(jobOf("lost", { count: 1 }))
        for (let times = 0; times < 3; times++) {
          assert.strictEqual((yield* claim(1)).length, 1)
          yield* TestClock.adjust(lease + 1)
        }
        assert.deepStrictEqual(yield* claim(1), [])
        const end = yield* store.get({ team: job.team, job: job.id })
        assert.deepStrictEqual([end.state, end.counts.failed], ["completed", 1])
        const [failure] = yield* store.failures({ team: job.team, job: job.id, limit: 10 })
        assert.strictEqual(failure?.error.code, "WORKER_LOST")
      }),
      { mostAttempts: 3 }
    )

    test(
      "gives a released page out again when its time has come, never earlier",
      Effect.gen(function*() {
        const store = yield* JobStore
        const { job } = yield* store.submit(jobOf("later", { count: 1 }))
        const [page] = yield* claim(1)
        assert.isTrue(yield* store.release({ claim: page!, delay: 1000, free: true, warning: "out of credits" }))
        assert.strictEqual((yield* store.get({ team: job.team, job: job.id })).warning, "out of credits")
        yield* TestClock.adjust(999)
        assert.deepStrictEqual(yield* claim(1), [])
        yield* TestClock.adjust(1)
        const [again] = yield* claim(1)
        assert.strictEqual(again!.attempt, 1)
        yield* store.settle({ claim: again!, outcome: done("a") })
        assert.strictEqual((yield* store.get({ team: job.team, job: job.id })).warning, undefined)
      })
    )

    test(
      "counts what fails beside what was wanted, and cancels no more than was still to come",
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
    )

    test(
      "says which addresses a job passed by and never came to, when it has run out of pages",
      Effect.gen(function*() {
        const store = yield* JobStore
        const { job } = yield* store.submit(jobOf("passing", { count: 2 }))
        const target = { team: job.team, job: job.id }
        const [first, second] = yield* claim(2)
        const passedBy = pagesOf("away", 3)
        yield* store.settle({ claim: first!, outcome: done("a"), passedBy: [...passedBy, ...pagesOf("passing", 2)] })
        // Another page leads to one of them after all.
        yield* store.settle({ claim: second!, outcome: done("b"), discovered: passedBy.slice(0, 1), passedBy })
        const [third] = yield* claim(2)
        assert.deepStrictEqual([third?.key, (yield* store.get(target)).warning], [passedBy[0]!.key, undefined])
        yield* store.settle({ claim: third!, outcome: done("c") })
        const { counts, state, warning = "" } = yield* store.get(target)
        assert.deepStrictEqual([state, counts.total], ["completed", 3])
        assert.match(warning, /^2 addresses were not followed/)
        assert.include(warning, passedBy[1]!.url)
      })
    )

    test(
      "notes no more addresses it passed by than a job may know pages, and says that there are more",
      Effect.gen(function*() {
        const store = yield* JobStore
        const { job } = yield* store.submit(jobOf("pouring", { count: 2, mostPages: 5 }))
        const target = { team: job.team, job: job.id }
        const warning = Effect.map(store.get(target), ({ warning = "" }) => warning)
        const away = pagesOf("away", 600)
        const [first, second] = yield* claim(2)
        yield* store.settle({ claim: first!, outcome: done("a"), passedBy: away })
        // Noted twice, an address takes no second place; one that is followed gives none back.
        yield* store.settle({ claim: second!, outcome: done("b"), discovered: away.slice(0, 1), passedBy: away })
        const [third] = yield* claim(2)
        yield* store.settle({ claim: third!, outcome: done("c"), passedBy: away.toReversed() })
        assert.match(yield* warning, /^at least 4 addresses were not followed/)
        assert.strictEqual(yield* store.append({ ...target, pages: away.slice(0, 2) }), 1)
        const [fourth] = yield* claim(2)
        yield* store.settle({ claim: fourth!, outcome: done("d") })
        assert.match(yield* warning, /^at least 3 addresses were not followed/)
        assert.notInclude(yield* warning, `${away[1]!.url})`)
      })
    )

    test(
      "says nothing of addresses it passed by when it has what was wanted",
      Effect.gen(function*() {
        const store = yield* JobStore
        const { job } = yield* store.submit(jobOf("satisfied", { count: 1, mostDone: 1 }))
        const [page] = yield* claim(1)
        yield* store.settle({ claim: page!, outcome: done("a"), passedBy: pagesOf("away", 3) })
        const { state, warning } = yield* store.get({ team: job.team, job: job.id })
        assert.deepStrictEqual([state, warning], ["completed", undefined])
      })
    )

    test(
      "lets a cancelled job go: nothing more is begun, nothing settled",
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
    )

    test(
      "lets teams take turns, however many pages one of them has",
      Effect.gen(function*() {
        const store = yield* JobStore
        yield* store.submit(jobOf("big", { count: 2000, pages: pagesOf("big", 2000, "big.example.com") }))
        yield* store.submit(jobOf("small", { count: 3 }))
        const claims = yield* claim(6)
        assert.strictEqual(claims.filter(({ job }) => job === "small").length, 3)
      }),
      { mostPerHost: 1000 }
    )

    test(
      "shares by weight, and stops at the cap of a team",
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
    )

    test(
      "begins the more important of a team's jobs first, and within a job the lower rank",
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
    )

    test(
      "never has more pages of a host at once than allowed, over all jobs and claimers",
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
    )

    test(
      "keeps the pause of a job between two pages of a host, and its own cap",
      Effect.gen(function*() {
        const store = yield* JobStore
        yield* store.submit(jobOf("pause", { count: 4, delay: 2000 }))
        yield* store.submit(jobOf("narrow", { count: 9, maxConcurrency: 2 }))
        const of = (claims: ReadonlyArray<Claim>, job: string) => claims.filter((claim) => claim.job === job).length
        const claims = yield* claim(20)
        assert.deepStrictEqual([of(claims, "pause"), of(claims, "narrow")], [1, 2])
        yield* TestClock.adjust(1999)
        assert.deepStrictEqual(yield* claim(20), [])
        yield* TestClock.adjust(1)
        assert.deepStrictEqual((yield* claim(20)).map(({ job }) => job), ["pause"])
      })
    )

    test(
      "hands out no more pages of hosts with pauses than were asked for, and others in their place",
      Effect.gen(function*() {
        const store = yield* JobStore
        const pages = Array.from({ length: 5 }, (_, at) => pagesOf("paused", 2, `paused${at}.example.com`)).flat()
        yield* store.submit({ ...jobOf("paused"), delay: 1000, pages })
        yield* store.submit(jobOf("quick", { count: 3 }))
        const some = yield* store.claim({ worker: "w", most: 8, mostWithGap: 1, lease })
        assert.deepStrictEqual(some.map(({ gap }) => gap).sort(), [0, 0, 0, 1000])
        assert.strictEqual((yield* store.claim({ worker: "w", most: 8, mostWithGap: 0, lease })).length, 0)
        // Those that were passed over have not lost their turns.
        assert.strictEqual((yield* claim(8)).length, 4)
      })
    )

    test(
      "keeps the pause that the robots.txt of a host asks for, over all crawls",
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
          yield* TestClock.adjust(1999)
          assert.deepStrictEqual(yield* claim(4), [])
          yield* TestClock.adjust(1)
          const turn = yield* claim(4)
          assert.deepStrictEqual(turn.map(({ attempt, gap }) => [attempt, gap]), [[1, 2000]])
          yield* store.settle({ claim: turn[0]!, outcome: done("next") })
        }
      })
    )

    test(
      "lets the hosts of a job take turns",
      Effect.gen(function*() {
        const store = yield* JobStore
        const pages = ["a", "b", "c"].flatMap((letter) => pagesOf("turns", 5, `${letter}.example.com`))
        yield* store.submit(jobOf("turns", { pages }))
        const hosts = (yield* claim(6)).map(({ url }) => new URL(url).host[0])
        assert.deepStrictEqual(hosts, ["a", "b", "c", "a", "b", "c"])
      })
    )

    test(
      "forgets what has ended and expired, and only that",
      Effect.gen(function*() {
        const store = yield* JobStore
        yield* store.submit(jobOf("running", { retention: 1000 }))
        const { job } = yield* store.submit(jobOf("ended", { count: 1, retention: 1000 }))
        yield* store.cancel({ team: job.team, job: job.id })
        yield* TestClock.adjust(999)
        assert.strictEqual(yield* store.purge, 0)
        yield* TestClock.adjust(1)
        assert.strictEqual(yield* store.purge, 1)
        assert.strictEqual(yield* reasonOf(store.get({ team: job.team, job: job.id })), "UnknownJob")
        assert.strictEqual((yield* store.get({ team: "team-running", job: "running" })).state, "running")
      })
    )

    test(
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
    )

    test(
      "survives a cancel of many pages beside workers that settle",
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
    )

    test(
      "tells what it has met, and adds up what is learned",
      Effect.gen(function*() {
        const store = yield* JobStore
        const visit = (page: string, marks: ReadonlyArray<string>, notes: ReadonlyArray<string> = []) =>
          store.visit({ job: "m", page, form: "f", notes, marks, needed: 1 })
        assert.deepStrictEqual(yield* store.visits({ job: "m", form: "f" }), { tried: 0, useful: 0 })
        assert.strictEqual(yield* visit("one", ["a", "b"], ["n"]), 2)
        assert.strictEqual(yield* visit("two", ["c", "b", "d"], ["n"]), 1)
        // Behind a mark of another page nothing was noted, and the same page asking again is still the first.
        assert.strictEqual(yield* visit("three", ["d"]), 1)
        assert.strictEqual(yield* visit("one", ["n", "a", "b"]), 3)
        assert.strictEqual(yield* visit("two", ["a"]), 0)
        assert.deepStrictEqual(yield* store.visits({ job: "m", form: "f" }), { tried: 5, useful: 4 })
        assert.deepStrictEqual(yield* store.visits({ job: "other", form: "f" }), { tried: 0, useful: 0 })
        for (const holds of [true, false, true]) {
          const useless = { job: "m", page: "four", form: "f", notes: [], marks: [], needed: 1 }
          yield* store.visit({ ...useless, trait: { form: "g", holds } })
        }
        assert.deepStrictEqual(yield* store.visits({ job: "m", form: "g" }), { tried: 3, useful: 2 })
        assert.deepStrictEqual(yield* store.visits({ job: "m", form: "f" }), { tried: 8, useful: 4 })
      })
    )

    test(
      "ends a job without pages at once, and tells how much there is to do",
      Effect.gen(function*() {
        const store = yield* JobStore
        assert.strictEqual((yield* store.submit(jobOf("none", { pages: [] }))).job.state, "completed")
        yield* store.submit(jobOf("some"))
        yield* claim(1)
        const { jobs, queued, running } = yield* store.depth("team-some")
        assert.deepStrictEqual({ jobs, queued, running }, { jobs: 1, queued: 2, running: 1 })
      })
    )
  })

export {
  /**
   * Registers every check of a suite as a test.
   *
   * @category running
   * @since 0.1.0
   */
  run
} from "@dunlin/common/testing"
