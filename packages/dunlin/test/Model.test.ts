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

describe("A server with a model", () => {
  it("serves its formats and crawl previews, and opens the address of the model to the model alone", async () => {
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
  }, 60_000)
})
