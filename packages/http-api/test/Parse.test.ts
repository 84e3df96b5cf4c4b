import type { ScrapeTask } from "@dunlin/pipeline/Scraper"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { serve, type Stub } from "./stub.ts"

const html = "<h1>Waders</h1><p>48 grams</p>"

const post = async (
  form: FormData | undefined,
  { headers = {}, options, ...stub }: Stub & {
    readonly headers?: Record<string, string>
    readonly options?: Parameters<typeof serve>[1]
  } = {}
) => {
  const tasks: Array<ScrapeTask> = []
  const scrape: Stub["scrape"] = (task) => {
    tasks.push(task)
    return Effect.succeed({
      document: {
        markdown: "# Waders",
        metadata: { sourceURL: task.url, url: task.url, statusCode: 200, cacheState: "miss", proxyUsed: "basic" }
      },
      usage: { outcome: "delivered" },
      warnings: [],
      text: "# Waders"
    })
  }
  const request = new Request("http://localhost/", { method: "POST", ...(form === undefined ? {} : { body: form }) })
  const body = new Uint8Array(await request.arrayBuffer())
  const type = form === undefined ? {} : { "content-type": request.headers.get("content-type")! }
  const api = serve({ scrape, ...stub }, options)
  const send = () => api.send("POST", "/v2/parse", { body, headers: { ...type, ...headers } })
  return { ...await send(), send, tasks }
}

const formOf = (
  content: string | Uint8Array<ArrayBuffer>,
  name: string,
  type?: string,
  options?: unknown
): FormData => {
  const form = new FormData()
  if (options !== undefined) form.append("options", typeof options === "string" ? options : JSON.stringify(options))
  form.append("file", new Blob([content], type === undefined ? {} : { type }), name)
  return form
}

describe("/v2/parse", () => {
  it("parses a file like a fetched page, with its options", async () => {
    const options = { formats: ["markdown", "links"], redactPII: true, origin: "js-sdk@4.42.0", integration: null }
    const { body, status, tasks } = await post(formOf(html, "C:\\waders é.html", "text/html;charset=utf-8", options))
    assert.deepStrictEqual([status, body.data.markdown], [200, "# Waders"])
    assert.deepStrictEqual(body.data.metadata, {
      sourceURL: "https://upload.invalid/waders%20%C3%A9.html",
      url: "https://upload.invalid/waders%20%C3%A9.html",
      statusCode: 200,
      creditsUsed: 1
    })
    const [{ options: read, page }] = tasks as [ScrapeTask]
    assert.strictEqual(new TextDecoder().decode(page!.body), html)
    assert.deepStrictEqual([page!.contentType, page!.charset], ["text/html", "utf-8"])
    assert.deepStrictEqual(read.formats.map(({ type }) => type), ["markdown", "links"])
    assert.isObject(read.redactPII)
  })

  it.each([
    ["report.pdf", "application/octet-stream", "application/pdf"],
    ["report", "application/pdf", "application/pdf"],
    ["notes.md", undefined, "text/markdown"],
    ["table.CSV", "application/vnd.ms-excel", "text/csv"],
    ["report.docx", undefined, "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
    ["unknown", undefined, "application/octet-stream"]
  ])("accepts %s of the type %s for %s", async (name, type, expected) => {
    const { tasks } = await post(formOf("%PDF-1.7", name, type))
    assert.strictEqual(tasks[0]?.page?.contentType, expected)
  })

  it.each(["report.doc", "sheet.xls", "photo.png"])("rejects %s, and lists the supported formats", async (name) => {
    const { body, status, tasks } = await post(formOf("PK", name))
    assert.deepStrictEqual([status, body.code, tasks.length], [400, "UNSUPPORTED_FILE_TYPE", 0])
    assert.match(body.error, /supported formats are html, pdf, /)
    assert.notInclude(body.error, name)
  })

  it("rejects options for web pages only", async () => {
    const options = { formats: ["markdown", "screenshot"], waitFor: 5, mobile: true, location: { country: "DE" } }
    const { body, status } = await post(formOf(html, "a.html", undefined, options))
    assert.deepStrictEqual([status, body.code], [400, "PARSE_UNSUPPORTED_OPTIONS"])
    assert.match(body.error, /files: location, mobile, waitFor, the format screenshot$/)
  })

  it.each<[string, FormData | undefined, RegExp]>([
    ["no form", undefined, /multipart\/form-data with the field `file`/],
    ["a form without a file", new FormData(), /^file: expected a file/],
    ["an empty file", formOf("", "a.html"), /^file: expected a non-empty file/],
    ["options that are no JSON", formOf(html, "a.html", undefined, "{"), /^options: expected one JSON object/],
    ["options that are a list", formOf(html, "a.html", undefined, []), /^options: expected one JSON object/],
    ["an option that is wrong", formOf(html, "a.html", undefined, { timeout: 1 }), /^timeout: /]
  ])("rejects %s, and explains what to send", async (_, form, expected) => {
    const { body, status } = await post(form)
    assert.deepStrictEqual([status, body.code], [400, "BAD_REQUEST"])
    assert.match(body.error, expected)
  })

  it("has a separate, larger body limit", async () => {
    const form = formOf(html.repeat(100), "a.html")
    const limits = { maxBodyBytes: 1000, maxUploadBytes: 5000 }
    assert.strictEqual((await post(form, { options: limits })).status, 200)
    const { body, status } = await post(form, { options: { ...limits, maxUploadBytes: 1000 } })
    assert.deepStrictEqual([status, body.code], [413, "REQUEST_TOO_LARGE"])
  })

  it("requires the key and the rights of a team", async () => {
    const teams = [{ id: "a", keys: ["a"], credits: 0 }]
    assert.strictEqual((await post(formOf(html, "a.html"), { teams })).status, 401)
    const headers = { authorization: "Bearer a" }
    assert.strictEqual((await post(formOf(html, "a.html"), { teams, headers })).status, 402)
  })

  it("returns the first document for a repeated Idempotency-Key", async () => {
    const { headers, send, tasks } = await post(formOf(html, "a.html"), { headers: { "idempotency-key": "k" } })
    assert.isNull(headers.get("idempotent-replayed"))
    const again = await send()
    assert.deepStrictEqual([again.status, again.headers.get("idempotent-replayed"), tasks.length], [200, "true", 1])
  })

  it("lists the supported file formats", async () => {
    const { body } = await serve().get("/v2/parse/formats")
    const read = body.data.formats.filter((one: { readonly available: boolean }) => one.available)
    assert.deepStrictEqual(read.slice(0, 2).map((one: { readonly format: string }) => one.format), ["html", "pdf"])
    for (const one of body.data.formats) {
      assert.hasAllKeys(one, ["format", "kind", "extensions", "mimeTypes", "available"])
    }
  })
})
