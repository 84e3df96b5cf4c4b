import { endlessForms, endlessPage, line, type PageSource, write } from "@dunlin/transformers/PdfTesting"
import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll } from "vitest"
import { start } from "./serverProcess.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-pdf-test-"))
const ends: Array<() => unknown> = []
afterAll(async () => {
  for (const end of ends) await end()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Pages that draw without end behind the first ones. A page that takes too long is left out: there are many of them. */
const endless = (first: ReadonlyArray<PageSource>) =>
  write([...first, ...Array.from({ length: 100 }, () => endlessPage)], endlessForms)

/** Processor time of the parser processes of a server, by their ids. */
const parsers = (server: number): string =>
  readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, "latin1").replace(/^.*\) /s, "").split(" ")
      const isOurs = fields[1] === String(server) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("pdf/child")
      return isOurs ? [`${pid}: ${fields[11]} ${fields[12]}`] : []
    } catch {
      return []
    }
  }).join("\n")

const setUp = async () => {
  const documents = new Map([
    ["/some", endless([{ content: line("The first page.", 72, 90) }])],
    ["/none", endless([])]
  ])
  const site = createServer((request, response) => {
    response.setHeader("content-type", "application/pdf")
    response.end(documents.get(request.url!))
  })
  const port = await new Promise((resolve) => {
    site.listen(0, "127.0.0.1", () => resolve((site.address() as AddressInfo).port))
  })
  ends.push(() => site.closeAllConnections(), () => site.close())
  const server = await start({
    DUNLIN_DATA: mkdtempSync(join(folder, "data-")),
    DUNLIN_EGRESS_ALLOW: `127.0.0.1:${port}`
  })
  ends.push(() => server.stop("SIGKILL"))
  const scrape = (path: string, timeout: number, signal?: AbortSignal) =>
    fetch(`${server.url}/v2/scrape`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ url: `http://127.0.0.1:${port}${path}`, timeout }),
      signal: signal ?? null
    })
  return { server, scrape }
}

describe.skipIf(process.platform !== "linux")("A server that reads a PDF without end (needs /proc)", () => {
  it("answers in time with the pages it has read, or says that there are none", async () => {
    const { scrape } = await setUp()
    const some: any = await (await scrape("/some", 30_000)).json()
    assert.strictEqual(some.data?.markdown?.trim(), "The first page.", JSON.stringify(some))
    assert.strictEqual(some.data.metadata.totalPages, 101)
    assert.isBelow(some.data.metadata.numPages, 101)
    assert.match(some.data.warning, /The PDF is cut after page \d+: the time was up\./)
    const none: any = await (await scrape("/none", 2000)).json()
    assert.strictEqual(none.success, false)
    assert.include(["SCRAPE_PDF_INSUFFICIENT_TIME_ERROR", "SCRAPE_TIMEOUT"], none.code)
  })

  it("stops reading when nobody waits for the answer any more", async () => {
    const { scrape, server } = await setUp()
    const gone = new AbortController()
    const answer = scrape("/some", 100_000, gone.signal).then(() => "answered", () => "gone")
    const works = async () => {
      const before = parsers(server.pid)
      await sleep(500)
      return before !== "" && before !== parsers(server.pid)
    }
    while (!await works()) await sleep(100)
    gone.abort()
    assert.strictEqual(await answer, "gone")
    while (await works()) await sleep(100)
  })
})
