// Whether hostile pages hurt other teams: npm run bench -- neighbours [--pages=100] [--timeout=8000] [--only=locks]
//
// One team visits pages that hang, crash or bloat a browser, three at a time. Four other teams visit plain pages in the
// browser all the time. A failure of theirs is a foreign failure. How long a browser is down is what `dunlin_browser_up`
// says, looked at ten times a second; the longest time without a page of theirs contains the silence before.
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

export const run = async (args: ReadonlyArray<string>) => {
  const only = optionOf(args, "only") ?? ""
  const total = Number(optionOf(args, "pages") ?? 100)
  const timeout = Number(optionOf(args, "timeout") ?? 8000)
  const server = createServer({ maxHeaderSize: 65_536 }, answer).listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  const target = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const runtime = ManagedRuntime.make(Fetcher.layer().pipe(Layer.provide(EgressGuard.layer({ allow: [target] }))))
  const visit = (team: string, path: string, limit: number) =>
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
  const isUp = async () => {
    const all = await runtime.runPromise(Metric.snapshot)
    const found = all.find(({ id }) => id === "dunlin_browser_up")
    return (found?.state as { readonly value?: number } | undefined)?.value !== 0
  }

  await visit("one", "/plain", INNOCENT_TIMEOUT_MS)
  let isOver = false
  const foreign = new Map<string, number>()
  const durations: Array<number> = []
  let last = performance.now()
  let longestGap = 0
  const work = async (team: string) => {
    for (let at = 0; !isOver; at++) {
      const begun = performance.now()
      const outcome = await visit(team, `/plain?${team}${at}`, INNOCENT_TIMEOUT_MS)
      foreign.set(outcome, (foreign.get(outcome) ?? 0) + 1)
      durations.push(performance.now() - begun)
      longestGap = Math.max(longestGap, performance.now() - last)
      last = performance.now()
      if (outcome !== "200") console.log(`a page of team ${team}: ${outcome}`)
    }
  }
  let longestDown = 0
  let deaths = 0
  const watch = async () => {
    for (let downSince: number | undefined; !isOver; await sleep(100)) {
      if (await isUp()) {
        downSince = undefined
        continue
      }
      if (downSince === undefined) deaths++
      downSince ??= performance.now()
      longestDown = Math.max(longestDown, performance.now() - downSince)
    }
  }
  const innocent = [...TEAMS.map(work), watch()]

  const queue = Array.from({ length: total }, (_, at) => names[at % names.length]!)
    .filter((name) => only === "" || only.split(",").includes(name))
  const outcomes: Array<string> = []
  let longestHostile = 0
  const attack = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      const begun = performance.now()
      const outcome = await visit("attacker", `/hostile?name=${encodeURIComponent(name)}`, timeout)
      const took = performance.now() - begun
      longestHostile = Math.max(longestHostile, took)
      outcomes.push(outcome)
      console.log(`${name}: ${outcome} after ${Math.round(took)} ms`)
    }
  }
  await Promise.all(Array.from({ length: HOSTILE_AT_ONCE }, attack))
  isOver = true
  await Promise.all(innocent)
  const served = foreign.get("200") ?? 0
  const all = [...foreign.values()].reduce((sum, count) => sum + count, 0)
  durations.sort((one, other) => one - other)
  const at = (share: number) =>
    Math.round(durations[Math.min(durations.length - 1, Math.floor(durations.length * share))]!)
  const area = "hostile pages"
  figure({ area, metric: "kinds", ours: names.length })
  figure({ area, metric: "hostile pages visited", ours: outcomes.length })
  figure({ area, metric: "pages of other teams", ours: all })
  figure({ area, metric: "foreign failures", ours: all - served })
  figure({ area, metric: "ms of a page of another team, median", ours: at(0.5) })
  figure({ area, metric: "ms of a page of another team, 99 of 100", ours: at(0.99) })
  figure({ area, metric: "longest ms without a page of other teams", ours: Math.round(longestGap) })
  figure({ area, metric: "browsers that died", ours: deaths })
  figure({
    area,
    metric: `longest ms until a dead browser was replaced (bar ${REPLACED_WITHIN_MS})`,
    ours: Math.round(longestDown)
  })
  figure({ area, metric: `longest ms of a hostile page (timeout ${timeout})`, ours: Math.round(longestHostile) })
  const ending = performance.now()
  await runtime.dispose()
  figure({ area, metric: "ms to close", ours: Math.round(performance.now() - ending) })
  figure({ area, metric: "processes left", ours: startedBy([process.pid]).length })
  server.closeAllConnections()
  server.close()
}
