/**
 * Written by somebody who knew the pages but neither the search nor the questions that are kept for pages: developers,
 * migrants, operators and beginners. No page was edited by them; how much each list of the search counts was chosen with them,
 * too.
 */
export const strangers: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["does it run on cloudflare workers?", ["index", "reference/where-it-runs"]],
  ["why no bullmq", ["explanation/decisions/2026-11-23-jobs-on-our-own-store"]],
  ["does this thing phone home", ["project/what-leaves-the-machine", "project/questions"]],
  ["how do I plug in our in-house search backend?", [
    "how-to/add-a-provider",
    "examples/describe-an-engine",
    "examples/swap-provider"
  ]],
  ["stop the search when the user closes the tab", [
    "recipes/web-frameworks",
    "how-to/find-out-why",
    "examples/next-route",
    "examples/fastify-route"
  ]],
  ["mocking in unit tests", [
    "recipes/testing",
    "how-to/test-with-layers",
    "how-to/test-a-client",
    "examples/test-a-client"
  ]],
  ["typescript FieldIsMissing", ["how-to/add-a-stage", "tutorial/your-own-pipeline"]],
  ["client-side search for a static site, no backend", [
    "how-to/add-a-search-box",
    "how-to/search-your-own-pages",
    "examples/search-in-a-browser"
  ]],
  ["hidden instructions on a web page tricking my LLM", [
    "project/security-model",
    "how-to/ask-a-model",
    "explanation/how-html-is-read",
    "explanation/how-pdfs-are-read"
  ]],
  ["speed compared to crawlee", ["benchmarks"]],
  ["run test suite locally before a pull request", ["contributing/index"]],
  ["python sdk change endpoint", ["coming-from/firecrawl"]],
  ["what replaces include_answer from tavily?", ["coming-from/search-apis", "recipes/rag"]],
  ["can it read word and excel files", [
    "explanation/how-office-files-are-read",
    "coming-from/firecrawl",
    "reference/errors"
  ]],
  ["n8n integration", ["coming-from/firecrawl"]],
  ["only results from the past week", ["how-to/narrow-a-search", "coming-from/search-apis", "reference/contract"]],
  ["extract structured data with a json schema", ["how-to/ask-a-model", "examples/ask-a-page"]],
  ["do I have to pay for credits when self-hosting?", ["index", "project/questions", "coming-from/firecrawl"]],
  ["misspelled parameter rejected with 400", [
    "explanation/decisions/2026-11-22-unknown-keys-are-named",
    "recipes/errors-with-promises",
    "how-to/find-out-why"
  ]],
  ["prometheus monitoring", ["how-to/run-the-server", "how-to/scale-out", "reference/settings"]],
  ["how do I put several replicas behind a load balancer?", ["how-to/scale-out", "how-to/run-the-server"]],
  ["outgoing traffic through corporate proxy", ["reference/settings", "explanation/how-pages-are-fetched"]],
  ["chromium fails in container", ["how-to/run-the-server", "reference/settings"]],
  ["stored pages fill up the disk, can I set a maximum?", ["reference/settings"]],
  ["can customers see what other customers scraped", [
    "project/security-model",
    "project/questions",
    "explanation/what-the-cache-keeps"
  ]],
  ["block phishing and malware sites", ["packages/threat-protection", "reference/settings", "how-to/run-the-server"]],
  ["verify webhook signature", ["how-to/crawl-a-site", "reference/settings"]],
  ["where do I report a security bug?", ["project/security-policy"]],
  ["why do I get zero results", ["how-to/find-out-why", "coming-from/firecrawl"]],
  ["localhost page refused", [
    "how-to/find-out-why",
    "coming-from/firecrawl",
    "reference/settings",
    "explanation/how-pages-are-fetched"
  ]],
  ["how do I add this to cursor?", ["how-to/give-agents-search"]],
  ["chat with my own documents", ["recipes/rag", "examples/rag", "how-to/search-your-own-pages"]],
  ["tell me when a price on a website changes", ["how-to/watch-a-page", "examples/watch-a-page"]],
  ["download youtube video", ["how-to/take-sound-and-video"]],
  ["scanned pdf without text", ["explanation/how-pdfs-are-read", "reference/settings"]],
  ["anonymize customer names before sending text to chatgpt", [
    "how-to/redact-and-forget",
    "examples/redact-and-restore",
    "packages/redaction",
    "examples/redact"
  ]],
  ["searching car should also find automobile", ["how-to/search-your-own-pages", "examples/search-by-meaning"]],
  ["press a button on the page before scraping it", ["how-to/take-a-screenshot", "examples/screenshot"]]
]
