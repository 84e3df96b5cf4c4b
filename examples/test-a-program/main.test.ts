import { Fetcher } from "@dunlin/fetcher"
import { SearchFunction, SearchProvider } from "@dunlin/providers"
import { Cassette, createClient } from "dunlin"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "vitest"
import { titlesOf } from "./main.ts"

const url = "https://example.com/waders"
const hits = [{ source: "web" as const, url, title: "A page", description: "Long legs", position: 1 }]
const fetcher = Fetcher.layerMemory({ [url]: "<main><h1>Waders</h1><p>They walk in shallow water.</p></main>" })

it("takes the headings of the pages", async () => {
  const client = createClient({ provider: SearchProvider.layerMemory(hits), fetcher })
  assert.deepStrictEqual(await titlesOf(client, "waders"), ["Waders"])
  await client.close()
})

it("says that the engine is down", async () => {
  const provider = SearchFunction.layer("mine", () => Promise.reject(new Error("no connection")))
  const client = createClient({ provider, fetcher })
  assert.strictEqual(await titlesOf(client, "waders"), "the engine is down")
  await client.close()
})

it("takes the title of a page that is gone", async () => {
  const client = createClient({ provider: SearchProvider.layerMemory(hits), fetcher: Fetcher.layerMemory({}) })
  assert.deepStrictEqual(await titlesOf(client, "waders"), ["A page"])
  await client.close()
})

it("repeats what was recorded", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cassette-"))
  const cassette = join(folder, "waders.json")
  // yours is `{ provider: Searxng.layer({ apiUrl }) }`: an engine, and pages from the web
  const recording = createClient(Cassette.parts(cassette, { provider: SearchProvider.layerMemory(hits), fetcher }))
  await titlesOf(recording, "waders")
  await recording.close() // writes the file

  const client = createClient(Cassette.parts(cassette, {}, { mode: "replay" }))
  assert.deepStrictEqual(await titlesOf(client, "waders"), ["Waders"])
  const unknown = await titlesOf(client, "ducks").catch((error: Error) => error.name)
  assert.strictEqual(unknown, "UnexpectedCall")
  await client.close()
  await rm(folder, { recursive: true })
})
