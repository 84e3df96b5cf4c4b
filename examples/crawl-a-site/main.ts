// The pages of a site, as they come. No server and no store is set up: the work lives as long as somebody waits for it.
import { Fetcher } from "@dunlin/fetcher"
import { createClient } from "dunlin"

const site = "https://example.com/docs/"

const pages = {
  // A site that cannot say what it allows is not crawled.
  "https://example.com/robots.txt": "User-agent: *\nAllow: /",
  [site]: "<title>Start</title><main><p>Begin here.</p><a href=\"install\">Install</a> <a href=\"use\">Use</a></main>",
  [`${site}install`]: "<title>Install</title><main><p>One command installs it.</p><a href=\"./\">Start</a></main>",
  [`${site}use`]: "<title>Use</title><main><p>Another command runs it.</p><a href=\"./\">Start</a></main>"
}

export const program = async () => {
  const client = createClient({ fetcher: Fetcher.layerMemory(pages) })
  const titles: Array<string> = []
  for await (const { metadata } of client.crawl(site, { limit: 100, sitemap: "skip" })) {
    titles.push(metadata?.title ?? `${metadata?.sourceURL} failed: ${metadata?.error}`)
  }
  await client.close()
  return titles
}

if (import.meta.main) {
  console.log((await program()).join("\n"))
}
