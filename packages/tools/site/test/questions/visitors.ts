/**
 * Written from the titles of the pages alone, as an operator, a developer and somebody who decides would ask; the right pages
 * were looked up afterwards. The weights of the lists were chosen with them, and pages were edited for them. The other half of
 * them are the latecomers.
 */
export const visitors: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["my container gets killed, how much RAM do I have to give it", ["how-to/run-the-server", "how-to/scale-out"]],
  ["where on disk does it put its stuff", ["reference/settings", "project/what-leaves-the-machine"]],
  ["can I stop one customer from eating all the capacity", ["how-to/run-the-server", "how-to/scale-out"]],
  ["corporate proxy only, no direct outbound", ["reference/settings", "explanation/how-pages-are-fetched"]],
  ["how do I rotate api keys without downtime", ["how-to/run-the-server"]],
  ["site answers with 403 and captcha all the time", ["explanation/how-pages-are-fetched", "project/questions"]],
  ["liveness and readiness urls", ["how-to/operate", "how-to/run-the-server"]],
  ["what happens to running crawls when the process dies", ["how-to/scale-out", "how-to/crawl-a-site"]],
  ["how long are fetched pages kept before refetching", ["explanation/what-the-cache-keeps", "reference/contract"]],
  ["log every request as json without leaking search terms", ["how-to/run-the-server", "reference/settings"]],
  ["hello world, ten lines of typescript", ["tutorial/first-search", "index"]],
  ["get only the main text of an article without navigation and ads", [
    "explanation/how-html-is-read",
    "packages/transformers"
  ]],
  ["pull price and stock from product pages as json following my zod schema", [
    "how-to/ask-a-model",
    "reference/contract"
  ]],
  ["cancel a search the user doesn't care about any more", ["recipes/errors-with-promises", "how-to/find-out-why"]],
  ["get all urls of a domain quickly", ["how-to/crawl-a-site"]],
  ["webhook when the crawl is finished", ["how-to/crawl-a-site"]],
  ["how do I put results in my own order", ["how-to/add-a-stage", "how-to/search-your-own-pages"]],
  ["restrict results to the last week", ["reference/contract", "packages/query-operators", "how-to/narrow-a-search"]],
  ["several search engines merged together", ["packages/providers", "reference/settings", "how-to/add-a-provider"]],
  ["transcript of a youtube video", ["how-to/take-sound-and-video"]],
  ["embed in an existing express app", ["recipes/web-frameworks"]],
  ["does it send telemetry home", ["project/what-leaves-the-machine", "project/questions"]],
  ["mask phone numbers and names before the text goes to the LLM", ["how-to/redact-and-forget", "packages/redaction"]],
  ["phishing and malware links in results", ["packages/threat-protection", "reference/settings"]],
  ["drop in replacement for firecrawl cloud, what endpoints are missing", ["coming-from/firecrawl"]],
  ["how good is the pdf table extraction compared with others", ["benchmarks", "benchmarks-in-full"]],
  ["how do I report a vulnerability", ["project/security-policy"]],
  ["is it production ready, who maintains it", ["project/questions"]],
  ["speed and quality numbers against other libraries", ["benchmarks", "benchmarks-in-full"]]
]
