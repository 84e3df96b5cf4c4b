// Requests per second and latency of POST /v2/search on a stub provider, compared with a plain node:http handler that
// does the same JSON work:
// npm run bench -- httpApi [--seconds=2] [--rounds=3] [--warm=3] [--concurrency=64] [--rate=2000]
import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { load } from "./httpLoad.ts"
import { median } from "./measure.ts"

const hits = Array.from({ length: 10 }, (_, index) => ({
  url: `https://example.com/articles/${index}`,
  title: `An article about effect number ${index}`,
  description:
    "What the article says about typed errors, in a sentence as long as those of search engines usually are.",
  position: index + 1
}))

const body = JSON.stringify({ query: "effect typed errors", limit: 10 })

const bare = () => {
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const { limit } = JSON.parse(Buffer.concat(chunks).toString()) as { readonly limit: number }
      const text = JSON.stringify({
        success: true,
        data: { web: hits.slice(0, limit) },
        warning: null,
        id: crypto.randomUUID(),
        creditsUsed: 2
      })
      response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
      response.end(text)
    })
  })
  server.listen(0, "127.0.0.1", () => console.log(`port ${(server.address() as AddressInfo).port}`))
}

const dunlin = async (provider: "stub" | "pipeline") => {
  const { Effect, Layer, Logger, Stream } = await import("effect")
  const { Admission, AuditLog, Idempotency, Listener, NodeServer, Teams } = await import("@dunlin/http-api")
  const { Searcher } = await import("@dunlin/pipeline/Searcher")
  const { JobStore } = await import("@dunlin/jobs")
  const { SearchProvider } = await import("@dunlin/providers")
  const Services = await import("dunlin/Services")
  // `stub` replaces the whole pipeline, and `pipeline` replaces only its network requests.
  const services = Services.layer({
    provider: SearchProvider.layerMemory(hits.map((hit) => ({ source: "web", ...hit })))
  })
  const answer = { success: true, data: { web: hits }, warning: null, creditsUsed: 2 } as const
  const stub = Layer.succeed(Searcher, {
    search: () => Effect.sync(() => ({ ...answer, id: crypto.randomUUID() })),
    stream: () => Stream.empty
  })
  const layer = NodeServer.layer().pipe(
    Layer.provide(provider === "stub" ? Layer.merge(services, stub) : services),
    Layer.provide([
      Teams.layerOpen(),
      Admission.layerMemory,
      Idempotency.layerMemory(),
      AuditLog.layerNoop,
      JobStore.layerMemory()
    ]),
    Layer.provideMerge(Listener.layer(createServer)),
    Layer.provide(Logger.layer([]))
  )
  const listening = Effect.flatMap(
    Listener.Listener,
    ({ port }) => Effect.sync(() => console.log(`port ${port}`))
  )
  await Effect.runPromise(Effect.provide(Effect.andThen(listening, Effect.never), layer))
}

const request = `POST /v2/search HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${
  Buffer.byteLength(body)
}\r\n\r\n${body}`

interface Row {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly paced: number
  readonly alone: number
  readonly cpu: number
  readonly client: number
}

const start = async (server: string) => {
  const folder = mkdtempSync(join(tmpdir(), "dunlin-bench-"))
  const child = spawn(process.execPath, [import.meta.filename, server], {
    env: { ...process.env, DUNLIN_DATA: folder },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      const port = /port (\d+)/.exec(String(chunk))?.[1]
      if (port !== undefined) resolve(Number(port))
    })
    child.on("close", () => reject(new Error(`${server} did not start`)))
  })
  const milliseconds = () => {
    const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(" ")
    return (Number(fields[13]) + Number(fields[14])) * 10
  }
  const stop = () => {
    child.kill("SIGKILL")
    rmSync(folder, { recursive: true })
  }
  return { port, milliseconds, stop }
}

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  const option = (name: string, fallback: number) =>
    Number(args.find((arg) => arg.startsWith(`--${name}=`))?.split("=")[1] ?? fallback)
  const connections = option("concurrency", 64)
  const seconds = option("seconds", 2)
  const rounds = option("rounds", 3)
  const rate = option("rate", 2000)
  const names = {
    bare: "bare node:http",
    stub: "http-api, stub searcher",
    pipeline: "http-api, pipeline, stub provider"
  }
  const servers = await Promise.all(
    Object.entries(names).map(async ([server, name]) => ({ name, ...await start(server), rows: [] as Array<Row> }))
  )
  try {
    // Code that ran more often is better compiled, and slower servers run it less often, so each server is warmed up.
    for (const { port } of servers) await load({ port, request, connections, seconds: option("warm", 3) })
    for (let round = 0; round < rounds; round++) {
      for (const { milliseconds, port, rows } of servers) {
        const before = milliseconds()
        const clientBefore = process.cpuUsage()
        const busy = await load({ port, request, connections, seconds })
        const cpu = (milliseconds() - before) / busy.count
        const { system, user } = process.cpuUsage(clientBefore)
        const client = (system + user) / 1000 / busy.count
        const paced = (await load({ port, request, connections, seconds, rate })).p99
        const alone = (await load({ port, request, connections: 1, seconds: 1 })).p50
        rows.push({ ...busy, cpu, client, paced, alone })
      }
    }
  } finally {
    for (const { stop } of servers) stop()
  }
  console.log(`POST /v2/search, ${connections} connections, ${seconds} s, 10 results; median of ${rounds} rounds`)
  const bareRows = servers[0]!.rows
  for (const { name, rows } of servers) {
    const of = (key: keyof Row) => median(rows.map((row) => row[key]))
    const share = median(rows.map((row, round) => row.perSecond / bareRows[round]!.perSecond))
    const ofCpu = median(rows.map((row, round) => bareRows[round]!.cpu / row.cpu))
    console.log(
      `${name.padEnd(34)} ${of("perSecond").toFixed(0).padStart(6)} requests/s (${share.toFixed(2)}x)  p50 ${
        of("p50").toFixed(2)
      } ms  p99 ${of("p99").toFixed(2)} ms  at ${rate}/s p99 ${of("paced").toFixed(2)} ms  alone p50 ${
        of("alone").toFixed(2)
      } ms  CPU ${of("cpu").toFixed(3)} ms (${ofCpu.toFixed(2)}x), client ${of("client").toFixed(3)} ms`
    )
  }
}

if (import.meta.main) {
  const [server] = process.argv.slice(2)
  if (server === "bare") bare()
  else await dunlin(server === "stub" ? "stub" : "pipeline")
}
