import { Arrived } from "@dunlin/common"
import { CreditLedger } from "@dunlin/credits"
import { EgressHttpClient, Fetcher, FetchError } from "@dunlin/fetcher"
import { Crawl, type JobError, JobProgress, JobRunner, JobStore, SqliteJobStore } from "@dunlin/jobs"
import { Caller } from "@dunlin/pipeline"
import { CrawlRequest } from "@dunlin/schema"
import { assert, it } from "@effect/vitest"
import { Services } from "dunlin"
import { Clock, Duration, Effect, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const site = "https://site.example"

const html = (words: string, links: ReadonlyArray<string> = []) =>
  `<main><h1>${words}</h1><p>A page about ${words}.</p>${
    links.map((link) => `<a href="${link}">on</a>`).join(" ")
  }</main>`

const pages: Record<string, string> = {
  "/": html("start", ["/heron", "/knot", "/plover", "/snipe"]),
  "/heron": html("herons"),
  "/knot": html("knots"),
  "/plover": html("plovers"),
  "/snipe": html("snipes")
}

/** A site whose pages answer with a status, 0 for none, that depends on how often they were asked for, and when. */
const fetcherOf = (
  statusOf: (path: string, tries: number, seconds: number) => number,
  asked: Array<string>,
  moments: Array<number>,
  headers: Record<string, string> = {}
) =>
  Layer.succeed(
    Fetcher.Fetcher,
    Fetcher.Fetcher.of({
      recheck: () => Effect.void,
      fetch: Effect.fnUntraced(function*(request) {
        const path = new URL(request.url).pathname
        asked.push(path)
        const tries = asked.filter((other) => other === path).length
        const seconds = (yield* Clock.currentTimeMillis) / 1000
        moments.push(seconds)
        const body = pages[path]
        if (body !== undefined && statusOf(path, tries, seconds) === 0) {
          return yield* FetchError.make(new FetchError.ConnectError({ code: "ECONNREFUSED" }))
        }
        const status = body === undefined ? 404 : statusOf(path, tries, seconds)
        const answer = Fetcher.layerMemory({ [request.url]: { status, body: status === 200 ? body! : "", headers } })
        return yield* Effect.provide(Effect.flatMap(Fetcher.Fetcher, ({ fetch }) => fetch(request)), answer)
      })
    })
  )

const crawl = Effect.fnUntraced(function*(
  statusOf: (path: string, tries: number, seconds: number) => number,
  headers: Record<string, string> = {},
  /** Seconds that the clock goes on at a time. */
  step = 1,
  pass: Effect.Effect<unknown> = TestClock.adjust(Duration.seconds(step))
) {
  const asked: Array<string> = []
  const moments: Array<number> = []
  const layers = JobRunner.layer({ concurrency: 1, poll: Duration.seconds(step / 2) }).pipe(
    Layer.provideMerge(JobStore.layerMemory()),
    Layer.provide(EgressHttpClient.layer()),
    Layer.provideMerge(Services.layer({ fetcher: fetcherOf(statusOf, asked, moments, headers) }))
  )
  return yield* Effect.gen(function*() {
    const request = yield* CrawlRequest.decode({ url: `${site}/`, sitemap: "skip" })
    const target = { team: Caller.local.team, job: "crawl" }
    yield* Crawl.submit({ id: "crawl", caller: Caller.local, request })
    const fiber = yield* Effect.forkChild(Stream.runDrain(JobProgress.follow(target)))
    const warnings = new Set<string>()
    const store = yield* JobStore.JobStore
    // a page that is at work needs turns of the event loop, and no time: a clock that went on would end it
    const settled = Effect.andThen(Arrived.turn, store.get(target)).pipe(
      Effect.repeat({ until: ({ counts }) => counts.running === 0 })
    )
    let seconds = 0
    for (; fiber.pollUnsafe() === undefined; seconds += step) {
      yield* pass
      const { warning } = yield* settled
      if (warning !== undefined) warnings.add(warning)
    }
    yield* Fiber.join(fiber)
    const { counts, warning } = yield* store.get(target)
    const { spent } = yield* (yield* CreditLedger.CreditLedger).balance(Caller.local.team)
    return {
      done: counts.done,
      failed: counts.failed,
      spent,
      asked,
      moments,
      seconds,
      warning,
      warnings: Array.from(warnings)
    }
  }).pipe(Effect.provide(layers))
})

/** Modules that the first crawl loads take time that the clock of a test would not wait for. */
let loaded: Promise<unknown> | undefined
const load = Effect.promise(() => loaded ??= Effect.runPromise(crawl(() => 200, {}, 1, Effect.sleep("10 millis"))))

const crawled: typeof crawl = (...given) => Effect.andThen(load, crawl(...given))

const timesOf = (asked: ReadonlyArray<string>, path: string) => asked.filter((other) => other === path).length

it.effect("requests a page again after a 429, and no other page before", () =>
  Effect.gen(function*() {
    const found = yield* crawled((path, tries) => path === "/heron" && tries <= 2 ? 429 : 200)
    assert.deepInclude(found, { done: 5, failed: 0, spent: 5 })
    assert.deepStrictEqual(found.asked.slice(0, 5), ["/robots.txt", "/", "/heron", "/heron", "/heron"])
    assert.isAtLeast(found.seconds, 75)
    assert.deepStrictEqual(found.warnings, [
      "site.example returned 429: its pages are retried in 15 seconds",
      "site.example returned 429: its pages are retried in 60 seconds"
    ])
  }))

it.effect("continues with the others while one page fails, and requests it once more", () =>
  Effect.gen(function*() {
    const found = yield* crawled((path) => path === "/heron" ? 503 : 200)
    assert.deepInclude(found, { done: 4, failed: 1, spent: 4, warning: undefined })
    assert.deepStrictEqual(found.asked.slice(2, 7), ["/heron", "/knot", "/plover", "/snipe", "/heron"])
    assert.strictEqual(timesOf(found.asked, "/heron"), 2)
  }))

it.effect("does not request page after page of a site that answers 429 to everything", () =>
  Effect.gen(function*() {
    const found = yield* crawled((path) => path === "/" ? 200 : 429)
    assert.deepInclude(found, { done: 1, failed: 4, warning: undefined })
    const moments = found.moments.slice(2)
    for (const [place, moment] of moments.entries()) {
      if (place > 0) assert.isAtLeast(moment - moments[place - 1]!, 15)
    }
  }))

it.effect("waits for a site that is down for a minute, and requests each page once meanwhile", () =>
  Effect.gen(function*() {
    const found = yield* crawled((path, _, seconds) => path === "/" || seconds > 60 ? 200 : 503)
    assert.deepInclude(found, { done: 5, failed: 0, spent: 5 })
    assert.isAtMost(timesOf(found.asked, "/snipe"), 2)
  }))

it.effect("gives up a site that stays down, without all attempts for each page", () =>
  Effect.gen(function*() {
    const found = yield* crawled((path) => path === "/" ? 200 : 503)
    assert.deepInclude(found, { done: 1, failed: 4, spent: 1 })
    assert.isBelow(found.seconds, 600)
    assert.isBelow(found.asked.length, 2 + 4 * 4)
  }))

it.effect("requests a page once if it is missing or its site fails", () =>
  Effect.gen(function*() {
    const found = yield* crawled((path) => path === "/heron" ? 500 : path === "/knot" ? 404 : 200)
    assert.deepInclude(found, { done: 3, failed: 2 })
    assert.strictEqual(found.asked.length, 6)
  }))

it.effect("requests a page again from the site after a refused connection", () =>
  Effect.gen(function*() {
    const found = yield* crawled((path, tries) => path === "/heron" && tries === 1 ? 0 : 200)
    assert.deepInclude(found, { done: 5, failed: 0, spent: 5 })
    // after the first pause, and not after the second, of a minute
    assert.isBelow(found.seconds, 60)
  }))

it.effect("requests a page again at the time that the site names, and no other page before", () =>
  Effect.gen(function*() {
    const found = yield* crawled(
      (path, tries) => path === "/heron" && tries === 1 ? 503 : 200,
      { "retry-after": "90" },
      10
    )
    assert.deepInclude(found, { done: 5, failed: 0, spent: 5 })
    assert.deepStrictEqual(timesOf(found.asked, "/heron"), 2)
    const refused = found.asked.indexOf("/heron")
    assert.isAtLeast(found.moments[refused + 1]! - found.moments[refused]!, 90)
    assert.isBelow(found.moments[refused + 1]! - found.moments[refused]!, 110)
    assert.deepStrictEqual(found.warnings, ["site.example returned 503: its pages are retried in 90 seconds"])
  }))

it.effect("waits at most ten minutes for the time that a site names", () =>
  Effect.gen(function*() {
    const found = yield* crawled(
      (path, tries) => path === "/heron" && tries === 1 ? 429 : 200,
      { "retry-after": "9000" },
      10
    )
    assert.deepInclude(found, { done: 5, failed: 0 })
    const refused = found.asked.indexOf("/heron")
    const pause = found.moments[refused + 1]! - found.moments[refused]!
    assert.isAtLeast(pause, 600)
    assert.isBelow(pause, 620)
  }))

it.effect("continues with the others when a single page requests pauses repeatedly", () =>
  Effect.gen(function*() {
    const found = yield* crawled((path) => path === "/heron" ? 503 : 200, { "retry-after": "120" }, 10)
    assert.deepInclude(found, { done: 4, failed: 1 })
    const other = found.moments[found.asked.indexOf("/knot")]!
    assert.isBelow(other - found.moments[found.asked.indexOf("/heron")]!, 140)
    assert.isBelow(found.seconds, 300)
  }))

/** A crawl by a team, of a store that is there, worked on for as long as the effect takes. */
const working = <A, E>(
  effect: Effect.Effect<A, E, JobStore.JobStore>,
  store: Layer.Layer<JobStore.JobStore, JobError.JobError>,
  fetcher: Layer.Layer<Fetcher.Fetcher>
) =>
  Effect.provide(
    effect,
    JobRunner.layer({ concurrency: 1, poll: "5 seconds" }).pipe(
      Layer.provideMerge(store),
      Layer.provide(EgressHttpClient.layer()),
      Layer.provideMerge(Services.layer({ fetcher }))
    )
  )

const submit = Effect.fnUntraced(function*(id: string, caller: Caller.Caller) {
  const request = yield* CrawlRequest.decode({ url: `${site}/`, sitemap: "skip" })
  yield* Crawl.submit({ id, caller, request })
})

/** Lets time pass until something is so. */
const until = Effect.fnUntraced(function*(isSo: () => Effect.Effect<boolean, unknown, JobStore.JobStore>) {
  while (!(yield* isSo())) yield* TestClock.adjust("10 seconds")
})

const target = { team: Caller.local.team, job: "crawl" }

const jobs = JobStore.JobStore

it.effect("remembers the time that a site names after a restart", () =>
  Effect.scoped(Effect.gen(function*() {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "dunlin-again-"))),
      (path) => Effect.sync(() => rmSync(path, { recursive: true, maxRetries: 5 }))
    )
    const store = () => SqliteJobStore.layer({ file: join(folder, "jobs.sqlite") })
    const asked: Array<string> = []
    const moments: Array<number> = []
    const fetcher = fetcherOf((path, tries) => path === "/heron" && tries === 1 ? 429 : 200, asked, moments, {
      "retry-after": "120"
    })
    yield* working(
      Effect.andThen(
        submit("crawl", Caller.local),
        until(() => Effect.map(jobs.use((jobs) => jobs.get(target)), ({ warning }) => warning !== undefined))
      ),
      store(),
      fetcher
    )
    assert.deepStrictEqual(asked, ["/robots.txt", "/", "/heron"])
    const state = Effect.map(jobs.use((jobs) => jobs.get(target)), ({ state }) => state !== "running")
    const job = yield* working(
      Effect.andThen(until(() => state), jobs.use((jobs) => jobs.get(target))),
      store(),
      fetcher
    )
    assert.deepInclude(job.counts, { done: 5, failed: 0 })
    const pages = asked.map((path, at) => ({ path, at: moments[at]! })).filter(({ path }) => path !== "/robots.txt")
    assert.isAtLeast(pages[2]!.at - pages[1]!.at, 120)
    assert.strictEqual(timesOf(asked, "/heron"), 2)
  })))

