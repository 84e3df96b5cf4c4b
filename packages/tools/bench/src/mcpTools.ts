// Tests every tool of the published firecrawl-mcp with `dunlin serve` on loopback: npm run bench -- mcpTools
// [--folder=]
//
// Each tool is called once over stdio. Its result must not be an error, and must be true for the server. The server has
// a search engine and a site on loopback, and a model that fills every schema with minimal values.
import { execFileSync, spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { start } from "../../../dunlin/test/serverProcess.ts"
import { open } from "./doors/place.ts"
import { type Found, tools } from "./mcpTools/tools.ts"
import { optionOf } from "./options.ts"
import { figure } from "./report.ts"

const PACKAGE = "firecrawl-mcp@3.26.0"
const KEY = "fc-tools"

const TOOL_TIMEOUT = 60_000

const least = (schema: any): unknown => {
  if (schema?.enum !== undefined) return schema.enum[0]
  if (schema?.anyOf !== undefined) return least(schema.anyOf[0])
  const type = Array.isArray(schema?.type) ? schema.type[0] : schema?.type
  if (type === "object") {
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, field]) => [name, least(field)]))
  }
  return type === "array" ? [] : type === "boolean" ? true : type === "number" || type === "integer" ? 1 : "dunlin"
}

const openModel = async () => {
  const server = createServer(async (request, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString() || "{}")
    const content = JSON.stringify(least(body.response_format?.json_schema?.schema ?? { type: "object" }))
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({
      id: "1",
      object: "chat.completion",
      created: 1,
      model: "least",
      choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
    }))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { server, address: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const connect = (folder: string, url: string) => {
  const child = spawn(process.execPath, [join(folder, "node_modules/firecrawl-mcp/dist/index.js")], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, FIRECRAWL_API_URL: url, FIRECRAWL_API_KEY: KEY },
    stdio: ["pipe", "pipe", "ignore"]
  })
  const waiting = new Map<number, (message: any) => void>()
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (!line.startsWith("{")) return
    const message = JSON.parse(line)
    waiting.get(message.id)?.(message)
  })
  let last = 0
  const send = (method: string, params: object): Promise<any> => {
    const id = ++last
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`)
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve({ error: { message: "request timed out" } }), TOOL_TIMEOUT)
      waiting.set(id, (message) => {
        clearTimeout(timer)
        resolve(message)
      })
    })
  }
  const notify = (method: string) => void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method })}\n`)
  return { send, notify, end: () => void child.kill("SIGKILL") }
}

const openPapers = async () => {
  const works = readFileSync(new URL("../../../providers/test/fixtures/openalex-works.json", import.meta.url))
  const server = createServer((_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(works)
  )
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { server, address: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const parsed = (text: string): any => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const run = async (args: ReadonlyArray<string>) => {
  const scratch = mkdtempSync(join(tmpdir(), "dunlin-bench-tools-"))
  const folder = optionOf(args, "folder") ?? scratch
  if (!existsSync(join(folder, "node_modules"))) {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
    execFileSync("npm", ["i", "--no-audit", "--no-fund", "--loglevel=error", PACKAGE], {
      cwd: folder,
      stdio: "inherit"
    })
  }
  const { address, host, server: site } = await open()
  writeFileSync(
    join(folder, "page.html"),
    "<main><h1>Waders</h1><p>The dunlin weighs 48 grams. It feeds at low tide.</p></main>"
  )
  const model = await openModel()
  const papers = await openPapers()
  const server = await start({
    DUNLIN_DATA: join(scratch, "data"),
    DUNLIN_EGRESS_ALLOW: address,
    DUNLIN_PROVIDER: "searxng",
    DUNLIN_SEARXNG_URL: `${host}/engine`,
    DUNLIN_MODEL_URL: `http://${model.address}/v1`,
    DUNLIN_MODEL: "least",
    DUNLIN_PAPERS: "openalex",
    DUNLIN_OPENALEX_URL: `http://${papers.address}`
  })
  const client = connect(folder, server.url)
  try {
    await client.send("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "bench", version: "1" }
    })
    client.notify("notifications/initialized")
    const { result: { tools: listed } } = await client.send("tools/list", {})
    const names: ReadonlyArray<string> = listed.map(({ name }: { readonly name: string }) => name)
    const found: Found = { host }
    const untrue: Array<string> = []
    console.log("| tool | answers truly | |\n| --- | --- | --- |")
    for (const { given, holds, name } of tools.filter((tool) => names.includes(tool.name))) {
      const { error, result } = await client.send("tools/call", { name, arguments: given(found) })
      const text: string = error?.message ?? result?.content?.map((part: any) => part.text ?? "").join("\n") ?? ""
      const answer = result?.structuredContent ?? parsed(text)
      const isTrue = error === undefined && holds(answer, text, found)
      if (!isTrue) untrue.push(name)
      console.log(
        `| ${name} | ${isTrue ? "yes" : "no"} | ${isTrue ? "" : text.replaceAll(/\s+/g, " ").slice(0, 160)} |`
      )
    }
    const untried = names.filter((name) => !tools.some((tool) => tool.name === name))
    if (untried.length > 0) console.log(`Not tried: ${untried.join(", ")}`)
    figure({
      area: `the ${names.length} tools of ${PACKAGE}`,
      metric: "tools that answer truly",
      ours: names.length - untrue.length - untried.length
    })
  } finally {
    client.end()
    await server.stop("SIGTERM")
    site.close()
    model.server.close()
    papers.server.close()
    rmSync(scratch, { recursive: true, force: true })
  }
}
