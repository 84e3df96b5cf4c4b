import { open, Sqlite } from "@dunlin/search-index"
import { assert, describe, it } from "@effect/vitest"
import { DatabaseSync } from "node:sqlite"

const page = (name: string) => ({
  url: `https://docs.example/${name.toLowerCase()}`,
  title: name,
  text: `${name} is a tool, and this page describes how people use it.`
})

describe("an incomplete word", () => {
  it("matches its completions before corrections", async () => {
    const index = await open(await Sqlite.open(new DatabaseSync(":memory:")))
    await index.add(["LangDB", "LangSmith", "OpenAI", "OpenRouter", "Renders", "Rendezvous"].map(page))
    const first = async (query: string) => (await index.search(query)).hits[0]?.title
    assert.strictEqual(await first("langsm"), "LangSmith")
    assert.strictEqual(await first("openro"), "OpenRouter")
    assert.strictEqual(await first("rendezv"), "Rendezvous")
    // A misspelling of one word begins no other.
    assert.strictEqual(await first("opneai"), "OpenAI")
    await index.close()
  })
})

describe("a query that is being typed", () => {
  const filler = (name: string, times: number) => ({
    url: `https://docs.example/${name}`,
    title: `About ${name}`,
    text: "Pumps, streams, and the settings of a server. ".repeat(times)
  })

  const titles = ["Streams", "Stream deck", "Start the server", "Server settings", "Guide: Stopping a pump", "Pumps"]

  const opened = async () => {
    const index = await open(await Sqlite.open(new DatabaseSync(":memory:")))
    await index.add([
      ...titles.map(page),
      ...["one", "two", "three", "four", "five", "six"].map((name) => filler(name, 9))
    ])
    return index
  }

  it("finds pages by the first letters of their title or heading", async () => {
    const index = await opened()
    const found = async (query: string) =>
      (await index.search(query, { limit: 4, isTyping: true })).hits.map(({ title }) => title)
    assert.sameMembers(await found("st"), ["Streams", "Stream deck", "Start the server", "Guide: Stopping a pump"])
    assert.deepStrictEqual((await found("start the s"))[0], "Start the server")
    assert.deepStrictEqual((await found("stopping a p"))[0], "Guide: Stopping a pump")
    assert.deepStrictEqual((await found("server se"))[0], "Server settings")
    await index.close()
  })

  it("ranks the page first whose title has all words as typed, and applies conditions", async () => {
    const index = await opened()
    const found = async (query: string) =>
      (await index.search(query, { isTyping: true })).hits.map(({ title }) => title)
    assert.strictEqual((await found("pumps"))[0], "Pumps")
    assert.notInclude(await found("stream -deck"), "Stream deck")
    assert.sameMembers(await found("intitle:server st"), ["Server settings", "Start the server"])
    await index.close()
  })
})
