// A format of your own: a stage that adds a field to documents. The field is typed wherever documents are, and search
// has it, too.
import { Fetcher } from "@dunlin/fetcher"
import { type ScrapeState, Stage } from "@dunlin/pipeline"
import { SearchProvider } from "@dunlin/providers"
import { createClient } from "dunlin"

const words = Stage.promise("words", ({ document }: Pick<ScrapeState.Transformed, "document">) => ({
  document: { ...document, words: document.markdown?.match(/\p{L}+/gu)?.length ?? 0 }
}))

const url = "https://example.com/"

export const program = async () => {
  const client = createClient({
    scrape: (pipeline) => pipeline.insertAfter("redact", words),
    provider: SearchProvider.layerMemory([{ source: "web", url, title: "Hello", description: "", position: 1 }]),
    fetcher: Fetcher.layerMemory({ [url]: "<main><h1>Hello</h1><p>Some text.</p></main>" })
  })
  const document = await client.scrape(url)
  const { data } = await client.search("hello", { scrapeOptions: { formats: ["markdown"] } })
  await client.close()
  return { scraped: document.words, searched: data.web?.[0]?.words }
}

if (import.meta.main) {
  console.log(await program())
}
