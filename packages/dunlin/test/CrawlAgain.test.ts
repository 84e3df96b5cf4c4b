import { CreditLedger } from "@dunlin/credits"
import { EgressHttpClient, Fetcher, FetchError } from "@dunlin/fetcher"
import { Crawl, JobProgress, JobRunner, JobStore } from "@dunlin/jobs"
import { Caller } from "@dunlin/pipeline"
import { CrawlRequest } from "@dunlin/schema"
import { assert, it } from "@effect/vitest"
import { Services } from "dunlin"
import { Clock, Effect, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"

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
  moments: Array<number>
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
        const answer = Fetcher.layerMemory({ [request.url]: { status, body: status === 200 ? body! : "" } })
        return yield* Effect.provide(Effect.flatMap(Fetcher.Fetcher, ({ fetch }) => fetch(request)), answer)
      })
    })
  )

const crawled = Effect.fnUntraced(function*(statusOf: (path: string, tries: number, seconds: number) => number) {
  const asked: Array<string> = []
  const moments: Array<number> = []
  const layers = JobRunner.layer({ concurrency: 1 }).pipe(
    Layer.provideMerge(JobStore.layerMemory()),
    Layer.provide(EgressHttpClient.layer()),
    Layer.provideMerge(Services.layer({ fetcher: fetcherOf(statusOf, asked, moments) }))
  )
  return yield* Effect.gen(function*() {
    const request = yield* CrawlRequest.decode({ url: `${site}/`, sitemap: "skip" })
    const target = { team: Caller.local.team, job: "crawl" }
    yield* Crawl.submit({ id: "crawl", caller: Caller.local, request })
    const fiber = yield* Effect.forkChild(Stream.runDrain(JobProgress.follow(target)))
    const warnings = new Set<string>()
    const store = yield* JobStore.JobStore
    let seconds = 0
    for (; fiber.pollUnsafe() === undefined; seconds++) {
      yield* TestClock.adjust("1 second")
      const { warning } = yield* store.get(target)
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

const timesOf = (asked: ReadonlyArray<string>, path: string) => asked.filter((other) => other === path).length

it.effect("asks again for a page that there were too many requests for, and for no other before", () =>
  Effect.gen(function*() {
    const found = yield* crawled((path, tries) => path === "/heron" && tries <= 2 ? 429 : 200)
    assert.deepInclude(found, { done: 5, failed: 0, spent: 5 })
    assert.deepStrictEqual(found.asked.slice(0, 5), ["/robots.txt", "/", "/heron", "/heron", "/heron"])
    assert.isAtLeast(found.seconds, 75)
    assert.deepStrictEqual(found.warnings, [
      "site.example answered 429: its pages are asked for again in 15 seconds",
      "site.example answered 429: its pages are asked for again in 60 seconds"
    ])
  }))

it.effect("goes on with the others while one page fails, asks once more for it, and says so", () =>
  Effect.gen(function*() {
    const found = yield* crawled((path) => path === "/heron" ? 503 : 200)
    assert.deepInclude(found, { done: 4, failed: 1, spent: 4, warning: undefined })
    assert.deepStrictEqual(found.asked.slice(2, 7), ["/heron", "/knot", "/plover", "/snipe", "/heron"])
    assert.strictEqual(timesOf(found.asked, "/heron"), 2)
  }))

it.effect("asks a site that answers 429 to all its tries for no page after the other at once", () =>
  Effect.gen(function*() {
    const found = yield* crawled((path) => path === "/" ? 200 : 429)
    assert.deepInclude(found, { done: 1, failed: 4, warning: undefined })
    const moments = found.moments.slice(2)
    for (const [place, moment] of moments.entries()) {
      if (place > 0) assert.isAtLeast(moment - moments[place - 1]!, 15)
    }
  }))

it.effect("waits for a site that is away for a minute, and asks for each page once while it is", () =>
  Effect.gen(function*() {
    const found = yield* crawled((path, _, seconds) => path === "/" || seconds > 60 ? 200 : 503)
    assert.deepInclude(found, { done: 5, failed: 0, spent: 5 })
    assert.isAtMost(timesOf(found.asked, "/snipe"), 2)
  }))

it.effect("gives a site up that stays away, without all tries of each page", () =>
  Effect.gen(function*() {
    const found = yield* crawled((path) => path === "/" ? 200 : 503)
    assert.deepInclude(found, { done: 1, failed: 4, spent: 1 })
    assert.isBelow(found.seconds, 600)
    assert.isBelow(found.asked.length, 2 + 4 * 4)
  }))

it.effect("asks once for a page that is not there, or that its site fails at", () =>
  Effect.gen(function*() {
    const found = yield* crawled((path) => path === "/heron" ? 500 : path === "/knot" ? 404 : 200)
    assert.deepInclude(found, { done: 3, failed: 2 })
    assert.strictEqual(found.asked.length, 6)
  }))

it.effect("asks the site itself again for a page that it refused a connection for", () =>
  Effect.gen(function*() {
    const found = yield* crawled((path, tries) => path === "/heron" && tries === 1 ? 0 : 200)
    assert.deepInclude(found, { done: 5, failed: 0, spent: 5 })
    assert.isBelow(found.seconds, 30)
  }))
