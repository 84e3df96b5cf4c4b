/**
 * What pages are called in the documentation of further others (Typesense, Karakeep, Open WebUI, Spider), where there is one
 * about the same here. Nothing was chosen or edited by them: they say how often words of strangers lead to the right page.
 */
export const others: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  // Typesense
  ["high availability", ["how-to/scale-out"]],
  ["install", ["tutorial/first-search", "index"]],
  ["ranking and relevance", ["how-to/search-your-own-pages", "packages/providers"]],
  ["semantic search", ["how-to/search-your-own-pages"]],
  ["next.js search bar", ["recipes/web-frameworks", "examples/next-route", "examples/search-in-a-browser"]],
  ["query suggestions", ["how-to/search-your-own-pages"]],
  ["running in production", ["how-to/run-the-server", "how-to/scale-out"]],
  ["system requirements", ["tutorial/first-search", "index"]],
  ["syncing data", ["how-to/search-your-own-pages"]],
  ["tips for filtering", ["packages/query-operators", "how-to/search-your-own-pages"]],
  ["boolean search", ["packages/query-operators", "how-to/search-your-own-pages"]],
  ["data access control", ["how-to/run-the-server", "project/security-model"]],
  ["team accounts", ["how-to/run-the-server"]],
  ["single sign-on", ["how-to/run-the-server"]],
  ["ai agents", ["how-to/give-agents-search", "coming-from/frameworks"]],
  ["faqs", ["how-to/find-out-why"]],
  ["deno hono search api", ["recipes/web-frameworks", "index"]],
  ["docsearch", ["how-to/search-your-own-pages", "examples/search-in-a-browser"]],
  ["conversational search", ["recipes/rag", "examples/rag"]],
  ["typeahead spellchecker", ["how-to/search-your-own-pages"]],
  ["federated search", ["how-to/add-a-provider", "packages/providers", "reference/settings"]],
  ["updating to a new version", ["project/changelog"]],
  // Karakeep
  ["kubernetes", ["how-to/scale-out"]],
  ["different ai providers", ["how-to/ask-a-model"]],
  ["postgresql", ["how-to/scale-out", "reference/settings"]],
  ["search query language", ["packages/query-operators"]],
  ["command line", ["packages/dunlin", "index"]],
  ["mcp", ["how-to/give-agents-search", "packages/mcp"]],
  ["rss feeds", ["how-to/search-your-own-pages"]],
  ["troubleshooting", ["how-to/find-out-why"]],
  ["development setup", ["contributing/index"]],
  ["custom headers with proxies", ["reference/contract", "explanation/how-pages-are-fetched", "reference/settings"]],
  // Open WebUI
  ["api keys", ["how-to/run-the-server", "reference/settings"]],
  ["webhooks", ["how-to/crawl-a-site", "packages/jobs"]],
  ["roles and permissions", ["how-to/run-the-server"]],
  ["knowledge", ["recipes/rag", "how-to/search-your-own-pages"]],
  // Spider
  ["firewall", [
    "explanation/decisions/2026-11-22-one-egress-guard",
    "explanation/how-pages-are-fetched",
    "packages/threat-protection",
    "project/security-model"
  ]],
  ["benchmarks", ["benchmarks", "benchmarks-in-full"]],
  ["html transformations", ["packages/transformers", "explanation/how-html-is-read"]],
  ["security", ["project/security-model", "project/security-policy"]]
]