it.effect("stops immediately if it is cancelled while it waits for a site", () =>
  Effect.gen(function*() {
    const asked: Array<string> = []
    const job = yield* working(
      Effect.gen(function*() {
        yield* submit("crawl", Caller.local)
        const store = yield* jobs
        yield* until(() => Effect.map(store.get(target), ({ warning }) => warning !== undefined))
        const cancelled = yield* store.cancel(target)
        assert.strictEqual(cancelled.state, "cancelled")
        yield* TestClock.adjust("2 minutes")
        return yield* store.get(target)
      }),
      JobStore.layerMemory(),
      fetcherOf((path) => path === "/" ? 200 : 429, asked, [], { "retry-after": "60" })
    )
    assert.deepInclude(job, { state: "cancelled" })
    assert.deepStrictEqual(asked, ["/robots.txt", "/", "/heron"])
  }))

it.effect("pauses a host for the team whose page it rejected only", () =>
  Effect.gen(function*() {
    const other = { ...Caller.local, team: "other" }
    const asked: Array<string> = []
    yield* working(
      Effect.gen(function*() {
        const store = yield* jobs
        yield* submit("crawl", Caller.local)
        yield* until(() => Effect.map(store.get(target), ({ warning }) => warning !== undefined))
        const before = asked.length
        yield* submit("theirs", other)
        const theirs = Effect.map(store.get({ team: "other", job: "theirs" }), ({ state }) => state === "completed")
        const started = yield* Clock.currentTimeMillis
        yield* until(() => theirs)
        assert.isBelow((yield* Clock.currentTimeMillis) - started, 60_000)
        // The start is in the cache.
        assert.sameMembers(asked.slice(before), Object.keys(pages).slice(1))
        assert.deepInclude(yield* store.get(target), { state: "running" })
      }),
      JobStore.layerMemory(),
      fetcherOf((path, tries) => path === "/heron" && tries === 1 ? 429 : 200, asked, [], { "retry-after": "120" })
    )
  }))
