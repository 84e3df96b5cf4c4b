import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { start } from "./serverProcess.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-model-"))
const ends: Array<() => unknown> = []
afterAll(async () => {
  for (const end of ends) await end()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const listen = (listener: RequestListener): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer(listener)
    server.listen(0, "127.0.0.1", () => {
      ends.push(() => server.closeAllConnections(), () => server.close())
      resolve(`127.0.0.1:${(server.address() as AddressInfo).port}`)
    })
  })

const page =
  "<!doctype html><title>Berths</title><main><h1>Berths</h1><p>A berth costs 12 euros a night for boats of up to " +
  "ten metres, water and electricity included.</p></main>"

describe("a server with a model", () => {
  it("serves its formats and crawl previews, and allows the model's address for the model only", async () => {
    const keys: Array<string | undefined> = []
    const model = await listen((request, response) => {
      keys.push(request.headers.authorization)
      let body = ""
      request.on("data", (chunk) => body += chunk)
      request.on("end", () => {
        const { response_format } = JSON.parse(body)
        const names: Array<string> = Object.keys(response_format?.json_schema?.schema?.properties ?? {})
        const content = response_format === undefined
          ? "Berths cost 12 euros."
          : JSON.stringify({ ...Object.fromEntries(names.map((name) => [name, null])), limit: 7 })
        response.setHeader("content-type", "application/json")
        response.end(JSON.stringify({ choices: [{ finish_reason: "stop", message: { role: "assistant", content } }] }))
      })
    })
    const site = await listen((_, response) => {
      response.setHeader("content-type", "text/html")
      response.end(page)
    })
    const server = await start({
      DUNLIN_DATA: mkdtempSync(join(folder, "data-")),
      DUNLIN_EGRESS_ALLOW: site,
      DUNLIN_MODEL_URL: `http://${model}/v1`,
      DUNLIN_MODEL_KEY: "model-key",
      DUNLIN_MODEL: "small"
    })
    ends.push(() => server.stop("SIGKILL"))
    const post = async (path: string, body: object): Promise<any> => {
      const response = await fetch(server.url + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body)
      })
      return await response.json()
    }
    const scraped = await post("/v2/scrape", { url: `http://${site}/`, formats: ["summary"] })
    assert.strictEqual(scraped.data?.summary, "Berths cost 12 euros.", JSON.stringify(scraped))
    const preview = await post("/v2/crawl/params-preview", { url: "https://example.com/", prompt: "seven pages" })
    assert.strictEqual(preview.data?.limit, 7, JSON.stringify(preview))
    assert.deepEqual(keys, ["Bearer model-key", "Bearer model-key"])
    const refused = await post("/v2/scrape", { url: `http://${model}/v1/models` })
    assert.strictEqual(refused.success, false)
    assert.strictEqual(keys.length, 2)
  })

  it(
    "serves version 2 clients with an endpoint without structured output and system messages",
    async () => {
      let price = 12
      let status = 200
      const model = await listen((request, response) => {
        let body = ""
        request.on("data", (chunk) => body += chunk)
        request.on("end", () => {
          const { messages, response_format } = JSON.parse(body)
          const refuse = (message: string) => response.writeHead(400).end(JSON.stringify({ error: { message } }))
          if (response_format !== undefined) return refuse("extra fields not permitted: response_format")
          if (messages.some(({ role }: { readonly role: string }) => role === "system")) {
            return refuse("System role not supported")
          }
          const text: string = messages[0].content
          const found = Number(/costs (\d+) euros/.exec(text)?.[1])
          const content = text.includes("answer with JSON alone")
            ? `Here it is:\n\`\`\`json\n${JSON.stringify({ name: "Berth", price: found })}\n\`\`\``
            : `A berth costs ${found} euros.`
          response.setHeader("content-type", "application/json")
          return response.end(
            JSON.stringify({ choices: [{ finish_reason: "stop", message: { role: "assistant", content } }] })
          )
        })
      })
      const site = await listen((_, response) => {
        response.writeHead(status, { "content-type": "text/html" })
        response.end(status === 200 ? page.replace("12 euros", `${price} euros`) : "<h1>Not found</h1>")
      })
      const server = await start({
        DUNLIN_DATA: mkdtempSync(join(folder, "data-")),
        DUNLIN_EGRESS_ALLOW: site,
        DUNLIN_MODEL_URL: `http://${model}/v1`,
        DUNLIN_MODEL: "small"
      })
      ends.push(() => server.stop("SIGKILL"))
      const scrape = async (formats: ReadonlyArray<unknown>): Promise<any> => {
        const response = await fetch(`${server.url}/v2/scrape`, {
          method: "POST",
          headers: { "content-type": "application/json", authorization: "Bearer fc-test" },
          body: JSON.stringify({ url: `http://${site}/`, formats, origin: "js-sdk@4.42.0" })
        })
        return { status: response.status, ...await response.json() as object }
      }
      const schema = {
        $schema: "http://json-schema.org/draft-07/schema#",
        type: "object",
        properties: { name: { type: "string" }, price: { type: "number" } },
        required: ["name", "price"],
        additionalProperties: false
      }
      const all = await scrape([
        "markdown",
        "summary",
        { type: "json", schema, prompt: "the price of a berth" },
        { type: "query", prompt: "What does a berth cost?", mode: "freeform" },
        { type: "highlights", query: "price of a berth" }
      ])
      assert.deepInclude(all.data, {
        summary: "A berth costs 12 euros.",
        json: { name: "Berth", price: 12 },
        answer: "A berth costs 12 euros."
      }, JSON.stringify(all))
      assert.include(all.data.highlights, "A berth costs 12 euros a night")
      assert.strictEqual(all.data.metadata.creditsUsed, 13)

      const watched = async (options: object = {}) => {
        const watch = { type: "changeTracking", modes: ["git-diff", "json"], schema, prompt: "the price", ...options }
        return (await scrape(["markdown", watch])).data
      }
      assert.deepEqual((await watched()).changeTracking, {
        previousScrapeAt: null,
        changeStatus: "new",
        visibility: "visible"
      })
      assert.strictEqual((await watched()).changeTracking.changeStatus, "same")
      price = 21
      const { changeTracking, metadata } = await watched()
      assert.strictEqual(changeTracking.changeStatus, "changed")
      assert.deepEqual(changeTracking.json, { price: { previous: 12, current: 21 } })
      assert.include(changeTracking.diff.text, "\n+A berth costs 21 euros a night")
      const [chunk] = changeTracking.diff.json.files[0].chunks
      assert.match(chunk.content, /^@@ -1,3 \+1,3 @@/)
      assert.deepEqual(chunk.changes[0], { type: "normal", normal: true, content: " # Berths", ln1: 1, ln2: 1 })
      assert.deepInclude(chunk.changes.find(({ type }: { readonly type: string }) => type === "add"), { ln: 3 })
      assert.strictEqual(metadata.creditsUsed, 5)
      assert.strictEqual((await watched({ tag: "hourly" })).changeTracking.changeStatus, "new")
      // Markdown need not be asked for to be compared.
      assert.strictEqual((await scrape([{ type: "changeTracking" }])).data.changeTracking.changeStatus, "same")
      status = 404
      assert.deepInclude((await watched()).changeTracking, { changeStatus: "removed", visibility: "hidden" })
    }
  )
})
