// Requests per second and latency of POST /v2/search on a stub provider, beside a bare node:http handler that does the
// same JSON work: npm run bench -- httpApi [--seconds=2] [--rounds=3] [--warm=3] [--concurrency=64]
import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

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
  const { SearchProvider } = await import("@dunlin/providers")
  const Services = await import("dunlin/Services")
  // `stub` replaces the whole pipeline, `pipeline` only what it would ask on the network.
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
    Layer.provide([Teams.layerOpen(), Admission.layerMemory, Idempotency.layerMemory(), AuditLog.layerNoop]),
    Layer.provideMerge(Listener.layer(createServer)),
    Layer.provide(Logger.layer([]))
  )
  const listening = Effect.flatMap(
    Listener.Listener,
    ({ port }) => Effect.sync(() => console.log(`port ${port}`))
  )
  await Effect.runPromise(Effect.provide(Effect.andThen(listening, Effect.never), layer))
}

// One request after the other on each connection, written and read without an HTTP client in the way.
const load = async (port: number, concurrency: number, seconds: number) => {
  const request = `POST /v2/search HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${
    Buffer.byteLength(body)
  }\r\n\r\n${body}`
  const latencies: Array<number> = []
  let open = true
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, "127.0.0.1")
      let start = 0
      let received = ""
      const ask = () => {
        start = performance.now()
        received = ""
        socket.write(request)
      }
      socket.on("connect", ask)
      socket.on("error", reject)
      socket.on("data", (chunk) => {
        received += chunk.toString("latin1")
        const head = received.indexOf("\r\n\r\n")
        if (head < 0) return
        const length = /content-length: (\d+)/i.exec(received.slice(0, head))?.[1]
        if (length === undefined || received.length < head + 4 + Number(length)) return
        if (!received.startsWith("HTTP/1.1 200")) return reject(new Error(received))
        latencies.push(performance.now() - start)
        if (open) return ask()
        socket.destroy()
        resolve()
      })
    })
  const clients = Array.from({ length: concurrency }, one)
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  open = false
  await Promise.all(clients)
  latencies.sort((one, other) => one - other)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return { answered: latencies.length, perSecond: latencies.length / seconds, p50: at(0.5), p99: at(0.99) }
}

interface Row {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly alone: number
  readonly cpu: number
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

const median = (values: ReadonlyArray<number>) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  const option = (name: string, fallback: number) =>
    Number(args.find((arg) => arg.startsWith(`--${name}=`))?.split("=")[1] ?? fallback)
  const concurrency = option("concurrency", 64)
  const seconds = option("seconds", 2)
  const rounds = option("rounds", 3)
  const names = {
    bare: "bare node:http",
    stub: "http-api, stub searcher",
    pipeline: "http-api, pipeline, stub provider"
  }
  const servers = await Promise.all(
    Object.entries(names).map(async ([server, name]) => ({ name, ...await start(server), rows: [] as Array<Row> }))
  )
  try {
    // Code is compiled in proportion to how often it ran, and slower servers run it less often.
    for (const { port } of servers) await load(port, concurrency, option("warm", 3))
    for (let round = 0; round < rounds; round++) {
      for (const { milliseconds, port, rows } of servers) {
        const before = milliseconds()
        const busy = await load(port, concurrency, seconds)
        const cpu = (milliseconds() - before) / busy.answered
        rows.push({ ...busy, cpu, alone: (await load(port, 1, 1)).p50 })
      }
    }
  } finally {
    for (const { stop } of servers) stop()
  }
  console.log(`POST /v2/search, ${concurrency} connections, ${seconds} s, 10 results; median of ${rounds} rounds`)
  const bareRows = servers[0]!.rows
  for (const { name, rows } of servers) {
    const of = (key: keyof Row) => median(rows.map((row) => row[key]))
    const share = median(rows.map((row, round) => row.perSecond / bareRows[round]!.perSecond))
    console.log(
      `${name.padEnd(36)} ${of("perSecond").toFixed(0).padStart(6)} requests/s (${share.toFixed(2)}x)  p50 ${
        of("p50").toFixed(2)
      } ms  p99 ${of("p99").toFixed(2)} ms  alone p50 ${of("alone").toFixed(2)} ms  ${
        of("cpu").toFixed(3)
      } ms CPU/request`
    )
  }
}

if (import.meta.main) {
  const [server] = process.argv.slice(2)
  if (server === "bare") bare()
  else await dunlin(server === "stub" ? "stub" : "pipeline")
}
