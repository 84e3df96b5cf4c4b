/** What somebody asks whose program runs on Firecrawl or a search API, each with the pages that answer it as a whole. */
export const migrant: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["drop-in replacement for firecrawl", ["coming-from/firecrawl", "index"]],
  ["firecrawl self hosted alternative", ["coming-from/firecrawl", "project/comparison"]],
  ["change the api url of the firecrawl js client", ["coming-from/firecrawl", "examples/coming-from-firecrawl"]],
  ["firecrawl-py python sdk", ["coming-from/firecrawl"]],
  ["does the v1 api still work", ["coming-from/firecrawl", "reference/contract"]],
  ["which endpoints are not supported", ["coming-from/firecrawl", "reference/contract"]],
  ["is /v2/extract available", ["coming-from/firecrawl", "reference/contract", "how-to/ask-a-model"]],
  ["agent endpoint returns 501", ["coming-from/firecrawl", "reference/errors", "reference/contract"]],
  ["scrapeOptions formats", ["reference/contract"]],
  ["onlyMainContent includeTags excludeTags", ["reference/contract"]],
  ["what does maxAge do", ["reference/contract", "explanation/what-the-cache-keeps"]],
  ["waitFor and mobile options", ["reference/contract", "how-to/take-a-screenshot"]],
  ["stealth proxy", ["reference/contract", "reference/settings", "explanation/how-pages-are-fetched"]],
  ["location and country of a search", ["reference/contract", "packages/query-operators"]],
  ["images and news sources", ["reference/contract"]],
  ["changeTracking format", ["how-to/watch-a-page", "reference/contract", "examples/watch-a-page"]],
  ["extract json with a prompt", ["how-to/ask-a-model", "reference/contract"]],
  ["branding format", ["reference/contract"]],
  ["batch scrape with webhook", ["how-to/crawl-a-site", "packages/jobs"]],
  ["verify the signature of a webhook", ["how-to/crawl-a-site", "reference/settings", "packages/jobs"]],
  ["cancel a running crawl", ["how-to/crawl-a-site", "packages/jobs"]],
  ["crawl includePaths excludePaths maxDepth", ["how-to/crawl-a-site", "reference/contract", "packages/jobs"]],
  ["do crawls survive a restart of the process", ["packages/jobs", "how-to/crawl-a-site", "coming-from/firecrawl"]],
  ["creditsUsed in the response", [
    "reference/contract",
    "explanation/decisions/2026-11-22-credits-reserved-then-settled",
    "packages/credits",
    "coming-from/firecrawl"
  ]],
  ["invalid api key 401", ["reference/errors", "how-to/run-the-server"]],
  ["unrecognized key in body", [
    "explanation/decisions/2026-11-22-unknown-keys-are-named",
    "reference/errors",
    "packages/schema"
  ]],
  ["firecrawl mcp server replacement", [
    "coming-from/firecrawl",
    "how-to/give-agents-search",
    "packages/mcp"
  ]],
  ["tavily include_answer", ["coming-from/search-apis"]],
  ["tavily extract equivalent", ["coming-from/search-apis"]],
  ["exa find similar", ["coming-from/search-apis"]],
  ["exa highlights and contents", ["coming-from/search-apis"]],
  ["keep using my brave subscription", ["coming-from/search-apis", "reference/settings"]],
  ["serpapi or serper", ["coming-from/search-apis", "reference/settings", "packages/providers"]],
  ["langchain document loader", ["coming-from/frameworks", "coming-from/firecrawl", "examples/langchain-retriever"]],
  ["mastra", ["coming-from/frameworks", "examples/mastra-tool"]],
  ["generateText tools maxSteps", ["coming-from/frameworks", "examples/ai-sdk-tool"]],
  ["stub firecrawl in my ci", ["how-to/test-a-client", "examples/test-a-client"]],
  ["use two engines and merge their results", [
    "how-to/run-the-server",
    "reference/settings",
    "how-to/add-a-provider",
    "packages/providers"
  ]],
  ["fall back to another engine when one is down", [
    "reference/settings",
    "how-to/add-a-provider",
    "packages/providers"
  ]],
  ["pdf parser mode and page limit", ["reference/contract", "explanation/how-pdfs-are-read"]]
]
