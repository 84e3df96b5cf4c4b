import { open, Sqlite } from "@dunlin/search-index"
import { assert, describe, it } from "@effect/vitest"
import { DatabaseSync } from "node:sqlite"

const page = (name: string) => ({
  url: `https://docs.example/${name.toLowerCase()}`,
  title: name,
  text: `${name} is a tool, and this page describes how people use it.`
})

describe("a word that is cut off", () => {
  it("finds what it begins, before what one would get by changing letters", async () => {
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
