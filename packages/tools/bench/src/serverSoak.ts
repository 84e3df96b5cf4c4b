// Runs a server with a browser under a memory limit: npm run bench -- serverSoak [--minutes=12] [--memory=512]
//
// Eight clients search, scrape, take screenshots, and submit batches and crawls of a site on loopback. The server and
// its browser run in a control group (version 1) with the limit in megabytes; without root, there is no limit. At the
// end the bench prints responses by status, memory and descriptors at start and end, and each log line above INFO.
import { type ChildProcess, spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { optionOf } from "./options.ts"
import { figure } from "./report.ts"

const CLIENTS = 8
const PAUSE_MS = 250
const REQUEST_LIMIT_MS = 60_000
const MEGABYTE = 2 ** 20
const PAGES = 2000
const LOOK_MS = 15_000

const paragraph = "the estuary keeps its waders through winter while tides turn over mud and weed "

const page = (number: number): string =>
  `<!doctype html><title>Page ${number}</title><main><h1>Page ${number}</h1>${
    Array.from({ length: 60 }, (_, at) =>
      `<p>${paragraph.repeat(5)} <a href="/p/${(number * 13 + at * 7 + 1) % PAGES}">${at}</a></p>`).join("")
  }</main>`

const site = () =>
  new Promise<{ readonly host: string; readonly close: () => void }>((resolve) => {
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? "/", "http://site")
      if (url.pathname === "/search") {
        const { host } = request.headers
        const results = Array.from({ length: 4 }, (_, at) => ({
          url: `http://${host}/p/${Math.floor(Math.random() * PAGES)}?s=${Math.random()}`,
          title: `Page ${at}`,
          content: paragraph
        }))
        return void response.setHeader("content-type", "application/json").end(JSON.stringify({ results }))
      }
      const number = /^\/p\/(\d+)$/.exec(url.pathname)?.[1] ?? (url.pathname === "/" ? "0" : undefined)
      if (number === undefined) return void response.writeHead(404).end()
      response.setHeader("content-type", "text/html; charset=utf-8").end(page(Number(number)))
    }).listen(0, "127.0.0.1", () => {
      const close = () => {
        server.close()
        server.closeAllConnections()
      }
      resolve({ host: `127.0.0.1:${(server.address() as AddressInfo).port}`, close })
    })
  })

const limited = (megabytes: number) => {
  const folder = `/sys/fs/cgroup/memory/dunlin-soak-${process.pid}`
  const read = (name: string) => Number(/\d+$/m.exec(readFileSync(join(folder, name), "utf8"))?.[0])
  try {
    mkdirSync(folder)
    writeFileSync(join(folder, "memory.limit_in_bytes"), String(megabytes * MEGABYTE))
  } catch {
    return undefined
  }
  return {
    take: (pid: number) => writeFileSync(join(folder, "cgroup.procs"), String(pid)),
    peak: () => Math.round(read("memory.max_usage_in_bytes") / MEGABYTE),
    kills: () => read("memory.oom_control"),
    remove: () => rmdirSync(folder)
  }
}

const bin = fileURLToPath(new URL("../../../dunlin/src/bin.ts", import.meta.url))

const until = async (isSo: () => Promise<boolean>) => {
  for (let tries = 0; tries < 240 && !(await isSo().catch(() => false)); tries++) await sleep(500)
}

const look = async (base: string) => {
  const text = await (await fetch(`${base}/metrics`)).text()
  const of = (name: string) => Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN)
  return {
    memory: Math.round(of("process_resident_memory_bytes") / MEGABYTE),
    descriptors: of("process_open_fds"),
    lag: of("nodejs_eventloop_lag_p99_seconds")
  }
}

