/**
 * What sixty strangers ask, ten each: users of Firecrawl and of Effect, operators, builders of agents, testers, reviewers of
 * security. Written on 2026-11-26 with the right pages before the search was asked; this half was then looked at.
 */
export const callers: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["self hosted firecrawl without docker compose", ["coming-from/firecrawl", "how-to/run-the-server"]],
  ["onlyMainContent default value", ["reference/contract"]],
  ["ignoreInvalidURLs", ["reference/contract"]],
  ["my script uses AsyncFirecrawl, which line must I edit", ["coming-from/firecrawl"]],
  ["are the old v1 routes still answered", ["coming-from/firecrawl", "reference/contract"]],
  ["Property 'hits' does not exist MissingInput", ["how-to/add-a-stage"]],
  ["which effect version do I have to install next to it", [
    "explanation/decisions/2026-11-22-effect-4",
    "index",
    "tutorial/first-search"
  ]],
  ["decode an unknown body into a search request with Schema", ["packages/schema"]],
  ["only want the html to markdown part, nothing else", ["packages/html", "packages/transformers"]],
  ["retry policy and timeout per stage", ["how-to/add-a-stage", "packages/pipeline"]],
  ["OOMKilled with 512Mi", ["how-to/run-the-server"]],
  ["liveness and readiness path for a pod", ["how-to/operate", "how-to/run-the-server"]],
  ["DUNLIN_CACHE_BYTES", ["reference/settings"]],
  ["json log lines at debug level", ["reference/settings", "how-to/run-the-server"]],
  ["Error: Cannot find module 'pg'", ["how-to/scale-out", "index", "reference/settings"]],
  ["mcp.json for cursor", ["how-to/give-agents-search"]],
  ["tool output floods the conversation, how to cap it", ["how-to/give-agents-search"]],
  ["mastra createTool", ["coming-from/frameworks", "examples/mastra-tool"]],
  ["remote connector in claude that logs in", ["how-to/give-agents-search", "how-to/run-the-server"]],
  ["give the model only 2000 tokens worth of evidence with urls", ["recipes/rag", "how-to/give-agents-search"]],
  ["vcr tapes for search calls", ["recipes/testing", "how-to/test-with-layers"]],
  ["nock replacement for the v2 api", ["how-to/test-a-client"]],
  ["simulate 429 with retry-after", ["how-to/test-a-client", "how-to/test-with-layers", "recipes/testing"]],
  ["server that never responds, for a timeout test", ["how-to/test-a-client"]],
  ["InvalidFixture thrown", ["how-to/test-a-client", "reference/errors"]],
  ["dns rebinding protection", [
    "project/security-model",
    "explanation/decisions/2026-11-22-one-egress-guard",
    "explanation/how-pages-are-fetched",
    "packages/fetcher"
  ]],
  ["where do I report a vulnerability", ["project/security-policy"]],
  ["how long are scraped pages stored", ["explanation/what-the-cache-keeps", "how-to/redact-and-forget"]],
  ["block phishing links in results", ["packages/threat-protection"]],
  ["licences of transitive dependencies", ["project/questions", "contributing/releasing", "project/security-policy"]]
]
