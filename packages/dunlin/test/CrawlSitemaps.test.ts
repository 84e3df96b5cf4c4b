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

for (
  const [what, robots, delay, pause] of [
    ["its delay", "Allow: /", 2, 2000],
    ["the crawl-delay of robots.txt", "Crawl-delay: 4", 2, 4000]
  ] as const
) {
  it.effect(`a crawl asks for sitemaps in turns with pages, ${what} apart`, () => {
    const asked: Array<string> = []
    const moments: Array<number> = []
    const fetcher = Layer.succeed(Fetcher.Fetcher, {
      recheck: () => Effect.void,
      fetch: Effect.fnUntraced(function*(request: Fetcher.FetchRequest) {
        const path = new URL(request.url).pathname
        if (path !== "/robots.txt") {
          asked.push(path)
          moments.push(yield* Clock.currentTimeMillis)
        }
        const memory = Fetcher.layerMemory({ [request.url]: pages(robots)[path] ?? { status: 404, body: "" } })
        return yield* Effect.provide(Effect.flatMap(Fetcher.Fetcher, ({ fetch }) => fetch(request)), memory)
      })
    })
    const layers = JobRunner.layer({ poll: "500 millis" }).pipe(
      Layer.provideMerge(JobStore.layerMemory()),
      Layer.provide(EgressHttpClient.layer()),
      Layer.provideMerge(Services.layer({ fetcher }))
    )
    return Effect.gen(function*() {
      const request = yield* CrawlRequest.decode({ url: `${origin}/`, delay })
      yield* Crawl.submit({ id: "crawl", caller: Caller.local, request })
      const target = { team: Caller.local.team, job: "crawl" }
      const fiber = yield* Effect.forkChild(Stream.runDrain(JobProgress.follow(target)))
      while (fiber.pollUnsafe() === undefined) yield* TestClock.adjust("1 second")
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(asked, ["/", "/index.xml", "/1.xml", "/2.xml", "/heron", "/knot"])
      // Each has its turn after all before it, however late its request is seen.
      for (const [turn, moment] of moments.entries()) assert.isAtLeast(moment, turn * pause)
    }).pipe(Effect.provide(layers))
  })
}
