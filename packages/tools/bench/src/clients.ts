// Tests real clients of the contract with our server: npm run bench -- clients
//
// The published command, MCP server, two loaders and n8n node are installed in a scratch folder and use `dunlin serve`
// on loopback. Each row is a call with its expected result.
import { execFile, execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { start } from "../../../dunlin/test/serverProcess.ts"
import { n8n } from "./clients/n8n.ts"
import { checked, type Row } from "./clients/row.ts"
import { figure } from "./report.ts"

const packages = [
  "firecrawl-mcp@3.26.0",
  "firecrawl-cli@1.23.3",
  "@agentic/firecrawl@7.6.9",
  "@langchain/community@1.1.29",
  "@langchain/core@1.1.29",
  "@mendable/firecrawl-js@1.21.1",
  "ws@8"
]

const page = (number: number) =>
  `<!doctype html><title>Page ${number}</title><main><h1>Page ${number}</h1><p>Word ${"abcdef"[number]} and what
   only page ${number} says.</p><a href="/${number + 1}">on</a></main>`

const pages = 4

const openSite = async () => {
  const server = createServer((request, response) => {
    const number = Number(/^\/(\d?)$/.exec(request.url ?? "")?.[1] ?? Number.NaN)
    if (Number.isNaN(number) || number >= pages) return response.writeHead(404).end()
    response.writeHead(200, { "content-type": "text/html" }).end(page(number))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { server, address: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const load = (folder: string, name: string) =>
  import(pathToFileURL(createRequire(join(folder, "x.js")).resolve(name)).href)

const allPages = new RegExp(Array.from({ length: pages }, (_, number) => `(?=[^]*Page ${number})`).join(""))
const toldNot = /This server has no llms.txt/

const command = async (folder: string, url: string, site: string): Promise<ReadonlyArray<Row>> => {
  const run = (...args: ReadonlyArray<string>) => async () => {
    const { stderr, stdout } = await promisify(execFile)(join(folder, "node_modules/.bin/firecrawl"), [...args], {
      cwd: folder,
      env: {
        ...process.env,
        HOME: folder,
        FIRECRAWL_API_KEY: "fc-key",
        FIRECRAWL_API_URL: url,
        FIRECRAWL_NO_TELEMETRY: "1"
      },
      timeout: 120_000
    })
    return `${stdout}\n${stderr}`
  }
  const name = "firecrawl-cli 1.23.3"
  return [
    await checked(name, "scrape", run("scrape", `${site}/0`), /Page 0/),
    await checked(name, "map", run("map", `${site}/`), new RegExp(`${site}/1`)),
    await checked(
      name,
      "crawl --wait",
      run("crawl", `${site}/0`, "--wait", "--poll-interval", "1", "--crawl-entire-domain"),
      allPages
    ),
    await checked(name, "credit-usage", run("credit-usage"), /credit/i),
    await checked(name, "--status", run("--status"), /credit|concurrency/i)
  ]
}

const mcp = async (folder: string, url: string, site: string): Promise<ReadonlyArray<Row>> => {
  const { Client } = await load(folder, "@modelcontextprotocol/sdk/client/index.js")
  const { StdioClientTransport } = await load(folder, "@modelcontextprotocol/sdk/client/stdio.js")
  const client = new Client({ name: "bench", version: "1" })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(folder, "node_modules/firecrawl-mcp/dist/index.js")],
      cwd: folder,
      env: { PATH: process.env.PATH!, HOME: folder, FIRECRAWL_API_KEY: "fc-key", FIRECRAWL_API_URL: url },
      stderr: "ignore"
    })
  )
  const call = (tool: string, args: Record<string, unknown>) => () => client.callTool({ name: tool, arguments: args })
  const name = "firecrawl-mcp 3.26.0"
  try {
    const rows = [
      await checked(name, "scrape", call("firecrawl_scrape", { url: `${site}/0`, formats: ["markdown"] }), /Page 0/),
      await checked(name, "map", call("firecrawl_map", { url: `${site}/` }), new RegExp(`${site}/1`))
    ]
    const started = await call("firecrawl_crawl", { url: `${site}/0`, limit: 10, crawlEntireDomain: true })()
    const text = JSON.stringify(started)
    const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text)?.[0] ?? ""
    const status = async () => {
      for (;;) {
        const answer = JSON.stringify(await call("firecrawl_check_crawl_status", { id })())
        if (!/scraping/.test(answer)) return answer
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    }
    rows.push(
      /completed/.test(text)
        ? await checked(name, "crawl", async () => text, allPages)
        : await checked(name, "crawl and status", status, allPages)
    )
    return rows
  } finally {
    await client.close()
  }
}

const loaders = async (folder: string, url: string, site: string): Promise<ReadonlyArray<Row>> => {
  const { FireCrawlLoader } = await load(folder, "@langchain/community/document_loaders/web/firecrawl")
  const loader = (mode: string, params?: object) => async () =>
    (await new FireCrawlLoader({ url: `${site}/0`, apiKey: "fc-key", apiUrl: url, mode, params }).load())
      .map((document: { readonly pageContent: string }) => document.pageContent)
  const { FirecrawlClient } = await load(folder, "@agentic/firecrawl")
  const agentic = new FirecrawlClient({ apiKey: "fc-key", apiBaseUrl: url })
  const langchain = "@langchain/community 1.1.29"
  const other = "@agentic/firecrawl 7.6.9"
  const finished = async () => {
    const { id } = await agentic.crawlUrl({ url: `${site}/0`, limit: 10, crawlEntireDomain: true })
    for (;;) {
      const status = await agentic.checkCrawlStatus(id)
      if (status.status !== "scraping") return status
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  return [
    await checked(langchain, "scrape", loader("scrape"), /Page 0/),
    await checked(langchain, "crawl", loader("crawl", { limit: 10, allowBackwardLinks: true }), allPages),
    await checked(langchain, "map", loader("map"), new RegExp(`${site}/1`)),
    await checked(other, "scrapeUrl", () => agentic.scrapeUrl(`${site}/0`), /Page 0/),
    await checked(other, "crawlUrl, checkCrawlStatus", finished, allPages),
    await checked(
      other,
      "generateLLMsText, which is told not to be here",
      () => agentic.generateLLMsText(`${site}/0`),
      toldNot
    )
  ]
}

export const run = async (args: ReadonlyArray<string>) => {
  const given = args.find((arg) => arg.startsWith("--folder="))?.slice("--folder=".length)
  const folder = given ?? mkdtempSync(join(tmpdir(), "dunlin-bench-clients-"))
  if (given === undefined) {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
    execFileSync("npm", ["i", "--no-audit", "--no-fund", "--legacy-peer-deps", "--loglevel=error", ...packages], {
      cwd: folder,
      stdio: "inherit"
    })
  }
  const data = join(folder, "data")
  mkdirSync(data, { recursive: true })
  const { address, server: site } = await openSite()
  const server = await start({ DUNLIN_DATA: data, DUNLIN_EGRESS_ALLOW: address })
  try {
    const rows: Array<Row> = []
    for (const clients of [command, mcp, loaders, n8n]) {
      rows.push(...await clients(folder, server.url, `http://${address}`))
    }
    console.log("| client | call | |\n| --- | --- | --- |")
    for (const { call, client, ok, why } of rows) {
      console.log(`| ${client} | ${call} | ${ok ? "works" : `fails: ${why.replace(/\s+/g, " ")}`} |`)
    }
    const working = rows.filter(({ ok }) => ok).length
    console.log(`\n${working} of ${rows.length} calls work`)
    figure({ area: "published clients", metric: `successful requests, of ${rows.length}`, ours: working })
  } finally {
    await server.stop("SIGTERM")
    site.closeAllConnections()
    site.close()
    rmSync(given === undefined ? folder : data, { recursive: true, force: true, maxRetries: 5 })
  }
}
