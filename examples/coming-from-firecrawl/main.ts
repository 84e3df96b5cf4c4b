// A program of Firecrawl's SDK on a server of Dunlin: the address is what changes.
import { Firecrawl } from "@mendable/firecrawl-js"

export const program = async (apiUrl: string, page: string) => {
  const client = new Firecrawl({ apiUrl, apiKey: "fc-anything" })
  const { web } = await client.search("hind toe", { limit: 3, scrapeOptions: { formats: ["markdown"] } })
  const { markdown } = await client.scrape(page, { formats: ["markdown"] })
  const { links } = await client.map(page)
  const crawled = await client.crawl(page, { limit: 5, scrapeOptions: { formats: ["markdown"] }, pollInterval: 1 })
  return { web, markdown, links, crawled: crawled.data.map(({ metadata }) => metadata?.sourceURL) }
}

if (import.meta.main) {
  console.log(await program("http://127.0.0.1:3002", "https://example.com/"))
}
