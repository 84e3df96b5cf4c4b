import { endlessForms, endlessPage, line, type PageSource, write } from "@dunlin/transformers/PdfTesting"
import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll } from "vitest"
import { needing } from "../../common/test/components.ts"
import { start } from "./serverProcess.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-pdf-test-"))
const ends: Array<() => unknown> = []
afterAll(async () => {
  for (const end of ends) await end()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/**
 * Pages that draw without end behind the first ones. Each is left out after some work: there are more of them than any
 * machine reads in the time that a test takes.
 */
const endless = (first: ReadonlyArray<PageSource>) =>
  write([...first, ...Array.from({ length: 3000 }, () => endlessPage)], endlessForms)

/** Processor time of the parser processes of a server, by their ids. */
const parsers = (server: number): string =>
  readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, "latin1").replace(/^.*\) /s, "").split(" ")
      const isOurs = fields[1] === String(server) &&
        readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("internal/process/child")
      return isOurs ? [`${pid}: ${fields[11]} ${fields[12]}`] : []
    } catch {
      return []
    }
  }).join("\n")

const three = write(["first", "second", "third"].map((word) => ({ content: line(`The ${word} page.`, 72, 90) })))
const html = Buffer.from("<html><body>Please log in.</body></html>")
const locked = readFileSync(new URL("../../engines/pdf/test/fixtures/pdf-locked.pdf", import.meta.url))

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

const documents: Record<string, { readonly body: Uint8Array; readonly type: string }> = {
  "/some": { body: endless([{ content: line("The first page.", 72, 90) }]), type: "application/pdf" },
  "/office": { body: Buffer.from("PK\u0003\u0004\u0014\u0000"), type: docx },
  "/none": { body: endless([]), type: "application/pdf" },
  "/three": { body: three, type: "application/pdf" },
  "/download": { body: three, type: "application/octet-stream" },
  "/locked": { body: locked, type: "application/pdf" },
  "/broken": { body: Buffer.from("%PDF-1.7\nand nothing else"), type: "application/pdf" },
  "/called": { body: html, type: "application/pdf" }
}

const setUp = async () => {
  const site = createServer((request, response) => {
    const { body, type } = documents[request.url!]!
    response.setHeader("content-type", type)
    response.end(body)
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
  const scrape = (path: string, timeout: number, signal?: AbortSignal, parsers?: ReadonlyArray<unknown>) =>
    fetch(`${server.url}/v2/scrape`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ url: `http://127.0.0.1:${port}${path}`, timeout, parsers }),
      signal: signal ?? null
    })
  return { server, scrape }
}

/** What a server says that had no time for a first page. */
const outOfTime = ["SCRAPE_PDF_INSUFFICIENT_TIME_ERROR", "SCRAPE_TIMEOUT"]

describe("a server that reads an endless PDF", needing("Linux"), () => {
  it("answers at the timeout with the finished pages, or reports that there are none", async () => {
    const { scrape } = await setUp()
    // the parser process starts meanwhile, which is not part of what has to be in time
    assert.strictEqual((await scrape("/three", 300_000)).status, 200)
    // a machine that has not read one page when the time is up is given more of it
    let some: any
    for (const time of [4000, 30_000, 200_000]) {
      some = await (await scrape("/some", time)).json()
      if (some.success === true) break
      assert.include(outOfTime, some.code)
    }
    assert.strictEqual(some.data?.markdown?.trim(), "The first page.", JSON.stringify(some))
    assert.strictEqual(some.data.metadata.totalPages, 3001)
    assert.isBelow(some.data.metadata.numPages, 3001)
    assert.match(some.data.warning, /The PDF was read only up to page \d+: the time limit was reached\./)
    const none: any = await (await scrape("/none", 2000)).json()
    assert.strictEqual(none.success, false)
    assert.include(outOfTime, none.code)
  })

  it("stops reading if no caller waits", async () => {
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

describe("a request for a PDF", () => {
  const setUpOnce = setUp()
  const ask = async (path: string, parsers?: ReadonlyArray<unknown>): Promise<any> => {
    const response = await (await setUpOnce).scrape(path, 200_000, undefined, parsers)
    return { status: response.status, ...await response.json() as object }
  }
  const words = (answer: any) => answer.data?.markdown?.replace(/\s+/g, " ").trim()
  const whole = "The first page. The second page. The third page."

  it("can name a mode", async () => {
    for (const parsers of [undefined, ["pdf"], ...["fast", "auto", "ocr"].map((mode) => [{ type: "pdf", mode }])]) {
      const answer = await ask("/three", parsers)
      assert.strictEqual(words(answer), whole, JSON.stringify(answer))
      assert.deepInclude(answer.data.metadata, { numPages: 3, totalPages: 3 })
    }
  })

  it("can limit the pages", async () => {
    const answer = await ask("/three", [{ type: "pdf", maxPages: 2 }])
    assert.strictEqual(words(answer), "The first page. The second page.", JSON.stringify(answer))
    assert.deepInclude(answer.data.metadata, { numPages: 2, totalPages: 3, creditsUsed: 2 })
    assert.match(answer.data.warning, /truncated/)
    for (const maxPages of [0, 10_001, 1.5]) {
      const refused = await ask("/three", [{ type: "pdf", maxPages }])
      assert.deepInclude(refused, { status: 400, success: false, code: "BAD_REQUEST" })
    }
  })

  it("can request the bytes, for one credit", async () => {
    const { data } = await ask("/three", [])
    assert.strictEqual(data.markdown, Buffer.from(three).toString("base64"))
    assert.strictEqual(data.metadata.creditsUsed, 1)
    assert.notProperty(data.metadata, "numPages")
  })

  it("detects it by its bytes, whatever the site calls it", async () => {
    const answer = await ask("/download")
    assert.strictEqual(words(answer), whole, JSON.stringify(answer))
  })

  it("reads a page that is mislabelled as a PDF", async () => {
    const answer = await ask("/called")
    assert.strictEqual(words(answer), "Please log in.", JSON.stringify(answer))
    assert.match(answer.data.warning, /The site declares this page as PDF, but it is an HTML page/)
  })

  it("reports why there is no text", async () => {
    const reasons = { "/locked": /password/, "/broken": /broken/, "/office": /office file is damaged/ }
    for (const [path, reason] of Object.entries(reasons)) {
      const answer = await ask(path)
      assert.deepInclude(answer, { success: false, code: "SCRAPE_UNSUPPORTED_FILE_ERROR" }, path)
      assert.match(answer.error, reason)
    }
  })
})
