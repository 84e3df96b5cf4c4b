import { Fetcher } from "@dunlin/fetcher"
import { assert, describe, it } from "@effect/vitest"
import * as Indexer from "dunlin/Indexer"
import * as Services from "dunlin/Services"
import { Clock, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { spawn } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as rest } from "node:timers/promises"
import { program } from "./commandLine.ts"
import { origin, page } from "./indexPages.ts"

const birds = ["heron", "knot", "plover", "snipe", "tern", "gull"]

/** Every page leads to the next. */
const chain = new Map(birds.map((bird, at) => [
  at === 0 ? "/" : `/${bird}`,
  page(bird, ...birds.slice(at + 1, at + 2).map((next) => `/${next}`))
]))

const xml = (root: "sitemapindex" | "urlset", ...paths: ReadonlyArray<string>) => {
  const entry = root === "urlset" ? "url" : "sitemap"
  const entries = paths.map((path) => `<${entry}><loc>${origin}${path}</loc></${entry}>`)
  return { contentType: "application/xml", body: `<${root}>${entries.join("")}</${root}>` }
}

/** Three sitemaps behind one, and a page in each. */
const listed = new Map<string, Fetcher.MemoryPage>([
  ["/", page("start")],
  ["/index.xml", xml("sitemapindex", "/1.xml", "/2.xml", "/3.xml")],
  ...birds.slice(0, 3).flatMap((bird, at) =>
    [[`/${at + 1}.xml`, xml("urlset", `/${bird}`)], [`/${bird}`, page(bird)]] as const
  )
])

/** A site that notes what it was asked besides robots.txt, and when. */
const timed = (pages: Pick<ReadonlyMap<string, Fetcher.MemoryPage>, "get">) => {
  const asked: Array<{ readonly path: string; readonly at: number }> = []
  const fetcher = Layer.succeed(Fetcher.Fetcher, {
    recheck: () => Effect.void,
    fetch: Effect.fnUntraced(function*(request: Fetcher.FetchRequest) {
      const { pathname: path } = new URL(request.url)
      if (path !== "/robots.txt") asked.push({ path, at: yield* Clock.currentTimeMillis })
      const memory = Fetcher.layerMemory({ [request.url]: pages.get(path) ?? { status: 404, body: "" } })
      return yield* Effect.provide(Effect.flatMap(Fetcher.Fetcher, ({ fetch }) => fetch(request)), memory)
    })
  })
  return { asked, fetcher }
}

/** Each request has its turn after all before it, however late it is seen. */
const assertTurns = (asked: ReadonlyArray<{ readonly at: number }>, pause: number) => {
  for (const [turn, { at }] of asked.entries()) assert.isAtLeast(at, turn * pause, JSON.stringify(asked))
}

/** Runs to its end, in steps of so many milliseconds, for each of which threads and files have some of the system's. */
const inSteps = Effect.fnUntraced(function*<A, E, R>(run: Effect.Effect<A, E, R>, step = 100) {
  const fiber = yield* Effect.forkChild(run)
  while (fiber.pollUnsafe() === undefined) {
    yield* TestClock.adjust(step)
    yield* Effect.promise(() => rest(5))
  }
  return yield* Fiber.join(fiber)
})

