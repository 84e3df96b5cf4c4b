// A server that starts a worker process under a crawl. The site holds its responses, so that each step waits for the one
// before it and not for a time.
import { assert, it } from "@effect/vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { type Running, start } from "./serverProcess.ts"

const PAGES = 30

const numbers = Array.from({ length: PAGES }, (_, number) => number)

const words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa"]

const page = (number: number) => {
  const said = Array.from(String(number), (digit) => words[Number(digit)])
  return `<!doctype html><title>Page ${number}</title><main><h1>${said.join(" ")}</h1><p>Only this page is about ${
    said.join(" and ")
  }, and no other page of the site repeats its words.</p>${
    number === 0 ? numbers.map((other) => `<a href="/${other}">on</a>`).join(" ") : ""
  }</main>`
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 50))

/** Waits until a condition holds, however long that takes. */
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await pause()
}

/** A site that responds to its start page, and holds the responses to the others until it is released. */
const openSite = async () => {
  const held = new Map<ServerResponse, number>()
  let isReleased = false
  const respond = (response: ServerResponse, number: number) =>
    response.writeHead(200, { "content-type": "text/html" }).end(page(number))
  const server = createServer((request, response) => {
    const number = Number(/^\/(\d+)$/.exec(request.url ?? "")?.[1] ?? Number.NaN)
    if (!(number < PAGES)) return response.writeHead(404).end()
    if (number === 0 || isReleased) return respond(response, number)
    held.set(response, number)
    response.once("close", () => held.delete(response))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    /** Pages whose requests are open. */
    held: () => Array.from(held.values()),
    release: () => {
      isReleased = true
      for (const [response, number] of held) respond(response, number)
    }
  }
}

/** The worker processes that a server has started, oldest first. */
const startedBy = ({ output }: Running): ReadonlyArray<number> =>
  Array.from(output().matchAll(/a further worker process starts[^\n]*"process":(\d+)/g), ([, pid]) => Number(pid))

const exists = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it("a server replaces a killed worker process during a crawl, loses no page, and stops it when idle", async () => {
  const site = await openSite()
  const data = mkdtempSync(join(tmpdir(), "dunlin-serve-processes-"))
  onTestFinished(() => rmSync(data, { recursive: true, force: true, maxRetries: 5 }))
  const server = await start({
    DUNLIN_DATA: data,
    DUNLIN_EGRESS_ALLOW: site.address,
    DUNLIN_WORKERS: "2",
    DUNLIN_WORKER_PROCESSES: "1"
  })
  onTestFinished(() => void server.stop("SIGKILL"))
  const call = async (path: string, body?: unknown): Promise<any> => {
    const response = await fetch(`${server.url}${path}`, {
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
      headers: { "content-type": "application/json" }
    })
    return response.json()
  }
  const { id } = await call("/v2/crawl", {
    url: `http://${site.address}/0`,
    crawlEntireDomain: true,
    sitemap: "skip",
    scrapeOptions: { formats: ["markdown"], maxAge: 0, timeout: 300_000 }
  })

  // The server has both slots until the worker works. Its two pages stay open, and the third one is the worker's.
  await until(() => site.held().length === 3)
  const [first] = startedBy(server)
  process.kill(first!, "SIGKILL")
  await until(() => !exists(first!) && site.held().length === 2)
  await until(() => site.held().length === 3)
  const [, second, ...others] = startedBy(server)
  assert.deepStrictEqual(others, [])
  assert.include(server.output(), "a worker process failed")

  site.release()
  let crawl = await call(`/v2/crawl/${id}`)
  for (; crawl.status === "scraping"; crawl = await call(`/v2/crawl/${id}`)) await pause()
  const titles: ReadonlyArray<string> = crawl.data.map(({ metadata }: any) => metadata.title)
  assert.deepStrictEqual(titles.toSorted(), numbers.map((number) => `Page ${number}`).sort())
  assert.deepInclude(crawl, { status: "completed", total: PAGES, completed: PAGES, creditsUsed: PAGES })
  assert.deepStrictEqual((await call(`/v2/crawl/${id}/errors`)).errors, [])

  await until(() => !exists(second!))
  assert.deepInclude(await call(`/v2/crawl/${id}`), { status: "completed", completed: PAGES })
  assert.strictEqual(await server.stop("SIGTERM"), 0)
})
