/**
 * What somebody asks who decides whether to take Dunlin, and what pages are called in the documentation of Playwright,
 * Haystack, Exa, Tavily and Jina. Each with the pages that answer it as a whole; the page of short answers was written later.
 */
export const deciding: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  // whoever decides
  ["what are the weaknesses compared to hosted services", [
    "project/questions",
    "project/comparison",
    "coming-from/firecrawl"
  ]],
  ["can we run it completely offline", [
    "project/questions",
    "project/what-leaves-the-machine",
    "explanation/decisions/2026-11-22-embedded-by-default",
    "tutorial/first-search",
    "recipes/testing"
  ]],
  ["is any customer data sent to third parties", ["project/questions", "project/what-leaves-the-machine"]],
  ["how many pages per second can it crawl", ["how-to/scale-out", "benchmarks", "benchmarks-in-full", "packages/jobs"]],
  ["accuracy of content extraction versus readability", [
    "benchmarks",
    "benchmarks-in-full",
    "packages/transformers",
    "explanation/how-html-is-read"
  ]],
  ["who maintains it and how are security fixes handled", ["project/security-policy"]],
  ["can one team see the data of another team", [
    "project/questions",
    "project/security-model",
    "explanation/what-the-cache-keeps"
  ]],
  ["which databases are supported", ["project/questions", "how-to/scale-out", "reference/settings", "packages/cache"]],
  ["is there vendor lock-in with the search engine", [
    "project/questions",
    "how-to/add-a-provider",
    "project/comparison",
    "coming-from/search-apis"
  ]],
  ["open source license of dependencies", ["project/questions", "contributing/releasing", "project/security-policy"]],
  ["how do we bill our users for searches", [
    "packages/credits",
    "explanation/decisions/2026-11-22-credits-reserved-then-settled"
  ]],
  ["does it obey robots.txt", [
    "project/questions",
    "how-to/crawl-a-site",
    "explanation/how-pages-are-fetched",
    "reference/settings"
  ]],
  ["why is it built on effect and not plain typescript", [
    "project/questions",
    "explanation/decisions/2026-11-22-effect-4"
  ]],
  ["what happens to running jobs when we deploy a new version", [
    "project/questions",
    "how-to/scale-out",
    "packages/jobs",
    "how-to/run-the-server"
  ]],
  ["does it support arabic, chinese and german text", ["project/questions", "how-to/search-your-own-pages"]],
  ["can a malicious website attack our server", ["project/questions", "project/security-model"]],
  ["which mcp clients were tested", ["how-to/give-agents-search"]],
  ["how much context do the agent tools cost", ["how-to/give-agents-search", "packages/mcp"]],
  ["how do I know what went wrong with a result", ["how-to/find-out-why", "reference/errors"]],
  ["stable api, how do breaking changes reach us", [
    "project/questions",
    "project/changelog",
    "contributing/releasing"
  ]],
  // Playwright
  ["authentication", ["how-to/run-the-server", "how-to/take-a-screenshot"]],
  ["actions", ["how-to/take-a-screenshot", "reference/contract"]],
  ["emulation of a phone", ["how-to/take-a-screenshot", "reference/contract"]],
  ["screenshots", ["how-to/take-a-screenshot", "examples/screenshot"]],
  ["mock apis", ["how-to/test-a-client", "recipes/testing"]],
  ["continuous integration", ["recipes/testing", "contributing/index", "how-to/test-with-layers"]],
  // Haystack
  ["document stores", ["how-to/search-your-own-pages", "packages/providers", "how-to/scale-out"]],
  ["custom components", ["how-to/add-a-stage", "tutorial/your-own-pipeline"]],
  ["pipeline templates", ["packages/pipeline", "tutorial/your-own-pipeline"]],
  ["pdf to document converter", ["explanation/how-pdfs-are-read", "packages/transformers"]],
  ["ranker", ["how-to/search-your-own-pages", "packages/providers"]],
  ["tracing", ["reference/settings", "how-to/run-the-server", "packages/dunlin"]],
  // Exa, Tavily, Jina
  ["include and exclude domains", ["coming-from/search-apis", "reference/contract", "packages/query-operators"]],
  ["livecrawl", ["coming-from/search-apis", "explanation/what-the-cache-keeps"]],
  ["research endpoint", ["how-to/give-agents-search", "reference/contract", "reference/settings"]],
  ["rate limits", ["how-to/run-the-server", "reference/errors"]],
  ["get contents of a list of urls", ["how-to/crawl-a-site", "coming-from/search-apis"]],
  ["openai agents", ["coming-from/frameworks", "examples/openai-agents-tool"]],
  ["reader api", ["coming-from/search-apis", "packages/transformers", "project/comparison"]],
  ["news search for the last day", [
    "how-to/narrow-a-search",
    "reference/contract",
    "packages/query-operators",
    "how-to/search-your-own-pages"
  ]]
]
