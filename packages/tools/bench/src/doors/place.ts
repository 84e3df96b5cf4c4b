/**
 * Runs a search engine and a site on loopback, for clients of other APIs. The engine ignores every filter, so that
 * only the server can apply them.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

const AGES = [0, 3, 20, 200, 2000]

const DAY = 86_400_000

const RESULTS = 24

const iso = (daysAgo: number): string => new Date(Date.now() - daysAgo * DAY).toISOString()

const page = (path: string, host: string) =>
  `<!doctype html><html lang="en"><head><title>Page ${path}</title><meta name="author" content="Ada">
<meta property="article:published_time" content="2026-02-03"><meta property="og:image" content="${host}/o.png">
<link rel="icon" href="/f.ico"></head><body><main><h1>Waders</h1><p>The dunlin weighs 48 grams. It is a small wader of the
shore, at ${path}${
    Number(/\d+$/.exec(path)?.[0] ?? 1) % 3 === 0 ? ", and nests in Iceland" : ""
  }. It feeds at low tide on worms and snails.</p><p>Its name is of the same root as dun, for its colour.</p>
<p><a href="/p1">one</a> <a href="/p2">two</a> <a href="/docs/a">documentation</a> <img src="/i.png" alt="A dunlin"></p>
</main></body></html>`

export const open = async () => {
  let host = ""
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", host)
    if (url.pathname === "/engine/search") {
      const category = url.searchParams.get("categories") ?? "general"
      const results = Array.from({ length: RESULTS }, (_, at) => {
        const address = at % 4 === 3
          ? `https://other.example/blog/p${at}`
          : `${host}/${at % 2 === 0 ? "docs/" : ""}p${at}`
        return {
          url: address,
          title: `Dunlin ${at}`,
          content: `The dunlin is a wader, number ${at}. It feeds on mud${at % 3 === 0 ? " in Iceland" : ""}.`,
          publishedDate: iso(AGES[at % AGES.length]!),
          engine: "stub",
          category,
          ...(category === "images" ? { img_src: `${address}.png`, resolution: "640x480" } : {})
        }
      })
      return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({
        query: url.searchParams.get("q"),
        results,
        answers: [],
        corrections: [],
        infoboxes: [],
        suggestions: [],
        unresponsive_engines: []
      }))
    }
    if (url.pathname === "/dead") return response.destroy()
    if (url.pathname === "/robots.txt" || url.pathname === "/sitemap.xml") return response.writeHead(404).end()
    response.writeHead(200, { "content-type": "text/html" }).end(page(url.pathname, host))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  host = `http://${address}`
  return { address, host, server }
}
