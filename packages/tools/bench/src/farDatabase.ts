// Requests to a server whose PostgreSQL is far away: npm run bench -- farDatabase [--delay=25] [--requests=60]
//
// A server reads one page of a local site per request, and charges a team for it. Its database is behind a proxy that
// delays the bytes of both directions, so that a round trip takes `delay` milliseconds. Near and far requests alternate.
import { Effect, Exit, Redacted, Scope } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer as createSite } from "node:http"
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as servers from "../../../cache/test/servers.ts"
import { isInstalled } from "../../../common/test/components.ts"
import { start } from "../../../dunlin/test/serverProcess.ts"
import { optionOf } from "./options.ts"
import { figure } from "./report.ts"

const WARM_REQUESTS = 10
const KEY = "fc-far"

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)))

const passOn = (from: Socket, to: Socket, delay: number) => {
  from.on("data", (bytes) => setTimeout(() => to.write(bytes), delay))
  from.on("close", () => setTimeout(() => to.destroy(), delay))
  from.on("error", () => to.destroy())
}

const delayed = (port: number, delay: number) => {
  const open = new Set<Socket>()
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port, host: "127.0.0.1", noDelay: true })
    open.add(near)
    near.on("close", () => open.delete(near))
    passOn(near, far, delay)
    passOn(far, near, delay)
  })
  return { server, open }
}

const medianOf = (values: ReadonlyArray<number>) => values.toSorted((one, other) => one - other)[values.length >> 1]!

export const run = async (args: ReadonlyArray<string>) => {
  if (!isInstalled("PostgreSQL")) return
  const delay = Number(optionOf(args, "delay") ?? 25)
  const requests = Number(optionOf(args, "requests") ?? 60)
  const folder = mkdtempSync(join(tmpdir(), "dunlin-far-"))
  const scope = Effect.runSync(Scope.make())
  const site = createSite((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<title>Far</title><h1>Far</h1><p>A page.</p>")
  })
  const ends: Array<() => unknown> = [() => site.close()]
  try {
    const teams = join(folder, "teams.json")
    writeFileSync(teams, JSON.stringify({ teams: [{ id: "far", keys: [KEY], credits: 100_000, maxConcurrent: 8 }] }))
    const address = `127.0.0.1:${await listen(site)}`
    const serve = async (name: string, each: number) => {
      const { url } = await Effect.runPromise(Scope.provide(servers.postgres({ durable: true }), scope))
      const target = new URL(Redacted.value(url))
      const proxy = delayed(Number(target.port), each)
      target.port = String(await listen(proxy.server))
      ends.push(() => proxy.server.close())
      const server = await start({
        DUNLIN_DATA: join(folder, name),
        DUNLIN_TEAMS: teams,
        DUNLIN_EGRESS_ALLOW: address,
        DUNLIN_DATABASE_URL: target.href
      })
      ends.push(() => server.stop("SIGKILL"))
      const times: Array<number> = []
      const scrape = async () => {
        const before = performance.now()
        const response = await fetch(`${server.url}/v2/scrape`, {
          method: "POST",
          headers: { "content-type": "application/json", authorization: `Bearer ${KEY}` },
          body: JSON.stringify({ url: `http://${address}/`, maxAge: 0, storeInCache: false })
        })
        if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`)
        await response.arrayBuffer()
        times.push(performance.now() - before)
      }
      return { scrape, times, open: proxy.open }
    }
    const near = await serve("near", 0)
    const far = await serve("far", delay / 2)
    for (let at = 0; at < WARM_REQUESTS + requests; at++) {
      await near.scrape()
      await far.scrape()
    }
    const [local, away] = [near, far].map(({ times }) => medianOf(times.slice(WARM_REQUESTS))) as [number, number]
    console.log(`| database | median ms of a scrape | connections |\n| --- | --- | --- |`)
    console.log(`| near | ${local.toFixed(0)} | ${near.open.size} |`)
    console.log(`| ${delay} ms away | ${away.toFixed(0)} | ${far.open.size} |`)
    const area = `a scrape with the database ${delay} ms away`
    figure({
      area,
      metric: "additional round trips, compared with a near database",
      ours: Number(((away - local) / delay).toFixed(1))
    })
    figure({ area, metric: "open connections of the server", ours: far.open.size })
  } finally {
    for (const end of ends.toReversed()) await end()
    await Effect.runPromise(Scope.close(scope, Exit.void))
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
