/**
 * Written when everything else stood, from the outlook of a person who has used other tools for years and types what comes
 * to mind. No page was edited by them; how much each list of the search counts was chosen with them, too.
 */
export const unseen: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["html2md", ["packages/html", "packages/transformers", "explanation/how-html-is-read"]],
  ["scrape behind login", ["how-to/take-a-screenshot", "explanation/how-pages-are-fetched", "reference/contract"]],
  ["pagination of results", ["reference/contract", "how-to/crawl-a-site"]],
  ["sitemap.xml", ["how-to/search-your-own-pages", "how-to/crawl-a-site"]],
  ["stop words and stemming", ["how-to/search-your-own-pages", "packages/providers"]],
  ["exponential backoff", ["recipes/errors-with-promises", "reference/errors"]],
  ["abortcontroller", ["recipes/errors-with-promises", "how-to/find-out-why", "packages/dunlin"]],
  ["memory limit oom", [
    "how-to/run-the-server",
    "explanation/how-pages-are-fetched",
    "explanation/how-pdfs-are-read",
    "how-to/scale-out",
    "how-to/find-out-why"
  ]],
  ["cron job that recrawls my docs", ["how-to/search-your-own-pages", "how-to/crawl-a-site", "how-to/watch-a-page"]],
  ["helm chart", ["how-to/operate", "how-to/scale-out", "how-to/run-the-server"]],
  ["nginx in front", ["how-to/run-the-server", "reference/settings"]],
  ["rotate api keys", ["how-to/run-the-server"]],
  ["openid connect keycloak", ["how-to/run-the-server"]],
  ["prometheus metrics names", ["how-to/run-the-server", "how-to/scale-out"]],
  ["datadog traces", ["packages/dunlin", "reference/settings", "how-to/run-the-server"]],
  ["change the user agent", ["reference/settings"]],
  ["socks5 proxy", ["explanation/how-pages-are-fetched", "reference/settings"]],
  ["dns rebinding", [
    "explanation/decisions/2026-11-22-one-egress-guard",
    "project/security-model",
    "explanation/how-pages-are-fetched"
  ]],
  ["zod schema to json", ["how-to/ask-a-model", "reference/contract"]],
  ["gpt summarise url", ["how-to/ask-a-model", "examples/ask-a-page"]],
  ["claude code web search", ["how-to/give-agents-search"]],
  ["model context protocol http transport", ["how-to/give-agents-search", "packages/mcp"]],
  ["tool for langgraph agent", ["coming-from/frameworks", "examples/langchain-retriever", "examples/agent-tools"]],
  ["embeddings from ollama", ["how-to/search-your-own-pages", "packages/providers"]],
  ["cross encoder reranking", ["how-to/search-your-own-pages", "packages/providers"]],
  ["reciprocal rank fusion", ["packages/providers", "how-to/add-a-provider", "reference/settings"]],
  ["duckduckgo provider", ["how-to/add-a-provider", "packages/providers", "reference/settings"]],
  ["arxiv papers search", ["reference/settings", "reference/contract", "packages/providers"]],
  ["github code search", ["reference/settings", "reference/contract", "packages/providers"]],
  ["filetype:pdf operator", ["packages/query-operators", "how-to/search-your-own-pages", "reference/contract"]],
  ["safe search adult content", ["reference/contract", "packages/threat-protection", "reference/settings"]],
  ["image of the whole page", ["how-to/take-a-screenshot", "examples/screenshot"]],
  ["youtube to mp3", ["how-to/take-sound-and-video"]],
  ["diff two versions of a page", ["how-to/watch-a-page", "examples/watch-a-page"]],
  ["mask phone numbers in logs", ["how-to/redact-and-forget", "packages/redaction", "examples/redact"]],
  ["undo pseudonymisation", ["how-to/redact-and-forget", "examples/redact-and-restore"]],
  ["vcr cassettes", ["how-to/test-with-layers", "recipes/testing"]],
  ["nock alternative for search api", ["how-to/test-a-client", "recipes/testing"]],
  ["edge runtime vercel", ["index", "reference/where-it-runs", "recipes/web-frameworks"]],
  ["monorepo layout of this project", ["contributing/index", "explanation/architecture"]]
]
