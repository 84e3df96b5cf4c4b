// Tests CSS selectors that could block a server: npm run bench -- selectors [--timeout=5000] [--filter=text]
//
// A page of each size and shape is scraped from a separate `dunlin serve` with every selector, alternately in
// `excludeTags`, `includeTags` and `attributes`. Meanwhile `/health` is requested every 20 ms from another process. A
// selector passes if its response arrives within the request's timeout plus half a second, and no health check took 100
// ms or more.
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { optionOf } from "./options.ts"
import { ask } from "./ownServer.ts"

const root = new URL("../../../../", import.meta.url).pathname

const MOST_SILENCE = 100

const IDLE_SECONDS = 10

const SLACK = 500

const repeated = (text: string, count: number) => text.repeat(count)
const nested = (before: string, inner: string, count: number) => before.repeat(count) + inner + ")".repeat(count)

const selectors: ReadonlyArray<string> = [
  "zz p ~ p ~ p ~ p",
  `${repeated(":is(*,*,*,*) ", 40)}zz`,
  "zz * * * * *",
  "p:has(~ p:has(~ zz))",
  "p:has(~ p:has(~ p:has(~ zz)))",
  `zz${repeated(" *", 200)}`,
  `zz${repeated(" ~ *", 200)}`,
  `zz${repeated(" p ~ p", 100)}`,
  `zz${repeated(" > *", 250)}`,
  `zz${repeated(" + *", 250)}`,
  `${repeated("* ", 300)}zz`,
  `${repeated("* ~ ", 300)}zz`,
  `${repeated("* + ", 300)}zz`,
  `${repeated("div ", 300)}zz`,
  `${repeated(":not(zz) ", 150)}zz`,
  `${repeated(":is(p, div) ~ ", 100)}zz`,
  `:has(${repeated("* ", 200)}zz)`,
  `:has(${repeated("~ * ", 1)}${repeated("~ * ", 150)}~ zz)`,
  `*:has(> *:has(> *:has(> *:has(> zz))))`,
  nested(":has(", "zz", 15),
  nested(":has(~ ", "zz", 15),
  nested("* :has(* ", "zz", 12),
  nested(":is(* ", "zz", 15),
  nested(":not(* ~ ", "zz", 15),
  nested(":not(:has(~ ", "zz", 7) + ")".repeat(7),
  nested(":where(p ~ :is(", "zz", 7) + ")".repeat(7),
  nested(":nth-child(1 of ", "zz", 15),
  nested(":nth-last-child(2n of * ~ ", "zz", 12),
  `${repeated(":nth-child(2n+1)", 60)}`,
  `${repeated(":nth-last-of-type(3n+1)", 60)}`,
  `${repeated(":nth-last-child(2n+1 of p)", 40)}`,
  `${repeated(":first-of-type ~ ", 80)}zz`,
  `${repeated(":only-of-type ", 80)}zz`,
  `${repeated(":last-child ", 80)}zz`,
  `${repeated(":not(:last-child) ~ ", 60)}zz`,
  `p:contains(${repeated("here", 400)})`,
  `:contains(${repeated("a", 1900)}b)`,
  `:icontains(${repeated("PARA TEXT ", 150)})`,
  `${repeated(":contains(e)", 60)}`,
  `${repeated(":not(:contains(zz)) ", 50)}zz`,
  `[class*="${repeated("a", 1900)}b"]`,
  `[class$="${repeated("a", 1900)}b"]`,
  `[class~="${repeated("a", 1900)}b"]`,
  `[class|="${repeated("a", 1900)}" i]`,
  `${repeated("[class*=a i]", 120)}`,
  `${repeated("[class]:not([id]) ", 80)}zz`,
  `${repeated(":not([class!=x]) ", 80)}zz`,
  `${repeated(":lang(en) ", 120)}zz`,
  `:lang(${Array.from({ length: 600 }, () => "de").join()})`,
  `${repeated(":empty ~ ", 120)}zz`,
  `${repeated(":disabled ", 90)}zz`,
  `${repeated(":enabled ~ ", 90)}zz`,
  `${repeated(":checked ~ ", 90)}zz`,
  `${repeated(":read-write ~ ", 90)}zz`,
  `${repeated(":parent ", 120)}zz`,
  `${repeated("* < ", 250)}*`,
  `${Array.from({ length: 400 }, (_, k) => `.c${k}`).join()}`,
  `${Array.from({ length: 160 }, () => "* ~ * *").join()}`,
  `${Array.from({ length: 120 }, () => ":has(~ *)").join()}`,
  `*${repeated("a", 1500)}b*`,
  "*class*",
  `${repeated("/**/", 400)}zz`,
  `${repeated("(", 1900)}`,
  nested(":is(", "p", 300),
  `${repeated(":root ", 300)}zz`,
  "*, * *, * * *, * ~ *, :has(*), :not(zz)"
]

const sizes = [13_000, 250_000, 5_000_000]

