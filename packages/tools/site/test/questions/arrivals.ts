/**
 * Written by somebody who comes from another product, short and careless, with the pages that answer decided before the
 * search was asked. Nothing was chosen or written by them: they were asked once, when all else of that day was done. Three
 * of forty, which another set or a page has in the same words, were taken out.
 */
export const arrivals: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["scrapeUrl onlyMainContent false", ["reference/contract", "explanation/how-html-is-read", "coming-from/firecrawl"]],
  ["firecrawl extract zod schema", ["how-to/ask-a-model", "coming-from/firecrawl"]],
  ["tavily include_domains", ["coming-from/search-apis", "how-to/narrow-a-search"]],
  ["search_depth advanced", ["coming-from/search-apis"]],
  ["topic news days 3", ["how-to/narrow-a-search", "coming-from/search-apis"]],
  ["retreiver for langchain js", ["coming-from/frameworks", "examples/langchain-retriever"]],
  ["im building a chatbot on my docs what do i install", ["recipes/rag", "how-to/search-your-own-pages"]],
  ["app router api route", ["recipes/web-frameworks", "examples/next-route"]],
  ["vercel edge runtime", ["index", "reference/where-it-runs", "recipes/web-frameworks"]],
  ["scrap website to markdwon", [
    "tutorial/first-search",
    "explanation/how-html-is-read",
    "packages/transformers",
    "how-to/crawl-a-site"
  ]],
  ["api key where do i put it", [
    "how-to/run-the-server",
    "project/questions",
    "reference/settings",
    "coming-from/firecrawl"
  ]],
  ["bearer token unauthorized", ["reference/errors", "how-to/run-the-server", "how-to/find-out-why"]],
  ["playright not installed", [
    "how-to/find-out-why",
    "explanation/how-pages-are-fetched",
    "how-to/take-a-screenshot",
    "reference/errors"
  ]],
  ["waitFor selector then scrape", ["how-to/take-a-screenshot", "reference/contract"]],
  ["site needs login cookie", [
    "how-to/take-a-screenshot",
    "explanation/how-pages-are-fetched",
    "reference/contract",
    "project/questions"
  ]],
  ["rotating proxys", ["explanation/how-pages-are-fetched", "reference/settings"]],
  ["cloudflare blocked me", ["project/questions", "explanation/how-pages-are-fetched", "how-to/find-out-why"]],
  ["map endpoint get all urls", ["how-to/crawl-a-site"]],
  ["includePaths excludePaths", ["how-to/crawl-a-site", "reference/contract"]],
  ["webhook hmac secret", ["how-to/crawl-a-site"]],
  ["batch scrape 1000 urls", ["how-to/crawl-a-site"]],
  ["changeTracking git diff mode", ["how-to/watch-a-page", "reference/contract"]],
  ["how many credits per scrape", [
    "project/questions",
    "coming-from/firecrawl",
    "packages/credits",
    "explanation/decisions/2026-11-22-credits-reserved-then-settled"
  ]],
  ["scaned pdf ocr", ["explanation/how-pdfs-are-read", "reference/settings"]],
  ["maxAge stale cached page", ["explanation/what-the-cache-keeps", "reference/contract"]],
  ["strip pii b4 sending to llm", ["how-to/redact-and-forget", "packages/redaction", "examples/redact-and-restore"]],
  ["windsurf mcp config json", ["how-to/give-agents-search"]],
  ["ollama for summaries", ["how-to/ask-a-model", "reference/settings"]],
  ["openai embeddings semantic serach", ["how-to/search-your-own-pages", "examples/search-by-meaning"]],
  ["searxng docker compose", ["how-to/run-the-server", "how-to/add-a-provider", "tutorial/first-search"]],
  ["get google serp", [
    "how-to/add-a-provider",
    "tutorial/first-search",
    "coming-from/search-apis",
    "project/questions"
  ]],
  ["request timed out after 30s", ["how-to/find-out-why", "reference/errors", "recipes/errors-with-promises"]],
  ["redis as cache backend", [
    "how-to/scale-out",
    "explanation/what-the-cache-keeps",
    "reference/settings",
    "packages/cache",
    "how-to/add-a-cache-backend"
  ]],
  ["mock it in jest", ["recipes/testing", "how-to/test-a-client", "how-to/test-with-layers"]],
  ["swagger docs of the rest api", ["how-to/run-the-server", "packages/http-api", "reference/contract"]],
  ["do i have to know Effect-TS", ["project/questions", "explanation/decisions/2026-11-22-effect-4"]],
  ["n8n node", ["coming-from/firecrawl"]]
]
