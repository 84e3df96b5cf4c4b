// Measures the memory of the server before, during and one minute after a load: npm run bench -- memory
// [--clients=200] [--seconds=60]
//
// One scrape in twenty needs the browser, which is killed every 2.5 s; one in seven is redacted; every fifth request is
// a search with pages. Reports RSS from the kernel and V8's own figures from the inspector. Memory outside V8's heap
// belongs to the allocator and to threads.
import { spawn } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { optionOf } from "./options.ts"
import * as Own from "./ownServer.ts"

const program = new URL("../../../dunlin/src/bin.ts", import.meta.url).pathname
const sentence =
  "The bar-tailed godwit flies from Alaska to New Zealand without a rest, and eats parts of itself before. "
const killEvery = 2_500
const MILLIS_AFTER_LOAD = 60_000

const serveSite = () =>
  new Promise<{ readonly origin: string; readonly target: string; readonly close: () => void }>((resolve) => {
    const server = createServer((request, response) => {
      const name = (request.url ?? "/").slice(1)
      response.writeHead(200, { "content-type": "text/html" })
      const text = Array.from({ length: 120 }, (_, at) => `<p>${at} ${name} ${sentence.repeat(3)}</p>`).join("")
      response.end(`<!doctype html><title>Page ${name}</title><main><h1>Page ${name}</h1>${text}</main>`)
    }).listen(0, "127.0.0.1", () => {
      const target = `127.0.0.1:${(server.address() as AddressInfo).port}`
      resolve({ target, origin: `http://${target}`, close: () => server.close() })
    })
  })

const statusOf = (pid: number, field: string): number =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1])

const killBrowsers = (server: number) => {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number)) {
    try {
      if (statusOf(pid, "PPid") !== server || !readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("chrom")) {
        continue
      }
      process.kill(pid, "SIGKILL")
    } catch {
      // it has ended meanwhile
    }
  }
}

const startServer = async (env: Record<string, string>) => {
  const child = spawn(process.execPath, ["--inspect=127.0.0.1:0", program, "serve"], {
    env: { ...process.env, DUNLIN_PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let said = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()))
  const find = async (shape: RegExp): Promise<string> => {
    for (;;) {
      const found = shape.exec(said)?.[1]
      if (found !== undefined) return found
      await sleep(50)
    }
  }
  const socket = new WebSocket(await find(/(ws:\/\/\S+)/))
  const url = await find(/"url":"(http:\/\/[^"]+)"/)
  const memory = () =>
    new Promise<NodeJS.MemoryUsage>((resolve) => {
      const answered = ({ data }: MessageEvent) => resolve(JSON.parse(JSON.parse(String(data)).result.result.value))
      socket.addEventListener("message", answered, { once: true })
      const expression = "JSON.stringify(process.memoryUsage())"
      socket.send(JSON.stringify({ id: 1, method: "Runtime.evaluate", params: { expression, returnByValue: true } }))
    })
  const stop = async () => {
    // The inspected process ends only after the inspector has disconnected.
    socket.close()
    child.kill("SIGTERM")
    await new Promise((resolve) => child.on("close", resolve))
  }
  return { url, memory, stop, pid: child.pid ?? 0 }
}

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  const clients = Number(optionOf(args, "clients") ?? 200)
  const seconds = Number(optionOf(args, "seconds") ?? 60)
  const site = await serveSite()
  const data = mkdtempSync(join(tmpdir(), "dunlin-memory-"))
  const env = { DUNLIN_DATA: data, DUNLIN_EGRESS_ALLOW: site.target, DUNLIN_LOG_LEVEL: "Info" }
  for (let at = 0; at < 20; at++) {
    const child = spawn(process.execPath, [program, "index", `${site.origin}/${at}`], {
      env: { ...process.env, ...env },
      stdio: "ignore"
    })
    await new Promise((resolve) => child.on("close", resolve))
  }
  const server = await startServer(env)
  const counts = { answered: 0, failed: 0 }
  let asked = 0
  const ask = async (distinct: number) => {
    const at = asked++
    const post = (path: string, body: object) => Own.ask(server.url + path, { timeout: 30_000, ...body })
    const response = at % 5 === 1
      ? await post("/v2/search", {
        query: `godwit ${at % 20}`,
        limit: 5,
        scrapeOptions: { formats: ["markdown"] }
      })
      : await post("/v2/scrape", {
        url: `${site.origin}/${at % distinct}`,
        formats: ["markdown", "html", "links"],
        ...(at % 20 === 0 ? { waitFor: 1 } : at % 7 === 0 ? { redactPII: true } : {})
      })
    counts[response.status === 200 ? "answered" : "failed"]++
  }
  const load = async (clients: number, seconds: number, distinct: number) => {
    const end = Date.now() + seconds * 1000
    await Promise.all(Array.from({ length: clients }, async () => {
      while (Date.now() < end) await ask(distinct).catch(() => counts.failed++)
    }))
  }
  const look = async (label: string) => {
    const rss = statusOf(server.pid, "VmRSS") / 1024
    const { arrayBuffers, external, heapTotal, heapUsed } = await server.memory()
    const figures = [heapUsed, heapTotal, external, arrayBuffers].map((bytes) => Math.round(bytes / 1024 / 1024))
    console.log(`| ${label} | ${Math.round(rss)} | ${figures.join(" | ")} |`)
    return rss
  }
  console.log("| | RSS MB | heap | reserved | external | buffers |\n| --- | --- | --- | --- | --- | --- |")
  await load(10, 10, 200)
  await sleep(3_000)
  const warm = await look("warm")
  const killing = setInterval(() => killBrowsers(server.pid), killEvery)
  await load(clients, seconds, Number.MAX_SAFE_INTEGER)
  clearInterval(killing)
  await look(`after ${clients} clients for ${seconds} s`)
  await sleep(MILLIS_AFTER_LOAD)
  const rested = await look(`${MILLIS_AFTER_LOAD / 1000} s later`)
  console.log(`\n${Math.round(rested - warm)} MB beside warm; ${counts.answered} answered, ${counts.failed} failed`)
  await server.stop()
  site.close()
  rmSync(data, { recursive: true, force: true })
}
