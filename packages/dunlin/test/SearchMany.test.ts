import type { SearchResponse, WebResult } from "@dunlin/schema/SearchResponse"
import { createClient, SearchMany } from "dunlin"
import { assert, describe, it } from "vitest"

const web = (...urls: ReadonlyArray<string>): ReadonlyArray<WebResult> =>
  urls.map((url, at) => ({ url, title: url, description: `at ${at + 1}`, position: at + 1 }))

const response = (results: ReadonlyArray<WebResult>, warning: string | null = null): SearchResponse => ({
  success: true,
  data: { web: results },
  warning,
  id: "1",
  creditsUsed: 2
})

/** A client that has these responses, and notes what it was asked. */
const clientOf = (responses: Readonly<Record<string, SearchResponse | Error>>) => {
  const asked: Array<readonly [string, unknown]> = []
  return {
    asked,
    search: async (query: string, options?: unknown) => {
      asked.push([query, options])
      const found = responses[query]
      if (found === undefined || found instanceof Error) throw found ?? new Error(query)
      return found
    }
  }
}

describe("SearchMany.search", () => {
  it("returns each page once, with its queries, and pages of more queries first", async () => {
    const client = clientOf({
      a: response(web("https://one.example/", "https://both.example/page")),
      b: response(web("https://two.example/", "http://both.example/page#part"), "No page contains the word \"x\".")
    })
    const found = await SearchMany.search(client, ["a", "b", " a "], { limit: 2 })
    assert.deepStrictEqual(
      found.data.web?.map(({ position, queries, url }) => [position, url, queries]),
      [[1, "https://both.example/page", ["a", "b"]], [2, "https://one.example/", ["a"]]]
    )
    assert.deepStrictEqual(client.asked.map(([query]) => query), ["a", "b"])
    assert.deepStrictEqual(client.asked[0]?.[1], { limit: 2 })
    // 4 results came: 2 are shown, 1 was a duplicate, and 1 is beyond the limit.
    assert.deepStrictEqual([found.duplicates, found.omitted, found.creditsUsed], [1, 1, 4])
    assert.deepStrictEqual(found.queries.map(({ query, results }) => [query, results]), [["a", 2], ["b", 2]])
    assert.strictEqual(found.warning, "\"b\": No page contains the word \"x\".")
  })

  it("moves preferred domains and their subdomains up, without removing others", async () => {
    const client = clientOf({
      a: response(
        web("https://one.example/", "https://notdocs.example/", "https://api.docs.example/", "https://z.example/")
      )
    })
    const { data } = await SearchMany.search(client, ["a"], { preferDomains: ["Docs.example"] })
    assert.deepStrictEqual(data.web?.map(({ url }) => url), [
      "https://api.docs.example/",
      "https://one.example/",
      "https://notdocs.example/",
      "https://z.example/"
    ])
  })

  it("parses a preferred domain like a site, and rejects other text", async () => {
    const client = clientOf({ a: response(web("https://one.example/", "https://xn--bcher-kva.example/")) })
    const firstOf = async (...preferDomains: ReadonlyArray<string>) =>
      (await SearchMany.search(client, ["a"], { preferDomains })).data.web?.[0]?.url
    for (const domain of ["https://bücher.example/shelf", "*.bücher.example", " BÜCHER.example. "]) {
      assert.strictEqual(await firstOf(domain), "https://xn--bcher-kva.example/", domain)
    }
    for (const domain of ["", "not a domain"]) {
      assert.include(await firstOf(domain).catch(String), `preferDomains: ${JSON.stringify(domain)} is not a hostname`)
    }
  })

  it("sends queries that differ only in spaces once", async () => {
    const client = clientOf({ "a b": response(web("https://one.example/")) })
    const { creditsUsed } = await SearchMany.search(client, ["a b", " a  b", "a\tb"])
    assert.deepStrictEqual([creditsUsed, client.asked.length], [2, 1])
  })

  it("names a failed query, charges nothing for it, and rejects if all fail", async () => {
    const client = clientOf({ a: response(web("https://one.example/")), b: new Error("the engine is down") })
    const found = await SearchMany.search(client, ["b", "a"])
    assert.strictEqual(found.warning, "The search for \"b\" failed: the engine is down")
    assert.strictEqual(found.creditsUsed, 2)
    assert.strictEqual(String(found.queries[0]?.error), "Error: the engine is down")
    const failure = await SearchMany.search(client, ["b"]).then(() => "", String)
    assert.strictEqual(failure, "Error: the engine is down")
  })

  it("rejects zero queries, too many queries, and page options", async () => {
    const client = clientOf({})
    const failureOf = (queries: ReadonlyArray<string>, options?: object) =>
      SearchMany.search(client, queries, options).then(() => "", String)
    assert.include(await failureOf([" "]), "expected 1 to 20 different queries, got 0")
    assert.include(await failureOf(Array.from({ length: 21 }, (_, at) => `${at}`)), "got 21")
    assert.include(await failureOf(["a"], { scrapeOptions: { formats: ["markdown"] } }), "client.batch")
    assert.deepStrictEqual(client.asked, [])
  })

  it("searches the index of a client", async () => {
    await using client = createClient()
    await client.index([
      { url: "https://docs.example/pumps", title: "Pumps", text: "A pump stops at 40 bar." },
      { url: "https://blog.example/valves", title: "Valves", text: "Open the valve slowly." }
    ])
    const { creditsUsed, data } = await SearchMany.search(client, ["pump", "valve"])
    assert.sameDeepMembers(data.web!.map(({ queries, title }) => [title, queries]), [
      ["Pumps", ["pump"]],
      ["Valves", ["valve"]]
    ])
    assert.strictEqual(creditsUsed, 4)
  })
})
