// Checks whether a browser that never responds to one kind of call blocks requests: npm run bench -- hungCalls
// [--only=Page.navigate]
//
// A proxy between playwright and a real Chromium drops the responses to one kind of call at a time. All kinds used by a
// visit with a picture, actions, headers and a profile are tested. Each request must end within its timeout plus one
// second, the engine must close within thirty seconds, and no process may remain. The times are real, so a busy machine
// may miss the extra second.
import { BrowserFetcher, EgressGuard, Fetcher } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { Effect, Layer, ManagedRuntime } from "effect"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { chromium as executable } from "../../../common/test/components.ts"
import { startedBy } from "../../../common/test/processes.ts"
import { optionOf } from "./options.ts"
import { figure } from "./report.ts"

const TIMEOUT_MS = 4_000
const CLOSE_WITHIN_MS = 30_000
const FIRST_TIMEOUT_MS = 60_000

const proxy = fileURLToPath(new URL("./fetcher/hungProxy.mjs", import.meta.url))

type Options = Partial<typeof defaultOptions>
const profile = (name: string) => ({ name, saveChanges: true }) as NonNullable<typeof defaultOptions.profile>

const requests: ReadonlyArray<Options> = [
  {},
  { formats: [{ type: "screenshot", fullPage: true }] as never },
  { headers: { "X-Own": "1", Cookie: "a=b" }, profile: profile("p") },
  {
    mobile: true,
    actions: [
      { type: "click", selector: "p", all: false },
      { type: "write", text: "x" },
      { type: "press", key: "Enter" },
      { type: "scroll", direction: "down" },
      { type: "screenshot", fullPage: false },
      { type: "executeJavascript", script: "({ a: 1 })" },
      { type: "scrape" },
      { type: "pdf", format: "A4", landscape: false, scale: 1 }
    ] as never
  },
  {}
]

interface Outcome {
  readonly longest: number
  readonly closing: number
  readonly left: number
  readonly ends: string
}

const attempt = async (target: string, timeout: number): Promise<Outcome> => {
  const layer = BrowserFetcher.layer({ executable: proxy, keepOpen: "1 second" }).pipe(
    Layer.provide(EgressGuard.layer({ allow: [target] }))
  )
  const runtime = ManagedRuntime.make(layer)
  let longest = 0
  const ends = new Map<string, number>()
  const queue = [...requests]
  const work = async () => {
    for (let options = queue.shift(); options !== undefined; options = queue.shift()) {
      const begun = performance.now()
      const end = await runtime.runPromise(
        Effect.flatMap(
          Fetcher.Fetcher,
          (fetcher) => fetcher.fetch({ url: `http://${target}/`, timeout, options: { ...defaultOptions, ...options } })
        ).pipe(
          Effect.match({ onSuccess: ({ status }) => `${status}`, onFailure: ({ reason }) => reason._tag as string })
        )
      )
      longest = Math.max(longest, performance.now() - begun)
      ends.set(end, (ends.get(end) ?? 0) + 1)
    }
  }
  await Promise.all([work(), work(), work()])
  const ending = performance.now()
  await runtime.dispose()
  const closing = performance.now() - ending
  await sleep(500)
  return {
    longest: Math.round(longest),
    closing: Math.round(closing),
    left: startedBy([process.pid]).length,
    ends: [...ends].map(([end, count]) => `${end} ${count}`).join(", ")
  }
}

export const run = async (args: ReadonlyArray<string>) => {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>t</title><p>words</p>")
  }).listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  const target = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const folder = mkdtempSync(join(tmpdir(), "hung-"))
  const log = join(folder, "methods")
  process.env["DUNLIN_HUNG_BROWSER"] = executable
  process.env["DUNLIN_HUNG_LOG"] = log
  const first = await attempt(target, FIRST_TIMEOUT_MS)
  console.log(`nothing hung: ${first.ends}`)
  const seen = [...new Set(readFileSync(log, "utf8").trim().split("\n"))]
  delete process.env["DUNLIN_HUNG_LOG"]
  const only = optionOf(args, "only")?.split(",")
  const methods = seen.filter((method) => only === undefined || only.includes(method))
  let late = 0
  let slow = 0
  let left = 0
  let longest = 0
  let closing = 0
  for (const method of methods) {
    process.env["DUNLIN_HUNG_METHOD"] = method
    const outcome = await attempt(target, TIMEOUT_MS)
    console.log(
      `${method}: ${outcome.ends}; longest ${outcome.longest} ms, closed in ${outcome.closing} ms, ${outcome.left} processes left`
    )
    if (outcome.longest > TIMEOUT_MS + 1_000) late++
    if (outcome.closing > CLOSE_WITHIN_MS) slow++
    left += outcome.left
    longest = Math.max(longest, outcome.longest)
    closing = Math.max(closing, outcome.closing)
  }
  const area = "hung calls"
  figure({ area, metric: "kinds of calls", ours: methods.length })
  figure({ area, metric: `kinds with a request beyond its timeout (${TIMEOUT_MS} ms) and a second`, ours: late })
  figure({ area, metric: "longest ms of a request", ours: longest })
  figure({ area, metric: "kinds after which closing took more than 30 seconds", ours: slow })
  figure({ area, metric: "longest ms of closing", ours: closing })
  figure({ area, metric: "remaining processes", ours: left })
  rmSync(folder, { recursive: true, force: true })
  server.closeAllConnections()
  server.close()
}
