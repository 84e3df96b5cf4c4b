import { assert, it } from "@effect/vitest"
import { Firecrawl } from "@mendable/firecrawl-js"
import { Effect, Exit, Redacted, Scope } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe } from "vitest"
import * as servers from "../../cache/test/servers.ts"
import { needing } from "../../common/test/components.ts"
import { start, startWorker } from "./serverProcess.ts"

const pages = 40
const atOnce = 3

/** Looks at a job while so many pages wait: time enough for one too many to be asked for. */
const looks = 5

/** A site that answers when so many pages are asked for at once, or no other will be, and somebody looked meanwhile. */
const openSite = async () => {
  const waiting: Array<() => void> = []
  let looked = 0
  let most = 0
  const asked = new Set<string>()
  const server = createServer((request, response) => {
    const answer = () => {
      response.writeHead(200, { "content-type": "text/html" })
      response.end(`<title>Page ${request.url}</title><main><p>This is what page ${request.url} says.</p></main>`)
    }
    if (!/^\/\d+$/.test(request.url ?? "")) return answer()
    asked.add(request.url ?? "")
    most = Math.max(most, waiting.push(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const look = () => {
    if (waiting.length < atOnce && asked.size < pages) return
    if (++looked < looks) return
    looked = 0
    for (const answer of waiting.splice(0)) answer()
  }
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { address, url: `http://${address}`, asked, look, most: () => most, close }
}

describe("two servers and two workers with one database", needing("PostgreSQL"), () => {
  const ends: Array<() => unknown> = []
  afterAll(async () => {
    for (const end of ends.toReversed()) await end()
  })

  it("share jobs, credits, and limits per minute and in parallel", async () => {
    const folder = mkdtempSync(join(tmpdir(), "dunlin-nodes-"))
    ends.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
    const scope = Effect.runSync(Scope.make())
    ends.push(() => Effect.runPromise(Scope.close(scope, Exit.void)))
    const database = await Effect.runPromise(Scope.provide(servers.postgres({ durable: false }), scope))
    const site = await openSite()
    ends.push(site.close)
    const teams = join(folder, "teams.json")
    const file = {
      teams: [
        { id: "team", keys: ["key"], credits: 2 * pages, maxConcurrent: atOnce },
        { id: "narrow", keys: ["narrow"], rateLimitPerMinute: 1 }
      ]
    }
    writeFileSync(teams, JSON.stringify(file), { mode: 0o600 })
    /** Each is a machine of its own: nothing but the database is shared. */
    const machine = (name: string) => ({
      DUNLIN_DATA: mkdtempSync(join(folder, `${name}-`)),
      DUNLIN_TEAMS: teams,
      DUNLIN_DATABASE_URL: Redacted.value(database.url),
      DUNLIN_EGRESS_ALLOW: site.address,
      DUNLIN_WORKERS: "0"
    })
    const [one, other] = await Promise.all([start(machine("one")), start(machine("other"))])
    ends.push(() => one!.stop("SIGKILL"), () => other!.stop("SIGKILL"))
    for (const name of ["first", "second"]) {
      const worker = startWorker(machine(name), ["--concurrency", "8"])
      ends.push(() => worker.stop("SIGKILL"))
    }

    const narrow = (url: string) =>
      fetch(`${url}/v2/map`, {
        method: "POST",
        headers: { authorization: "Bearer narrow", "content-type": "application/json" },
        body: JSON.stringify({ url: site.url })
      }).then(async (response) => ({ status: response.status, body: await response.json() as { code?: string } }))
    const answers = await Promise.all([one!, other!].map(({ url }) => narrow(url)))
    const refused = answers.filter(({ status }) => status !== 200)
    assert.deepStrictEqual(refused.map(({ body, status }) => [status, body.code]), [[429, "RATE_LIMITED"]])

    const [client, watcher] = [one!, other!].map(({ url }) => new Firecrawl({ apiUrl: url, apiKey: "key" }))
    const urls = Array.from({ length: pages }, (_, at) => `${site.url}/${at}`)
    const { id } = await client!.startBatchScrape(urls, { options: { formats: ["markdown"] } })
    let status = await watcher!.getBatchScrapeStatus(id)
    while (status.status === "scraping") {
      site.look()
      status = await watcher!.getBatchScrapeStatus(id)
    }
    assert.deepStrictEqual([status.status, status.completed, status.creditsUsed], ["completed", pages, pages])
    assert.isTrue(urls.every((url) => site.asked.has(new URL(url).pathname)))
    assert.strictEqual(site.most(), atOnce)
    // a worker without pages settles what it has reserved within seconds
    for (const each of [client!, watcher!]) {
      const remaining = async () => (await each.getCreditUsage()).remainingCredits
      while (await remaining() < pages) await new Promise((resolve) => setTimeout(resolve, 200))
      assert.strictEqual(await remaining(), pages)
    }
  })
})
