import * as Listener from "@dunlin/http-api/Listener"
import { assert, it } from "@effect/vitest"
import * as Serve from "dunlin/Serve"
import { ConfigProvider, Context, Effect, Layer } from "effect"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { program } from "./main.ts"

const page = (name: string, others: string) =>
  `<!doctype html><title>${name}</title><main><h1>${name}</h1><p>The ${name} is a wader. The sanderling has no hind toe, and
  runs along the edge of the waves, where it picks what they leave behind when they go.</p>${others}</main>`

it("searches, scrapes, maps and crawls with the client of Firecrawl", async () => {
  const data = mkdtempSync(join(tmpdir(), "dunlin-firecrawl-"))
  const site = createServer((request, response) => {
    const others = request.url === "/" ? `<a href="/knot">knot</a> <a href="/dunlin">dunlin</a>` : ""
    response.writeHead(request.url === "/robots.txt" ? 404 : 200, { "content-type": "text/html" })
    response.end(page(request.url?.slice(1) || "sanderling", others))
  })
  site.listen(0, "127.0.0.1")
  await once(site, "listening")
  const address = `127.0.0.1:${(site.address() as AddressInfo).port}`
  const searx = createServer((_, response) => {
    const results = [{ url: `http://${address}/knot`, title: "Knot", content: "The knot, a wader without a hind toe." }]
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ results }))
  })
  searx.listen(0, "127.0.0.1")
  await once(searx, "listening")
  const engine = `127.0.0.1:${(searx.address() as AddressInfo).port}`
  const env = {
    DUNLIN_PORT: "0",
    DUNLIN_DATA: data,
    DUNLIN_LOG_LEVEL: "None",
    DUNLIN_PROVIDER: "searxng",
    DUNLIN_SEARXNG_URL: `http://${engine}`,
    DUNLIN_EGRESS_ALLOW: `${address},${engine}`
  }
  try {
    const found = await Effect.runPromise(
      Layer.build(Serve.layer()).pipe(
        Effect.flatMap((context) =>
          Effect.promise(() => program(Context.get(context, Listener.Listener).url, `http://${address}/`))
        ),
        Effect.scoped,
        Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(env)))
      )
    )
    assert.include(JSON.stringify(found.web), "hind toe")
    assert.include(found.markdown, "# sanderling")
    assert.includeMembers(found.links.map(({ url }) => new URL(url).pathname), ["/knot", "/dunlin"])
    assert.strictEqual(found.crawled.length, 3)
  } finally {
    for (const server of [site, searx]) {
      server.closeAllConnections()
      server.close()
    }
    rmSync(data, { recursive: true, force: true, maxRetries: 5 })
  }
})
