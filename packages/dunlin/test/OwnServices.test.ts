// Parts over HTTP, as the documentation writes them, without a client of their own.
import { Brave, Searxng } from "@dunlin/providers"
import { assert, it } from "@effect/vitest"
import { createClient } from "dunlin"
import { Redacted } from "effect"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

const serve = async (
  answer: (url: string) => { readonly status: number; readonly headers?: object; body: unknown }
) => {
  const asked: Array<string> = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? "")
    const { body, headers, status } = answer(request.url ?? "")
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    [Symbol.dispose]: () => void server.close()
  }
}

const results = [{ url: "https://example.com/dunlin", title: "Dunlin", content: "Feels its prey in mud.", engine: "e" }]

it("an engine is configured in one line, also on this machine", async () => {
  using engine = await serve(() => ({ status: 200, body: { query: "dunlin", results, unresponsive_engines: [] } }))
  await using client = createClient({ provider: Searxng.layer({ apiUrl: engine.url }) })
  const { data } = await client.search("dunlin")
  assert.deepStrictEqual(data.web?.map(({ title, url }) => [title, url]), [["Dunlin", "https://example.com/dunlin"]])
})

it("pages are not read from the engine's address, and it cannot redirect elsewhere", async () => {
  using inside = await serve(() => ({ status: 200, body: { query: "dunlin", results, unresponsive_engines: [] } }))
  using engine = await serve(() => ({ status: 302, headers: { location: inside.url }, body: {} }))
  await using client = createClient({ provider: Searxng.layer({ apiUrl: engine.url, retries: 0 }) })
  const failure = await client.search("dunlin").then(() => undefined, (error: unknown) => error)
  assert.strictEqual((failure as { readonly _tag?: string })._tag, "SearchError")
  assert.deepStrictEqual(inside.asked, [])
  const page = await client.scrape(`${engine.url}/`).then(() => undefined, (error: unknown) => error)
  assert.isDefined(page)
})

it("every engine over HTTP has the type that a client accepts", () => {
  const client = createClient({ provider: Brave.layer({ apiKey: Redacted.make("key") }) })
  return client.close()
})
