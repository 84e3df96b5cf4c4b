/**
 * What pages are called in the documentation of others (Firecrawl, Crawlee, Scrapy, Crawl4AI, Meilisearch), where there is
 * one about the same here: words that nobody chose for this site. Each with the pages that answer it as a whole.
 */
export const peers: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  // Firecrawl
  ["batch scrape", ["how-to/crawl-a-site", "reference/contract", "packages/jobs"]],
  ["change tracking", ["how-to/watch-a-page", "examples/watch-a-page", "reference/contract"]],
  ["document parsing", ["explanation/how-pdfs-are-read", "packages/transformers"]],
  ["llm extract", ["how-to/ask-a-model", "examples/ask-a-page"]],
  ["map", ["how-to/crawl-a-site"]],
  ["monitoring a website", ["how-to/watch-a-page", "examples/watch-a-page"]],
  ["pii redaction", ["how-to/redact-and-forget", "packages/redaction", "examples/redact"]],
  ["prompt injection screening", ["project/security-model", "how-to/ask-a-model"]],
  ["proxies", ["explanation/how-pages-are-fetched", "reference/settings", "packages/fetcher"]],
  ["search highlights", ["reference/contract", "packages/transformers"]],
  ["sso", ["how-to/run-the-server"]],
  ["threat protection", ["packages/threat-protection", "reference/settings"]],
  ["webhook security", ["how-to/crawl-a-site", "reference/settings", "project/security-model"]],
  // Crawlee
  ["avoid blocking", ["explanation/how-pages-are-fetched", "how-to/find-out-why"]],
  ["cookie modals", ["explanation/how-pages-are-fetched"]],
  ["docker images", ["how-to/run-the-server"]],
  ["getting started", ["tutorial/first-search", "index"]],
  ["javascript rendering", ["explanation/how-pages-are-fetched", "packages/fetcher"]],
  // Scrapy
  ["architecture overview", ["explanation/architecture"]],
  ["autothrottle", ["explanation/how-pages-are-fetched", "how-to/crawl-a-site"]],
  ["benchmarking", ["benchmarks", "benchmarks-in-full"]],
  ["exceptions", ["reference/errors", "recipes/errors-with-promises"]],
  ["item pipeline", ["packages/pipeline", "tutorial/your-own-pipeline", "how-to/add-a-stage"]],
  ["jobs: pausing and resuming crawls", ["how-to/crawl-a-site", "packages/jobs"]],
  ["logging", ["reference/settings", "how-to/run-the-server"]],
  ["downloading and processing files and images", ["how-to/take-sound-and-video", "how-to/take-a-screenshot"]],
  // Crawl4AI
  ["deep crawling", ["how-to/crawl-a-site"]],
  ["cache modes", ["explanation/what-the-cache-keeps", "packages/cache"]],
  ["markdown generation", ["packages/html", "explanation/how-html-is-read", "packages/transformers"]],
  ["page interaction", ["how-to/take-a-screenshot", "examples/screenshot"]],
  ["self-hosting", ["how-to/run-the-server", "coming-from/firecrawl"]],
  ["table extraction", ["explanation/how-pdfs-are-read", "packages/transformers"]],
  ["telemetry", ["project/what-leaves-the-machine", "reference/settings", "packages/dunlin"]],
  ["local files", ["how-to/search-your-own-pages"]],
  // Meilisearch
  ["choose an embedder", ["how-to/search-your-own-pages", "packages/providers"]],
  ["typo tolerance", ["how-to/search-your-own-pages", "packages/providers"]],
  ["filter by date", [
    "packages/query-operators",
    "how-to/search-your-own-pages",
    "reference/contract",
    "how-to/narrow-a-search"
  ]],
  ["display source documents", ["recipes/rag", "examples/rag"]],
  ["handle errors and fallbacks", ["recipes/errors-with-promises", "how-to/add-a-provider", "reference/errors"]]
]
