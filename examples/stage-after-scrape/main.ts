// A stage that has read the pages: those that say most come first, those that failed come last.
import { Fetcher } from "@dunlin/fetcher"
import { ScrapeError, type SearchState, Stage } from "@dunlin/pipeline"
import { SearchProvider } from "@dunlin/providers"
import { createClient } from "dunlin"

const lengthOf = (page: ScrapeError.ScrapeError | { readonly text: string | undefined } | undefined) =>
  page === undefined || page instanceof ScrapeError.ScrapeError ? 0 : page.text?.length ?? 0

const longestFirst = Stage.promise(
  "longestFirst",
  ({ hits, pages }: Pick<SearchState.Refined, "hits"> & SearchState.ScrapedPages) => ({
    hits: { ...hits, web: hits.web?.toSorted((a, b) => lengthOf(pages.get(b.url)) - lengthOf(pages.get(a.url))) }
  })
)

// an engine and sites that never fail; yours is `Searxng.layer({ url })`, and pages are read without `fetcher`
const provider = SearchProvider.layerMemory(
  ["https://example.com/gone", "https://example.com/short", "https://example.com/long"].map((url, at) => ({
    source: "web",
    url,
    title: new URL(url).pathname,
    description: "Waders",
    position: at + 1
  }))
)
const fetcher = Fetcher.layerMemory({
  "https://example.com/short": "<main><p>A wader.</p></main>",
  "https://example.com/long": "<main><p>A wader that runs along the edge of the waves.</p></main>"
})

export const program = async () => {
  const client = createClient({
    provider,
    fetcher,
    search: (pipeline) => pipeline.insertAfter("scrape", longestFirst)
  })
  const { data } = await client.search("waders", { scrapeOptions: { formats: ["markdown"] } })
  await client.close()
  return data.web?.map(({ title }) => title)
}

if (import.meta.main) {
  console.log(await program())
}
