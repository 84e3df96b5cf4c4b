// Measures how long a server takes to end, and checks whether its browser ends, too: npm run bench -- ending
// [--runs=3] [--only=loop]
//
// The server's browser has open pages: some wait for a site, some are hostile, or Chromium is suspended. The server
// receives SIGTERM once, SIGTERM twice, or SIGKILL. The times include the load of the machine.
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { commandOf, isRunning, startedBy } from "../../../common/test/processes.ts"
import { start } from "../../../dunlin/test/serverProcess.ts"
import { hostilePages } from "./fetcher/hostilePages.ts"
import { optionOf } from "./options.ts"
import { figure } from "./report.ts"

const END_WITHIN_S = 30
/** Milliseconds between two signals, as if a user presses Ctrl+C twice. */
const SECOND_SIGNAL_AFTER_MS = 1500
/** Milliseconds after which a process counts as left over. */
const LEFT_AFTER_MS = 15_000
const PAGES = 4

type Way = "SIGTERM" | "SIGTERM twice" | "SIGKILL"
const WAYS: ReadonlyArray<Way> = ["SIGTERM", "SIGTERM twice", "SIGKILL"]

interface Load {
  readonly path: string
  readonly stopped?: boolean
}

const loads: Readonly<Record<string, Load>> = {
  "no page": { path: "" },
  "silent site": { path: "/silent" },
  "browser stopped": { path: "/silent", stopped: true },
  "endless loop": { path: "/hostile?name=endless%20loop" },
  "locks": { path: "/hostile?name=locks" },
  "arrays": { path: "/hostile?name=arrays" },
  "requests": { path: "/hostile?name=requests" }
}

const listen = async () => {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://site")
    if (pathname === "/silent") return
    const { script = "" } = hostilePages[searchParams.get("name") ?? ""] ?? {}
    response.writeHead(200, { "content-type": "text/html" })
    response.end(`<!doctype html><title>t</title><p>words</p>${script === "" ? "" : `<script>${script}</script>`}`)
  }).listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  return { server, target: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const attempt = async (target: string, { path, stopped = false }: Load, way: Way) => {
  const folder = mkdtempSync(join(tmpdir(), "dunlin-ending-"))
  const server = await start({ DUNLIN_DATA: folder, DUNLIN_EGRESS_ALLOW: target })
  const scrape = (page: string) =>
    fetch(`${server.url}/v2/scrape`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ url: `http://${target}${page}`, waitFor: 100, timeout: 60_000, maxAge: 0 })
    }).then((response) => response.status, () => 0)
  await scrape("/plain")
  if (path !== "") {
    for (let at = 0; at < PAGES; at++) {
      void scrape(`${path}${path.includes("?") ? "&" : "?"}at=${at}`)
    }
  }
  await sleep(path === "" ? 0 : 2000)
  const started = startedBy([server.pid])
  const own = started.map(({ pid }) => pid)
  // The guard process, which ends an orphaned browser, does not belong to the browser.
  const browser = started.filter(({ command }) => command.includes("chrom") && !command.startsWith(process.execPath))
  if (stopped) { for (const { pid } of browser) process.kill(pid, "SIGSTOP") }
  let begun = performance.now()
  const ended = server.stop(way === "SIGKILL" ? "SIGKILL" : "SIGTERM")
  const again = way === "SIGTERM twice"
    ? setTimeout(() => {
      begun = performance.now()
      void server.stop("SIGTERM")
    }, SECOND_SIGNAL_AFTER_MS)
    : undefined
  await ended
  const took = performance.now() - begun
  clearTimeout(again)
  const left = () => own.filter(isRunning)
  const dead = performance.now()
  while (left().length > 0 && performance.now() - dead < LEFT_AFTER_MS) await sleep(100)
  const outlived = performance.now() - dead
  const orphans = left()
  for (const pid of orphans) {
    console.log(`left: ${commandOf(pid).slice(0, 200)}`)
    process.kill(pid, "SIGKILL")
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  return { took: Math.round(took), outlived: Math.round(outlived), orphans: orphans.length, started: own.length }
}

export const run = async (args: ReadonlyArray<string>) => {
  const runs = Number(optionOf(args, "runs") ?? 1)
  const only = optionOf(args, "only")?.split(",")
  const { server, target } = await listen()
  const longest = new Map<Way, number>(WAYS.map((way) => [way, 0]))
  let orphans = 0
  let outlived = 0
  let ends = 0
  for (const [name, load] of Object.entries(loads).filter(([name]) => only === undefined || only.includes(name))) {
    for (const way of WAYS) {
      for (let turn = 0; turn < runs; turn++) {
        const found = await attempt(target, load, way)
        console.log(`${name}, ${way}: ${JSON.stringify(found)}`)
        ends++
        orphans += found.orphans
        outlived = Math.max(outlived, found.outlived)
        longest.set(way, Math.max(longest.get(way)!, found.took))
      }
    }
  }
  const area = "ends of a server"
  figure({ area, metric: "ends", ours: ends })
  figure({
    area,
    metric: `maximum time from SIGTERM until the server has exited, in ms (limit ${END_WITHIN_S * 1000})`,
    ours: longest.get("SIGTERM")!
  })
  figure({
    area,
    metric: "maximum time from a second SIGTERM until the server has exited, in ms",
    ours: longest.get("SIGTERM twice")!
  })
  figure({ area, metric: "maximum time that a browser ran after its server had exited, in ms", ours: outlived })
  figure({ area, metric: "remaining processes", ours: orphans })
  server.closeAllConnections()
  server.close()
}
