// Checks whether hostile pages affect other teams: npm run bench -- neighbours [--pages=100] [--timeout=8000]
// [--only=locks] One team visits pages that hang, crash or bloat a browser, three at a time. Four other teams
// continuously visit plain pages in the browser, and their failures are counted. Browser downtime is measured by
// `dunlin_browser_up`, sampled ten times a second. The longest gap between two successful pages of the other teams
// includes the time until a failure.
import { EgressGuard, Fetcher } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { Effect, Layer, ManagedRuntime, Metric } from "effect"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import * as FairSemaphore from "../../../common/src/FairSemaphore.ts"
import { startedBy } from "../../../common/test/processes.ts"
import { hostilePages } from "./fetcher/hostilePages.ts"
import { optionOf } from "./options.ts"
import { figure } from "./report.ts"

const TEAMS = ["one", "two", "three", "four"]
const HOSTILE_AT_ONCE = 3
const INNOCENT_TIMEOUT_MS = 60_000
const REPLACED_WITHIN_MS = 5_000

const names = Object.keys(hostilePages)
const plain =
  "<!doctype html><title>t</title><main><h1>Plain</h1><p>words</p><script>document.body.append('late')</script></main>"

const answer: RequestListener = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://site")
  const send = (body: string, headers: Readonly<Record<string, string>> = {}) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers }).end(body)
  }
  request.on("error", () => undefined).resume()
  response.on("error", () => undefined)
  if (pathname === "/silent") return
  if (pathname === "/endless") {
    response.writeHead(200, { "content-type": "text/css" })
    const drip = setInterval(() => response.write("/* */\n"), 200)
    return void response.on("close", () => clearInterval(drip))
  }
  if (pathname === "/codings") return send("x", hostilePages["codings"]!.headers)
  if (pathname === "/worker.js") {
    return send("self.onfetch = () => { for (;;) {} }; for (;;) {}", { "content-type": "text/javascript" })
  }
  if (pathname !== "/hostile") return send(plain)
  const { headers, markup = "", script = "" } = hostilePages[searchParams.get("name") ?? ""] ?? {}
  send(`<!doctype html><title>t</title><body><p>words</p>${markup}<script>${script}</script>`, headers)
}

type Visit = (team: string, path: string, limit: number) => Promise<string>
type Fetching = ManagedRuntime.ManagedRuntime<Fetcher.Fetcher, never>

const listen = async () => {
  const server = createServer({ maxHeaderSize: 65_536 }, answer).listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  return { server, target: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const visiting = (runtime: Fetching, target: string): Visit => (team, path, limit) =>
  runtime.runPromise(
    Effect.flatMap(Fetcher.Fetcher, (fetcher) =>
      fetcher.fetch({
        url: `http://${target}${path}`,
        timeout: limit,
        options: { ...defaultOptions, waitFor: 100 },
        needs: { browser: true }
      })).pipe(
        Effect.match({ onSuccess: ({ status }) => `${status}`, onFailure: ({ reason }) => reason._tag as string }),
        Effect.provideService(FairSemaphore.Tenant, team)
      )
  )

interface Innocent {
  readonly durations: Array<number>
  failures: number
  last: number
  longestGap: number
}

const work = async (visit: Visit, team: string, found: Innocent, attack: AbortSignal) => {
  for (let at = 0; !attack.aborted; at++) {
    const begun = performance.now()
    const outcome = await visit(team, `/plain?${team}${at}`, INNOCENT_TIMEOUT_MS)
    const now = performance.now()
    found.durations.push(now - begun)
    found.longestGap = Math.max(found.longestGap, now - found.last)
    found.last = now
    if (outcome === "200") continue
    found.failures++
    console.log(`a page of team ${team}: ${outcome}`)
  }
}

const watch = async (runtime: Fetching, attack: AbortSignal) => {
  let downSince: number | undefined
  let longestDown = 0
  let deaths = 0
  for (; !attack.aborted; await sleep(100)) {
    const found = (await runtime.runPromise(Metric.snapshot)).find(({ id }) => id === "dunlin_browser_up")
    if ((found?.state as { readonly value?: number } | undefined)?.value !== 0) {
      downSince = undefined
      continue
    }
    if (downSince === undefined) deaths++
    downSince ??= performance.now()
    longestDown = Math.max(longestDown, performance.now() - downSince)
  }
  return { deaths, longestDown }
}

/** Visits hostile pages, a few at a time. Returns the longest duration of one visit. */
const attackWith = async (visit: Visit, queue: Array<string>, timeout: number) => {
  let longest = 0
  const next = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      const begun = performance.now()
      const outcome = await visit("attacker", `/hostile?name=${encodeURIComponent(name)}`, timeout)
      const took = performance.now() - begun
      longest = Math.max(longest, took)
      console.log(`${name}: ${outcome} after ${Math.round(took)} ms`)
    }
  }
  await Promise.all(Array.from({ length: HOSTILE_AT_ONCE }, next))
  return longest
}

export const run = async (args: ReadonlyArray<string>) => {
  const only = optionOf(args, "only")?.split(",")
  const total = Number(optionOf(args, "pages") ?? 100)
  const timeout = Number(optionOf(args, "timeout") ?? 8000)
  const { server, target } = await listen()
  const runtime = ManagedRuntime.make(Fetcher.layer().pipe(Layer.provide(EgressGuard.layer({ allow: [target] }))))
  const visit = visiting(runtime, target)
  await visit("one", "/plain", INNOCENT_TIMEOUT_MS)

  const attack = new AbortController()
  const found: Innocent = { durations: [], failures: 0, last: performance.now(), longestGap: 0 }
  const innocent = TEAMS.map((team) => work(visit, team, found, attack.signal))
  const watched = watch(runtime, attack.signal)
  const queue = Array.from({ length: total }, (_, at) => names[at % names.length]!)
    .filter((name) => only === undefined || only.includes(name))
  const visited = queue.length
  const longestHostile = await attackWith(visit, queue, timeout)
  attack.abort()
  await Promise.all(innocent)
  const { deaths, longestDown } = await watched
  const ending = performance.now()
  await runtime.dispose()
  const closing = performance.now() - ending

  const durations = found.durations.toSorted((one, other) => one - other)
  const at = (share: number) => durations[Math.min(durations.length - 1, Math.floor(durations.length * share))]!
  const figures: ReadonlyArray<readonly [metric: string, ours: number]> = [
    ["kinds", names.length],
    ["hostile pages visited", visited],
    ["pages of other teams", durations.length],
    ["failed pages of other teams", found.failures],
    ["ms of a page of another team, median", at(0.5)],
    ["ms of a page of another team, p99", at(0.99)],
    ["maximum ms without a page of other teams", found.longestGap],
    ["shared browsers that stopped", deaths],
    [`maximum ms until a stopped browser was replaced (bar ${REPLACED_WITHIN_MS})`, longestDown],
    [`maximum ms of a hostile page (timeout ${timeout})`, longestHostile],
    ["ms to close", closing],
    ["remaining processes", startedBy([process.pid]).length]
  ]
  for (const [metric, ours] of figures) figure({ area: "hostile pages", metric, ours: Math.round(ours) })
  server.closeAllConnections()
  server.close()
}
