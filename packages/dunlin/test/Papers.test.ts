import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { type Running, start } from "./serverProcess.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-papers-"))
const ends: Array<() => unknown> = []
afterAll(async () => {
  for (const end of ends) await end()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const work = (id: string, title: string, author: string) => ({
  id: `https://openalex.org/${id}`,
  display_name: title,
  title,
  doi: `https://doi.org/10.1000/${id.toLowerCase()}`,
  publication_date: "2021-03-04",
  cited_by_count: 7,
  authorships: [{ author: { display_name: author } }],
  abstract_inverted_index: { Knots: [0], fly: [1], far: [2] }
})

const papers = async (server: Running, query: string): Promise<{ readonly status: number; readonly body: any }> => {
  const response = await fetch(`${server.url}/v2/search/research/papers?${query}`)
  return { status: response.status, body: await response.json() }
}

describe("papers", { concurrent: false }, () => {
  it("are searched in the configured sources", async () => {
    const asked: Array<string> = []
    let broken = false
    const library = createServer((request, response) => {
      asked.push(request.url ?? "")
      response.statusCode = broken ? 500 : 200
      response.setHeader("content-type", "application/json")
      response.end(JSON.stringify({
        meta: { count: 2 },
        results: [work("W1", "Knots in flight", "Ada Lundström"), work("W2", "Knots at rest", "Bo Berg")]
      }))
    })
    await new Promise<void>((resolve) => library.listen(0, "127.0.0.1", resolve))
    ends.push(() => library.closeAllConnections(), () => library.close())
    const server = await start({
      DUNLIN_DATA: folder,
      DUNLIN_PAPERS: "openalex",
      DUNLIN_OPENALEX_URL: `http://127.0.0.1:${(library.address() as AddressInfo).port}`
    })
    ends.push(() => server.stop("SIGKILL"))

    const { body, status } = await papers(server, "query=knots&k=5&from=2020-01-01")
    assert.strictEqual(status, 200, JSON.stringify(body))
    assert.deepInclude(body.results[0], {
      primaryId: "10.1000/w1",
      ids: { openalex: ["W1"], doi: ["10.1000/w1"] },
      title: "Knots in flight",
      abstract: "Knots fly far"
    })
    assert.isAbove(body.results[0].score, body.results[1].score)
    assert.include(decodeURIComponent(asked[0] ?? ""), "2020-01-01")

    const titles = async (query: string) => (await papers(server, query)).body.results.map((_: any) => _.title)
    assert.deepStrictEqual(await titles("query=knots&authors=A.%20Lundstrom"), ["Knots in flight"])
    assert.deepStrictEqual(await titles("query=knots&authors=Nobody"), [])
    assert.deepStrictEqual(await titles("query=knots&k=1"), ["Knots in flight"])

    asked.length = 0
    assert.strictEqual((await papers(server, "query=knots&k=250")).status, 200)
    assert.include(asked[0] ?? "", "per-page=100")
    // Merging sources warns of what a source cannot do; a limit beyond the contract is refused.
    assert.strictEqual((await papers(server, "query=knots&k=501")).status, 400)
    assert.include((await papers(server, "query=knots%20related:example.com")).body.warning ?? "", "related")

    const byId = async (path: string) => {
      const response = await fetch(`${server.url}/v2/search/research/papers/${path}`)
      return { status: response.status, body: await response.json() as any }
    }
    asked.length = 0
    const one = await byId(encodeURIComponent("doi:10.1000/w1"))
    assert.deepInclude(one.body.paper, { paperId: "openalex:W1", authors: "Ada Lundström", createdDate: "2021-03-04" })
    assert.include(decodeURIComponent(asked[0] ?? ""), "filter=doi:10.1000/w1")
    const near = await byId("openalex:W1/similar?intent=resting%20knots&k=1")
    assert.strictEqual(near.status, 200, JSON.stringify(near.body))
    assert.deepStrictEqual(near.body.results.map((_: any) => [_.title, _.signals.structural]), [["Knots at rest", 2]])
    assert.strictEqual(near.body.poolSize, 2)
    assert.deepInclude(asked.map(decodeURIComponent).join(" "), "filter=cites:W1")
    assert.strictEqual((await byId("no%20id")).status, 404)
    assert.strictEqual((await byId("openalex:W1/similar?k=1")).status, 400)

    broken = true
    const failed = await papers(server, "query=knots")
    assert.strictEqual(failed.status, 503)
    assert.strictEqual(failed.body.code, "SERVICE_UNAVAILABLE")
  })
})
