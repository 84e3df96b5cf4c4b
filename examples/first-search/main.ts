// Web search with page content, without a key, a server or a network: the provider and the pages are fakes.
import { Fetcher } from "@dunlin/fetcher"
import { SearchProvider } from "@dunlin/providers"
import { createClient } from "dunlin"

export const program = async () => {
  await using client = createClient({
    provider: SearchProvider.layerMemory([
      { source: "web", url: "https://example.com/", title: "Example", description: "An example page", position: 1 }
    ]),
    fetcher: Fetcher.layerMemory({
      "https://example.com/": "<main><h1>Hello</h1><p>This <b>page</b> came from a fake.</p></main>"
    })
  })
  const { creditsUsed, data } = await client.search("example site:example.com", {
    scrapeOptions: { formats: ["markdown"] }
  })
  const [first] = data.web ?? []
  return `${first?.title} (${first?.url}), ${creditsUsed} credits\n\n${first?.markdown}`
}

if (import.meta.main) {
  console.log(await program())
}
