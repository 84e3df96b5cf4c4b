import { FetchFunction } from "@dunlin/fetcher"
import { SearchFunction } from "@dunlin/providers"
import { assert, describe, it } from "@effect/vitest"
import { createClient } from "dunlin"

/** Calls of a service that are at work, the most that were, and all that began, in their order. */
const counted = () => {
  let atWork = 0
  const told = { most: 0, begun: [] as Array<string> }
  const work = async <A>(name: string, answer: A): Promise<A> => {
    told.begun.push(name)
    told.most = Math.max(told.most, ++atWork)
    // all who may come do so in these
    for (let turns = 0; turns < 8; turns++) await new Promise((resolve) => setImmediate(resolve))
    atWork--
    return answer
  }
  return { told, work }
}

const addressOf = (_: unknown, at: number) => `https://site${at}.example/`

describe("calls that are made together", () => {
  it("are worked on 256 at a time, and none is lost", async () => {
    const { told, work } = counted()
    await using client = createClient({
      fetcher: FetchFunction.layer(({ url }) => work(url, `<main><p>The page ${url}</p></main>`))
    })
    const pages = await Promise.all(Array.from({ length: 1000 }, addressOf).map((url) => client.scrape(url)))
    assert.strictEqual(told.most, 256)
    assert.strictEqual(pages.length, 1000)
    for (const [at, page] of pages.entries()) assert.include(page.markdown ?? "", addressOf(undefined, at))
  })

  it("share the places, searches and all, as many as there are", async () => {
    const { told, work } = counted()
    await using client = createClient({
      maxConcurrency: 3,
      fetcher: FetchFunction.layer(({ url }) => work("page", `<main><p>The page ${url}</p></main>`)),
      provider: SearchFunction.layer(
        "mine",
        ({ text }) => work("search", [{ url: `https://${text}.example/`, title: text }])
      )
    })
    const calls = Array.from({ length: 60 }, (_, at) =>
      at % 2 === 0
        ? client.scrape(addressOf(_, at))
        : client.search(`query${at}`, { limit: 1, scrapeOptions: { formats: ["markdown"] } }))
    assert.strictEqual((await Promise.all(calls)).length, 60)
    assert.strictEqual(told.most, 3)
    assert.strictEqual(told.begun.filter((name) => name === "page").length, 60)
  })

  it("wait for their turn in the order in which they came, those apart that are given up", async () => {
    const { told, work } = counted()
    const give = new AbortController()
    await using client = createClient({
      maxConcurrency: 1,
      fetcher: FetchFunction.layer(({ url }) => work(url, "<main><p>Here</p></main>"))
    })
    const [first, second, third] = [0, 1, 2].map((at) => addressOf(undefined, at)) as [string, string, string]
    const calls = [client.scrape(first), client.scrape(second, { signal: give.signal }), client.scrape(third)]
    give.abort(new Error("no longer wanted"))
    const ends = await Promise.allSettled(calls)
    assert.deepStrictEqual(ends.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"])
    assert.deepStrictEqual(told.begun, [first, third])
  })

  it("end with their client, those that wait, too", async () => {
    let begin = () => {}
    const begun = new Promise<void>((resolve) => begin = resolve)
    const client = createClient({
      maxConcurrency: 1,
      fetcher: FetchFunction.layer(() => {
        begin()
        return new Promise<string>(() => {})
      })
    })
    const ends = Promise.allSettled(Array.from({ length: 50 }, addressOf).map((url) => client.scrape(url)))
    await begun
    await client.close()
    for (const end of await ends) {
      assert.strictEqual(end.status === "rejected" ? end.reason._tag : end.status, "ClientClosed")
    }
  })
})
