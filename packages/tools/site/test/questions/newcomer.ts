/** What somebody asks who met Dunlin an hour ago, each with the pages that answer it as a whole. */
export const newcomer: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["what is this thing and why would I want it", ["index", "project/comparison"]],
  ["how do I install it", ["tutorial/first-search", "index", "packages/dunlin"]],
  ["do I need an API key to get started", ["tutorial/first-search", "index", "reference/settings"]],
  ["does it work with bun", ["tutorial/first-search", "index", "reference/where-it-runs"]],
  ["can I use it on cloudflare workers", ["index", "reference/where-it-runs"]],
  ["which node version do I need", ["tutorial/first-search", "index", "contributing/index"]],
  ["is it free, what is the licence", ["index", "project/comparison"]],
  ["do I have to learn Effect to use it", ["explanation/decisions/2026-11-22-effect-4", "index"]],
  ["what are credits and do I have to pay", [
    "explanation/decisions/2026-11-22-credits-reserved-then-settled",
    "packages/credits",
    "index",
    "coming-from/firecrawl"
  ]],
  ["convert a web page to markdown", ["packages/transformers", "index", "explanation/how-html-is-read"]],
  ["how do I get the full text of each search result", [
    "tutorial/first-search",
    "index",
    "coming-from/search-apis",
    "reference/contract"
  ]],
  ["make my blog searchable", ["how-to/search-your-own-pages", "examples/own-index"]],
  ["search box for my documentation without a server", [
    "how-to/add-a-search-box",
    "how-to/search-your-own-pages",
    "examples/search-in-a-browser"
  ]],
  ["can it find things by meaning, semantic search", ["how-to/search-your-own-pages", "project/comparison"]],
  ["chatbot that answers from my documents", ["recipes/rag", "examples/rag"]],
  ["give my coding assistant web search", ["how-to/give-agents-search"]],
  ["add to VS Code copilot", ["how-to/give-agents-search"]],
  ["get JSON out of a page with a schema", ["how-to/ask-a-model", "examples/ask-a-page", "reference/contract"]],
  ["summarize an article", ["how-to/ask-a-model", "examples/ask-a-page"]],
  ["run my own function on every result before it is returned", [
    "how-to/add-a-stage",
    "examples/stage-in-search",
    "examples/stage-after-scrape",
    "tutorial/your-own-pipeline"
  ]],
  ["plug in google results", ["how-to/add-a-provider", "reference/settings", "examples/swap-provider"]],
  ["my search engine has a weird json api", [
    "examples/describe-an-engine",
    "how-to/add-a-provider"
  ]],
  ["click a button before reading the page", ["how-to/take-a-screenshot", "examples/screenshot"]],
  ["read pages that need javascript", ["explanation/how-pages-are-fetched", "packages/fetcher"]],
  ["is scraping with it polite", ["explanation/how-pages-are-fetched", "how-to/crawl-a-site"]],
  ["download a whole website", ["how-to/crawl-a-site", "examples/crawl-a-site"]],
  ["list all urls of a domain", ["how-to/crawl-a-site"]],
  ["process a list of 500 links", ["how-to/crawl-a-site", "packages/jobs"]],
  ["how do I stop a search that takes too long", [
    "how-to/find-out-why",
    "recipes/errors-with-promises",
    "packages/dunlin"
  ]],
  ["why did one page come back with an error", [
    "how-to/find-out-why",
    "reference/errors",
    "index",
    "recipes/errors-with-promises"
  ]],
  ["anonymise text before sending it to an llm", [
    "how-to/redact-and-forget",
    "examples/redact-and-restore",
    "examples/redact",
    "packages/redaction"
  ]],
  ["read scanned documents", ["explanation/how-pdfs-are-read", "packages/transformers"]],
  ["write tests that do not hit the internet", ["recipes/testing", "how-to/test-with-layers"]],
  ["use inside a react server component or api route", ["recipes/web-frameworks", "examples/next-route"]],
  ["express hono koa", ["recipes/web-frameworks"]],
  ["try it in the browser, is there a playground", ["how-to/run-the-server", "index"]],
  ["results only from the last week", [
    "packages/query-operators",
    "coming-from/search-apis",
    "reference/contract",
    "how-to/narrow-a-search"
  ]],
  ["exclude a site from the results", [
    "how-to/narrow-a-search",
    "packages/query-operators",
    "reference/contract",
    "how-to/search-your-own-pages"
  ]],
  ["what happens when I run a search, step by step", ["explanation/architecture", "index"]],
  ["how good is it, numbers", ["benchmarks", "benchmarks-in-full", "project/comparison"]]
]
