/**
 * The other half of what visitors ask: written together with it, and kept apart. Nothing was chosen or edited by them.
 * Words that are left out of questions were chosen by them and by all older sets on 2026-11-23: they are seen since.
 */
export const latecomers: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["which port does it listen on and can I change that", ["reference/settings", "how-to/run-the-server"]],
  ["two replicas behind nginx do they share anything", ["how-to/scale-out", "how-to/run-the-server"]],
  ["prometheus scrape endpoint", ["how-to/run-the-server", "how-to/scale-out"]],
  ["pages from a wiki on our intranet are refused", ["how-to/find-out-why", "explanation/how-pages-are-fetched"]],
  ["graceful stop when kubernetes sends SIGTERM", ["how-to/run-the-server", "how-to/scale-out"]],
  ["how do I see why a page came back empty", ["how-to/find-out-why"]],
  ["connect to an existing redis cluster with password", ["reference/settings", "how-to/scale-out"]],
  ["turn off javascript rendering to save cpu", ["explanation/how-pages-are-fetched", "how-to/take-a-screenshot"]],
  ["it says 402 what does that mean", ["how-to/find-out-why", "reference/errors"]],
  ["run it under systemd on a vm without docker", ["how-to/run-the-server"]],
  ["does it run in bun or deno", ["index", "reference/where-it-runs", "tutorial/first-search"]],
  ["give gpt a function that can look things up online", ["how-to/give-agents-search", "coming-from/frameworks"]],
  ["how do I know which paragraph a snippet came from", ["recipes/rag", "reference/contract"]],
  ["search inside my own pdf folder offline", ["how-to/search-your-own-pages"]],
  ["fill in a form and click submit before grabbing the content", ["how-to/take-a-screenshot"]],
  ["mock search results in vitest so CI doesn't hit the net", ["recipes/testing", "how-to/test-with-layers"]],
  ["call it from python", ["how-to/use-clients-of-other-apis", "coming-from/firecrawl", "project/questions"]],
  ["exclude a domain from results", ["reference/contract", "packages/query-operators", "how-to/narrow-a-search"]],
  ["use it in claude desktop", ["how-to/give-agents-search"]],
  ["typed error for rate limit, retry after how many seconds", ["reference/errors", "recipes/errors-with-promises"]],
  ["is it free for commercial products", ["project/questions", "index"]],
  ["a person asks us to delete everything about them", ["how-to/redact-and-forget"]],
  ["malicious pages with hidden instructions for the model", [
    "project/security-model",
    "explanation/how-html-is-read"
  ]],
  ["can someone make it fetch 169.254.169.254", [
    "project/security-model",
    "explanation/decisions/2026-11-22-one-egress-guard"
  ]],
  ["why not just use playwright and readability", [
    "project/comparison",
    "explanation/decisions/2026-11-22-own-html-engine"
  ]],
  ["we pay for tavily today, what do I change in the code", ["coming-from/search-apis"]],
  ["why did you write your own html parser", ["explanation/decisions/2026-11-22-own-html-engine"]],
  ["which version of node do I need", ["index", "tutorial/first-search"]],
  ["bill our customers by what they used", [
    "packages/credits",
    "explanation/decisions/2026-11-22-credits-reserved-then-settled"
  ]],
  ["what changed since the last release", ["project/changelog"]]
]