const shapes: Readonly<Record<string, (size: number) => string>> = {
  wide: (size) => `<main>${"<p>para text here</p>".repeat(size / 21)}</main>`,
  deep: (size) => `<main>${`${"<div class=a>".repeat(240)}x${"</div>".repeat(240)}`.repeat(size / 4600 + 1)}</main>`,
  dense: (size) => `<main>${"<b>".repeat(Math.min(200, size))}${"<i>a".repeat(size / 4)}</main>`,
  long: (size) => `<main><p class="${"a".repeat(size / 2)}">${"a".repeat(size / 2)}</p></main>`
}

const request = (selector: string, index: number) => {
  switch (index % 3) {
    case 0:
      return { formats: ["markdown"], excludeTags: [selector] }
    case 1:
      return { formats: ["markdown"], includeTags: [selector] }
    default:
      return { formats: [{ type: "attributes", selectors: [{ selector, attribute: "class" }] }] }
  }
}

const listen = async () => {
  const server = createServer((incoming, response) => {
    const [, shape = "wide", size = "0"] = (incoming.url ?? "").split("/")
    response.setHeader("content-type", "text/html; charset=utf-8").end(shapes[shape]!(Number(size)))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { server, port: (server.address() as AddressInfo).port }
}

const freePort = async () => {
  const { port, server } = await listen()
  await new Promise((resolve) => server.close(resolve))
  return port
}

const startDunlin = async (pages: number) => {
  const port = await freePort()
  const data = mkdtempSync(join(tmpdir(), "dunlin-bench-"))
  const child = spawn(process.execPath, ["packages/dunlin/src/bin.ts", "serve"], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DUNLIN_DATA: data,
      DUNLIN_PORT: String(port),
      DUNLIN_EGRESS_ALLOW: `127.0.0.1:${pages}`
    },
    stdio: ["ignore", "ignore", "inherit"]
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await ask(`${url}/health`).then(({ status }) => status === 200, () => false))) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
    await sleep(100)
  }
  return {
    url,
    close: async () => {
      const ended = new Promise((resolve) => child.on("close", resolve))
      child.kill("SIGTERM")
      await ended
      rmSync(data, { recursive: true })
    }
  }
}

const watch = (url: string) => {
  let longest = 0
  const stopping = new AbortController()
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      const begin = performance.now()
      await ask(`${url}/health`).catch(() => undefined)
      longest = Math.max(longest, performance.now() - begin)
      await sleep(20)
    }
  })()
  return {
    take: () => {
      const last = longest
      longest = 0
      return last
    },
    stop: async () => {
      stopping.abort()
      await loop
    }
  }
}

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  const timeout = Number(optionOf(args, "timeout") ?? 5000)
  const filter = optionOf(args, "filter") ?? ""
  const site = await listen()
  const dunlin = await startDunlin(site.port)
  const health = watch(dunlin.url)
  const scrape = async (path: string, options: object) => {
    const begin = performance.now()
    const url = `http://127.0.0.1:${site.port}/${path}`
    const { status } = await ask(`${dunlin.url}/v2/scrape`, { url, maxAge: 0, timeout, ...options })
    return { status, milliseconds: performance.now() - begin }
  }
  try {
    // The first page loads the engines, so it is not part of the measurement.
    for (const shape of Object.keys(shapes)) await scrape(`${shape}/13000`, { formats: ["markdown"] })
    // This is the baseline of the machine. A health check that takes this long is no evidence about a selector.
    health.take()
    await sleep(IDLE_SECONDS * 1000)
    console.log(`longest health check with nothing to do, ${IDLE_SECONDS} s: ${Math.round(health.take())} ms\n`)
    console.log("| page | selectors | passed | slowest answer ms | longest health check ms | answers |")
    console.log("| --- | --- | --- | --- | --- | --- |")
    for (const size of sizes) {
      for (const shape of Object.keys(shapes)) {
        if (!`${shape} ${size}`.includes(filter)) continue
        let passed = 0
        let slowest = 0
        let silence = 0
        const statuses = new Map<number, number>()
        const failed: Array<string> = []
        for (const [index, selector] of selectors.entries()) {
          health.take()
          const { milliseconds, status } = await scrape(`${shape}/${size}`, request(selector, index))
          const waited = health.take()
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          slowest = Math.max(slowest, milliseconds)
          silence = Math.max(silence, waited)
          if (milliseconds <= timeout + SLACK && waited < MOST_SILENCE) passed++
          else {failed.push(
              `  ${selector.slice(0, 60)}: ${Math.round(milliseconds)} ms, health ${Math.round(waited)} ms`
            )}
        }
        const answers = Array.from(statuses, ([status, times]) => `${times} x ${status}`).join(", ")
        console.log(
          `| ${shape}, ${size} B | ${selectors.length} | ${passed} | ${Math.round(slowest)} | ${
            Math.round(silence)
          } | ${answers} |`
        )
        for (const line of failed) console.log(line)
      }
    }
  } finally {
    await health.stop()
    await dunlin.close()
    await new Promise((resolve) => site.server.close(resolve))
  }
}
