// Applications of seven frameworks, and sites of four generators, with a late lazy route and late data:
// npm run bench -- frameworks [--only=NAME] [--delays=0,1000,2000] [--folder=FOLDER]
//
// Installs the frameworks into a scratch folder, builds small applications and sites, and serves each on loopback. Their
// lazy module and their data are delayed. Each page is scraped twice: once the fetcher selects the engine, once the
// request needs a browser. A page is whole if its Markdown has the text of the route and of the data. A page that is
// neither whole nor has a warning loses text in silence; the benchmark prints it.
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { extname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import * as Client from "../../../dunlin/src/Client.ts"
import { applications, DATA_PATH, DATA_TEXT, ROUTE_TEXT } from "./frameworks/applications.ts"
import { build, buildSite } from "./frameworks/build.ts"
import { sites } from "./frameworks/sites.ts"
import { figure } from "./report.ts"

const types: Readonly<Record<string, string>> = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html" }

const serve = async ({ folder, lateModules }: Built, chunkMs: number, dataMs: number) => {
  const server = createServer(async ({ url }, response) => {
    const path = new URL(url!, "http://localhost").pathname
    if (path === "/robots.txt" || path.endsWith(".md") || path === "/llms.txt") return response.writeHead(404).end()
    if (path === DATA_PATH) {
      await sleep(dataMs)
      return response.writeHead(200, { "content-type": "text/plain" }).end(DATA_TEXT)
    }
    if (lateModules.test(path)) await sleep(chunkMs)
    const isPage = extname(path) === ""
    const files = isPage ? [join(path, "index.html"), "index.html"] : [path]
    const file = files.map((file) => join(folder, file)).find((file) => existsSync(file))
    const bytes = file === undefined ? undefined : await readFile(file)
    const type = types[isPage ? ".html" : extname(path)] ?? "application/json"
    response.writeHead(bytes === undefined ? 404 : 200, { "content-type": type })
    return response.end(bytes)
  }).listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  const end = () => {
    server.closeAllConnections()
    server.close()
  }
  return { target: `127.0.0.1:${(server.address() as AddressInfo).port}`, end }
}

const ways = [{ name: "selected", options: {} }, { name: "browser", options: { waitFor: 1 } }] as const

interface Built {
  readonly folder: string
  readonly lateModules: RegExp
}

type Outcome = "whole" | "warned" | "silent"

const scrape = async (target: string, options: (typeof ways)[number]["options"]) => {
  const client = Client.createClient({ allow: [target] })
  try {
    const { markdown, metadata, warning } = await client.scrape(`http://${target}/tides`, {
      formats: ["markdown"],
      maxAge: 0,
      timeout: 60_000,
      ...options
    })
    const isWhole = [ROUTE_TEXT, DATA_TEXT].every((text) => markdown?.includes(text))
    const outcome: Outcome = isWhole
      ? "whole"
      : warning === undefined
      ? "silent"
      : "warned"
    return { outcome, reason: metadata?.engineReason }
  } finally {
    await client.close()
  }
}

export const run = async (args: ReadonlyArray<string>) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string" },
      delays: { type: "string", default: "0,1000,2000" },
      folder: { type: "string", default: join(tmpdir(), "dunlin-frameworks") }
    }
  })
  const delays = values.delays.split(",").map(Number)
  const totals: Record<Outcome, number> = { whole: 0, warned: 0, silent: 0 }
  const all = [
    ...applications.map((application, index) => ({
      name: application.name,
      make: (): Built => ({ folder: build(values.folder, application, index), lateModules: /^\/assets\/Route/ })
    })),
    ...sites.map((site) => ({
      name: site.name,
      make: (): Built => ({ folder: buildSite(values.folder, site), lateModules: site.lateModules })
    }))
  ]
  for (const { make, name } of all) {
    if (values.only !== undefined && !name.toLowerCase().includes(values.only.toLowerCase())) continue
    const built = make()
    for (const chunkMs of delays) {
      for (const dataMs of delays) {
        const { end, target } = await serve(built, chunkMs, dataMs)
        for (const way of ways) {
          const { outcome, reason } = await scrape(target, way.options)
          totals[outcome]++
          if (outcome !== "whole") {
            console.log(`${outcome}: ${name}, route ${chunkMs} ms, data ${dataMs} ms, ${way.name} (${reason})`)
          }
        }
        end()
      }
    }
    console.log(`${name}: done`)
  }
  const area = "Applications with late routes and data"
  const pages = Object.values(totals).reduce((sum, count) => sum + count, 0)
  figure({ area, metric: `complete pages, of ${pages}`, ours: totals.whole })
  figure({ area, metric: "incomplete pages without a warning", ours: totals.silent })
}
