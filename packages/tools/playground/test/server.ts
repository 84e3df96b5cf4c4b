// A server with the page, a search engine that knows one site, and that site; all of them in this process.
import * as Listener from "@dunlin/http-api/Listener"
import * as Serve from "dunlin/Serve"
import { ConfigProvider, Context, Effect, Exit, Layer, Scope } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

const sentence = "The sanderling is a wader without a hind toe, which runs along the edge of the waves and picks. "

/** A page whose markdown and HTML try to run, to load and to leave. */
const hostile = (site: string) =>
  `<!doctype html>
<title>&lt;script&gt;parent.hacked = 1&lt;/script&gt;</title>
<main><h1>Hostile <img src="x" onerror="parent.hacked = 1"></h1>
<p>${sentence.repeat(5)}</p>
<p><a href="javascript:parent.hacked = 1">run</a> <a href="${site}/left">leave</a>
<img src="${site}/loaded.png" alt="a &quot; onerror=&quot;parent.hacked = 1"></p>
<p>&lt;script&gt;parent.hacked = 1&lt;/script&gt; &lt;/iframe&gt;&lt;script&gt;parent.hacked = 1&lt;/script&gt;
&lt;meta http-equiv="refresh" content="0;url=${site}/left"&gt; &lt;base href="${site}/"&gt;</p>
<pre>&lt;/code&gt;&lt;/pre&gt;&lt;img src=x onerror="parent.hacked = 1"&gt;</pre>
<script>parent.hacked = 1</script><p>${sentence.repeat(3)}</p></main>`

const plain = `<!doctype html><title>Waders</title><nav><a href="/">Home</a> <a href="/about">About us</a></nav>
<main><h1>Waders</h1><p>${sentence.repeat(4)}</p><h2>Toes</h2><table><tr><th>bird<th>toes<tr><td>sanderling<td>3</table>
<ul><li>runs</li><li>picks</li></ul><p>${sentence.repeat(3)}</p></main><footer>All rights reserved</footer>`

const image = Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=", "base64")

/** Starts all of it; `asked` has the paths that were asked of the site. */
export const start = async (settings: { readonly teams?: unknown; readonly provider?: "local" } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), "dunlin-playground-"))
  const asked: Array<string> = []
  const site = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://site")
    asked.push(pathname)
    const host = `http://${request.headers.host}`
    if (pathname === "/search") {
      const results = ["waders", "hostile", "missing"].map((name) => ({
        url: `${host}/${name}`,
        title: name === "hostile" ? "<img src=x onerror=\"hacked = 1\">" : name,
        content: `A sanderling on the page ${name}. <b onmouseover="hacked = 1">bold</b>`
      }))
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ results }))
    } else if (pathname === "/waders") response.writeHead(200, { "content-type": "text/html" }).end(plain)
    else if (pathname === "/hostile") response.writeHead(200, { "content-type": "text/html" }).end(hostile(host))
    else if (pathname.endsWith(".png")) response.writeHead(200, { "content-type": "image/gif" }).end(image)
    else response.writeHead(404, { "content-type": "text/html" }).end("<title>Not here</title><p>Nothing is here.")
  })
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", () => resolve()))
  const address = `127.0.0.1:${(site.address() as AddressInfo).port}`
  const env: Record<string, string> = {
    DUNLIN_PORT: "0",
    DUNLIN_DATA: join(folder, "data"),
    DUNLIN_PROVIDER: settings.provider ?? "searxng",
    DUNLIN_SEARXNG_URL: `http://${address}`,
    DUNLIN_EGRESS_ALLOW: address,
    DUNLIN_LOG_LEVEL: "None"
  }
  if (settings.teams !== undefined) {
    env.DUNLIN_TEAMS = join(folder, "teams.json")
    writeFileSync(env.DUNLIN_TEAMS, JSON.stringify({ teams: settings.teams }), { mode: 0o600 })
  }
  const scope = Effect.runSync(Scope.make())
  const context = await Effect.runPromise(
    Layer.buildWithScope(Serve.layer(), scope).pipe(
      Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(env)))
    )
  )
  return {
    url: Context.get(context, Listener.Listener).url,
    site: `http://${address}`,
    asked,
    stop: async () => {
      await Effect.runPromise(Scope.close(scope, Exit.void))
      site.closeAllConnections()
      site.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}
