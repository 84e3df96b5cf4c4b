/**
 * Questions that were written from the list of pages alone, before anybody looked at what the search answers, and that no
 * page was edited for since: each with the pages that answer it as a whole.
 */
export const earlier: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["start it on another port", ["how-to/run-the-server", "reference/settings"]],
  ["docker image", ["how-to/run-the-server"]],
  ["limit how many requests a customer may send per minute", ["how-to/run-the-server"]],
  ["what does status 402 mean", ["reference/errors"]],
  ["use searxng instead of the built in index", [
    "how-to/add-a-provider",
    "reference/settings",
    "examples/swap-provider"
  ]],
  ["brave api key", ["reference/settings", "coming-from/search-apis"]],
  ["store pages in redis", [
    "reference/settings",
    "how-to/scale-out",
    "packages/cache",
    "explanation/what-the-cache-keeps"
  ]],
  ["how long is a page cached", ["explanation/what-the-cache-keeps"]],
  ["reorder results with my own ranking", ["how-to/add-a-stage", "examples/stage-in-search"]],
  ["add a field to every document", ["how-to/add-an-output-format", "examples/custom-stage"]],
  ["full page screenshot as png", ["how-to/take-a-screenshot", "examples/screenshot"]],
  ["transcribe a youtube video", ["how-to/take-sound-and-video"]],
  ["get told about a price change on a product page", ["how-to/watch-a-page", "examples/watch-a-page"]],
  ["use ollama", ["how-to/ask-a-model", "reference/settings"]],
  ["hide email addresses and phone numbers in results", [
    "how-to/redact-and-forget",
    "packages/redaction",
    "examples/redact"
  ]],
  ["gdpr", ["how-to/redact-and-forget", "project/what-leaves-the-machine"]],
  ["cursor editor integration", ["how-to/give-agents-search"]],
  ["tool calling with openai", ["examples/openai-agents-tool", "coming-from/frameworks"]],
  ["several workers share one queue", ["how-to/scale-out", "packages/jobs"]],
  ["kubernetes many replicas", ["how-to/scale-out"]],
  ["search pdf files on my disk", ["how-to/search-your-own-pages", "examples/own-index"]],
  ["respect robots.txt", ["how-to/crawl-a-site", "how-to/search-your-own-pages", "examples/crawl-a-site"]],
  ["mock the search engine in unit tests", ["how-to/test-with-layers", "recipes/testing", "how-to/test-a-client"]],
  ["fake firecrawl server for tests", ["how-to/test-a-client", "examples/test-a-client"]],
  ["record real responses and replay them", ["recipes/testing", "how-to/test-with-layers"]],
  ["which package does what", ["explanation/architecture", "overview"]],
  ["why not use cheerio or readability", [
    "explanation/decisions/2026-11-22-own-html-engine",
    "explanation/how-html-is-read"
  ]],
  ["tables in pdf documents", ["explanation/how-pdfs-are-read"]],
  ["remove navigation and cookie banners", ["explanation/how-html-is-read"]],
  ["block access to 127.0.0.1 and cloud metadata", [
    "project/security-model",
    "explanation/how-pages-are-fetched",
    "explanation/decisions/2026-11-22-one-egress-guard"
  ]],
  ["report a vulnerability", ["project/security-policy"]],
  ["telemetry sent to you", ["project/what-leaves-the-machine"]],
  ["switch from exa", ["coming-from/search-apis"]],
  ["llamaindex", ["coming-from/frameworks", "examples/llamaindex-tool"]],
  ["feed search results to a language model with citations", ["recipes/rag", "examples/rag"]],
  ["fastify plugin", ["recipes/web-frameworks", "examples/fastify-route"]],
  ["retry when rate limited", ["recipes/errors-with-promises", "reference/errors", "examples/errors-with-promises"]],
  ["is it faster than firecrawl", ["project/comparison", "benchmarks"]],
  ["how are credits counted", ["explanation/decisions/2026-11-22-credits-reserved-then-settled", "packages/credits"]],
  ["how do I contribute a pull request", ["contributing/index"]]
]
