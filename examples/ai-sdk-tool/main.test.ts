import { Fetcher } from "@dunlin/fetcher"
import { SearchProvider } from "@dunlin/providers"
import { createClient } from "dunlin"
import { assert, it } from "vitest"
import { searchTool } from "./main.ts"

it("returns the content of the pages it finds", async () => {
  await using client = createClient({
    provider: SearchProvider.layerMemory([
      { source: "web", url: "https://example.com/", title: "Example", description: "A page", position: 1 }
    ]),
    fetcher: Fetcher.layerMemory({ "https://example.com/": "<main><h1>Hello</h1><p>Some words.</p></main>" })
  })
  const output = await searchTool(client).execute?.(
    { query: "example", limit: 1 },
    { toolCallId: "1", messages: [], context: {} }
  )
  assert.deepEqual(output, {
    results: [{ title: "Example", url: "https://example.com/", content: "# Hello\n\nSome words." }],
    warning: null
  })
})
