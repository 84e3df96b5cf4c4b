// A crawl whose workers are killed, without a warning, while they read its sitemaps.
import { assert } from "@effect/vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { page } from "./indexPages.ts"
import { start, startWorker } from "./serverProcess.ts"

/** What a test has started, in the order of the starts. */
export type Ends = Array<() => unknown>

const sitemaps = ["/index.xml", "/1.xml", "/2.xml"]
const pages = ["/", "/heron", "/knot", "/linked"]

/** A site that sends half of each sitemap in response to its first request. */
const openSite = async (ends: Ends) => {
  const asked: Array<string> = []
  let tellHalf: (path: string) => void = () => {}
  const server = createServer((request, response) => {
    const path = request.url ?? ""
    const isFirst = !asked.includes(path)
    if (path !== "/robots.txt") asked.push(path)
    const body = bodies(origin)[path]
    if (body === undefined) return response.writeHead(404).end()
    response.writeHead(200, { "content-type": typeOf(path) })
    if (!isFirst || !sitemaps.includes(path)) return response.end(body)
    response.write(body.slice(0, body.length / 2), () => tellHalf(path))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const origin = `http://${address}`
  /** Waits until half of the next sitemap is sent. */
  const half = () => new Promise<string>((resolve) => tellHalf = resolve)
  return { address, asked, half, origin }
}

const typeOf = (path: string): string =>
  path.endsWith(".xml") ? "application/xml" : path.endsWith(".txt") ? "text/plain" : "text/html"

const bodies = (origin: string): Readonly<Record<string, string>> => ({
  "/robots.txt": `Sitemap: ${origin}/index.xml`,
  "/index.xml":
    `<sitemapindex><sitemap><loc>${origin}/1.xml</loc></sitemap><sitemap><loc>${origin}/2.xml</loc></sitemap></sitemapindex>`,
  "/1.xml": `<urlset><url><loc>${origin}/heron</loc></url></urlset>`,
  "/2.xml": `<urlset><url><loc>${origin}/knot</loc></url></urlset>`,
  "/": page("start", "/linked"),
  "/heron": page("heron"),
  "/knot": page("knot"),
  "/linked": page("linked")
})

export interface Tables {
  readonly env: Readonly<Record<string, string>>
  readonly ask: (text: string) => Promise<ReadonlyArray<{ readonly [column: string]: unknown }>>
}

/** Kills the worker at each sitemap, and returns what became of the crawl. */
export const crawlUnderFire = async (ends: Ends, open: (folder: string) => Promise<Tables>) => {
  const folder = mkdtempSync(join(tmpdir(), "dunlin-sitemaps-"))
  ends.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const site = await openSite(ends)
  const tables = await open(folder)
  const env = { DUNLIN_DATA: folder, DUNLIN_EGRESS_ALLOW: site.address, ...tables.env }
  const server = await start({ ...env, DUNLIN_WORKERS: "0" })
  ends.push(() => server.stop("SIGKILL"))
  const call = async (path: string, body?: unknown) => {
    const response = await fetch(server.url + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    return await response.json() as any
  }
  const { id } = await call("/v2/crawl", {
    url: `${site.origin}/`,
    scrapeOptions: { formats: ["markdown"], maxAge: 0 }
  })
  const killedAt: Array<unknown> = []
  for (const sitemap of sitemaps) {
    const half = site.half()
    const worker = startWorker(env)
    ends.push(() => worker.stop("SIGKILL"))
    assert.strictEqual(await half, sitemap)
    await worker.stop("SIGKILL")
    killedAt.push(...await tables.ask("SELECT format, state FROM job_pages WHERE url LIKE '%.xml' AND state < 3"))
    // The time of its lease.
    await tables.ask("UPDATE job_pages SET lease_until = lease_until - 60000 WHERE state = 1")
  }
  const worker = startWorker(env)
  ends.push(() => worker.stop("SIGKILL"))
  for (;;) {
    const status = await call(`/v2/crawl/${id}`)
    if (status.status === "scraping") {
      await new Promise((resolve) => setTimeout(resolve, 200))
      continue
    }
    const urls = status.data.map(({ metadata }: any) => new URL(metadata.url).pathname)
    return { asked: site.asked, killedAt, status, urls }
  }
}

/** The crawl read each sitemap twice and returned each page once. The order of sitemaps and pages differs between runs. */
export const assertWhole = ({ asked, killedAt, status, urls }: Awaited<ReturnType<typeof crawlUnderFire>>) => {
  assert.deepStrictEqual(killedAt, sitemaps.map(() => ({ format: 1, state: 1 })))
  assert.deepStrictEqual(
    asked.filter((path) => sitemaps.includes(path)),
    sitemaps.flatMap((path) => [path, path])
  )
  assert.sameMembers([...new Set(asked)], [...sitemaps, ...pages])
  assert.sameMembers(urls, pages)
  assert.deepInclude(status, { status: "completed", total: pages.length, completed: pages.length })
}
