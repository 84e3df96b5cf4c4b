// What changed on a page since the last look. What was seen is kept in the data folder, so that the looks may be days
// and processes apart; the first one has nothing to compare with and says `new`.
import { Fetcher } from "@dunlin/fetcher"
import { createClient } from "dunlin"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

const url = "https://example.com/prices"

const look = async (data: string, page: string) => {
  const client = createClient({ data, fetcher: Fetcher.layerMemory({ [url]: page }) })
  const { changeTracking } = await client.scrape(url, {
    formats: ["markdown", { type: "changeTracking", modes: ["git-diff"] }]
  })
  await client.close()
  return changeTracking
}

export const program = async () => {
  const data = await mkdtemp(join(tmpdir(), "watch-a-page-"))
  try {
    const before = await look(data, "<main><h1>Prices</h1><p>Apples 1.20</p><p>Pears 2.10</p></main>")
    const after = await look(data, "<main><h1>Prices</h1><p>Apples 1.20</p><p>Pears 1.80</p></main>")
    return [before?.changeStatus, after?.changeStatus, after?.diff?.text]
  } finally {
    await rm(data, { recursive: true })
  }
}

if (import.meta.main) {
  console.log((await program()).join("\n"))
}
