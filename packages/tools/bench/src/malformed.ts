// Responses of a real server to malformed requests: npm run bench -- malformed [--requests=10000] [--seed=18]
// [--connections=16]
// Reports statuses, the largest error, the slowest response, and /health during the run.
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { Agent, createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { fractions } from "../../../common/test/random.ts"
import { ask } from "./ownServer.ts"

const { values: options } = parseArgs({
  options: {
    requests: { type: "string", default: "10000" },
    seed: { type: "string", default: "18" },
    connections: { type: "string", default: "16" }
  }
})

const random = fractions(Number(options.seed))
const pick = <A>(values: ReadonlyArray<A>): A => values[Math.floor(random() * values.length)]!

const fields = [
  "query",
  "url",
  "urls",
  "limit",
  "sources",
  "categories",
  "includeDomains",
  "excludeDomains",
  "tbs",
  "location",
  "country",
  "safe",
  "timeout",
  "enterprise",
  "scrapeOptions",
  "threatProtection",
  "formats",
  "actions",
  "parsers",
  "headers",
  "includeTags",
  "redactPII",
  "profile",
  "prompt",
  "scrapeoptions",
  "limt",
  "weather",
  "__proto__",
  "constructor"
]

const times = <A>(count: number, make: (index: number) => A): Array<A> =>
  Array.from({ length: count }, (_, at) => make(at))

const value = (depth: number): unknown => {
  const kind = Math.floor(random() * (depth > 3 ? 8 : 14))
  switch (kind) {
    case 0:
      return null
    case 1:
      return pick([0, -1, 1.5, 1e308, 2 ** 53])
    case 2:
      return pick(["", " ", "x", "\ud800", "\u0000", "web", "https://"])
    case 3:
      return random() < 0.5
    case 4:
      return "a".repeat(Math.floor(random() * 100_000))
    case 5:
      return []
    case 6:
      return {}
    case 7:
      return "*".repeat(Math.floor(random() * 3000))
    case 8:
      return times(Math.floor(random() * 10_000), () => "a b")
    case 9:
      return times(Math.floor(random() * 300), (index) => `${index}.example`)
    case 10:
      return times(5, () => value(depth + 1))
    case 11:
      return Object.fromEntries(times(Math.floor(random() * 5000), (index) => [`key${index}`, index]))
    default:
      return Object.fromEntries(times(4, () => [pick(fields), value(depth + 1)]))
  }
}

/** Local page for requests that are valid by chance. */
let page = ""

const bodyOf = (): string => {
  const kind = random()
  if (kind < 0.05) {
    return pick(["", "{", "[", "nul", "\"", "{\"query\":\"x\"}{", "[".repeat(100_000), "{\"a\":".repeat(50_000)])
  }
  const base = kind < 0.5 ? {} : pick([{ query: "x" }, { url: page }, { urls: [page] }])
  const text = JSON.stringify({
    ...base,
    ...Object.fromEntries(times(1 + Math.floor(random() * 4), () => [pick(fields), value(0)]))
  })
  return kind > 0.95 ? text.slice(0, Math.floor(random() * text.length)) : text
}

const paths = [
  "/v2/search",
  "/v2/scrape",
  "/v2/map",
  "/v2/crawl",
  "/v2/batch/scrape",
  "/v2/extract",
  "/v2/crawl/params-preview",
  "/v1/search",
  "/v1/scrape"
]

const agent = new Agent({ keepAlive: true, maxSockets: Number(options.connections) })

interface Answered {
  readonly status: number
  readonly bytes: number
  readonly milliseconds: number
}

const send = (port: number, method: string, path: string, body: string): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const start = performance.now()
    const call = request({
      agent,
      port,
      host: "127.0.0.1",
      method,
      path,
      headers: { "content-type": "application/json" }
    })
    call.on("response", (response) => {
      let bytes = 0
      response.on("data", (chunk: Buffer) => bytes += chunk.length)
      response.on(
        "end",
        () => resolve({ status: response.statusCode ?? 0, bytes, milliseconds: performance.now() - start })
      )
    })
    call.on("error", reject)
    call.end(body)
  })

const start = (data: string, allow: string) => {
  const program = fileURLToPath(new URL("../../../dunlin/src/bin.ts", import.meta.url))
  const child = spawn(process.execPath, [program, "serve", "--port", "0"], {
    // The only provider is the empty index, and the only page is local, so that nothing leaves this machine.
    env: { ...process.env, DUNLIN_DATA: data, DUNLIN_EGRESS_ALLOW: allow },
    stdio: ["ignore", "pipe", "inherit"]
  })
  return new Promise<{ port: number; stop: () => Promise<void> }>((resolve, reject) => {
    let output = ""
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk
      const [, port] = /"url":"http:\/\/127\.0\.0\.1:(\d+)"/.exec(output) ?? []
      if (port === undefined) return
      child.stdout.removeAllListeners("data")
      child.stdout.resume()
      const stop = () => new Promise<void>((done) => void child.once("exit", () => done()).kill("SIGTERM"))
      resolve({ port: Number(port), stop })
    })
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}`)))
  })
}

export const run = async (): Promise<void> => {
  const data = mkdtempSync(join(tmpdir(), "dunlin-malformed-"))
  const site = createServer((_request, response) => response.end("<title>Page</title><main><p>A page.</p></main>"))
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
  const target = `127.0.0.1:${(site.address() as AddressInfo).port}`
  page = `http://${target}/`
  const { port, stop } = await start(data, target)
  const statuses = new Map<number, number>()
  let broken = 0
  let largestError = 0
  let slowest = 0
  let slowestRefusal = 0
  let about = ""
  let slowestHealth = 0
  const healthy = setInterval(() => {
    const asked = performance.now()
    const told = () => {
      slowestHealth = Math.max(slowestHealth, performance.now() - asked)
    }
    // A health check without a response is recorded, too.
    void ask(`http://127.0.0.1:${port}/health`).then(told, told)
  }, 50)
  let left = Number(options.requests)
  const worker = async () => {
    while (left-- > 0) {
      try {
        const path = pick(paths)
        const body = bodyOf()
        const { bytes, milliseconds, status } = await send(port, "POST", path, body)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status !== 200) {
          largestError = Math.max(largestError, bytes)
          slowestRefusal = Math.max(slowestRefusal, milliseconds)
        }
        if (milliseconds > slowest) {
          slowest = milliseconds
          about = `${path} ${status}, ${body.length} characters: ${body.slice(0, 60)}`
        }
      } catch {
        broken++
      }
    }
  }
  await Promise.all(times(Number(options.connections), worker))
  clearInterval(healthy)
  agent.destroy()
  await stop()
  site.close()
  site.closeAllConnections()
  rmSync(data, { recursive: true, force: true })
  console.table({
    requests: Number(options.requests),
    ...Object.fromEntries(
      [...statuses].toSorted(([one], [other]) => one - other).map(([status, count]) => [`status ${status}`, count])
    ),
    // Status 501 means that the server has no model for a valid request.
    "status 5xx but 501": [...statuses].reduce(
      (sum, [status, count]) => status > 499 && status !== 501 ? sum + count : sum,
      0
    ),
    "broken connections": broken,
    "largest error, bytes": largestError,
    "slowest refusal, ms": Math.round(slowestRefusal),
    "slowest answer, ms": Math.round(slowest),
    "slowest /health, ms": Math.round(slowestHealth)
  })
  console.log(`slowest: ${about}`)
}