describe("a run", () => {
  for (
    const [start, robots, pause] of [
      ["/", `Sitemap: ${origin}/index.xml`, 1000],
      ["/", `Sitemap: ${origin}/index.xml\nUser-agent: *\nCrawl-delay: 2`, 2000],
      ["/index.xml", "", 1000],
      ["/index.xml", "User-agent: *\nCrawl-delay: 2", 2000]
    ] as const
  ) {
    it.effect(`requests sitemaps in turns with pages, ${pause} ms apart, from ${start} on`, () => {
      const { asked, fetcher } = timed(
        new Map([...listed, ["/robots.txt", { contentType: "text/plain", body: robots }]])
      )
      return Effect.gen(function*() {
        const { added } = yield* inSteps(Indexer.run(`${origin}${start}`, { delay: 1000 }))
        assert.strictEqual(added, start === "/" ? 4 : 3)
        assert.includeMembers(asked.map(({ path }) => path), Array.from(listed.keys()).filter((path) => path !== "/"))
        assertTurns(asked, pause)
      }).pipe(Effect.provide(Services.layer({ fetcher })))
    })
  }

  it.effect("reads pages of a sitemap while the next one does not respond, and retries it", () => {
    let isDown = true
    const site = new Map(listed)
    const { asked, fetcher } = timed({
      get: (path) => {
        if (path !== "/2.xml" || !isDown) return site.get(path)
        isDown = false
        return { status: 502, body: "" }
      }
    })
    return Effect.gen(function*() {
      const { added, skipped } = yield* inSteps(Indexer.run(`${origin}/index.xml`, { delay: 1000 }))
      assert.deepStrictEqual([added, skipped], [3, []])
      const paths = asked.map(({ path }) => path)
      const [, , ...behind] = paths
      assert.deepStrictEqual(behind, ["/1.xml", "/2.xml", "/heron", "/2.xml", "/3.xml", "/knot", "/plover"])
    }).pipe(Effect.provide(Services.layer({ fetcher })))
  })

  it.effect("that continues does not read a sitemap again", () => {
    const { asked, fetcher } = timed(new Map(listed))
    return Effect.gen(function*() {
      const data = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "dunlin-runs-"))),
        (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
      )
      const run = Effect.provide(
        Indexer.run(`${origin}/index.xml`, { delay: 1000 }),
        Services.layer({ fetcher, data })
      )
      const first = yield* Effect.forkChild(run)
      while (!asked.some(({ path }) => path === "/2.xml")) yield* TestClock.adjust("100 millis")
      yield* Fiber.interrupt(first)
      asked.length = 0
      yield* inSteps(run)
      const paths = asked.map(({ path }) => path)
      assert.notIncludeMembers(paths, ["/index.xml"])
      assert.notIncludeMembers(paths, ["/1.xml"])
      assert.includeMembers(paths, ["/3.xml", "/heron", "/knot", "/plover"])
    }).pipe(Effect.orDie)
  })

  it.effect("reports every second why no page starts, for hosts with pauses or without response", () => {
    const robots = "User-agent: *\nCrawl-delay: 4"
    const { asked, fetcher } = timed(
      new Map<string, Fetcher.MemoryPage>([
        ["/", page("start", "/heron", "/knot")],
        ["/heron", { status: 503, body: "", headers: { "retry-after": "30" } }],
        ["/knot", page("knot")],
        ["/robots.txt", { contentType: "text/plain", body: robots }]
      ])
    )
    const said: Array<string> = []
    return Effect.gen(function*() {
      yield* inSteps(
        Indexer.run(`${origin}/`, {
          sitemaps: false,
          onEvent: (event) => event._tag === "Paused" && said.push(`${event.waiting} ${event.why}`)
        }),
        500
      )
      assert.includeMembers(asked.map(({ path }) => path), ["/", "/heron", "/knot"])
      const kinds = new Set(said.map((text) => text.replace(/in \d+ s/, "in some time")))
      assert.include(Array.from(kinds), "2 next page in some time: one request to site.example every 4 s")
      const [refused] = Array.from(kinds).filter((text) => text.includes("503"))
      assert.match(
        refused ?? "",
        /^\d .*in some time.*; site\.example returned 503: its pages are retried in \d+ seconds/
      )
    }).pipe(Effect.provide(Services.layer({ fetcher })))
  })

  it.effect("that continues has the pace of its own process", () => {
    const { asked, fetcher } = timed(new Map(chain))
    return Effect.gen(function*() {
      const data = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "dunlin-runs-"))),
        (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
      )
      const run = (delay: number) =>
        Effect.provide(
          Indexer.run(`${origin}/`, { depth: 100, delay, sitemaps: false }),
          Services.layer({ fetcher, data })
        )
      const first = yield* Effect.forkChild(run(100))
      while (asked.length < 3) yield* TestClock.adjust("100 millis")
      yield* Fiber.interrupt(first)
      const before = asked.splice(0)
      // Time also passes while the store works, and a request is seen late: by less than half of so long a pause.
      const longPause = 30_000
      const { added, unchanged } = yield* inSteps(run(longPause))
      assert.strictEqual(added + unchanged, birds.length)
      assert.isAtMost(asked.length, birds.length - before.length + 1)
      assert.isAtLeast(asked.length, 2)
      for (const [turn, { at }] of asked.slice(1).entries()) {
        assert.isAtLeast(at - asked[turn]!.at, longPause / 2, JSON.stringify(asked))
      }
      // It was the same run: no other is left.
      assert.isEmpty(readdirSync(join(data, "runs")))
    })
  })

  it.effect("requests a page again at the site's time, and no other page before", () => {
    const asked: Array<string> = []
    const moments = new Map<string, Array<number>>()
    const fetcher = Layer.succeed(Fetcher.Fetcher, {
      recheck: () => Effect.void,
      fetch: Effect.fnUntraced(function*(request: Fetcher.FetchRequest) {
        const { pathname } = new URL(request.url)
        asked.push(pathname)
        const times = moments.get(pathname) ?? []
        moments.set(pathname, [...times, yield* Clock.currentTimeMillis])
        const body = chain.get(pathname)
        const isRefused = pathname === "/knot" && times.length === 0
        const answer = body === undefined
          ? { status: 404, body: "" }
          : isRefused
          ? { status: 503, body: "", headers: { "retry-after": "90" } }
          : body
        const memory = Fetcher.layerMemory({ [request.url]: answer })
        return yield* Effect.provide(Effect.flatMap(Fetcher.Fetcher, ({ fetch }) => fetch(request)), memory)
      })
    })
    return Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(Indexer.run(`${origin}/`, { depth: 100 }))
      while (fiber.pollUnsafe() === undefined) yield* TestClock.adjust("1 second")
      const { added, skipped } = yield* Fiber.join(fiber)
      assert.deepStrictEqual([added, skipped], [birds.length, []])
      const [first = 0, second = 0, ...others] = moments.get("/knot") ?? []
      assert.isAtLeast(second - first, 90_000)
      assert.isEmpty(others)
    }).pipe(Effect.provide(Services.layer({ fetcher })))
  })

  it("that is killed continues with the same command", async ({ onTestFinished }) => {
    const data = mkdtempSync(join(tmpdir(), "dunlin-runs-"))
    const asked: Array<string> = []
    let isStuck = true
    let reached = () => {}
    const stuck = new Promise<void>((resolve) => reached = resolve)
    const server = createServer((request, response) => {
      const path = request.url ?? ""
      asked.push(path)
      if (path === "/snipe" && isStuck) return reached()
      const body = chain.get(path)
      response.writeHead(body === undefined ? 404 : 200, { "content-type": "text/html" }).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const run = () =>
      spawn(
        process.execPath,
        [program, "index", `http://${host}/`, "--allow", host, "--delay", "1ms", "--depth", "100", "--json"],
        { env: { PATH: process.env.PATH, HOME: process.env.HOME, DUNLIN_DATA: data } }
      )
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
      rmSync(data, { recursive: true, force: true, maxRetries: 5 })
    })
    const killed = run()
    const gone = new Promise((resolve) => killed.once("close", resolve))
    await stuck
    killed.kill("SIGKILL")
    await gone
    isStuck = false
    // What the first run did is not asked for again.
    const before = asked.splice(0)
    const again = run()
    let said = ""
    again.stdout.setEncoding("utf8").on("data", (text) => said += text)
    assert.strictEqual(await new Promise((resolve) => again.once("close", resolve)), 0)
    const { added, unchanged } = JSON.parse(said)
    assert.strictEqual(added + unchanged, birds.length)
    assert.include(before, "/plover")
    assert.isEmpty(readdirSync(join(data, "runs")))
    assert.deepStrictEqual(asked.filter((path) => path !== "/robots.txt"), ["/snipe", "/tern", "/gull"])
  })
})
