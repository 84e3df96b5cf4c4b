import { Fetcher } from "@dunlin/fetcher"
import { SearchProvider } from "@dunlin/providers"
import { Placeholders } from "@dunlin/redaction"
import { assert, describe, it } from "@effect/vitest"
import { createClient } from "dunlin"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { start } from "./serverProcess.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-restorable-"))
const ends: Array<() => unknown> = []
afterAll(async () => {
  for (const end of ends) await end()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const page = (who: string) =>
  `<!doctype html><title>About ${who}</title><main><h1>Team</h1><p>${who} answers all letters of readers herself, and
   she does so with great care. Write to maria@quill.example, or ask Jonas Weber, who knows the archive well.</p></main>`

const redactPII = { mode: "fast", placeholders: true } as const
const urls = ["https://example.com/one", "https://example.com/two"]

describe("reversible redaction", () => {
  it("numbers a response consistently, and returns the map separately", async () => {
    await using client = createClient({
      fetcher: Fetcher.layerMemory(Object.fromEntries(urls.map((url) => [url, page("Maria Lindqvist")]))),
      provider: SearchProvider.layerMemory(
        urls.map((url, position) => ({
          source: "web",
          url,
          title: "Maria Lindqvist",
          description: "Letters to Jonas Weber",
          position
        }))
      )
    })
    const options = { highlights: false, scrapeOptions: { formats: ["markdown"], redactPII } } as const
    const { data, placeholders = {} } = await client.search("letters", options)
    const [one, two] = data.web ?? []
    assert.strictEqual(one?.title, two?.title)
    const tag = one?.title ?? ""
    assert.match(tag, /^<PERSON_\d>$/)
    assert.strictEqual(placeholders[tag], "Maria Lindqvist")
    for (const result of [one, two]) {
      assert.include(result?.markdown, `${tag} answers all letters`)
      assert.notInclude(JSON.stringify(result), "Lindqvist")
      const restored = Placeholders.restore(result?.markdown ?? "", placeholders)
      assert.include(restored, "Maria Lindqvist answers all letters")
      assert.include(restored, "Write to maria@quill.example, or ask Jonas Weber")
    }
    assert.lengthOf(Object.keys(placeholders), 3)

    let last: typeof placeholders | undefined
    for await (const event of client.stream("letters", options)) {
      if (event._tag === "Done") last = event.response.placeholders
      else assert.notInclude(JSON.stringify(event), "Lindqvist")
    }
    assert.include(Object.values(last ?? {}), "Maria Lindqvist")

    const document = await client.scrape(urls[0]!, { redactPII })
    assert.deepStrictEqual(Object.values(document.placeholders ?? {}).sort(), [
      "Jonas Weber",
      "Maria Lindqvist",
      "maria@quill.example"
    ])
    const plain = await client.scrape(urls[0]!, { redactPII: { mode: "fast" } })
    assert.include(plain.markdown, "<PERSON> answers")
    assert.notProperty(plain, "placeholders")
    const forgotten = await client.scrape(urls[0]!, { redactPII, zeroDataRetention: true })
    assert.notProperty(forgotten, "placeholders")
    assert.include(forgotten.markdown, "<PERSON> answers")
    assert.include(forgotten.warning, "redactPII.placeholders has no effect")
  })

  it("stores the map nowhere on a server", async () => {
    const site = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end(page("Maria Lindqvist"))
    }).listen(0, "127.0.0.1")
    await new Promise((resolve) => site.once("listening", resolve))
    ends.push(() => site.closeAllConnections(), () => site.close())
    const address = `127.0.0.1:${(site.address() as AddressInfo).port}`
    const server = await start({ DUNLIN_DATA: folder, DUNLIN_EGRESS_ALLOW: address })
    ends.push(() => server.stop("SIGKILL"))
    const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
      const response = await fetch(server.url + path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body)
      })
      return { replayed: response.headers.get("idempotent-replayed"), body: await response.json() as any }
    }
    const scrape = { url: `http://${address}/`, formats: ["markdown"], redactPII, storeInCache: false }
    const once = { "idempotency-key": "one" }
    for (const { body, replayed } of [await post("/v2/scrape", scrape, once), await post("/v2/scrape", scrape, once)]) {
      assert.isNull(replayed)
      assert.strictEqual(body.data.placeholders["<PERSON_1>"], "Maria Lindqvist")
      assert.include(body.data.markdown, "<PERSON_1> answers all letters")
      assert.notInclude(JSON.stringify({ ...body.data, placeholders: {} }), "Lindqvist")
    }
    const job = await post("/v2/batch/scrape", {
      urls: [scrape.url],
      formats: ["markdown"],
      redactPII,
      storeInCache: false
    })
    let status: any
    do status = await (await fetch(`${server.url}/v2/batch/scrape/${job.body.id}`)).json()
    while (status.status === "scraping")
    assert.strictEqual(status.status, "completed")
    assert.include(status.data[0].markdown, "<PERSON> answers all letters")
    assert.notInclude(JSON.stringify(status), "Lindqvist")
    const wrong = await post("/v2/scrape", { ...scrape, redactPII: { ...redactPII, replaceStyle: "mask" } })
    assert.include(wrong.body.error, "replaceStyle tag")
    await server.stop("SIGTERM")
    for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue
      assert.isFalse(readFileSync(join(file.parentPath, file.name)).includes("Lindqvist"), file.name)
    }
    assert.notInclude(server.output(), "Lindqvist")
  })
})
