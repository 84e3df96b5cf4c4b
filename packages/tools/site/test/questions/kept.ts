/**
 * The other half of what callers ask: written together with it, and kept apart. Nothing was chosen or edited by them.
 */
export const kept: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["can I keep @mendable/firecrawl-js and point it elsewhere", [
    "coming-from/firecrawl",
    "examples/coming-from-firecrawl"
  ]],
  ["waitFor 3000 does nothing", ["how-to/take-a-screenshot", "reference/contract"]],
  ["SCRAPE_UNSUPPORTED_FILE_ERROR word document", ["coming-from/firecrawl", "reference/errors"]],
  ["crawl finished but some urls are absent from data", [
    "how-to/crawl-a-site",
    "how-to/find-out-why",
    "coming-from/firecrawl"
  ]],
  ["how is creditsUsed worked out if I host it myself", [
    "coming-from/firecrawl",
    "explanation/decisions/2026-11-22-credits-reserved-then-settled",
    "packages/credits",
    "project/questions"
  ]],
  ["catchReason RateLimited", ["reference/errors", "index"]],
  ["give the client my OpenTelemetry tracer", ["packages/dunlin", "how-to/run-the-server"]],
  ["ManagedRuntime with the search services", [
    "index",
    "packages/dunlin",
    "examples/with-effect",
    "packages/pipeline"
  ]],
  ["what happens to open sockets when the fiber is interrupted", ["explanation/architecture"]],
  ["is there a hook to rescore hits before pages are loaded", ["how-to/add-a-stage", "examples/stage-in-search"]],
  ["nginx in front answers 403 wrong host", ["how-to/run-the-server", "how-to/find-out-why"]],
  ["move from sqlite to postgres", ["how-to/scale-out", "reference/settings"]],
  ["rolling deploy while crawls are running", ["how-to/scale-out", "project/questions"]],
  ["clock skew between nodes", ["how-to/scale-out"]],
  ["chromium won't start as root in our image", ["how-to/run-the-server", "reference/settings"]],
  ["agents.md snippet that tells the bot when to look things up", ["how-to/give-agents-search"]],
  ["deep research with checked quotations", ["how-to/give-agents-search"]],
  ["BaseRetriever subclass for langchain js", ["coming-from/frameworks", "examples/langchain-retriever"]],
  ["ollama fills a json schema from a product page", ["how-to/ask-a-model"]],
  ["function tool for the openai agents sdk", ["coming-from/frameworks", "examples/openai-agents-tool"]],
  ["UnexpectedCall: the file does not hold this call", ["how-to/test-with-layers"]],
  ["fake clock so that timeouts fire at once", ["how-to/test-with-layers", "recipes/testing"]],
  ["does my adapter pass the port's contract tests under node:test", [
    "how-to/add-a-provider",
    "how-to/add-a-cache-backend"
  ]],
  ["hard coded hits in a unit test", ["recipes/testing", "how-to/test-with-layers"]],
  ["are api keys written into recordings", ["how-to/test-with-layers"]],
  ["is the npm tarball signed", ["project/security-policy"]],
  ["outbound hosts our firewall has to permit", ["project/what-leaves-the-machine"]],
  ["strip iban and emails before text reaches openai", [
    "how-to/redact-and-forget",
    "packages/redaction",
    "examples/redact-and-restore"
  ]],
  ["can javascript of a visited site touch my host", ["project/security-model", "project/questions"]],
  ["tenant isolation of cached content", [
    "project/security-model",
    "explanation/what-the-cache-keeps",
    "project/questions"
  ]]
]
