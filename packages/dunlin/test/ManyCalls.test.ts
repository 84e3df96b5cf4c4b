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

describe("concurrent calls", () => {
  it("run 256 at a time, and none is lost", async () => {
    const { told, work } = counted()
    await using client = createClient({
      fetcher: FetchFunction.layer(({ url }) => work(url, `<main><p>The page ${url}</p></main>`))
    })
    const pages = await Promise.all(Array.from({ length: 1000 }, addressOf).map((url) => client.scrape(url)))
    assert.strictEqual(told.most, 256)
    assert.strictEqual(pages.length, 1000)
    for (const [at, page] of pages.entries()) assert.include(page.markdown ?? "", addressOf(undefined, at))
  })

  it("share the slots for searches and other calls", async () => {
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

  it("wait in order of arrival, except cancelled ones", async () => {
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

  it("stop with their client, also waiting ones", async () => {
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

  it("include their subrequests in their own slot, before and after a stage has waited", async () => {
    const turn = () => new Promise((resolve) => setImmediate(resolve))
    const heron = "https://heron.example/"
    const listed = ["https://one.example/", "https://two.example/", "https://three.example/"]
    const begun: Array<string> = []
    let late: Promise<unknown> | undefined
    await using client: ReturnType<typeof createClient> = createClient({
      maxConcurrency: 1,
      fetcher: FetchFunction.layer(async ({ url }) => {
        begun.push(url)
        if (url !== heron) return `<main><p>The page ${url}</p></main>`
        const [one] = await Promise.all([client.scrape(listed[0]!), turn()])
        await turn()
        const two = await client.scrape(listed[1]!)
        // Nobody waits for this one: by then the call is over, and another may be at work.
        late = turn().then(turn).then(() => client.scrape(listed[2]!))
        return `<main><p>${one.markdown} and ${two.markdown}</p></main>`
      })
    })
    const other = "https://other.example/"
    const [page] = await Promise.all([client.scrape(heron), client.scrape(other)])
    assert.include(page.markdown ?? "", listed[1]!)
    await late
    assert.deepStrictEqual(begun.slice(0, 3), [heron, ...listed.slice(0, 2)])
    assert.sameMembers(begun.slice(3), [other, listed[2]])
  })

  it("of two clients that call each other do not deadlock", async () => {
    await using other: ReturnType<typeof createClient> = createClient({
      maxConcurrency: 1,
      fetcher: FetchFunction.layer(async () =>
        `<main><p>${(await client.scrape("https://inner.example/")).markdown}</p></main>`
      )
    })
    await using client: ReturnType<typeof createClient> = createClient({
      maxConcurrency: 1,
      fetcher: FetchFunction.layer(async ({ url }) =>
        url === "https://inner.example/"
          ? "<main><p>All the way</p></main>"
          : `<main><p>${(await other.scrape("https://middle.example/")).markdown}</p></main>`
      )
    })
    assert.include((await client.scrape("https://outer.example/")).markdown ?? "", "All the way")
  })
})
