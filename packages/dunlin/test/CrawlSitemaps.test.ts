import { EgressHttpClient, Fetcher } from "@dunlin/fetcher"
import { Crawl, JobProgress, JobRunner, JobStore } from "@dunlin/jobs"
import { Caller } from "@dunlin/pipeline"
import { CrawlRequest } from "@dunlin/schema"
import { assert, it } from "@effect/vitest"
import * as Services from "dunlin/Services"
import { Clock, Effect, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { origin, page } from "./indexPages.ts"

const xml = (body: string) => ({ contentType: "application/xml", body })

const pages = (robots: string): Record<string, Fetcher.MemoryPage> => ({
  "/robots.txt": { contentType: "text/plain", body: `Sitemap: /index.xml\nUser-agent: *\n${robots}` },
  "/index.xml": xml(
    `<sitemapindex><sitemap><loc>${origin}/1.xml</loc></sitemap><sitemap><loc>${origin}/2.xml</loc></sitemap></sitemapindex>`
  ),
  "/1.xml": xml(`<urlset><url><loc>${origin}/heron</loc></url></urlset>`),
  "/2.xml": xml(`<urlset><url><loc>${origin}/knot</loc></url></urlset>`),
  "/": page("start"),
  "/heron": page("heron"),
  "/knot": page("knot")
})

/** A site that notes what it was asked besides robots.txt, and when. */
const noted = (
  site: Readonly<Record<string, Fetcher.MemoryPage>>,
  /** What paths answer before they answer as they do. */
  first: Readonly<Record<string, Fetcher.MemoryPage>> = {}
) => {
  const asked: Array<string> = []
  const moments: Array<number> = []
  const fetcher = Layer.succeed(Fetcher.Fetcher, {
    recheck: () => Effect.void,
    fetch: Effect.fnUntraced(function*(request: Fetcher.FetchRequest) {
      const { host, pathname } = new URL(request.url)
      const path = request.url.startsWith(origin) ? pathname : host + pathname
      const answer = (asked.includes(path) ? undefined : first[path]) ?? site[path] ?? { status: 404, body: "" }
      if (pathname !== "/robots.txt") {
        asked.push(path)
        moments.push(yield* Clock.currentTimeMillis)
      }
      const memory = Fetcher.layerMemory({ [request.url]: answer })
      return yield* Effect.provide(Effect.flatMap(Fetcher.Fetcher, ({ fetch }) => fetch(request)), memory)
    })
  })
  return { asked, moments, fetcher }
}

const layersOf = (
  fetcher: Layer.Layer<Fetcher.Fetcher>,
  ...runners: ReadonlyArray<ReturnType<typeof JobRunner.layer>>
) =>
  runners.reduce((all, runner) => Layer.merge(all, Layer.fresh(runner))).pipe(
    Layer.provideMerge(JobStore.layerMemory()),
    Layer.provide(EgressHttpClient.layer()),
    Layer.provideMerge(Services.layer({ fetcher }))
  )

const { team } = Caller.local

/** Crawls to the end of the last of some, in steps of a second. */
const crawl = Effect.fnUntraced(function*(...inputs: ReadonlyArray<Parameters<typeof CrawlRequest.decode>[0]>) {
  for (const [at, input] of inputs.entries()) {
    const request = yield* CrawlRequest.decode(input)
    yield* Crawl.submit({ id: `crawl-${at}`, caller: Caller.local, request })
  }
  const ends = inputs.map((_, at) => Stream.runDrain(JobProgress.follow({ team, job: `crawl-${at}` })))
  const fiber = yield* Effect.forkChild(Effect.all(ends, { concurrency: "unbounded", discard: true }))
  while (fiber.pollUnsafe() === undefined) yield* TestClock.adjust("1 second")
  yield* Fiber.join(fiber)
})

for (
  const [what, robots, delay, pause] of [
    ["its delay", "Allow: /", 2, 2000],
    ["the crawl-delay of robots.txt", "Crawl-delay: 4", 2, 4000]
  ] as const
) {
  for (const workers of [1, 2]) {
    it.effect(`a crawl alternates sitemaps and pages, ${what} apart, workers: ${workers}`, () => {
      const { asked, fetcher, moments } = noted(pages(robots))
      const runners = Array.from({ length: workers }, () => JobRunner.layer({ poll: "500 millis" }))
      return Effect.gen(function*() {
        yield* crawl({ url: `${origin}/`, delay })
        assert.deepStrictEqual(asked, ["/", "/index.xml", "/1.xml", "/2.xml", "/heron", "/knot"])
        // Each has its turn after all before it, however late its request is seen.
        for (const [turn, moment] of moments.entries()) assert.isAtLeast(moment, turn * pause)
        const store = yield* JobStore.JobStore
        const { counts } = yield* store.get({ team, job: "crawl-0" })
        assert.deepInclude(counts, { total: 3, done: 3, failed: 0 })
      }).pipe(Effect.provide(layersOf(fetcher, ...runners)))
    })
  }
}

it.effect("a crawl does not delay other sites while its sitemaps wait", () => {
  const other = "https://other.example/"
  const { asked, fetcher } = noted({ ...pages("Crawl-delay: 30"), "other.example/": page("other") })
  return Effect.gen(function*() {
    yield* crawl({ url: `${origin}/` }, { url: other, sitemap: "skip" })
    assert.deepStrictEqual(
      asked,
      ["/", "other.example/", "/index.xml", "/1.xml", "/2.xml", "/heron", "/knot"]
    )
  }).pipe(Effect.provide(layersOf(fetcher, JobRunner.layer({ concurrency: 1, poll: "500 millis" }))))
})

it.effect("a crawl requests a temporarily rejected sitemap again at the site's time", () => {
  const refused = { status: 503, body: "", headers: { "retry-after": "20" } }
  const { asked, fetcher, moments } = noted(pages("Allow: /"), { "/1.xml": refused })
  return Effect.gen(function*() {
    yield* crawl({ url: `${origin}/` })
    assert.deepStrictEqual(asked, ["/", "/index.xml", "/1.xml", "/1.xml", "/2.xml", "/heron", "/knot"])
    assert.isAtLeast(moments[3]! - moments[2]!, 20_000)
  }).pipe(Effect.provide(layersOf(fetcher, JobRunner.layer({ poll: "500 millis" }))))
})

it.effect("a crawl reads the links of its start while a sitemap is rejected", () => {
  const { asked, fetcher, moments } = noted({
    ...pages("Allow: /"),
    "/": page("start", "/heron"),
    "/index.xml": { status: 429, body: "" }
  })
  return Effect.gen(function*() {
    yield* crawl({ url: `${origin}/` })
    assert.deepStrictEqual(asked.slice(0, 2), ["/", "/index.xml"])
    assert.strictEqual(asked.filter((path) => path === "/heron").length, 1)
    assert.strictEqual(asked.filter((path) => path === "/index.xml").length, 4)
    // the whole site rests for 15 seconds after the first refusal, for a minute after the second
    assert.isBelow(moments[asked.indexOf("/heron")]! - moments[1]!, 30_000)
  }).pipe(Effect.provide(layersOf(fetcher, JobRunner.layer({ poll: "500 millis" }))))
})

it.effect("a crawl reads only as many sitemaps as it needs for its limit of URLs", () => {
  const names = Array.from({ length: 1000 }, (_, at) => `<url><loc>${origin}/bird/${at}</loc></url>`).join("")
  const birds = Array.from({ length: 1000 }, (_, at) => [`/bird/${at}`, page(`bird-${at}`)])
  const { asked, fetcher } = noted({
    ...Object.fromEntries(birds),
    ...pages("Allow: /"),
    "/1.xml": xml(`<urlset>${names}</urlset>`)
  })
  return Effect.gen(function*() {
    yield* crawl({ url: `${origin}/`, limit: 3 })
    assert.notInclude(asked, "/2.xml")
  }).pipe(Effect.provide(layersOf(fetcher, JobRunner.layer({ poll: "500 millis" }))))
})

it.effect("a crawl reads each sitemap once, also with cyclic references", () => {
  const { asked, fetcher } = noted({
    ...pages("Allow: /"),
    "/2.xml": xml(
      `<sitemapindex><sitemap><loc>${origin}/index.xml</loc></sitemap><sitemap><loc>${origin}/2.xml</loc></sitemap></sitemapindex>`
    )
  })
  return Effect.gen(function*() {
    yield* crawl({ url: `${origin}/` })
    assert.deepStrictEqual(asked, ["/", "/index.xml", "/1.xml", "/2.xml", "/heron"])
  }).pipe(Effect.provide(layersOf(fetcher, JobRunner.layer({ poll: "500 millis" }))))
})

it.effect("a crawl follows the links of a start that is a duplicate, and reads its sitemaps once", () => {
  const { asked, fetcher } = noted({
    ...pages("Allow: /"),
    "/": `<link rel="canonical" href="${origin}/home">${page("start", "/home")}`,
    "/home": page("start", "/linked"),
    "/linked": page("linked")
  })
  return Effect.gen(function*() {
    yield* crawl({ url: `${origin}/`, maxConcurrency: 1 })
    assert.deepStrictEqual(asked, ["/", "/index.xml", "/1.xml", "/2.xml", "/home", "/heron", "/knot", "/linked"])
  }).pipe(Effect.provide(layersOf(fetcher, JobRunner.layer({ poll: "500 millis" }))))
})
