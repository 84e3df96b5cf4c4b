/**
 * Written by one more person who knew the pages alone, half of them whole questions, after all of the search stood: whoever
 * adds search to a chatbot, operates a server, crawls sites, or answers for security and money. Nothing was chosen or written
 * by them; three that others had asked, or that a page has in the same words, were taken out.
 * Words that are left out of questions were chosen by them and by all older sets on 2026-11-23: they are seen since.
 */
export const passersby: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["cite sources llm", ["recipes/rag", "examples/rag"]],
  ["cursor plugin", ["how-to/give-agents-search"]],
  ["vercel ai integration", ["coming-from/frameworks", "examples/ai-sdk-tool", "examples/agent-tools"]],
  ["boost our domain", ["how-to/add-a-stage", "examples/stage-in-search"]],
  ["mock search results", ["how-to/test-with-layers", "recipes/testing", "how-to/test-a-client"]],
  ["We use Tavily right now, what do I need to change?", ["coming-from/search-apis"]],
  ["How can I show users results one by one instead of letting them wait for everything?", [
    "how-to/run-the-server",
    "how-to/find-out-why",
    "recipes/web-frameworks",
    "examples/next-route"
  ]],
  ["Can I plug our company's internal search into it?", [
    "how-to/add-a-provider",
    "examples/describe-an-engine",
    "examples/swap-provider"
  ]],
  ["When a call throws, how do I know if it is worth trying again?", [
    "recipes/errors-with-promises",
    "examples/errors-with-promises",
    "reference/errors"
  ]],
  ["Why doesn't it find the article when I describe the thing with different terms?", [
    "how-to/search-your-own-pages",
    "examples/search-by-meaning",
    "project/questions"
  ]],
  ["prometheus metrics auth", ["how-to/run-the-server", "reference/settings"]],
  ["login with Okta", ["how-to/run-the-server"]],
  ["reduce worker RAM", ["how-to/scale-out"]],
  ["Why are my customers suddenly getting too many requests responses?", [
    "how-to/find-out-why",
    "how-to/run-the-server"
  ]],
  ["What breaks if postgres goes down in the night?", ["how-to/scale-out"]],
  ["Why is the job queue not built on Redis?", ["explanation/decisions/2026-11-23-jobs-on-our-own-store"]],
  ["Screenshot URLs return 403 behind our load balancer, what did I forget?", [
    "how-to/scale-out",
    "reference/settings"
  ]],
  ["How much disk can stored pages use up and can I lower that?", [
    "reference/settings",
    "explanation/what-the-cache-keeps"
  ]],
  ["resume interrupted crawl", ["how-to/crawl-a-site"]],
  ["only recent articles", [
    "how-to/narrow-a-search",
    "packages/query-operators",
    "how-to/search-your-own-pages",
    "coming-from/search-apis"
  ]],
  ["scanned pdf text", ["explanation/how-pdfs-are-read", "reference/settings"]],
  ["price monitoring", ["how-to/watch-a-page", "examples/watch-a-page"]],
  ["How do I get a callback when a big scraping job is done?", ["how-to/crawl-a-site"]],
  ["Pages come back half empty because they are built with JavaScript, what now?", [
    "how-to/find-out-why",
    "how-to/take-a-screenshot"
  ]],
  ["Does it cut out menus, footers and other junk around the article?", [
    "explanation/how-html-is-read",
    "explanation/decisions/2026-11-22-own-html-engine"
  ]],
  ["Can I use this from a Python notebook?", ["coming-from/firecrawl", "project/questions"]],
  ["Can it go through our own proxies when a shop blocks us?", [
    "explanation/how-pages-are-fetched",
    "reference/settings"
  ]],
  ["GDPR anonymize text", ["how-to/redact-and-forget", "packages/redaction", "examples/redact"]],
  ["vulnerability disclosure", ["project/security-policy"]],
  ["block phishing sites", ["packages/threat-protection", "reference/settings"]],
  ["billing per customer", [
    "packages/credits",
    "explanation/decisions/2026-11-22-credits-reserved-then-settled",
    "how-to/run-the-server"
  ]],
  ["speed and accuracy numbers", ["benchmarks"]],
  ["Do the things our employees search for get sent to anyone outside?", [
    "project/what-leaves-the-machine",
    "project/questions"
  ]],
  ["How much will it cost us and is it open source?", ["project/questions"]],
  ["Could somebody trick the server into reading our intranet?", [
    "project/security-model",
    "explanation/decisions/2026-11-22-one-egress-guard",
    "explanation/how-pages-are-fetched"
  ]],
  ["Can invisible text on a website manipulate our assistant?", [
    "project/security-model",
    "how-to/ask-a-model",
    "explanation/how-html-is-read"
  ]],
  ["When would we be better off buying something else?", ["project/comparison", "project/questions"]]
]
