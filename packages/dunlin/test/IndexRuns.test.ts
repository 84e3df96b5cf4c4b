import { Fetcher } from "@dunlin/fetcher"
import { assert, describe, it } from "@effect/vitest"
import * as Indexer from "dunlin/Indexer"
import * as Services from "dunlin/Services"
import { Clock, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { program } from "./commandLine.ts"
import { origin, page } from "./indexPages.ts"

const birds = ["heron", "knot", "plover", "snipe", "tern", "gull"]

/** Every page leads to the next. */
const chain = new Map(birds.map((bird, at) => [
  at === 0 ? "/" : `/${bird}`,
  page(bird, ...birds.slice(at + 1, at + 2).map((next) => `/${next}`))
]))

describe("a run", () => {
  it.effect("asks again at the time that a site names, and for no other page of it before", () => {
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

  it("that is killed goes on where it was with the same command", async ({ onTestFinished }) => {
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
    assert.deepStrictEqual(asked.filter((path) => path !== "/robots.txt"), ["/snipe", "/tern", "/gull"])
  })
})