const client = async (base: string, host: string, end: number, count: (name: string) => void) => {
  const send = async (name: string, path: string, body: object | undefined) => {
    const method = body === undefined ? "GET" : "POST"
    const outcome = await fetch(`${base}${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_LIMIT_MS)
    }).then(
      async (response) => ({ status: String(response.status), text: await response.text() }),
      (error: Error) => ({ status: error.name, text: "{}" })
    )
    count(`${name} ${outcome.status}`)
    return outcome.text
  }
  while (Date.now() < end) {
    const chance = Math.random()
    const id = Math.floor(Math.random() * 1e9)
    const url = `http://${host}/p/${id % PAGES}?u=${id}`
    if (chance < 0.35) {
      await send("search", "/v2/search", { query: `tag${id}`, limit: 4, scrapeOptions: { formats: ["markdown"] } })
    } else if (chance < 0.7) await send("scrape", "/v2/scrape", { url, formats: ["markdown", "links"] })
    else if (chance < 0.8) await send("screenshot", "/v2/scrape", { url, formats: ["screenshot"], maxAge: 0 })
    else if (chance < 0.9) await send("batch", "/v2/batch/scrape", { urls: [url, `${url}1`], formats: ["markdown"] })
    else {
      const { id: crawl } = JSON.parse(await send("crawl", "/v2/crawl", { url: `http://${host}/?c=${id}`, limit: 15 }))
      if (crawl !== undefined) await send("status", `/v2/crawl/${crawl}`, undefined)
    }
    await sleep(PAUSE_MS)
  }
}

const started = async (host: string, data: string, group: ReturnType<typeof limited>) => {
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const lines: Array<string> = []
  // The shell waits until it is in the group, so that every process it starts is in the group, too.
  const child: ChildProcess = spawn("sh", ["-c", "read go; exec \"$0\" \"$1\" serve", process.execPath, bin], {
    env: {
      ...process.env,
      DUNLIN_DATA: data,
      DUNLIN_PORT: String(port),
      DUNLIN_METRICS: "open",
      DUNLIN_PROVIDER: "searxng",
      DUNLIN_SEARXNG_URL: `http://${host}`,
      DUNLIN_EGRESS_ALLOW: host,
      MALLOC_ARENA_MAX: "2",
      MALLOC_MMAP_THRESHOLD_: "131072",
      MALLOC_TRIM_THRESHOLD_: "131072"
    },
    stdio: ["pipe", "pipe", "pipe"]
  })
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding("utf8").on(
      "data",
      (text: string) => lines.push(...text.split("\n").filter((line) => line !== ""))
    )
  }
  group?.take(child.pid!)
  child.stdin!.end("go\n")
  const base = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(`${base}/ready`)).ok)
  return { base, child, lines }
}

export const run = async (args: ReadonlyArray<string>) => {
  const minutes = Number(optionOf(args, "minutes") ?? 12)
  const megabytes = Number(optionOf(args, "memory") ?? 512)
  const data = mkdtempSync(join(tmpdir(), "dunlin-soak-"))
  const { close, host } = await site()
  const group = limited(megabytes)
  if (group === undefined) {
    console.log("cannot create a cgroup (needs cgroup v1 and root): the server runs without a memory limit")
  }
  const { base, child, lines } = await started(host, data, group)
  const counts = new Map<string, number>()
  const count = (name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1)
  const end = Date.now() + minutes * 60_000
  const looks: Array<Awaited<ReturnType<typeof look>>> = []
  const watching = (async () => {
    while (Date.now() < end) {
      await sleep(LOOK_MS)
      await look(base).then((one) => looks.push(one), () => count("metrics failed"))
    }
  })()
  await Promise.all([...Array.from({ length: CLIENTS }, () => client(base, host, end, count)), watching])
  const ready = await fetch(`${base}/ready`).then((response) => response.text(), String)
  const isAlive = child.exitCode === null
  const [peak, kills] = [group?.peak(), group?.kills()]
  child.kill("SIGTERM")
  if (isAlive) await new Promise((resolve) => child.once("exit", resolve))
  close()
  await sleep(1000)
  group?.remove()
  rmSync(data, { recursive: true, force: true, maxRetries: 5 })
  const quarter = Math.max(1, Math.floor(looks.length / 4))
  const mean = (some: typeof looks, key: keyof typeof looks[number]) =>
    Math.round(some.reduce((sum, one) => sum + one[key], 0) / some.length)
  const [first, last] = [looks.slice(0, quarter), looks.slice(-quarter)]
  console.log([...counts].sort().map(([name, times]) => `${name}: ${times}`).join("\n"))
  console.log(
    `ready at the end: ${ready}\nloud lines: ${lines.filter((line) => /"(?:WARN|ERROR)"/.test(line)).join("\n")}`
  )
  const area = `server, ${minutes} minutes, ${megabytes} MB`
  figure({ area, metric: "alive at the end", ours: isAlive ? 1 : 0 })
  figure({ area, metric: "MB resident, first quarter", ours: mean(first, "memory") })
  figure({ area, metric: "MB resident, last quarter", ours: mean(last, "memory") })
  figure({ area, metric: "descriptors, first quarter", ours: mean(first, "descriptors") })
  figure({ area, metric: "descriptors, last quarter", ours: mean(last, "descriptors") })
  if (peak !== undefined) figure({ area, metric: "peak of the group in MB", ours: peak })
  if (kills !== undefined) figure({ area, metric: "processes ended for memory", ours: kills })
}
